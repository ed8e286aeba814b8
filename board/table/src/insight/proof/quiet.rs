//! Wins by any moves: a certificate, as the tree that a page steps through.

use std::collections::VecDeque;

use dolmen::Rule;
use dolmen::board::Position;
use dolmen::certificate::{Certificate, Reply, Step, Walk};
use dolmen::engine::adviser::advised_solver;
use dolmen::eval::Evaluator;

use crate::insight::proof::{Branch, Defence, Found, ProofLimits, nested};
use crate::message::Verdict;

/// The memory for positions, in bytes.
const BYTES: usize = 128 << 20;
/// The number of positions of a search for threats that cost as much as one with the attacker to move.
const THREATS_PER_POSITION: u64 = 200;

/// A branch whose defences are to be found.
struct Todo<'a> {
    branch: usize,
    step: Step<'a>,
    /// The position before its move. Unnamed replies have no stone.
    before: Position,
}

/// Searches for a win with any moves of the side to move.
pub(super) fn prove(position: &Position, rule: Rule, limits: &ProofLimits) -> Found {
    let mut solver = advised_solver(position, &Evaluator::built_in(), rule, BYTES);
    let stop = || limits.stop.is_stopped();
    let max_threats = limits.nodes * THREATS_PER_POSITION;
    solver.solve_by_threats(&mut |visited| visited >= max_threats || stop());
    let plan = solver.prove(1, &mut |progress| {
        stop() || (progress.positions >= limits.nodes && !progress.is_proved)
    });
    let nodes = solver.progress().positions;
    // One thread starts no other, so there is no error.
    let Some(plan) = plan.ok().flatten() else {
        return Found { verdict: Verdict::Unknown, nodes, root: None };
    };
    let certificate = Certificate { rule, position: position.clone(), plan };
    let root = nested(&branches(&certificate, limits.moves), 0);
    Found { verdict: Verdict::Win, nodes, root }
}

/// Returns the branches of a certificate, level by level, up to `max_moves` moves.
fn branches(certificate: &Certificate, max_moves: usize) -> Vec<Branch> {
    let attacker = certificate.position.side_to_move();
    let walk = Walk::new(certificate);
    let mut branches = Vec::new();
    let mut queue = VecDeque::new();
    let first = Todo { branch: 0, step: walk.first(), before: certificate.position.clone() };
    branches.push(Branch::new(first.step.point));
    queue.push_back(first);
    while let Some(Todo { branch, step, before }) = queue.pop_front() {
        let mut after = before;
        let is_played = after.place(step.point, attacker).is_ok();
        if branches.len() >= max_moves || !is_played {
            branches[branch].incomplete = true;
            continue;
        }
        for Reply { point, next } in walk.replies(step, &after) {
            let mut before = after.clone();
            if before.place(point, !attacker).is_err() {
                branches[branch].incomplete = true;
                continue;
            }
            let refutation = branches.len();
            branches.push(Branch::new(next.point));
            branches[branch].defences.push(Defence { point, refutation });
            queue.push_back(Todo { branch: refutation, step: next, before });
        }
        if let Some(step) = walk.otherwise(step) {
            let otherwise = branches.len();
            branches.push(Branch::new(step.point));
            branches[branch].otherwise = Some(otherwise);
            queue.push_back(Todo { branch: otherwise, step, before: after });
        }
    }
    branches
}
