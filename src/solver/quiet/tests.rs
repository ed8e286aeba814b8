//! Tests that the solver claims no win that a plain search does not find, that every claim has a
//! plan that the checker accepts, and that a search can be stopped, kept and shared.

use std::collections::HashMap;
use std::thread;

use crate::board::{BoardSize, Color, Point, Position, Symmetry};
use crate::certificate::{Certificate, Checker, FileError, Plan};
use crate::eval::Evaluator;
use crate::rules::{Rule, forbidden, makes_five};
use crate::solver::{Budget, QuietSolver, Verdict};
use crate::tests::position;

/// A small effort, for small positions.
const SMALL: Budget = Budget {
    attack: 200,
    threat: 200,
    moves: 30,
    silent_stones: 300,
    quiet_threat: 20,
    bytes: 1 << 20,
};

/// Returns a position with `empty` empty points after random moves, without a win for either side.
fn late_position(seed: u64, rule: Rule, size: BoardSize, empty: usize) -> Option<Position> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut points: Vec<Point> = size.points().collect();
    random.shuffle(&mut points);
    let mut position = Position::new(size);
    for point in points {
        let color = position.side_to_move();
        if position.empty().len() <= empty {
            return Some(position);
        }
        let is_allowed = !makes_five(&position, point, color, rule)
            && forbidden(&position, point, color, rule).is_none();
        if is_allowed {
            position.play(point).expect("the point is empty");
        }
    }
    None
}

/// Returns whether the attacker wins, by trying everything: the definition.
fn wins(
    position: &mut Position,
    rule: Rule,
    attacker: Color,
    known: &mut HashMap<u64, bool>,
) -> bool {
    if let Some(&wins) = known.get(&position.key().0) {
        return wins;
    }
    let mover = position.side_to_move();
    let is_attack = mover == attacker;
    let mut can_move = false;
    let mut wins_all = true;
    let mut wins_any = false;
    for point in position.empty() {
        let after = if makes_five(position, point, mover, rule) {
            is_attack
        } else if forbidden(position, point, mover, rule).is_some() {
            continue;
        } else {
            position.play(point).expect("the point is empty");
            let after = wins(position, rule, attacker, known);
            position.undo();
            after
        };
        can_move = true;
        wins_any |= after;
        wins_all &= after;
        if after == is_attack {
            break;
        }
    }
    let result = can_move && if is_attack { wins_any } else { wins_all };
    known.insert(position.key().0, result);
    result
}

#[test]
fn verdicts_agree_with_brute_force() {
    check_verdicts(300, 30);
}

#[test]
#[ignore = "slow: the full sample"]
fn many_verdicts_agree_with_brute_force() {
    check_verdicts(1_000, 100);
}

fn check_verdicts(samples: usize, min_claimed: usize) {
    let (mut claimed, mut won) = (0, 0);
    for (seed, rule) in (0..).zip(Rule::ALL.into_iter().cycle()).take(samples) {
        let size = BoardSize::square([5, 6, 7, 15][seed as usize / 6 % 4]);
        let empty = 7 + seed as usize % 3;
        let Some(mut position) = late_position(seed, rule, size, empty) else { continue };
        let attacker = position.side_to_move();
        let wins = wins(&mut position, rule, attacker, &mut HashMap::new());
        won += usize::from(wins);
        let evaluator = Evaluator::built_in();
        let mut solver = QuietSolver::new(&position, evaluator.rule(rule), rule, SMALL);
        if solver.solve(&mut |_| false) != Verdict::Win {
            continue;
        }
        claimed += 1;
        assert!(wins, "seed {seed} {rule}\n{position}");
        let plan = solver.plan(&mut |_| false).expect("the position is proved");
        let checked = Checker::new(&position, rule).check(&plan);
        assert_eq!(checked, Ok(()), "seed {seed} {rule}: {plan:?}\n{position}");
    }
    assert!(claimed > min_claimed && claimed * 10 >= won * 9, "{claimed} claimed of {won} wins");
}

/// Three stones of black far from white's, where no win by threats alone exists.
fn quiet_win() -> Position {
    position("15x15 h8 a1 i7 a5")
}

fn solver(position: &Position) -> QuietSolver {
    let evaluator = Evaluator::built_in();
    let rule = Rule::Freestyle;
    QuietSolver::new(position, evaluator.rule(rule), rule, Budget::default())
}

/// Returns the position of [`quiet_win`] with a plan for it.
fn proved() -> (Position, Plan) {
    let position = quiet_win();
    let mut solver = solver(&position);
    assert_eq!(solver.solve(&mut |_| false), Verdict::Win);
    let plan = solver.plan(&mut |_| false).expect("the position is proved");
    (position, plan)
}

#[test]
fn a_search_goes_on_from_its_state() {
    let position = quiet_win();
    let mut first = solver(&position);
    assert_eq!(first.solve(&mut |progress| progress.positions > 10), Verdict::Unknown);
    assert_eq!(first.plan(&mut |_| false), None);
    let mut second = solver(&position);
    second.resume(&first.state().to_bytes());
    assert_eq!(second.solve(&mut |_| false), Verdict::Win);
    let mut third = solver(&position);
    third.resume(&second.state().to_bytes());
    assert_eq!(third.solve(&mut |_| false), Verdict::Win);
    assert_eq!(third.progress().positions, 0, "nothing is left to search");
    let plan = third.plan(&mut |_| false).expect("the position is proved");
    let certificate = Certificate { rule: Rule::Freestyle, position, plan };
    assert!(certificate.check().is_ok());
    let mut bytes = certificate.to_bytes();
    let read = Certificate::from_bytes(&bytes).expect("the bytes are those of a certificate");
    assert_eq!(read.plan, certificate.plan);
    for place in [0, 30, bytes.len() / 2, bytes.len() - 1] {
        bytes[place] ^= 1;
        assert!(Certificate::from_bytes(&bytes).is_err(), "byte {place}");
        bytes[place] ^= 1;
    }
    assert_eq!(Certificate::from_bytes(&bytes[..40]).err(), Some(FileError::Checksum));
}

#[test]
fn a_stop_ends_the_work_on_a_position_with_few_stones() {
    let position = Position::from_moves("15x15 h8 i9").expect("the moves are right");
    for patience in [1, 2, 5, 9, 14] {
        let (mut questions, mut positions) = (0, 0);
        let mut solver = solver(&position);
        let verdict = solver.solve(&mut |progress| {
            questions += 1;
            positions = progress.positions;
            questions >= patience
        });
        assert_eq!(verdict, Verdict::Unknown);
        assert_eq!(questions, patience, "nothing is begun after a stop");
        assert_eq!(solver.progress().positions, positions);
    }
}

#[test]
fn threads_share_a_search() {
    let position = quiet_win();
    let mut first = solver(&position);
    let mut helper = first.helper();
    let verdict = thread::scope(|scope| {
        scope.spawn(|| helper.help());
        first.solve(&mut |_| false)
    });
    assert_eq!(verdict, Verdict::Win);
    let plan = first.plan(&mut |_| false).expect("the position is proved");
    assert_eq!(Checker::new(&position, Rule::Freestyle).check(&plan), Ok(()));
}

/// Plays a game by a certificate, from an image of its position, against random replies.
fn certified_game(certificate: &Certificate, symmetry: Symmetry, random: &mut fastrand::Rng) {
    let (rule, attacker) = (certificate.rule, certificate.position.side_to_move());
    let mut position = certificate.position.image(symmetry);
    loop {
        let five = |point: &Point| makes_five(&position, *point, attacker, rule);
        if position.empty().iter().any(|point| five(&point)) {
            return;
        }
        let point = certificate.next_move(&position).expect("the game follows the plan");
        position.play(point).expect("the point is empty");
        let empty: Vec<Point> = position.empty().iter().collect();
        let near = |reply: &Point| reply.distance(point) <= 2;
        let near: Vec<Point> = empty.iter().copied().filter(near).collect();
        let replies = if near.is_empty() || random.bool() { &empty } else { &near };
        let reply = replies[random.usize(0..replies.len())];
        assert!(!makes_five(&position, reply, !attacker, rule), "{reply} wins\n{position}");
        position.play(reply).expect("the point is empty");
    }
}

#[test]
fn games_by_a_certificate_are_won() {
    let (position, plan) = proved();
    assert!(plan.nesting() > 1, "a plan against a pass wins with quiet moves");
    let certificate = Certificate { rule: Rule::Freestyle, position, plan };
    let mut random = fastrand::Rng::with_seed(2);
    for symmetry in Symmetry::all(certificate.position.size()) {
        (0..200).for_each(|_| certified_game(&certificate, symmetry, &mut random));
    }
    let mut other = certificate.position.clone();
    other.play(Point::new(14, 14)).expect("the point is empty");
    other.play(Point::new(14, 0)).expect("the point is empty");
    assert_eq!(certificate.next_move(&other), None, "the attacker has left the plan");
}
