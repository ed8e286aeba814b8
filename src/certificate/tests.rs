//! Tests that accepted plans win against every reply, by the slow rules alone, and that the checker
//! refuses flawed plans.

use crate::board::{BoardSize, Color, Point, Position};
use crate::certificate::board::Board;
use crate::certificate::{Checker, Next, Plan, Reason};
use crate::rules::{Rule, forbidden, makes_five};
use crate::solver::{Proof, Vct};
use crate::tests::random_position;
use crate::threats::ThreatBoard;

#[test]
fn forbidden_points_equal_the_definition() {
    let mut random = fastrand::Rng::with_seed(11);
    let mut found = 0;
    for rule in [Rule::Renju, Rule::Omok].repeat(1_000) {
        let position = random_position(&mut random, rule, BoardSize::square(8));
        let board = Board::new(&position, rule);
        for color in Color::ALL {
            for point in position.empty() {
                let is_forbidden = forbidden(&position, point, color, rule).is_some();
                assert_eq!(board.is_forbidden(point, color), is_forbidden, "{point}, {rule}");
                found += usize::from(is_forbidden);
            }
        }
    }
    assert!(found > 100, "{found} points are forbidden");
}

/// Returns whether a plan wins against every legal reply: the definition, without zones.
fn wins(position: &mut Position, rule: Rule, plan: &Plan) -> bool {
    let attacker = position.side_to_move();
    if !position.is_empty_at(plan.point)
        || forbidden(position, plan.point, attacker, rule).is_some()
    {
        return false;
    }
    if makes_five(position, plan.point, attacker, rule) {
        return true;
    }
    position.play(plan.point).expect("the point is empty");
    let mut is_answered = false;
    let mut replies = position.empty().iter();
    let wins = replies.all(|reply| {
        if makes_five(position, reply, !attacker, rule) {
            return false;
        }
        if forbidden(position, reply, !attacker, rule).is_some() {
            return true;
        }
        is_answered = true;
        position.play(reply).expect("the point is empty");
        let fives = position.empty();
        let loses = fives.iter().any(|five| makes_five(position, five, attacker, rule))
            || match (plan.answer_to(reply), &plan.otherwise) {
                (Some(Next::Plan(plan)), _) => wins(position, rule, plan),
                (Some(Next::Known), _) | (None, None) => false,
                (None, Some(otherwise)) => wins(position, rule, otherwise),
            };
        position.undo();
        loses
    });
    position.undo();
    wins && is_answered
}

/// Returns random positions with plans of wins by threats.
fn wins_by_threats(
    first_seed: u64,
    count: usize,
) -> impl Iterator<Item = (u64, Rule, Position, Plan)> {
    (first_seed..).zip(Rule::ALL.into_iter().cycle()).take(count).filter_map(|(seed, rule)| {
        let mut random = fastrand::Rng::with_seed(seed);
        let size = BoardSize::square(random.usize(6..=9));
        let position = random_position(&mut random, rule, size);
        let mut board = ThreatBoard::new(&position, rule);
        // The table is so small that entries are replaced.
        let mut solver = Vct::new(1 << 14);
        let proof = solver.solve(&mut board, 20_000);
        assert_eq!(*board.position(), position, "seed {seed}: the solver changed the board");
        let Proof::Win(line) = proof else { return None };
        assert!(position.is_empty_at(line[0]) && solver.proof_size() > 0, "seed {seed} {line:?}");
        let mut checker = Checker::new(&position, rule);
        let plan = solver.plan(&mut board, &mut checker).expect("the proof is found again");
        Some((seed, rule, position, plan))
    })
}

#[test]
fn plans_of_the_solver_win_against_every_reply() {
    check_plans(200, 8);
}

#[test]
#[ignore = "slow: the full sample"]
fn many_plans_of_the_solver_win_against_every_reply() {
    check_plans(600, 30);
}

fn check_plans(samples: usize, min_nested: usize) {
    let mut nested = 0;
    for (seed, rule, mut position, plan) in wins_by_threats(70_000, samples) {
        nested += usize::from(plan.nesting() > 0);
        let checked = Checker::new(&position, rule).check(&plan);
        assert_eq!(checked, Ok(()), "seed {seed} {rule}: {plan:?}\n{position}");
        assert!(wins(&mut position, rule, &plan), "seed {seed} {rule}: {plan:?}\n{position}");
    }
    assert!(nested > min_nested, "{nested} plans with unnamed replies");
}

/// Changes one move or one reply of a plan, or drops an answer.
fn mutate(plan: &mut Plan, random: &mut fastrand::Rng, size: BoardSize) {
    let point = Point::new(random.usize(0..size.width()), random.usize(0..size.height()));
    let parts = plan.answers.len() + usize::from(plan.otherwise.is_some());
    if parts == 0 || random.usize(0..4) == 0 {
        plan.point = point;
        return;
    }
    let part = random.usize(0..parts);
    let Some(answer) = plan.answers.get_mut(part) else {
        let otherwise = plan.otherwise.as_mut().expect("it is the last part");
        return mutate(otherwise, random, size);
    };
    match random.usize(0..6) {
        0 => answer.reply = point,
        1 => drop(plan.answers.remove(part)),
        2 => answer.next = Next::Known,
        _ => {
            if let Next::Plan(plan) = &mut answer.next {
                mutate(plan, random, size);
            }
        }
    }
}

#[test]
fn the_checker_accepts_no_changed_plan_that_does_not_win() {
    let (refused, accepted) = check_changed_plans(200);
    assert!(refused > 150, "{refused} refused, {accepted} accepted");
}

#[test]
#[ignore = "slow: the full sample"]
fn the_checker_accepts_changed_plans_that_win() {
    let (refused, accepted) = check_changed_plans(600);
    assert!(refused > 500 && accepted > 2, "{refused} refused, {accepted} accepted");
}

/// Checks changed plans, and returns how many are refused and accepted.
fn check_changed_plans(samples: usize) -> (usize, usize) {
    let (mut refused, mut accepted) = (0, 0);
    for (seed, rule, mut position, plan) in wins_by_threats(80_000, samples) {
        let mut random = fastrand::Rng::with_seed(seed);
        for _ in 0..8 {
            let mut changed = plan.clone();
            mutate(&mut changed, &mut random, position.size());
            let wins = wins(&mut position, rule, &changed);
            let checked = Checker::new(&position, rule).check(&changed);
            assert!(wins || checked.is_err(), "seed {seed} {rule}: {changed:?}\n{position}");
            accepted += usize::from(checked.is_ok());
            refused += usize::from(checked.is_err());
        }
    }
    (refused, accepted)
}

#[test]
fn a_flaw_tells_where_the_plan_fails() {
    let text =
        ". O X X X . . .\n. . . . . . . .\n. . O . O . . .\n. . . . . . . .\n. . . . . . . .";
    let position = crate::board::diagram::parse(text).expect("the diagram is valid");
    assert_eq!(position.side_to_move(), Color::Black);
    let plan = Plan::of_move(Point::new(5, 0));
    let flaw = Checker::new(&position, Rule::Freestyle).check(&plan).expect_err("six stops it");
    assert_eq!(flaw.reason, Reason::Unanswered(Point::new(6, 0)));
    assert_eq!(flaw.to_string(), "after f1: there is no answer to g1");
}
