//! Each step of a proof agrees with the slow rules, and no reply outside its defences helps.

use std::cell::Cell;

use super::{Line, drawn, line_to, random_positions};
use crate::insight::{ProofLimits, Proving, prove};
use crate::message::{ProofKind, ProofMove, ProofResult, Verdict};
use crate::tree::{ROOT, Tree};
use dolmen::board::{BoardSize, Color, Point, Position};
use dolmen::certificate::{Answer, Checker, Next, Plan};
use dolmen::rules::{Rule, check_move, five_points, five_through};
use dolmen::solver::{Proof, Vcf};
use dolmen::threats::ThreatBoard;

const KINDS: [ProofKind; 2] = [ProofKind::Vcf, ProofKind::Vct];

/// The size of a proof.
#[derive(Debug, Default)]
struct Tally {
    moves: usize,
    defences: usize,
    /// Replies outside the defences.
    others: usize,
    incomplete: usize,
}

/// Checks a move of the attacker and all its descendants.
fn check(position: &Position, rule: Rule, kind: ProofKind, step: &ProofMove, tally: &mut Tally) {
    let attacker = position.side_to_move();
    let point: Point = step.point.parse().expect("a point");
    assert_eq!(check_move(position, point, rule), Ok(()), "{rule}\n{position}");
    tally.moves += 1;
    tally.incomplete += usize::from(step.incomplete);
    let mut position = position.clone();
    position.play(point).expect("the point is empty");
    if five_through(&position, point, attacker, rule).is_some() {
        assert!(step.defences.is_empty() && !step.incomplete, "{rule}\n{position}");
        return;
    }
    let has_four = !five_points(&position, attacker, rule).is_empty();
    assert!(has_four || kind == ProofKind::Vct, "{rule} {point} is no four\n{position}");
    assert!(five_points(&position, !attacker, rule).is_empty(), "{rule} {point}\n{position}");
    assert!(!step.defences.is_empty() || step.incomplete, "{rule} {point}\n{position}");
    let mut listed = Vec::new();
    for defence in &step.defences {
        let reply: Point = defence.point.parse().expect("a point");
        assert_eq!(check_move(&position, reply, rule), Ok(()), "{rule}\n{position}");
        assert!(!listed.contains(&reply), "{rule} {reply} twice\n{position}");
        listed.push(reply);
        tally.defences += 1;
        let mut after = position.clone();
        after.play(reply).expect("the point is empty");
        check(&after, rule, kind, &defence.then, tally);
    }
    for reply in position.empty() {
        let is_legal = check_move(&position, reply, rule).is_ok();
        if step.incomplete || listed.contains(&reply) || !is_legal {
            continue;
        }
        tally.others += 1;
        let mut after = position.clone();
        after.play(reply).expect("the point is empty");
        let loses = if has_four {
            !five_points(&after, attacker, rule).is_empty()
        } else {
            let mut board = ThreatBoard::new(&after, rule);
            matches!(Vcf::new(10).solve(&mut board, 1_000_000), Proof::Win(_))
        };
        assert!(loses, "{rule}: {reply} is a defence against {point}\n{position}");
    }
}

/// Checks a result and returns the size of its proof.
fn checked(line: &Line, result: &ProofResult) -> Tally {
    let mut tally = Tally::default();
    assert_eq!(result.root.is_some(), result.verdict == Verdict::Win);
    if let Some(root) = &result.root {
        let mut position = line.tree.position(line.end).expect("the stones fit");
        position.set_side_to_move(result.side);
        check(&position, line.tree.rule().rule, result.kind, root, &mut tally);
        assert!(tally.moves <= ProofLimits::default().moves + 500, "{tally:?}");
    }
    tally
}

fn proved(line: &Line, kind: ProofKind, side: Color, nodes: u64) -> ProofResult {
    let limits = ProofLimits { nodes, ..ProofLimits::default() };
    prove(&line.tree, line.end, kind, side, &limits).expect("the stones fit")
}

#[test]
fn random_proofs_hold() {
    let mut wins = [[0; Rule::ALL.len()]; 2];
    let mut others = 0;
    for (number, game) in random_positions(240, 6..=8).into_iter().enumerate() {
        let line = line_to(game.rule(), game.position());
        let side = if number % 3 == 0 { !game.side_to_move() } else { game.side_to_move() };
        for kind in KINDS {
            let result = proved(&line, kind, side, 5_000);
            let tally = checked(&line, &result);
            assert_eq!(tally.incomplete, 0, "{}\n{}", game.rule(), game.position());
            others += tally.others;
            wins[kind as usize][game.rule().rule.index()] += usize::from(tally.moves > 1);
        }
    }
    assert!(wins.iter().flatten().all(|&wins| wins > 2), "{wins:?}");
    assert!(others > 1_000, "{others}");
}

/// Returns the plan of a proof by any moves.
fn plan_of(step: &ProofMove) -> Plan {
    let mut plan = Plan::of_move(step.point.parse().expect("a point"));
    plan.answers.extend(step.defences.iter().map(|defence| Answer {
        reply: defence.point.parse().expect("a point"),
        next: Next::Plan(plan_of(&defence.then)),
    }));
    plan.otherwise = step.otherwise.as_deref().map(|next| Box::new(plan_of(next)));
    plan
}

#[test]
fn proofs_by_any_moves_hold_by_the_checker() {
    check_proofs_by_any_moves(2);
}

#[test]
#[ignore = "slow: the full sample"]
fn long_proofs_by_any_moves_hold_by_the_checker() {
    check_proofs_by_any_moves(20);
}

/// Checks proofs that may take some nodes each.
fn check_proofs_by_any_moves(nodes: u64) {
    let mut wins = [0; Rule::ALL.len()];
    let mut unnamed = 0;
    for game in random_positions(90, 6..=7) {
        let line = line_to(game.rule(), game.position());
        let result = proved(&line, ProofKind::Win, game.side_to_move(), nodes);
        assert_ne!(result.verdict, Verdict::NoWin, "it cannot be known");
        assert_eq!(result.root.is_some(), result.verdict == Verdict::Win);
        let Some(root) = &result.root else { continue };
        let rule = game.rule().rule;
        let plan = plan_of(root);
        let checked = Checker::new(game.position(), rule).check(&plan);
        assert!(checked.is_ok(), "{rule} {checked:?}\n{}", game.position());
        unnamed += usize::from(plan.nesting() > 0);
        wins[rule.index()] += 1;
    }
    assert!(wins.iter().sum::<usize>() > 15 && unnamed > 2, "{wins:?} {unnamed}");
}

#[test]
fn a_proof_by_any_moves_can_be_cut_off_or_stopped() {
    let line = drawn(Rule::Freestyle, DOUBLE_THREE, Color::Black);
    let limits = ProofLimits { moves: 4, ..ProofLimits::default() };
    let result = prove(&line.tree, line.end, ProofKind::Win, Color::Black, &limits);
    let root = result.expect("the stones fit").root.expect("Black wins");
    let json = serde_json::to_string(&root).expect("a value");
    assert!(json.contains("otherwise") && json.contains("incomplete"), "{json}");
    limits.stop.stop();
    let empty = Tree::new(Rule::Freestyle, BoardSize::square(15));
    let result = prove(&empty, ROOT, ProofKind::Win, Color::Black, &limits);
    assert_eq!(result.expect("the stones fit").verdict, Verdict::Unknown);
}

#[test]
fn a_proof_by_any_moves_goes_on_in_steps_up_to_its_time() {
    let clock = Cell::new(0);
    // Each reading advances the clock.
    let tick = || clock.replace(clock.get() + 70);
    let empty = Tree::new(Rule::Freestyle, BoardSize::square(7));
    let limits = ProofLimits { nodes: u64::MAX, ms: Some(700), ..ProofLimits::default() };
    let mut proving = Proving::new(&empty, ROOT, ProofKind::Win, Color::Black, &limits)
        .expect("the root is there");
    let (mut steps, mut positions) = (0, 0);
    let result = loop {
        if let Some(result) = proving.step(&tick) {
            break result;
        }
        assert!(proving.positions() >= positions);
        (steps, positions) = (steps + 1, proving.positions());
    };
    assert_eq!(result.verdict, Verdict::Unknown);
    assert!((2..=10).contains(&steps) && positions > 0, "{steps} {positions}");
    assert!(clock.get() < 1_400, "it ends soon after its time: {}", clock.get());

    let line = drawn(Rule::Freestyle, DOUBLE_THREE, Color::Black);
    let mut proving = Proving::new(&line.tree, line.end, ProofKind::Win, Color::Black, &limits)
        .expect("the stones fit");
    clock.set(0);
    // The time limit is not reached here.
    let tick = || clock.replace(clock.get() + 1);
    let result = std::iter::repeat_with(|| proving.step(&tick)).find_map(|result| result);
    assert_eq!(result.map(|result| result.verdict), Some(Verdict::Win));
}

#[test]
fn a_win_by_fours_is_called_so() {
    let line = Line::of(Rule::Freestyle, "h8 a1 i9 a3 j10 a5");
    let result = proved(&line, ProofKind::Vct, Color::Black, 1_000);
    assert_eq!((result.kind, result.verdict), (ProofKind::Vcf, Verdict::Win));
    let line = drawn(Rule::Freestyle, DOUBLE_THREE, Color::Black);
    let result = proved(&line, ProofKind::Vct, Color::Black, 10_000);
    assert_eq!((result.kind, result.verdict), (ProofKind::Vct, Verdict::Win));
}

/// A stone on f6 makes two open threes.
const DOUBLE_THREE: &str = "
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . . . . . . .
    . . . . . X . . . . .
    . . . . . X . . . . .
    . . . X X . . . . . .
    . . . . . . . . . . .
    . . . . . . . O . . .
    . . O . . . . . . O .
    . . . . . . . . . . .
    . O . . . . . . . . .";

#[test]
fn a_double_three_is_proved_with_its_defences() {
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::Caro6] {
        let line = drawn(rule, DOUBLE_THREE, Color::Black);
        assert_eq!(proved(&line, ProofKind::Vcf, Color::Black, 10_000).verdict, Verdict::NoWin);
        let result = proved(&line, ProofKind::Vct, Color::Black, 10_000);
        assert_eq!(result.verdict, Verdict::Win, "{rule}");
        let tally = checked(&line, &result);
        assert!(tally.defences > 4 && tally.incomplete == 0, "{rule} {tally:?}");
    }
    // It is forbidden in renju and in omok, where other moves may still win.
    for rule in [Rule::Renju, Rule::Omok] {
        let line = drawn(rule, DOUBLE_THREE, Color::Black);
        let result = proved(&line, ProofKind::Vct, Color::Black, 10_000);
        checked(&line, &result);
        assert_ne!(result.root.map(|root| root.point).as_deref(), Some("f6"), "{rule}");
    }
}

#[test]
fn white_wins_by_a_forbidden_point() {
    // Only f3 stops the four that e3 makes, and there Black would make six in a row.
    let text = "
        . . . . . X . . .
        . . . . . X . . .
        X O O O . . . . .
        . . . . . X . . .
        . . . . . X . . .
        . . . . . X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .";
    let line = drawn(Rule::Renju, text, Color::White);
    for kind in KINDS {
        let result = proved(&line, kind, Color::White, 10_000);
        checked(&line, &result);
        let root = result.root.expect("White wins");
        assert_eq!(root.point, "e3");
        // Any reply shows what happens.
        assert_eq!(root.defences.len(), 1);
        assert_eq!(root.defences[0].then.point, "f3");
    }
    let standard = drawn(Rule::Standard, text, Color::White);
    let result = proved(&standard, ProofKind::Vcf, Color::White, 10_000);
    assert_eq!(result.verdict, Verdict::NoWin);
}

#[test]
fn either_side_may_be_asked_for() {
    let mut line = Line::of(Rule::Standard, "h8 -- i9 -- j10 a1");
    let result = proved(&line, ProofKind::Vcf, Color::Black, 1_000);
    assert_eq!((result.verdict, result.at), (Verdict::Win, line.end));
    checked(&line, &result);
    // The side that waits is asked for after one more move.
    line.add(Some(Point::new(0, 1)));
    let result = proved(&line, ProofKind::Vct, Color::Black, 1_000);
    assert_eq!((result.verdict, result.side), (Verdict::Win, Color::Black));
    checked(&line, &result);
    assert_eq!(proved(&line, ProofKind::Vct, Color::White, 1_000).verdict, Verdict::NoWin);
    assert_eq!(proved(&line, ProofKind::Vct, Color::Black, 0).verdict, Verdict::Unknown);
    assert_eq!(proved(&line, ProofKind::Vcf, Color::Black, 0).verdict, Verdict::Unknown);
}

#[test]
fn nothing_is_proved_after_the_end() {
    let line = Line::of(Rule::Freestyle, "h8 a1 h9 a2 h10 a3 h11 a4 h12");
    for side in [Color::Black, Color::White] {
        let result = proved(&line, ProofKind::Vct, side, 1_000);
        assert_eq!((result.verdict, result.root, result.nodes), (Verdict::NoWin, None, 0));
    }
}

#[test]
fn a_proof_that_is_cut_off_says_so() {
    let line = drawn(Rule::Freestyle, DOUBLE_THREE, Color::Black);
    let within = |moves| {
        let limits = ProofLimits { nodes: 10_000, moves, ..ProofLimits::default() };
        let result = prove(&line.tree, line.end, ProofKind::Vct, Color::Black, &limits);
        let result = result.expect("the stones fit");
        (checked(&line, &result), result)
    };
    let (first, result) = within(0);
    assert_eq!((first.moves, first.incomplete), (1, 1));
    let json = serde_json::to_string(&result.root).expect("a value");
    assert_eq!(json, r#"{"point":"f6","defences":[],"incomplete":true}"#);
    let (some, _) = within(2);
    assert!(some.moves > 2 && some.incomplete > 1, "{some:?}");
    let (all, result) = within(1_000);
    assert!(all.moves > some.moves && all.incomplete == 0, "{all:?}");
    let json = serde_json::to_string(&result.root).expect("a value");
    assert!(!json.contains("incomplete"));
}
