//! Wins with quiet moves: the attacker's moves need not be fours or threats of fours.
//!
//! The solver is a depth-first proof-number search (Nagai 2002) over positions with the attacker to
//! move. A position that [`Vct`] solves is a leaf. The attacker's moves are those that the evaluation
//! suggests. After a move that makes no four, the null move shows what it threatens: a win by
//! threats, as a plan ([`Plan`]). The checker of certificates finds the replies that the plan does not
//! answer; all others lose to it. Where a move threatens nothing, all replies are searched, as long as
//! there are few stones.
//!
//! A proof is a certificate, which the checker accepts. A search without a proof refutes nothing.

mod adviser;
mod budget;
mod plans;
mod search;
mod table;

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use std::{io, thread};

use crate::board::{Color, Position};
use crate::certificate::{Checker, Plan};
use crate::eval::{Accumulator, RuleEvaluator};
use crate::rules::Rule;
use crate::solver::proof::Proof;
use crate::solver::proof_table::{INFINITE, Numbers};
pub use crate::solver::quiet::adviser::{Adviser, Suggestion};
pub use crate::solver::quiet::budget::Budget;
use crate::solver::quiet::table::Memory;
pub use crate::solver::quiet::table::QuietProgress;
use crate::solver::vct::Vct;
use crate::threats::ThreatBoard;

/// The limit of a search that ends when the position is solved.
const NO_LIMIT: Numbers = Numbers::new(INFINITE, INFINITE);
/// The largest memory of the solver of threats, in bytes, and its share of the memory for positions.
const MAX_VCT_BYTES: usize = 64 << 20;
const VCT_SHARE: usize = 8;
/// The maximum number of times that a search is widened.
const MAX_WIDENED: u32 = 6;
/// The size of the stack of a thread that searches or solves, in bytes; it suffices for the deepest search.
pub const STACK_BYTES: usize = 64 << 20;
/// The positions of a search for threats between two calls of the function that stops it.
const THREAT_SLICE: u64 = 20_000;

/// The share of the time for a proof in which threats alone are tried, in percent, and the longest such
/// time.
const THREAT_PERCENT: u32 = 40;
const MAX_THREAT_TIME: Duration = Duration::from_secs(20);

/// The answer of a [`QuietSolver`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker wins by the plan that [`QuietSolver::plan`] returns.
    Win,
    /// No move that was tried wins; others might.
    NotFound,
    /// The search was stopped.
    Unknown,
}

/// A solver of wins with quiet moves, for one position.
///
/// ```
/// use dolmen::certificate::Checker;
/// use dolmen::solver::{Budget, QuietSolver, Verdict};
/// use dolmen::{Evaluator, Position, Rule};
///
/// let position = Position::from_moves("15x15 h8 a1 i8 a5 g9 a9")?;
/// let evaluator = Evaluator::built_in();
/// let mut solver =
///     QuietSolver::new(&position, evaluator.rule(Rule::Freestyle), Rule::Freestyle, Budget::default());
/// assert_eq!(solver.solve(&mut |_| false), Verdict::Win);
/// let plan = solver.plan(&mut |_| false).ok_or("the position is proved")?;
/// assert_eq!(Checker::new(&position, Rule::Freestyle).check(&plan), Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct QuietSolver {
    board: ThreatBoard,
    evaluator: Arc<RuleEvaluator>,
    accumulator: Accumulator,
    checker: Checker,
    vct: Vct,
    attacker: Color,
    budget: Budget,
    /// The budget before the search was widened.
    first_budget: Budget,
    widened: u32,
    memory: Arc<Memory>,
    adviser: Option<Box<dyn Adviser>>,
    /// Indicates whether the search is about a plan against unnamed replies.
    is_against_unnamed: bool,
    /// Indicates whether the position to solve was won by threats alone.
    is_won_by_threats: bool,
    is_stopped: bool,
}

/// The results of a solver so far.
#[derive(Clone, Debug)]
pub struct QuietState(Arc<Memory>);

impl QuietState {
    /// Returns the bytes that [`QuietSolver::resume`] reads: 16 for each position.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.to_bytes()
    }
}

/// A function that stops a search: it is called with the progress from time to time.
type Stop<'a> = &'a mut dyn FnMut(&QuietProgress) -> bool;

impl QuietSolver {
    /// Returns a solver for the side to move of a position.
    #[must_use]
    pub fn new(
        position: &Position,
        evaluator: &Arc<RuleEvaluator>,
        rule: Rule,
        budget: Budget,
    ) -> Self {
        let board = ThreatBoard::new(position, rule);
        Self {
            evaluator: Arc::clone(evaluator),
            accumulator: Accumulator::new(evaluator, &board),
            checker: Checker::new(position, rule),
            vct: Vct::new((budget.bytes / VCT_SHARE).min(MAX_VCT_BYTES)),
            attacker: position.side_to_move(),
            budget,
            first_budget: budget,
            widened: 0,
            memory: Arc::new(Memory::new(budget.bytes)),
            adviser: None,
            is_against_unnamed: false,
            is_won_by_threats: false,
            is_stopped: false,
            board,
        }
    }

    /// Makes the solver try the moves of an adviser first.
    pub fn set_adviser(&mut self, adviser: Box<dyn Adviser>) {
        self.adviser = Some(adviser);
    }

    /// Returns the state of the search.
    #[must_use]
    pub fn progress(&self) -> QuietProgress {
        self.memory.progress()
    }

    /// Returns the results of the solver for [`QuietSolver::resume`]; the solver adds later results to them.
    #[must_use]
    pub fn state(&self) -> QuietState {
        QuietState(Arc::clone(&self.memory))
    }

    /// Continues from the state of a solver with the same rule, board size and attacker, and returns the number
    /// of its positions.
    pub fn resume(&mut self, state: &[u8]) -> usize {
        self.memory.read(state)
    }

    /// Searches until the position is solved or `stop`, which is called with the progress from time to
    /// time, returns true. Another call continues the search.
    pub fn solve(&mut self, stop: &mut dyn FnMut(&QuietProgress) -> bool) -> Verdict {
        self.memory.set_stop(false);
        self.is_stopped = false;
        let memory = Arc::clone(&self.memory);
        let mut stop = |progress: &QuietProgress| memory.must_stop() || stop(progress);
        let numbers = self.attack(NO_LIMIT, 0, &mut stop);
        // This ends the helpers, too.
        memory.set_stop(true);
        if numbers.is_proved() {
            return Verdict::Win;
        }
        if numbers.is_disproved() { Verdict::NotFound } else { Verdict::Unknown }
    }

    /// Returns the part of the time for a proof that [`QuietSolver::solve_by_threats`] should get.
    #[must_use]
    pub fn threat_time(time: Duration) -> Duration {
        (time / 100).saturating_mul(THREAT_PERCENT).min(MAX_THREAT_TIME)
    }

    /// Searches for a win by threats alone until the position is solved, about `max_positions` are visited or `stop`,
    /// which is called with the number of visited positions from time to time, returns true. Another call continues
    /// the search.
    ///
    /// [`Proof::NoWin`] means that threats alone do not win.
    pub fn solve_by_threats(
        &mut self,
        max_positions: u64,
        stop: &mut dyn FnMut(u64) -> bool,
    ) -> Proof {
        let mut visited = 0;
        loop {
            let left = max_positions.saturating_sub(visited);
            if stop(visited) || left == 0 {
                return Proof::Unknown;
            }
            let proof = self.vct.solve(&mut self.board, left.min(THREAT_SLICE));
            visited += self.vct.nodes().max(1);
            if proof.is_win() {
                self.is_won_by_threats = true;
                self.memory.insert(self.key(), Numbers::PROVED);
            }
            if proof != Proof::Unknown {
                return proof;
            }
        }
    }

    /// Searches in `threads` threads, including this one, wider each time that a search finds nothing, and
    /// returns the plan of the win.
    ///
    /// Returns `None` if `stop`, which is called with the progress from time to time, returns true, or if
    /// the widest search found nothing. Another call continues the search.
    ///
    /// # Errors
    /// Returns the system's error if a thread does not start.
    pub fn prove(&mut self, threads: usize, stop: Stop<'_>) -> io::Result<Option<Plan>> {
        loop {
            let verdict = self.solve_in_threads(threads, stop)?;
            if verdict == Verdict::Win {
                self.memory.note_phase(self.widened, true);
                let plan = self.plan(stop);
                self.memory.note_phase(self.widened, false);
                if plan.is_some() || self.is_stopped {
                    return Ok(plan);
                }
            }
            if verdict == Verdict::Unknown || self.widened == MAX_WIDENED {
                return Ok(None);
            }
            // A win whose plan is not found needs a wider search, too.
            self.widen();
        }
    }

    /// Returns the plan of a solved position. This takes a fraction of the time of the search.
    ///
    /// Returns `None` if the position was not proved, or if `stop` returns true.
    pub fn plan(&mut self, stop: &mut dyn FnMut(&QuietProgress) -> bool) -> Option<Plan> {
        self.memory.set_stop(false);
        self.is_stopped = false;
        if !self.memory.get(self.key()).is_some_and(Numbers::is_proved) {
            return None;
        }
        if self.is_won_by_threats {
            return self.vct.plan(&mut self.board, &mut self.checker);
        }
        self.next(&mut Some(HashSet::new()), stop)?.into_plan()
    }

    /// Searches in `threads` threads until the position is solved or `stop` returns true.
    fn solve_in_threads(&mut self, threads: usize, stop: Stop<'_>) -> io::Result<Verdict> {
        let helpers: Vec<Self> = (1..threads).map(|_| self.helper()).collect();
        thread::scope(|scope| {
            for mut helper in helpers {
                let thread = thread::Builder::new().stack_size(STACK_BYTES);
                let started = thread.spawn_scoped(scope, move || helper.help());
                // Without a stop, the helpers that have started would run for ever.
                started.inspect_err(|_| self.memory.set_stop(true))?;
            }
            Ok(self.solve(stop))
        })
    }

    /// Returns a solver of the same position that shares its memory, for another thread.
    fn helper(&self) -> Self {
        let position = self.board.position();
        let solver = Self::new(position, &self.evaluator, self.board.rule(), self.budget);
        let adviser = self.adviser.as_ref().map(|adviser| adviser.another());
        Self { memory: Arc::clone(&self.memory), adviser, ..solver }
    }

    /// Helps another solver until that solver has solved the position or stops.
    fn help(&mut self) {
        self.is_stopped = false;
        let memory = Arc::clone(&self.memory);
        while !memory.must_stop() {
            self.attack(NO_LIMIT, 0, &mut |_| memory.must_stop());
        }
    }

    /// Forgets all positions that are not proved, and raises the effort for each position.
    fn widen(&mut self) {
        self.memory.keep_proofs();
        self.widened += 1;
        self.memory.note_phase(self.widened, false);
        self.budget = self.first_budget.widened(self.widened, self.board.position().ply());
    }
}

#[cfg(test)]
mod tests;
