//! The engine that evaluates positions, through the Gomocup protocol.
//!
//! Every position is a game of its own, so that no search affects the next one.

use std::time::{Duration, Instant};

use dolmen::board::{BoardSize, Point, Position};
use dolmen::protocol::info::{Info, NO_LIMIT, RuleCode};
use dolmen::protocol::manager::{self, Event, Manager, PositionStyle, Question};
use dolmen::protocol::reading::{Reading, Value};
use dolmen::rules::GameRule;
use game_engine_process::{EngineProcess, Ladder, Output, SendError, SpawnError};
use thiserror::Error;

use super::GeneratorSettings;

/// Describes every position by `BOARD`, even the empty one.
const BOARDS: PositionStyle = PositionStyle { board_from: 0, repeats: true };

/// A failure of the engine to evaluate a position.
#[derive(Debug, Error)]
pub enum JudgeError {
    /// The engine cannot be started.
    #[error(transparent)]
    Spawn(SpawnError),
    /// The engine does not read its input.
    #[error(transparent)]
    Send(SendError),
    /// The engine gave an unexpected answer.
    #[error("the engine answered {told} with {line:?}")]
    Answer {
        /// The last text line that was sent to the engine.
        told: String,
        /// The answer.
        line: String,
    },
    /// The engine did not answer in time.
    #[error("the engine does not answer {told}")]
    Silent {
        /// The last text line that was sent to the engine.
        told: String,
    },
    /// The engine ended.
    #[error("the engine exited after {told}")]
    Gone {
        /// The last text line that was sent to the engine.
        told: String,
    },
}

/// A running engine.
#[derive(Debug)]
pub(super) struct Judge {
    process: EngineProcess,
    manager: Manager,
    size: BoardSize,
    rule: GameRule,
    patience: Duration,
    pause: Duration,
}

impl Judge {
    pub(super) fn start(settings: &GeneratorSettings) -> Result<Self, JudgeError> {
        Ok(Self {
            process: settings.engine.spawn().map_err(JudgeError::Spawn)?,
            manager: Manager::default().tolerant(),
            size: settings.size,
            rule: GameRule { rule: settings.rule, continuous: false },
            patience: settings.patience,
            pause: settings.pause,
        })
    }

    /// Returns the engine's value of the position after `moves`, from a search of `nodes` nodes; `None`
    /// if it reports none.
    pub(super) fn value(
        &mut self,
        moves: &[Point],
        nodes: u64,
    ) -> Result<Option<Value>, JudgeError> {
        let start = self.manager.start(self.size, BOARDS);
        self.tell(&[start])?;
        self.answer("START")?;

        let mut position = Position::new(self.size);
        for &point in moves {
            position.play(point).expect("the moves of an opening are on empty points");
        }
        let mut lines: Vec<String> = manager::info(self.limits(nodes)).collect();
        lines.extend(self.manager.ask(Question::Move, &position));
        self.tell(&lines)?;
        self.answer("BOARD")
    }

    /// Returns the limits of a search: nodes, and no book. The time limit only ends a search that would never
    /// end.
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
        self.process.rest(self.pause);
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let deadline = Instant::now() + self.patience;
        self.process.send(text.as_bytes(), deadline).map(drop).map_err(JudgeError::Send)
    }

    /// Waits for the expected reply, and returns the last value that a message before it states. An error before
    /// the reply may concern a setting that the engine does not know.
    fn answer(&mut self, told: &str) -> Result<Option<Value>, JudgeError> {
        let told = || told.to_owned();
        let deadline = Instant::now() + self.patience;
        let mut value = None;
        let mut error = None;
        loop {
            let output = match self.process.next_line(deadline) {
                Output::Line(line) => Ok(String::from_utf8_lossy(&line.bytes).into_owned()),
                Output::Quiet => Err(JudgeError::Silent { told: told() }),
                Output::Closed => Err(JudgeError::Gone { told: told() }),
            };
            let mut refusal = || error.take().map(|line| JudgeError::Answer { told: told(), line });
            let line = output.map_err(|failure| refusal().unwrap_or(failure))?;
            match self.manager.hear(&line) {
                Event::Ready | Event::Answer(_) => return Ok(value),
                Event::Error(_) => error = Some(line),
                Event::Message(text) => value = Reading::of(&text).value.or(value),
                Event::Comment | Event::Info | Event::Variation(_) => {}
                _ => return Err(JudgeError::Answer { told: told(), line }),
            }
        }
    }

    pub(super) fn finish(self) {
        let ending = self.process.finish(&Ladder::default());
        log::debug!("the judging engine ended: {ending:?}");
    }
}
