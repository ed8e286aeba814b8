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

mod expansion;
mod proving;
mod table;

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::board::{Color, Key, Point, Position};
use crate::certificate::{Checker, Plan};
use crate::eval::{Accumulator, RuleEvaluator};
use crate::rules::Rule;
use crate::solver::children::{Child, combined, most_promising};
use crate::solver::proof::Proof;
use crate::solver::proof_table::{INFINITE, Numbers};
use crate::solver::quiet::expansion::Defence;
use crate::solver::quiet::table::{Table, image_key, image_key_after};
use crate::solver::vct::Vct;
use crate::threats::{Threat, ThreatBoard};

/// The effort of the parts of a [`QuietSolver`].
///
/// ```
/// use dolmen::solver::Budget;
///
/// let budget = Budget { moves: 30, ..Budget::default() };
/// assert!(budget.moves > Budget::default().moves);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The positions of a search for threats where the attacker is to move.
    pub attack: u64,
    /// The positions of a search for what a move threatens.
    pub threat: u64,
    /// The moves of the attacker that are tried in a position.
    pub moves: usize,
    /// The stones on the board up to which moves are tried that make no threats.
    pub silent_stones: usize,
    /// The positions with the attacker to move of a search for what such a move threatens.
    pub quiet_threat: u64,
}

impl Default for Budget {
    fn default() -> Self {
        Self { attack: 2_000, threat: 2_000, moves: 16, silent_stones: 3, quiet_threat: 500 }
    }
}

/// The answer of a [`QuietSolver`].
///
/// ```
/// use dolmen::solver::Verdict;
///
/// assert_ne!(Verdict::Unknown, Verdict::NotFound);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker wins by this plan.
    Win(Plan),
    /// No move that was tried wins; others might.
    NotFound,
    /// The search was stopped.
    Unknown,
}

/// The state of a search.
///
/// ```
/// use dolmen::solver::QuietProgress;
///
/// let progress = QuietProgress { positions: 10, proof: 3, disproof: 5, ..QuietProgress::default() };
/// assert!(progress.proof < progress.disproof);
/// ```
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
/// let Verdict::Win(plan) = solver.solve(&mut |_| false) else { panic!("three stones win") };
/// assert_eq!(Checker::new(&position, Rule::Freestyle).check(&plan), Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct QuietSolver {
    board: ThreatBoard,
    accumulator: Accumulator,
    checker: Checker,
    vct: Vct,
    attacker: Color,
    budget: Budget,
    table: Table,
    /// The defender's positions that were expanded lately, by key.
    defences: HashMap<Key, Rc<Defence>>,
    progress: QuietProgress,
    is_stopped: bool,
}

/// The memory of the solver of threats, in bytes.
const VCT_BYTES: usize = 64 << 20;
/// The number of defender's positions that are kept.
const MAX_DEFENCES: usize = 50_000;

/// What stops a search: called with the progress from time to time.
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
            accumulator: Accumulator::new(evaluator, &board),
            checker: Checker::new(position, rule),
            vct: Vct::new(VCT_BYTES),
            attacker: position.side_to_move(),
            budget,
            table: Table::default(),
            defences: HashMap::new(),
            progress: QuietProgress::default(),
            is_stopped: false,
            board,
        }
    }

    /// Returns the state of the search.
    #[must_use]
    pub const fn progress(&self) -> QuietProgress {
        self.progress
    }

    /// Searches until the position is solved or `stop` says so; another call goes on.
    pub fn solve(&mut self, stop: Stop<'_>) -> Verdict {
        self.is_stopped = false;
        let numbers = self.attack(Numbers::new(INFINITE, INFINITE), 0, stop);
        if numbers.is_proved() {
            return self.plan(stop).map_or(Verdict::Unknown, Verdict::Win);
        }
        if numbers.is_disproved() { Verdict::NotFound } else { Verdict::Unknown }
    }

    /// Searches a position with the attacker to move until one of its numbers reaches the limit.
    fn attack(&mut self, limit: Numbers, ply: usize, stop: Stop<'_>) -> Numbers {
        let key = image_key(self.board.position());
        let known = self.table.get(key);
        if let Some(numbers) = known.filter(|numbers| numbers.is_solved()) {
            return numbers;
        }
        if known.is_none() {
            self.progress.positions += 1;
            self.is_stopped |= stop(&self.progress);
            if self.wins_by_threats(self.budget.attack) {
                self.progress.proved += 1;
                self.table.insert(key, Numbers::PROVED);
                return Numbers::PROVED;
            }
        }
        let mut children = self.suggestions();
        for child in &mut children {
            let known = self.table.get(self.key_after(child.point));
            child.numbers = known.unwrap_or(child.numbers);
        }
        let numbers = loop {
            let numbers = combined(&children, true);
            if ply == 0 {
                (self.progress.proof, self.progress.disproof) = (numbers.proof, numbers.disproof);
            }
            let is_done = numbers.proof >= limit.proof || numbers.disproof >= limit.disproof;
            if numbers.is_solved() || is_done || self.is_stopped {
                break numbers;
            }
            let choice = most_promising(&children, true, numbers, limit);
            let child = &mut children[choice.index];
            self.play(child.point);
            child.numbers = self.defence(choice.limit, ply + 1, stop);
            self.undo();
        };
        if numbers.is_proved() {
            self.progress.proved += 1;
        }
        self.table.insert(key, numbers);
        numbers
    }

    /// Searches a position with the defender to move until one of its numbers reaches the limit.
    fn defence(&mut self, limit: Numbers, ply: usize, stop: Stop<'_>) -> Numbers {
        let key = image_key(self.board.position());
        let Some(defence) = self.expanded() else {
            self.table.insert(key, Numbers::DISPROVED);
            return Numbers::DISPROVED;
        };
        let mut children: Vec<Child> = Vec::with_capacity(defence.replies.len());
        for &child in &defence.replies {
            let known = self.table.get(self.key_after(child.point));
            children.push(Child { numbers: known.unwrap_or(child.numbers), ..child });
        }
        let numbers = loop {
            let numbers = combined(&children, false);
            let is_done = numbers.proof >= limit.proof || numbers.disproof >= limit.disproof;
            if numbers.is_solved() || is_done || self.is_stopped {
                break numbers;
            }
            let choice = most_promising(&children, false, numbers, limit);
            let child = &mut children[choice.index];
            self.play(child.point);
            child.numbers = self.attack(choice.limit, ply + 1, stop);
            self.undo();
        };
        self.table.insert(key, numbers);
        numbers
    }

    /// Returns whether the attacker, who is to move, wins by threats.
    fn wins_by_threats(&mut self, budget: u64) -> bool {
        matches!(self.vct.solve(&mut self.board, budget), Proof::Win(_))
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
