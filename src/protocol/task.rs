//! What the session gives the search to think about, and what comes back: always a legal
//! answer while there is one, even if the search panics.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;

use crate::board::Point;
use crate::engine::swap2::{self, Answer, Negotiated, Stage};
use crate::engine::{Engine, NoMove, Think, any_move};
use crate::game::Game;
use crate::search::{Balance, BalanceResult, Control, Detail, Observer, Progress, Request};

/// Something to think about, with the engine that shall do it.
#[derive(Debug)]
pub struct Task {
    /// The engine; it comes back with the [`Thought`].
    pub engine: Box<Engine>,
    /// The game to think about.
    pub game: Game,
    /// What to decide.
    pub question: Question,
    /// What the search is asked for, and what it may cost.
    pub request: Request,
    /// How the session interrupts it.
    pub control: Arc<Control>,
    /// Whether somebody wants to see each step at the root.
    pub is_detailed: bool,
}

/// What to decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// A move for the side to move.
    Move,
    /// A stage of swap2.
    Swap2(Stage),
    /// Stones that make the position fair.
    Balance(Balance),
}

/// What was decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The move, on an empty point; not yet played.
    Move(Point),
    /// The answer to a stage of swap2.
    Swap2(Answer),
    /// Stones on empty points, in the order of play; not placed.
    Stones(Vec<Point>),
}

/// A finished task.
#[derive(Debug)]
pub struct Thought {
    /// The engine.
    pub engine: Box<Engine>,
    /// What was decided; `None` if the board is full.
    pub decision: Option<Decision>,
    /// The last that was heard of the search.
    pub summary: Option<Progress>,
}

/// Passes everything on and remembers the last.
struct Recorder<'a> {
    last: Option<Progress>,
    audience: &'a mut dyn Observer,
}

impl Observer for Recorder<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.last = Some(progress.clone());
        self.audience.progress(progress);
    }

    fn detail(&mut self, detail: Detail) {
        self.audience.detail(detail);
    }
}

impl Task {
    /// Thinks. A panic ends the search, not the game: the engine is set up anew, and the
    /// best move heard of until then is the answer, or else any.
    #[must_use]
    pub fn perform(self, think: Think, audience: &mut dyn Observer) -> Thought {
        let Self { mut engine, game, question, request, control, .. } = self;
        let (evaluator, options) = (Arc::clone(engine.evaluator()), engine.options().clone());
        let mut recorder = Recorder { last: None, audience };
        let outcome = panic::catch_unwind(AssertUnwindSafe(|| {
            decide(&mut engine, &game, &question, &request, &control, &mut recorder, think)
        }));
        match outcome {
            Ok(outcome) => {
                let decided = outcome.ok();
                let summary = decided.as_ref().map(|decided| decided.summary.clone());
                let decision = decided.and_then(|decided| legal(&game, decided.decision));
                Thought { engine, decision, summary }
            }
            Err(_) => {
                log::error!("the search panicked");
                let engine = Box::new(Engine::new(evaluator, options));
                let decision = salvage(&engine, &game, &question, recorder.last.as_ref());
                Thought { engine, decision, summary: recorder.last }
            }
        }
    }
}

/// A decision, and the last state of the search behind it.
struct Decided {
    decision: Decision,
    summary: Progress,
}

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
            let Negotiated { answer, summary } =
                swap2::negotiate(engine, game, stage, request, control, observer, think)?;
            Ok(Decided { decision: Decision::Swap2(answer), summary })
        }
        Question::Balance(balance) => {
            let BalanceResult { stones, summary } =
                engine.balance(game, *balance, request, control, observer)?;
            Ok(Decided { decision: Decision::Stones(stones), summary })
        }
    }
}

/// A decision that the manager can accept, whatever the search decided.
fn legal(game: &Game, decision: Decision) -> Option<Decision> {
    match decision {
        Decision::Move(point) if !game.position().is_empty_at(point) => {
            log::error!("the search chose {point}, which is occupied");
            any_move(game).map(Decision::Move)
        }
        decision => Some(decision),
    }
}

/// The answer of a search that did not end.
fn salvage(
    engine: &Engine,
    game: &Game,
    question: &Question,
    last: Option<&Progress>,
) -> Option<Decision> {
    let heard = last.and_then(|progress| progress.principal_variation.first().copied());
    match question {
        Question::Move => {
            let playable = game.position().empty() - game.forbidden();
            let heard = heard.filter(|&point| playable.contains(point));
            heard.or_else(|| any_move(game)).map(Decision::Move)
        }
        Question::Balance(balance) => {
            let empty: Vec<Point> = game.position().empty().iter().take(2).collect();
            let count = if balance.is_pair { 2 } else { 1 };
            (empty.len() >= count).then(|| Decision::Stones(empty[..count].to_vec()))
        }
        Question::Swap2(Stage::Open) => {
            let stones = swap2::usual_opening(game.size(), engine.options().seed);
            Some(Decision::Swap2(Answer::Open(stones)))
        }
        Question::Swap2(Stage::Choose(stones)) => {
            let free = |point: &Point| !stones.contains(point);
            let stay = heard.filter(free).or_else(|| game.size().points().find(free));
            stay.map(|point| Decision::Swap2(Answer::Stay(point)))
        }
    }
}

#[cfg(test)]
mod tests;
