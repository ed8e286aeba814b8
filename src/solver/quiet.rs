//! Wins with quiet moves: the attacker may play any move after which a reply matters.
//!
//! The solver is a depth-first proof-number search (Nagai 2002) over positions with the attacker to
//! move. A position that [`Vct`] solves is a leaf. The attacker's moves are those that the evaluation
//! suggests. After a move that makes no four, the null move shows what it threatens: a win by
//! threats, as a plan ([`Plan`]). The checker of certificates tells which replies that plan does not
//! answer; the others lose to it. Where a move threatens nothing, all replies are searched, as long as
//! there are few stones.
//!
//! A proof is a certificate, which the checker accepts. Failing to find one refutes nothing.

mod adviser;
mod budget;
mod expansion;
mod proving;
mod suggestions;
mod table;
mod widening;

use std::fmt;
use std::sync::Arc;

use crate::board::{Color, Key, Point, Position};
use crate::certificate::{Checker, Plan};
use crate::eval::{Accumulator, RuleEvaluator};
use crate::rules::Rule;
use crate::solver::children::{Child, Shares, combined, most_promising};
use crate::solver::proof::Proof;
use crate::solver::proof_table::{INFINITE, Numbers};
pub use crate::solver::quiet::adviser::{Adviser, Suggestion};
pub use crate::solver::quiet::budget::Budget;
use crate::solver::quiet::table::{Entry, Memory, image_key, image_key_after};
use crate::solver::vct::Vct;
use crate::threats::{Threat, ThreatBoard};

/// The answer of a [`QuietSolver`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker wins; [`QuietSolver::plan`] tells how.
    Win,
    /// No move that was tried wins; others might.
    NotFound,
    /// The search was stopped.
    Unknown,
}

/// The state of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QuietProgress {
    /// The positions with the attacker to move that were visited.
    pub positions: u64,
    /// Those of them that are proved.
    pub proved: u64,
    /// The proof number of the position: about how many more must be proved.
    pub proof: u32,
    /// The disproof number of the position.
    pub disproof: u32,
    /// The number of times that the search was widened.
    pub widened: u32,
    /// Indicates whether the position is proved, and its plan is being written.
    pub is_proved: bool,
}

impl fmt::Display for QuietProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { positions, proved, proof, disproof, widened, is_proved } = self;
        write!(f, "{positions} positions, {proved} of them proved, ")?;
        if *is_proved {
            return write!(f, "the plan is being written");
        }
        write!(f, "width {}; about {proof} to prove, or {disproof} to refute", widened + 1)
    }
}

/// A solver of wins with quiet moves, for one position.
///
/// ```
/// use dolmen::certificate::Checker;
/// use dolmen::solver::{Budget, QuietSolver, Verdict};
/// use dolmen::{BoardSize, Evaluator, Position, Rule};
///
/// let mut position = Position::new(BoardSize::square(15));
/// for name in ["h8", "a1", "i8", "a5", "g9", "a9"] {
///     position.play(name.parse()?)?;
/// }
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

/// The shares of proof and disproof numbers. Replies are alike: with a tenth, an opening is proved in a
/// sixth of the time.
const SHARES: Shares = Shares { proof: 10, disproof: 100 };
/// The memory of the solver of threats, in bytes.
const VCT_BYTES: usize = 64 << 20;
/// The surcharge on the number of a position for each thread below it, in percent, so that others
/// search elsewhere.
const BUSY: u32 = 50;

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
            vct: Vct::new(VCT_BYTES),
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

    /// Returns a solver of the same position that shares its memory, for another thread.
    #[must_use]
    pub fn helper(&self) -> Self {
        let position = self.board.position();
        let solver = Self::new(position, &self.evaluator, self.board.rule(), self.budget);
        let adviser = self.adviser.as_ref().map(|adviser| adviser.another());
        Self { memory: Arc::clone(&self.memory), adviser, ..solver }
    }

    /// Returns what the solver has found so far and finds from now on, for [`QuietSolver::resume`].
    #[must_use]
    pub fn state(&self) -> QuietState {
        QuietState(Arc::clone(&self.memory))
    }

    /// Goes on from the state of a solver of the same rule, on a board of the same size, with the same
    /// side to win.
    pub fn resume(&mut self, state: &[u8]) {
        self.memory.read(state);
    }

    /// Searches until the position is solved or `stop` says so, which is called with the progress from
    /// time to time; another call goes on.
    pub fn solve(&mut self, stop: &mut dyn FnMut(&QuietProgress) -> bool) -> Verdict {
        self.memory.set_stop(false);
        self.is_stopped = false;
        let memory = Arc::clone(&self.memory);
        let mut stop = |progress: &QuietProgress| memory.must_stop() || stop(progress);
        let numbers = self.attack(Numbers::new(INFINITE, INFINITE), 0, &mut stop);
        // The helpers end, too.
        memory.set_stop(true);
        if numbers.is_proved() {
            return Verdict::Win;
        }
        if numbers.is_disproved() { Verdict::NotFound } else { Verdict::Unknown }
    }

    /// Searches a position with the attacker to move until one of its numbers reaches the limit.
    fn attack(&mut self, limit: Numbers, ply: usize, stop: Stop<'_>) -> Numbers {
        let key = image_key(self.board.position());
        let known = self.memory.get(key);
        if let Some(numbers) = known.filter(|numbers| numbers.is_solved()) {
            return numbers;
        }
        if known.is_none() {
            let progress = self.memory.count();
            self.is_stopped |= stop(&progress);
            let stones = self.board.position().ply();
            if self.wins_by_threats(Budget::threats(self.budget.attack, stones)) {
                self.memory.insert(key, Numbers::PROVED);
                return Numbers::PROVED;
            }
        }
        let children = self.suggestions();
        let numbers = self.search(children, limit, ply, stop);
        let numbers = if numbers.is_proved() { Numbers::PROVED_QUIETLY } else { numbers };
        self.memory.insert(key, numbers);
        numbers
    }

    /// Searches a position with the defender to move until one of its numbers reaches the limit.
    fn defence(&mut self, limit: Numbers, ply: usize, stop: Stop<'_>) -> Numbers {
        let key = image_key(self.board.position());
        let numbers = match self.expanded() {
            Some(defence) => self.search(defence.replies.clone(), limit, ply, stop),
            None => Numbers::DISPROVED,
        };
        self.memory.insert(key, numbers);
        numbers
    }

    /// Searches the moves of a position until one of its numbers reaches the limit.
    fn search(
        &mut self,
        mut children: Vec<Child>,
        limit: Numbers,
        ply: usize,
        stop: Stop<'_>,
    ) -> Numbers {
        let is_attack = self.board.side_to_move() == self.attacker;
        // A position with one move has the numbers of the one after it.
        let next_ply = if ply == 0 && children.len() == 1 { 0 } else { ply + 1 };
        let keys: Vec<Key> = children.iter().map(|child| self.key_after(child.point)).collect();
        loop {
            let known = self.memory.look_up(&keys);
            let mut shown = Vec::with_capacity(children.len());
            for (child, Entry { numbers, threads }) in children.iter_mut().zip(known) {
                child.numbers = numbers.unwrap_or(child.numbers);
                shown.push(Child { numbers: discouraged(child.numbers, threads), ..*child });
            }
            let numbers = combined(&children, is_attack, SHARES);
            if ply == 0 {
                self.memory.note_root(numbers);
            }
            let is_done = numbers.proof >= limit.proof || numbers.disproof >= limit.disproof;
            if numbers.is_solved() || is_done || self.is_stopped {
                return numbers;
            }
            let choice = most_promising(&shown, is_attack, SHARES, limit);
            let child = &mut children[choice.index];
            let key = keys[choice.index];
            self.memory.enter(key);
            self.play(child.point);
            child.numbers = if is_attack {
                self.defence(choice.limit, next_ply, stop)
            } else {
                self.attack(choice.limit, next_ply, stop)
            };
            self.undo();
            self.memory.leave(key);
        }
    }

    /// Returns whether the attacker, who is to move, wins by threats.
    fn wins_by_threats(&mut self, budget: u64) -> bool {
        matches!(self.vct.solve(&mut self.board, budget), Proof::Win(_))
    }

    /// Searches for a win by threats alone, in about so many positions.
    fn try_threats(&mut self, positions: u64) -> Proof {
        let proof = self.vct.solve(&mut self.board, positions);
        if matches!(proof, Proof::Win(_)) {
            self.is_won_by_threats = true;
            self.memory.insert(image_key(self.board.position()), Numbers::PROVED);
        }
        proof
    }

    /// Helps another solver, until that one has solved the position or stops.
    pub fn help(&mut self) {
        self.is_stopped = false;
        let memory = Arc::clone(&self.memory);
        while !memory.must_stop() {
            self.attack(Numbers::new(INFINITE, INFINITE), 0, &mut |_| memory.must_stop());
        }
    }

    /// Returns the plan of a position that was solved, which takes a part of the time of the search.
    ///
    /// Returns `None` if the position was not proved, or if `stop` says so.
    pub fn plan(&mut self, stop: &mut dyn FnMut(&QuietProgress) -> bool) -> Option<Plan> {
        self.memory.set_stop(false);
        self.is_stopped = false;
        if !self.memory.get(image_key(self.board.position())).is_some_and(Numbers::is_proved) {
            return None;
        }
        if self.is_won_by_threats {
            return self.vct.plan(&mut self.board, &mut self.checker);
        }
        self.proved_plan(stop)
    }

    /// Returns the key of the position after a move, the same for all images.
    fn key_after(&self, point: Point) -> Key {
        image_key_after(self.board.position(), point)
    }

    fn play(&mut self, point: Point) {
        self.checker.place(point, self.board.side_to_move());
        self.board.play(point);
    }

    fn undo(&mut self) {
        self.board.undo();
        self.accumulator.follow_undo(&self.board);
        self.checker.take_back();
    }

    /// Returns whether the attacker has a five to play.
    fn has_five(&self) -> bool {
        self.board.count(self.attacker, Threat::Five) > 0
    }
}

/// Returns the numbers of a position below which other threads search.
fn discouraged(numbers: Numbers, threads: u32) -> Numbers {
    let more = |number: u32| match number {
        0 | INFINITE => number,
        _ => (number + number.saturating_mul(BUSY * threads) / 100).min(INFINITE - 1),
    };
    Numbers::new(more(numbers.proof), more(numbers.disproof))
}

#[cfg(test)]
mod tests;
