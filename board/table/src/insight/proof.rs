//! Proofs of wins by force, with every defence and its refutation.
//!
//! The solver knows a winning move for each position of its proof. The tree here grows from its
//! principal variation, level by level, so that a tree that becomes too large lacks its deepest parts.
//!
//! # Invariants
//!
//! Every move of the attacker is legal. After it, every legal reply that is not among the defences
//! loses to the five, or to the fours, that the move threatens. A branch ends with a five, or where
//! the tree is incomplete.

mod defences;
mod proving;
mod quiet;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use dolmen::Rule;
use dolmen::board::{Color, Point, Position};
use dolmen::search::TimeSource;
use dolmen::solver::{Proof, Vcf, Vct};
use dolmen::threats::{Threat, ThreatBoard};

use crate::message::{ProofDefence, ProofKind, ProofMove, Verdict};

pub use proving::{Proving, prove};

/// The number of the attacker's moves at which a proof stops growing.
const MAX_PROOF_MOVES: usize = 2_000;

/// The memory of the search for fours: 2 to this power positions.
const VCF_MEMORY_BITS: u32 = 16;
/// The memory of the search for threats, in bytes.
const VCT_TABLE_BYTES: usize = 32 << 20;
/// The maximum number of positions that one search for fours visits within a search for threats.
const VCF_NODES: u64 = 10_000;
/// The maximum number of positions that are visited to refute one defence.
const REFUTATION_NODES: u64 = 200_000;
/// The maximum number of positions that are visited to refute all defences.
const TREE_NODES: u64 = 2_000_000;

/// A flag that stops a running proof, shared by all its clones.
///
/// ```
/// use board_table::insight::StopFlag;
///
/// let flag = StopFlag::default();
/// flag.clone().stop();
/// assert!(flag.is_stopped());
/// ```
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Stops the proof, for good.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether [`StopFlag::stop`] has been called.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Lets the flag also stop the searches that advise a proof.
impl TimeSource for StopFlag {
    fn elapsed(&self) -> Duration {
        Duration::ZERO
    }

    fn wants_stop(&self) -> bool {
        self.is_stopped()
    }
}

/// The limits of a proof.
///
/// ```
/// use board_table::insight::ProofLimits;
///
/// let limits = ProofLimits { nodes: 5_000, ..ProofLimits::default() };
/// assert!(limits.moves > 100);
/// ```
#[derive(Clone, Debug)]
pub struct ProofLimits {
    /// The maximum number of positions that the search visits. A search for a win by any moves counts
    /// only those with the attacker to move.
    pub nodes: u64,
    /// The number of the attacker's moves at which the proof stops growing.
    pub moves: usize,
    /// The maximum number of milliseconds of a search for a win by any moves.
    pub ms: Option<u64>,
    /// The flag that stops such a search.
    pub stop: StopFlag,
}

impl Default for ProofLimits {
    fn default() -> Self {
        Self { nodes: 1_000_000, moves: MAX_PROOF_MOVES, ms: None, stop: StopFlag::default() }
    }
}

/// The result of a search for a win.
#[derive(Debug)]
struct Found {
    verdict: Verdict,
    /// The number of visited positions.
    nodes: u64,
    root: Option<ProofMove>,
}

/// Searches for a win of the side to move by threats alone.
fn prove_by_threats(
    position: &Position,
    rule: Rule,
    kind: ProofKind,
    limits: &ProofLimits,
) -> Found {
    let mut prover = Prover::new(position, rule, kind);
    let proof = prover.solve(limits.nodes);
    let verdict = match &proof {
        Proof::Win(_) => Verdict::Win,
        Proof::NoWin => Verdict::NoWin,
        Proof::Unknown => Verdict::Unknown,
    };
    let root = match proof {
        Proof::Win(variation) => prover.proof_tree(variation, limits.moves),
        Proof::NoWin | Proof::Unknown => None,
    };
    Found { verdict, nodes: prover.nodes, root }
}

/// The solvers and the board, on which the attacker is to move.
pub(super) struct Prover {
    pub(super) board: ThreatBoard,
    pub(super) attacker: Color,
    vcf: Vcf,
    /// The search for threats; `None` if only fours are searched.
    vct: Option<Vct>,
    /// The number of positions visited so far.
    nodes: u64,
}

/// A move of the attacker in a growing proof tree.
struct Branch {
    point: Point,
    defences: Vec<Defence>,
    /// The index of the branch that refutes any other reply, if one does.
    otherwise: Option<usize>,
    incomplete: bool,
}

impl Branch {
    /// Returns a branch without defences.
    const fn new(point: Point) -> Self {
        Self { point, defences: Vec::new(), otherwise: None, incomplete: false }
    }
}

/// A defence, and the index of the branch that refutes it.
struct Defence {
    point: Point,
    refutation: usize,
}

/// A branch in the queue, whose defences are not known yet.
struct Todo {
    branch: usize,
    /// The moves that lead to the position after the attacker's move.
    path: Vec<Point>,
    /// The line that the solver expects from there.
    expected: Vec<Point>,
}

impl Prover {
    pub(super) fn new(position: &Position, rule: Rule, kind: ProofKind) -> Self {
        Self {
            board: ThreatBoard::new(position, rule),
            attacker: position.side_to_move(),
            vcf: Vcf::new(VCF_MEMORY_BITS),
            vct: (kind == ProofKind::Vct).then(|| Vct::new(VCT_TABLE_BYTES)),
            nodes: 0,
        }
    }

    /// Solves the position of the board, with the attacker to move.
    pub(super) fn solve(&mut self, nodes: u64) -> Proof {
        let Some(vct) = &mut self.vct else { return self.fours(nodes) };
        let mut left = nodes;
        while left > 0 {
            // An inconclusive search can be continued.
            let proof = vct.solve(&mut self.board, left);
            let visited = vct.nodes().max(1);
            self.nodes += visited;
            left = left.saturating_sub(visited);
            if proof != Proof::Unknown {
                return proof;
            }
        }
        Proof::Unknown
    }

    /// Searches the position of the board for a win of the attacker, who is to move, by fours alone.
    pub(super) fn fours(&mut self, nodes: u64) -> Proof {
        let proof = self.vcf.solve(&mut self.board, nodes);
        self.nodes += self.vcf.nodes();
        proof
    }

    /// Returns a winning line of a won position: a five, the expected line, or a line by fours or threats.
    fn winning_line(&mut self, expected: &[Point]) -> Option<Vec<Point>> {
        if let Some(five) = self.board.points(self.attacker, Threat::Five).first() {
            return Some(vec![five]);
        }
        if !expected.is_empty() {
            return Some(expected.to_vec());
        }
        if let Proof::Win(line) = self.fours(VCF_NODES) {
            return Some(line);
        }
        match self.solve(REFUTATION_NODES) {
            Proof::Win(line) => Some(line),
            Proof::NoWin | Proof::Unknown => None,
        }
    }

    /// Returns the tree of a proof that begins with this variation.
    fn proof_tree(&mut self, variation: Vec<Point>, max_moves: usize) -> Option<ProofMove> {
        let limit = self.nodes + TREE_NODES;
        let mut branches = Vec::new();
        let mut queue = VecDeque::new();
        queue.extend(self.add_branch(&mut branches, &[], variation));
        while let Some(todo) = queue.pop_front() {
            if branches.len() >= max_moves || self.nodes >= limit {
                branches[todo.branch].incomplete = true;
                continue;
            }
            todo.path.iter().for_each(|&point| self.board.play(point));
            queue.extend(self.grow(&mut branches, &todo));
            todo.path.iter().for_each(|_| self.board.undo());
        }
        nested(&branches, 0)
    }

    /// Adds the first move of a winning line. Returns the new branch for the queue, or `None` if the
    /// move makes five.
    fn add_branch(
        &self,
        branches: &mut Vec<Branch>,
        path: &[Point],
        mut line: Vec<Point>,
    ) -> Option<Todo> {
        let point = *line.first()?;
        let branch = branches.len();
        branches.push(Branch::new(point));
        let expected = line.split_off(1);
        let path = [path, &line].concat();
        let is_five = self.board.points(self.attacker, Threat::Five).contains(point);
        (!is_five).then_some(Todo { branch, path, expected })
    }

    /// Finds the defences of a branch and their refutations. The board is after the branch's move.
    fn grow(&mut self, branches: &mut Vec<Branch>, todo: &Todo) -> Vec<Todo> {
        let mut next = Vec::new();
        let Some(mut replies) = self.defences() else {
            branches[todo.branch].incomplete = true;
            return next;
        };
        // The reply that resists longest comes first.
        replies.sort_by_key(|reply| todo.expected.first() != Some(reply));
        for reply in replies {
            self.board.play(reply);
            let expected = match todo.expected.split_first() {
                Some((&first, rest)) if first == reply => rest,
                _ => &[],
            };
            match self.winning_line(expected) {
                Some(line) => {
                    let refutation = branches.len();
                    let path = [todo.path.as_slice(), &[reply]].concat();
                    next.extend(self.add_branch(branches, &path, line));
                    branches[todo.branch].defences.push(Defence { point: reply, refutation });
                }
                None => branches[todo.branch].incomplete = true,
            }
            self.board.undo();
        }
        next
    }
}

/// Returns a branch and all its descendants in the form for the page.
///
/// The recursion is at most as deep as the board has points.
fn nested(branches: &[Branch], index: usize) -> Option<ProofMove> {
    let Branch { point, defences, otherwise, incomplete } = branches.get(index)?;
    let defence = |defence: &Defence| {
        let then = nested(branches, defence.refutation)?;
        Some(ProofDefence { point: defence.point.to_string(), then })
    };
    let defences = defences.iter().filter_map(defence).collect();
    let otherwise = otherwise.and_then(|index| nested(branches, index)).map(Box::new);
    Some(ProofMove { point: point.to_string(), defences, otherwise, incomplete: *incomplete })
}
