//! Tasks, which the session hands to the engine, and their results.
//!
//! The result is a legal decision as long as there is one, even if the search panics.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::time::Duration;

use crate::board::Point;
use crate::engine::opening::{self, Opened};
use crate::engine::swap2::{self, Answer, Negotiation, Stage};
use crate::engine::{Engine, NoMove, Think, any_move};
use crate::game::Game;
use crate::opening::{Act, Opening};
use crate::search::{Balance, BalanceResult, Control, Detail, Observer, Progress, Request};

/// A question about a game, together with the engine that answers it.
///
/// ```
/// use std::time::Duration;
///
/// use dolmen::Engine;
/// use dolmen::protocol::input::InputLine;
/// use dolmen::protocol::session::{Action, Session};
/// use dolmen::protocol::task::{Decision, Question};
/// use dolmen::search::Silent;
///
/// let mut session = Session::default();
/// let mut actions = Vec::new();
/// for text in ["INFO max_node 1000", "START 15", "BEGIN"] {
///     let line = InputLine { received: Duration::ZERO, text: text.to_owned() };
///     actions.extend(session.receive(line));
/// }
/// let Some(Action::Think(task)) = actions.pop() else { panic!("BEGIN asks for a move") };
/// assert_eq!(task.question, Question::Move);
/// let result = task.perform(Engine::think, &mut Silent);
/// assert!(matches!(result.decision, Some(Decision::Move(_))));
/// ```
#[derive(Debug)]
pub struct Task {
    /// The engine, which the [`TaskResult`] returns.
    pub engine: Box<Engine>,
    /// The game to think about.
    pub game: Game,
    /// The question to answer.
    pub question: Question,
    /// The request to the search, with its limits.
    pub request: Request,
    /// The handle by which the session interrupts the search.
    pub control: Arc<Control>,
    /// Indicates whether to report each step at the root.
    pub is_detailed: bool,
}

/// The question of a [`Task`].
///
/// ```
/// use dolmen::engine::swap2::Stage;
/// use dolmen::protocol::task::Question;
///
/// let question = Question::Swap2(Stage::Open);
/// assert_ne!(question, Question::Move);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Asks for a move of the side to move.
    Move,
    /// Asks for a decision in swap2.
    Swap2(Stage),
    /// Asks for the next act of an opening, which is on a board of its own.
    Opening(Box<Opening>),
    /// Asks for stones that balance the position.
    Balance(Balance),
    /// Asks for a proof that the side to move wins.
    Proof,
}

/// The answer to the [`Question`] of the same name.
///
/// ```
/// use dolmen::Point;
/// use dolmen::protocol::task::Decision;
///
/// let decision = Decision::Move(Point::new(7, 7));
/// assert!(matches!(decision, Decision::Move(point) if point.to_string() == "h8"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A move on an empty point, which has not been played yet.
    Move(Point),
    /// A decision in swap2.
    Swap2(Answer),
    /// An act in an opening.
    Act(Act),
    /// Stones on empty points in the order of play, which have not been placed yet.
    Stones(Vec<Point>),
    /// No win was found in this number of positions, so there is no decision.
    Unproved(u64),
}

/// The result of a [`Task`].
///
/// ```
/// use std::sync::Arc;
///
/// use dolmen::protocol::task::{Question, Task};
/// use dolmen::search::{Control, Limits, Request, Silent};
/// use dolmen::{BoardSize, Engine, Game, Rule};
///
/// let task = Task {
///     engine: Box::default(),
///     game: Game::new(Rule::Renju, BoardSize::square(15)),
///     question: Question::Move,
///     request: Request::new(Limits { nodes: Some(100), ..Limits::unlimited() }),
///     control: Arc::new(Control::without_clock()),
///     is_detailed: false,
/// };
/// let result = task.perform(Engine::think, &mut Silent);
/// assert!(result.decision.is_some() && result.summary.is_some());
/// ```
#[derive(Debug)]
pub struct TaskResult {
    /// The engine of the task.
    pub engine: Box<Engine>,
    /// The decision; `None` if the board is full.
    pub decision: Option<Decision>,
    /// The last progress of the search. It may be older than the decision, which several searches or the book may
    /// have made.
    pub summary: Option<Progress>,
    /// The time from the command to the decision, by the clock of the control.
    pub elapsed: Duration,
}

/// An observer that forwards all progress and remembers the last one.
struct Recorder<'a> {
    last: Option<Progress>,
    observer: &'a mut dyn Observer,
}

impl Observer for Recorder<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.last = Some(progress.clone());
        self.observer.progress(progress);
    }

    fn detail(&mut self, detail: Detail) {
        self.observer.detail(detail);
    }
}

impl Task {
    /// Answers the question.
    ///
    /// A panic ends only the search: the result has a new engine and the best move that the
    /// search had reported, or any move if it had reported none.
    #[must_use]
    pub fn perform(self, think: Think, observer: &mut dyn Observer) -> TaskResult {
        let Self { mut engine, game, question, request, control, .. } = self;
        let (evaluator, options) = (Arc::clone(engine.evaluator()), engine.options().clone());
        let mut recorder = Recorder { last: None, observer };
        let outcome = panic::catch_unwind(AssertUnwindSafe(|| {
            decide(&mut engine, &game, &question, &request, &control, &mut recorder, think)
        }));
        let elapsed = control.elapsed();
        match outcome {
            Ok(outcome) => {
                let decided = outcome.ok();
                let told = decided.as_ref().filter(|decided| !decided.is_unproved());
                let summary = told.map(|decided| decided.summary.clone());
                let decision = decided.and_then(|decided| legal(&game, decided.decision));
                TaskResult { engine, decision, summary, elapsed }
            }
            Err(_) => {
                log::error!("the search panicked");
                let engine = Box::new(Engine::new(evaluator, options));
                let decision = fallback(&engine, &game, &question, recorder.last.as_ref());
                TaskResult { engine, decision, summary: recorder.last, elapsed }
            }
        }
    }
}

/// A decision and the last progress of the search behind it.
struct Decided {
    decision: Decision,
    summary: Progress,
}

impl Decided {
    /// Returns whether the search has found no win, and so has no decision.
    const fn is_unproved(&self) -> bool {
        matches!(self.decision, Decision::Unproved(_))
    }
}

/// Asks the engine.
fn decide(
    engine: &mut Engine,
    game: &Game,
    question: &Question,
    request: &Request,
    control: &Control,
    observer: &mut dyn Observer,
    think: Think,
) -> Result<Decided, NoMove> {
    match question {
        Question::Move => {
            let result = think(engine, game, request, control, observer)?;
            Ok(Decided { decision: Decision::Move(result.best), summary: result.summary })
        }
        Question::Swap2(stage) => {
            let Negotiation { answer, summary } =
                swap2::negotiate(engine, game, stage, request, control, observer, think)?;
            Ok(Decided { decision: Decision::Swap2(answer), summary })
        }
        Question::Opening(opening) => {
            let Opened { act, summary } =
                opening::decide(engine, game.rule(), opening, request, control, observer, think)?;
            Ok(Decided { decision: Decision::Act(act), summary })
        }
        Question::Proof => {
            let summary = engine.prove(game, request, control, observer).summary;
            let best = summary.principal_variation.first();
            let unproved = Decision::Unproved(summary.nodes);
            let decision = best.map_or(unproved, |&best| Decision::Move(best));
            Ok(Decided { decision, summary })
        }
        Question::Balance(balance) => {
            let BalanceResult { stones, summary } =
                engine.balance(game, *balance, request, control, observer)?;
            Ok(Decided { decision: Decision::Stones(stones), summary })
        }
    }
}

/// Returns the decision, or a legal move in place of a move to an occupied point.
fn legal(game: &Game, decision: Decision) -> Option<Decision> {
    match decision {
        Decision::Move(point) if !game.position().is_empty_at(point) => {
            log::error!("the search chose {point}, which is occupied");
            any_move(game).map(Decision::Move)
        }
        decision => Some(decision),
    }
}

/// Returns the decision after a search that panicked.
fn fallback(
    engine: &Engine,
    game: &Game,
    question: &Question,
    last: Option<&Progress>,
) -> Option<Decision> {
    let best = last.and_then(|progress| progress.principal_variation.first().copied());
    match question {
        Question::Move => {
            let playable = game.position().empty() - game.forbidden();
            let best = best.filter(|&point| playable.contains(point));
            best.or_else(|| any_move(game)).map(Decision::Move)
        }
        Question::Proof => Some(Decision::Unproved(0)),
        Question::Balance(balance) => {
            let empty: Vec<Point> = game.position().empty().iter().take(2).collect();
            let count = if balance.is_pair { 2 } else { 1 };
            (empty.len() >= count).then(|| Decision::Stones(empty[..count].to_vec()))
        }
        Question::Opening(opening) => opening::default_act(opening).map(Decision::Act),
        Question::Swap2(Stage::Open) => {
            let stones = swap2::default_opening(game.size(), engine.options().seed);
            Some(Decision::Swap2(Answer::Open(stones)))
        }
        Question::Swap2(Stage::Choose(stones)) => {
            let is_free = |point: &Point| !stones.contains(point);
            let point = best.filter(is_free).or_else(|| game.size().points().find(is_free));
            point.map(|point| Decision::Swap2(Answer::Stay(point)))
        }
    }
}

#[cfg(test)]
mod tests;
