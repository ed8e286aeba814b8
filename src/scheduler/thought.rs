//! The state of a job between two parts of the work on it.

use std::sync::Arc;
use std::time::Duration;

use crate::certificate::{Certificate, Checker};
use crate::game::Game;
use crate::scheduler::job::{Analysis, Answer, Job, Method, Solution, Solving, Task};
use crate::search::{Control, Detail, Observer, Request};
use crate::solver::{Proof, Vcf, Vct};
use crate::threats::ThreatBoard;

/// The number of refuted positions that the VCF solver remembers: 2 to this power, eight bytes each.
const VCF_MEMORY_BITS: u32 = 20;
/// The positions that the first and the longest call of a solver visit; between two calls it can be stopped.
const FIRST_SLICE: u64 = 1 << 10;
const MAX_SLICE: u64 = 1 << 15;
/// The positions that the search for the certificate of a win by fours visits.
const CERTIFICATE_NODES: u64 = 100_000;

/// The state of a job.
pub(super) enum Thought {
    Search(Box<Search>),
    Solve(Box<Solver>),
}

impl Thought {
    /// Returns the state of a job that has not begun. The tables of a solver have at most `max_table` bytes.
    pub(super) fn of<T>(job: &Job<T>, max_table: usize) -> Self {
        match job.task {
            Task::Search(request) => Self::Search(Box::new(Search::new(request))),
            Task::Solve(solving) => Self::Solve(Box::new(Solver::new(solving, max_table))),
        }
    }

    /// Returns whether the work on the job must begin anew after a pause.
    pub(super) const fn begins_anew(&self) -> bool {
        match self {
            Self::Search(_) => false,
            Self::Solve(solver) => {
                solver.has_begun && matches!(solver.solving.method, Method::AnyMoves)
            }
        }
    }

    /// Returns the answer after the time `elapsed`; `is_stopped` says whether the job was stopped.
    pub(super) fn answer(self, elapsed: Duration, is_stopped: bool) -> Answer {
        match self {
            Self::Search(search) => search.answer(elapsed, is_stopped),
            Self::Solve(solver) => solver.answer(elapsed, is_stopped),
        }
    }
}

/// The state of a search for the best moves.
pub(super) struct Search {
    pub(super) request: Request,
    pub(super) has_begun: bool,
    /// The depth of the best lines.
    pub(super) depth: u32,
    pub(super) found: Analysis,
}

impl Search {
    fn new(request: Request) -> Self {
        Self { request, has_begun: false, depth: 0, found: Analysis::default() }
    }

    fn answer(self, elapsed: Duration, is_stopped: bool) -> Answer {
        let Self { depth, found, .. } = self;
        let Some(best) = found.lines.first() else { return Answer::Nothing };
        if is_stopped && depth == 0 && !best.score.is_proved() {
            return Answer::Nothing;
        }
        Answer::Analysis(Analysis { elapsed, ..found })
    }
}

/// The state of a search for a proof that the side to move wins.
pub(super) struct Solver {
    pub(super) solving: Solving,
    pub(super) has_begun: bool,
    pub(super) proof: Proof,
    pub(super) proof_size: Option<u64>,
    pub(super) certificate: Option<Arc<Certificate>>,
    pub(super) nodes: u64,
    kind: Kind,
    slice: u64,
    max_table: usize,
}

/// The memory of a solver.
enum Kind {
    Fours(Vcf),
    Threats(Vct),
    /// The engine proves wins by any moves, and begins anew each time.
    AnyMoves,
}

impl Solver {
    fn new(solving: Solving, max_table: usize) -> Self {
        let kind = match solving.method {
            Method::Fours => Kind::Fours(Vcf::new(VCF_MEMORY_BITS)),
            Method::Threats => Kind::Threats(Vct::new(max_table)),
            Method::AnyMoves => Kind::AnyMoves,
        };
        Self {
            solving,
            has_begun: false,
            proof: Proof::Unknown,
            proof_size: None,
            certificate: None,
            nodes: 0,
            kind,
            slice: FIRST_SLICE,
            max_table,
        }
    }

    /// Calls a solver of fours or threats until it is done, or a limit is reached. The observer gets the number of
    /// positions after each call.
    ///
    /// The solver remembers what it found, so little work is repeated. The calls depend on no clock, so that the
    /// verdict of a search limited by nodes does not either.
    pub(super) fn solve(&mut self, game: &Game, control: &Control, observer: &mut dyn Observer) {
        let mut board = ThreatBoard::new(game.position(), game.rule().rule);
        while self.proof == Proof::Unknown {
            let limits = &self.solving.limits;
            let left = limits.nodes.map_or(u64::MAX, |most| most.saturating_sub(self.nodes));
            let is_late = || limits.turn.is_some_and(|turn| control.elapsed() >= turn);
            if left == 0 || control.is_stopped() || is_late() {
                return;
            }
            let nodes = self.slice.min(left);
            let (proof, visited) = match &mut self.kind {
                Kind::Fours(solver) => (solver.solve(&mut board, nodes), solver.nodes()),
                Kind::Threats(solver) => (solver.solve(&mut board, nodes), solver.nodes()),
                Kind::AnyMoves => return,
            };
            self.nodes += visited.max(1);
            observer.detail(Detail::Solving(self.nodes));
            self.slice = (2 * self.slice).min(MAX_SLICE);
            self.proof = proof;
        }
        if self.proof.is_win() {
            self.add_proof(game, &mut board);
        }
    }

    /// Adds the size of the proof of a win, and its certificate if it is wanted.
    fn add_proof(&mut self, game: &Game, board: &mut ThreatBoard) {
        let mut by_fours;
        let solver = match &mut self.kind {
            Kind::Threats(solver) => {
                self.proof_size = Some(solver.proof_size());
                solver
            }
            Kind::Fours(_) if self.solving.wants_certificate => {
                by_fours = Vct::new(self.max_table);
                by_fours.solve(board, CERTIFICATE_NODES);
                &mut by_fours
            }
            Kind::Fours(_) | Kind::AnyMoves => return,
        };
        if self.solving.wants_certificate {
            self.certificate = certificate(game, solver, board);
        }
    }

    fn answer(self, elapsed: Duration, is_stopped: bool) -> Answer {
        let Self { proof, proof_size, certificate, nodes, .. } = self;
        if is_stopped && nodes == 0 && proof == Proof::Unknown {
            return Answer::Nothing;
        }
        Answer::Solution(Box::new(Solution { proof, proof_size, certificate, nodes, elapsed }))
    }
}

/// Returns the certificate of a win that a solver has proved; `None` if a part of the proof is not found again,
/// which is rare, or if the game goes on after a five.
fn certificate(game: &Game, solver: &mut Vct, board: &mut ThreatBoard) -> Option<Arc<Certificate>> {
    let (position, rule) = (game.position(), game.rule());
    if rule.continuous {
        return None;
    }
    let plan = solver.plan(board, &mut Checker::new(position, rule.rule))?;
    Some(Arc::new(Certificate { rule: rule.rule, position: position.clone(), plan }))
}
