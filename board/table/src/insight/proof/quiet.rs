//! Wins by any moves: the search, and its certificate as the tree that a page steps through.

use std::collections::VecDeque;
use std::time::Duration;

use dolmen::Rule;
use dolmen::board::Position;
use dolmen::certificate::{Certificate, Reply, Step, Walk};
use dolmen::engine::adviser::{Until, advised_solver};
use dolmen::eval::Evaluator;
use dolmen::search::Control;
use dolmen::solver::{Proof, QuietSolver};

use crate::insight::proof::{Branch, Defence, Found, ProofLimits, nested};
use crate::message::Verdict;

/// The memory for positions, in bytes.
const BYTES: usize = 128 << 20;
/// The number of positions of a search for threats that cost as much as one with the attacker to move.
const THREATS_PER_POSITION: u64 = 200;

/// The time of a step, in milliseconds.
const SLICE_MS: u64 = 200;

/// A branch in the queue, whose defences are not known yet.
struct Todo<'a> {
    branch: usize,
    step: Step<'a>,
    /// The position before its move. Unnamed replies have no stone.
    before: Position,
}

/// A search for a win of the side to move by any moves, which runs step by step.
#[derive(Debug)]
pub(super) struct QuietProof {
    position: Position,
    rule: Rule,
    limits: ProofLimits,
    solver: QuietSolver,
    /// The positions that the search for threats has visited, and whether that search has ended.
    threats: u64,
    has_tried_threats: bool,
}

impl QuietProof {
    /// Returns a search that has not begun.
    pub(super) fn new(position: Position, rule: Rule, limits: ProofLimits) -> Self {
        let until = Until { control: Control::new(limits.stop.clone()), turn: None };
        let solver = advised_solver(&position, &Evaluator::built_in(), rule, BYTES, until);
        Self { position, rule, limits, solver, threats: 0, has_tried_threats: false }
    }

    /// Returns the number of positions visited so far.
    pub(super) fn positions(&self) -> u64 {
        self.threats + self.solver.progress().positions
    }

    /// Continues the search for one time slice, and returns the result once it is known.
    pub(super) fn step(&mut self, clock: &dyn Fn() -> u64) -> Option<Found> {
        let limits = self.limits.clone();
        let until = clock().saturating_add(SLICE_MS);
        let is_over = || limits.stop.is_stopped() || limits.ms.is_some_and(|most| clock() >= most);
        let is_due = || is_over() || clock() >= until;
        if !self.has_tried_threats {
            self.try_threats(clock, &is_due);
            if !self.has_tried_threats && !is_over() {
                return None;
            }
        }
        let mut is_interrupted = false;
        // After the proof, its plan is not interrupted: it would have to start over.
        let plan = self.solver.prove(1, &mut |progress| {
            let has_all = progress.positions >= limits.nodes;
            is_interrupted = !progress.is_proved && (has_all || is_due());
            is_interrupted || limits.stop.is_stopped()
        });
        let nodes = self.solver.progress().positions;
        // A search with one thread starts no other thread, so it cannot fail.
        let Some(plan) = plan.ok().flatten() else {
            let goes_on = is_interrupted && nodes < limits.nodes && !is_over();
            return (!goes_on).then_some(Found { verdict: Verdict::Unknown, nodes, root: None });
        };
        let certificate = Certificate { rule: self.rule, position: self.position.clone(), plan };
        let root = nested(&branches(&certificate, limits.moves), 0);
        Some(Found { verdict: Verdict::Win, nodes, root })
    }

    /// Searches for threats alone, within their part of the limits.
    fn try_threats(&mut self, clock: &dyn Fn() -> u64, is_due: &dyn Fn() -> bool) {
        let max_threats = self.limits.nodes.saturating_mul(THREATS_PER_POSITION);
        let time = self.limits.ms.map_or(Duration::MAX, Duration::from_millis);
        let max_ms = QuietSolver::threat_time(time).as_millis();
        let before = self.threats;
        let mut visited = 0;
        let mut has_had_its_part = false;
        let left = max_threats.saturating_sub(before);
        let proof = self.solver.solve_by_threats(left, &mut |count| {
            visited = count;
            has_had_its_part = before + count >= max_threats || u128::from(clock()) >= max_ms;
            has_had_its_part || is_due()
        });
        self.threats += visited;
        self.has_tried_threats = has_had_its_part || proof != Proof::Unknown;
    }
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
