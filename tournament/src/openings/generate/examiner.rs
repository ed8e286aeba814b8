//! The engine that judges positions, spoken to in the Gomocup protocol.
//!
//! Every position is a game of its own, so that nothing of the search before is left.

use std::fmt::Write;
use std::time::{Duration, Instant};

use dolmen::board::{BoardSize, Point, Position};
use dolmen::protocol::info::{Info, RuleCode};
use dolmen::protocol::manager::{self, NO_LIMIT};
use dolmen::protocol::reply::Reply;
use dolmen::rules::GameRule;
use game_engine_process::{EngineProcess, Ladder, Output, SendError, SpawnError};
use thiserror::Error;

use super::GeneratorSettings;

/// The value of a position to the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// In units of the engine.
    Units(i64),
    /// One side has a proved win.
    Decided,
}

impl Value {
    /// Returns whether it is between minus and plus `limit`.
    pub(super) fn is_within(self, limit: u64) -> bool {
        matches!(self, Self::Units(units) if units.unsigned_abs() <= limit)
    }

    /// The value that a text about a search tells: the word after `ev`.
    pub(super) fn find(text: &str) -> Option<Self> {
        let mut words = text.split_ascii_whitespace();
        words.find(|word| word.eq_ignore_ascii_case("ev"))?;
        let word = words.next()?;
        if word.trim_start_matches(['+', '-']).starts_with('M') {
            return Some(Self::Decided);
        }
        word.parse().ok().map(Self::Units)
    }
}

/// An engine that does not do its part.
#[derive(Debug, Error)]
pub enum JudgeError {
    /// It cannot be started.
    #[error(transparent)]
    Spawn(SpawnError),
    /// It does not read.
    #[error(transparent)]
    Send(SendError),
    /// It answered something else than was asked for.
    #[error("the engine answered {told} with {line:?}")]
    Answer {
        /// The last line that it was told.
        told: String,
        /// Its answer.
        line: String,
    },
    /// It did not answer in time.
    #[error("the engine does not answer {told}")]
    Silent {
        /// The last line that it was told.
        told: String,
    },
    /// It ended.
    #[error("the engine exited after {told}")]
    Gone {
        /// The last line that it was told.
        told: String,
    },
}

/// A running engine.
#[derive(Debug)]
pub(super) struct Judge {
    process: EngineProcess,
    size: BoardSize,
    rule: GameRule,
    patience: Duration,
}

impl Judge {
    pub(super) fn start(settings: &GeneratorSettings) -> Result<Self, JudgeError> {
        Ok(Self {
            process: settings.engine.spawn().map_err(JudgeError::Spawn)?,
            size: settings.size,
            rule: GameRule { rule: settings.rule, continuous: false },
            patience: settings.patience,
        })
    }

    /// Returns what the engine thinks of the position after `moves` in `nodes`; none if it does not
    /// say.
    pub(super) fn value(
        &mut self,
        moves: &[Point],
        nodes: u64,
    ) -> Result<Option<Value>, JudgeError> {
        self.tell(&[manager::start(self.size)])?;
        self.answer("START", &mut |reply| matches!(reply, Reply::Ok))?;

        let mut position = Position::new(self.size);
        for &point in moves {
            position.play(point).expect("the moves of an opening are on empty points");
        }
        let mut lines: Vec<String> = manager::info(self.limits(nodes)).collect();
        lines.extend(manager::board(&position));
        self.tell(&lines)?;
        let mut value = None;
        self.answer("BOARD", &mut |reply| {
            if let Reply::Message(text) = reply {
                value = Value::find(text).or(value);
            }
            matches!(reply, Reply::Move(_))
        })?;
        Ok(value)
    }

    /// Nodes decide, not a book; time only ends what would never end.
    fn limits(&self, nodes: u64) -> [Info; 7] {
        let patience = i64::try_from(self.patience.as_millis()).unwrap_or(NO_LIMIT);
        [
            Info::Rule(RuleCode::of(self.rule)),
            Info::TimeoutTurn(patience / 2),
            Info::TimeoutMatch(0),
            Info::TimeLeft(NO_LIMIT),
            Info::ThreadNum(1),
            Info::Book(0),
            Info::MaxNode(i64::try_from(nodes).unwrap_or(i64::MAX)),
        ]
    }

    fn tell(&mut self, lines: &[String]) -> Result<(), JudgeError> {
        let mut text = String::new();
        for line in lines {
            writeln!(text, "{line}").expect("writing to a string never fails");
        }
        let deadline = Instant::now() + self.patience;
        self.process.send(text.as_bytes(), deadline).map(drop).map_err(JudgeError::Send)
    }

    /// Shows all lines to `is_answer` up to the one that it takes for the answer.
    fn answer(
        &mut self,
        told: &str,
        is_answer: &mut dyn FnMut(&Reply) -> bool,
    ) -> Result<(), JudgeError> {
        let deadline = Instant::now() + self.patience;
        loop {
            let line = match self.process.next_line(deadline) {
                Output::Line(line) => String::from_utf8_lossy(&line.bytes).into_owned(),
                Output::Quiet => return Err(JudgeError::Silent { told: told.to_owned() }),
                Output::Closed => return Err(JudgeError::Gone { told: told.to_owned() }),
            };
            let reply = line.parse::<Reply>();
            match &reply {
                Ok(reply) if is_answer(reply) => return Ok(()),
                Ok(reply) if reply.is_comment() => {}
                _ => return Err(JudgeError::Answer { told: told.to_owned(), line }),
            }
        }
    }

    pub(super) fn finish(self) {
        let ending = self.process.finish(&Ladder::default());
        log::debug!("the judging engine ended: {ending:?}");
    }
}

#[cfg(test)]
mod tests;
