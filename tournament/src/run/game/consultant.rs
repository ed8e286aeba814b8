//! An engine that is asked about single positions, outside of games. It is sent no seed, which would vary its
//! moves, unless its options have one.

use std::time::{Duration, Instant};

use dolmen::board::{BoardSize, Point, Position};
use dolmen::protocol::manager::Question;
use dolmen::protocol::reply::Reply;
use dolmen::rules::Rule;

use super::GamePlan;
use super::clock::Clock;
use super::player::{Asking, Farewell, Heard, Player, Request};
use super::process::ProcessPlayer;
use super::referee::{self, Fault};
use super::turn::{HEARING, SLICE};
use crate::config::{EngineConfig, Limits};
use crate::openings::Opening;
use crate::record::{GameId, Reason, with_last_line};
use crate::run::stop::Stop;

/// An engine with a process of its own, which starts with the first question, and again after a failure.
#[derive(Debug)]
pub struct Consultant {
    player: ProcessPlayer,
    engine: EngineConfig,
    /// The rule, the board and the limits that the process knows.
    told: Option<(Rule, BoardSize, Limits)>,
}

/// The answer of a [`Consultant`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The move.
    pub point: Point,
    /// The last message before it.
    pub message: Option<String>,
    /// The time that the answer took.
    pub time: Duration,
}

impl Consultant {
    /// Returns an engine whose process does not run yet.
    #[must_use]
    pub fn new(engine: EngineConfig) -> Self {
        Self { player: ProcessPlayer::new(engine.clone()), engine, told: None }
    }

    /// Returns the engine's move for the side to move, within these limits.
    ///
    /// # Errors
    /// Returns an error if the engine does not start, answers too late or without a legal move, or if `stop`
    /// is raised. Its process has then been killed.
    pub fn ask(
        &mut self,
        position: &Position,
        rule: Rule,
        limits: &Limits,
        stop: &Stop,
    ) -> Result<Advice, Fault> {
        let mut clock = Clock::new(limits);
        let advice = self
            .tell(position.size(), rule, limits, &mut clock, stop)
            .and_then(|()| self.advice(position, rule, &mut clock, stop));
        advice.map_err(|fault| self.fail(fault))
    }

    /// Ends the process after a fault, and returns the fault: that of a crash with the last output.
    fn fail(&mut self, fault: Fault) -> Fault {
        let goodbye = self.player.leave(Farewell::AtOnce);
        self.told = None;
        if fault.reason != Reason::Crash {
            return fault;
        }
        let detail = with_last_line(&fault.detail, goodbye.last_words.as_deref());
        Fault { detail, ..fault }
    }

    /// Ends the process: first politely, and within two seconds or so by force.
    pub fn leave(&mut self) {
        self.player.leave(Farewell::Polite);
        self.told = None;
    }

    /// Tells the engine board, rule and limits, if they have changed.
    fn tell(
        &mut self,
        size: BoardSize,
        rule: Rule,
        limits: &Limits,
        clock: &mut Clock,
        stop: &Stop,
    ) -> Result<(), Fault> {
        const EMPTY: &Opening = &Opening { name: String::new(), moves: Vec::new() };
        let wanted = (rule, size, limits.clone());
        if self.told.as_ref() == Some(&wanted) {
            return Ok(());
        }
        self.player.limit(limits);
        let plan = GamePlan::new(GameId { pair: 0, game: 0 }, rule, size, EMPTY);
        self.player.begin(&plan, clock, stop)?;
        self.told = Some(wanted);
        Ok(())
    }

    /// Asks, and waits for the answer.
    fn advice(
        &mut self,
        position: &Position,
        rule: Rule,
        clock: &mut Clock,
        stop: &Stop,
    ) -> Result<Advice, Fault> {
        clock.begin_turn();
        let allowance = clock.allowance();
        let asking = Asking::Question(Question::Move);
        let left_ms = clock.left_ms();
        let request = Request { position, asking, may_refuse: false, allowance, left_ms };
        let asked = self.player.ask(&request)?;
        let deadline = asked + allowance.time;
        let late = || {
            let detail = format!("no move within {} ms", allowance.time.as_millis());
            Fault::new(allowance.reason, detail)
        };
        loop {
            if stop.is_aborted() {
                return Err(Fault::new(Reason::Aborted, "the search was stopped"));
            }
            let until = (Instant::now() + SLICE).min(deadline + HEARING);
            match self.player.hear(until)? {
                Heard::Answer(Reply::Move(at), time) => {
                    let point = referee::check(position, at, rule)?;
                    self.player.stop();
                    let message = self.player.take_message();
                    return Ok(Advice { point, message, time: time - asked });
                }
                Heard::Late(_) => return Err(late()),
                Heard::Nothing if Instant::now() >= deadline + HEARING => return Err(late()),
                Heard::Answer(..) | Heard::Stray(..) | Heard::Comment(_) | Heard::Nothing => {}
            }
        }
    }

    /// Returns the engine.
    #[must_use]
    pub fn engine(&self) -> &EngineConfig {
        &self.engine
    }
}
