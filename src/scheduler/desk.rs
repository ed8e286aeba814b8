//! The place at which a thread thinks: the evaluator, the solvers and a memory.
//!
//! The desk of a thread begins each search with an empty memory, so that an answer depends on its job alone. The
//! desk of a session keeps the memory.

use std::sync::Arc;
use std::time::Instant;

use crate::board::BoardSize;
use crate::certificate::{Certificate, Checker};
use crate::engine::{Engine, Options};
use crate::eval::Evaluator;
use crate::game::Game;
use crate::rules::Rule;
use crate::scheduler::job::{Analysis, Answer, Method, Solution, Solving};
use crate::search::{
    self, Control, Limits, Lines, Memory, Observer, Request, SearchResult, Silent,
    single_table_bytes,
};
use crate::solver::{Proof, Vcf, Vct};
use crate::threats::ThreatBoard;

/// The number of refuted positions that the VCF solver remembers: 2 to this power, eight bytes each.
const VCF_MEMORY_BITS: u32 = 20;
/// The positions that the first and the longest call of a solver visit; between two calls it can be stopped.
const FIRST_SLICE: u64 = 1 << 10;
const MAX_SLICE: u64 = 1 << 15;
/// The positions that the search for the certificate of a win by fours visits.
const CERTIFICATE_NODES: u64 = 100_000;

/// An evaluator, and the memory of searches.
#[derive(Debug)]
pub(super) struct Desk {
    evaluator: Arc<Evaluator>,
    max_table: usize,
    /// Indicates whether a search begins with what the one before it has found.
    keeps_memory: bool,
    memory: Option<Kept>,
}

/// A memory, and the rule and board size for which its content is valid.
#[derive(Debug)]
struct Kept {
    rule: Rule,
    size: BoardSize,
    memory: Memory,
}

impl Desk {
    /// Returns a desk whose tables have at most so many bytes.
    pub(super) const fn new(
        evaluator: Arc<Evaluator>,
        max_table: usize,
        keeps_memory: bool,
    ) -> Self {
        Self { evaluator, max_table, keeps_memory, memory: None }
    }

    /// Searches for the best moves. The observer also gets what is reported.
    pub(super) fn search(
        &mut self,
        game: &Game,
        request: &Request,
        control: &Control,
        observer: &mut dyn Observer,
    ) -> Answer {
        let started = Instant::now();
        let (position, rule) = (game.position(), game.rule().rule);
        let mut watch = Watch { lines: Lines::default(), observer };
        let memory = self.memory(rule, position.size(), &request.limits);
        let result = search::search(position, rule, memory, request, control, &mut watch);
        let Some(SearchResult { summary, root_moves, .. }) = result else { return Answer::Nothing };
        if control.is_stopped() && summary.depth == 0 && !summary.score.is_proved() {
            return Answer::Nothing;
        }
        let nodes = summary.nodes;
        let several = watch.lines.best();
        let lines = if several.len() > 1 { several.to_vec() } else { vec![summary] };
        Answer::Analysis(Analysis { lines, root_moves, nodes, elapsed: started.elapsed() })
    }

    /// Returns the memory with which a search begins.
    fn memory(&mut self, rule: Rule, size: BoardSize, limits: &Limits) -> &mut Memory {
        let most = self.max_table;
        let bytes = if self.keeps_memory { most } else { single_table_bytes(limits, most) };
        let known = self.memory.take().filter(|known| known.memory.table_bytes() == bytes);
        let kept = match known {
            Some(mut known) => {
                if !self.keeps_memory || known.rule != rule || known.size != size {
                    known.memory.clear();
                }
                Kept { rule, size, ..known }
            }
            None => {
                let memory = Memory::with_evaluator(Arc::clone(&self.evaluator), bytes);
                Kept { rule, size, memory }
            }
        };
        &mut self.memory.insert(kept).memory
    }

    /// Searches for a proof that the side to move wins.
    pub(super) fn solve(&self, game: &Game, solving: &Solving, control: &Control) -> Answer {
        let started = Instant::now();
        let mut solution = match solving.method {
            Method::Fours => self.solve_by_fours(game, solving, control),
            Method::Threats => self.solve_by_threats(game, solving, control),
            Method::AnyMoves => self.prove(game, solving, control),
        };
        solution.elapsed = started.elapsed();
        let found_nothing = solution.nodes == 0 && solution.proof == Proof::Unknown;
        if control.is_stopped() && found_nothing {
            return Answer::Nothing;
        }
        Answer::Solution(Box::new(solution))
    }

    fn solve_by_fours(&self, game: &Game, solving: &Solving, control: &Control) -> Solution {
        let mut board = ThreatBoard::new(game.position(), game.rule().rule);
        let mut solver = Vcf::new(VCF_MEMORY_BITS);
        let mut solution = in_slices(&solving.limits, control, |nodes| {
            (solver.solve(&mut board, nodes), solver.nodes())
        });
        if solution.proof.is_win() && solving.wants_certificate {
            let mut solver = Vct::new(self.max_table);
            solver.solve(&mut board, CERTIFICATE_NODES);
            solution.certificate = certificate(game, solver, &mut board);
        }
        solution
    }

    fn solve_by_threats(&self, game: &Game, solving: &Solving, control: &Control) -> Solution {
        let mut board = ThreatBoard::new(game.position(), game.rule().rule);
        let mut solver = Vct::new(self.max_table);
        let mut solution = in_slices(&solving.limits, control, |nodes| {
            (solver.solve(&mut board, nodes), solver.nodes())
        });
        if solution.proof.is_win() {
            solution.proof_size = Some(solver.proof_size());
            if solving.wants_certificate {
                solution.certificate = certificate(game, solver, &mut board);
            }
        }
        solution
    }

    fn prove(&self, game: &Game, solving: &Solving, control: &Control) -> Solution {
        let bytes = u64::try_from(self.max_table).unwrap_or(u64::MAX);
        let options = Options { max_table: Some(bytes.saturating_mul(2)), ..Options::default() };
        let mut engine = Engine::new(Arc::clone(&self.evaluator), options);
        let request = Request::new(solving.limits);
        let proved = engine.prove(game, &request, control, &mut Silent);
        let plan = proved.certificate.as_ref().map(|certificate| &certificate.plan);
        let variation = proved.summary.principal_variation;
        Solution {
            proof_size: plan.map(crate::certificate::Plan::moves),
            proof: if plan.is_some() { Proof::Win(variation) } else { Proof::Unknown },
            certificate: proved.certificate,
            ..Solution::of_nodes(proved.summary.nodes)
        }
    }
}

impl Solution {
    /// Returns the verdict that nothing is known after a search.
    const fn of_nodes(nodes: u64) -> Self {
        let elapsed = std::time::Duration::ZERO;
        Self { proof: Proof::Unknown, proof_size: None, certificate: None, nodes, elapsed }
    }
}

/// Calls a solver until it is done, or a limit is reached.
///
/// The solver remembers what it found, so little work is repeated. The calls depend on no clock, so that the
/// verdict of a search limited by nodes does not either.
fn in_slices(
    limits: &Limits,
    control: &Control,
    mut solve: impl FnMut(u64) -> (Proof, u64),
) -> Solution {
    let mut nodes = 0;
    let mut slice = FIRST_SLICE;
    loop {
        let left = limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(nodes));
        let is_late = || limits.turn.is_some_and(|turn| control.elapsed() >= turn);
        if left == 0 || control.is_stopped() || is_late() {
            return Solution::of_nodes(nodes);
        }
        let (proof, visited) = solve(slice.min(left));
        nodes += visited.max(1);
        if proof != Proof::Unknown {
            return Solution { proof, ..Solution::of_nodes(nodes) };
        }
        slice = (2 * slice).min(MAX_SLICE);
    }
}

/// Returns the certificate of a win that a solver has proved; `None` if a part of the proof is not found again,
/// which is rare, or if the game goes on after a five.
fn certificate(game: &Game, mut solver: Vct, board: &mut ThreatBoard) -> Option<Arc<Certificate>> {
    let (position, rule) = (game.position(), game.rule());
    if rule.continuous {
        return None;
    }
    let plan = solver.plan(board, &mut Checker::new(position, rule.rule))?;
    Some(Arc::new(Certificate { rule: rule.rule, position: position.clone(), plan }))
}

/// An observer that keeps the best lines, and passes everything on.
struct Watch<'a> {
    lines: Lines,
    observer: &'a mut dyn Observer,
}

impl Observer for Watch<'_> {
    fn progress(&mut self, progress: &search::Progress) {
        self.lines.progress(progress);
        self.observer.progress(progress);
    }
}
