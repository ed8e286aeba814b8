//! Tests that a walk reaches all moves of a certificate, including those in images of positions that it refers to.

use crate::board::{Color, Position};
use crate::certificate::{Answer, Certificate, Checker, Next, Plan, Reply, Step, Walk};
use crate::eval::Evaluator;
use crate::rules::Rule;
use crate::solver::{Budget, QuietSolver};
use crate::tests::position;

/// Returns the plan of a step with every reference replaced by the plan that it refers to. `before` is the position,
/// without the stones of unnamed replies.
fn written_out(walk: &Walk<'_>, step: Step<'_>, before: &Position, attacker: Color) -> Plan {
    let mut after = before.clone();
    after.place(step.point, attacker).expect("the point is empty");
    let mut plan = Plan::of_move(step.point);
    for Reply { point, next } in walk.replies(step, &after) {
        let mut before = after.clone();
        before.place(point, !attacker).expect("the point is empty");
        let next = Next::Plan(written_out(walk, next, &before, attacker));
        plan.answers.push(Answer { reply: point, next });
    }
    let otherwise = walk.otherwise(step);
    plan.otherwise = otherwise.map(|next| Box::new(written_out(walk, next, &after, attacker)));
    plan
}

/// Returns the number of references in a plan.
fn references(plan: &Plan) -> usize {
    let of_answer = |answer: &Answer| match &answer.next {
        Next::Plan(plan) => references(plan),
        Next::Known => 1,
    };
    plan.answers.iter().map(of_answer).sum()
}

#[test]
fn a_walk_expands_references() {
    let position = position("15x15 h8 a1 i7 a5");
    let rule = Rule::Freestyle;
    let evaluator = Evaluator::built_in();
    // With this small budget, threats alone do not win at once.
    let budget = Budget { attack: 20, threat: 100, ..Budget::default() };
    let mut solver = QuietSolver::new(&position, evaluator.rule(rule), rule, budget);
    let mut positions = 0;
    let plan = solver.prove(1, &mut |_| {
        positions += 1;
        positions > 20_000
    });
    let plan = plan.expect("no thread is started").expect("two stones against two in a corner win");
    let count = references(&plan);
    let certificate = Certificate { rule, position: position.clone(), plan };
    let walk = Walk::new(&certificate);
    let attacker = position.side_to_move();
    let whole = written_out(&walk, walk.first(), &position, attacker);
    assert_eq!(references(&whole), 0);
    assert!(count > 0 && whole.moves() > certificate.plan.moves(), "{count} references");
    assert!(Checker::new(&position, rule).check(&whole).is_ok());
}
