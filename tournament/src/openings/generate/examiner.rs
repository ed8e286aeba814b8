//! The engine that evaluates positions, through the Gomocup protocol.
//!
//! Every position is a game of its own, so that no search affects the next one.

use std::time::{Duration, Instant};

use dolmen::board::{BoardSize, Point, Position};
use dolmen::protocol::info::{Info, NO_LIMIT, RuleCode, number};
use dolmen::protocol::manager::{self, Event, Manager, PositionStyle, Question};
use dolmen::protocol::reading::{Reading, Value};
use dolmen::rules::GameRule;
use game_engine_process::{EngineProcess, Ladder, Output, SendError, SpawnError};
use thiserror::Error;

use super::{Effort, GeneratorSettings};

/// Describes every position by `BOARD`, even the empty one.
const BOARDS: PositionStyle = PositionStyle { board_from: 0, repeats: true };

/// The longest time between two looks at the wish of the caller to stop.
const LOOK_EVERY: Duration = Duration::from_millis(100);

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
    #[error("the engine does not answer {told} within {} s", patience.as_secs_f64())]
    Silent {
        /// The last text line that was sent to the engine.
        told: String,
        /// The time that the engine had.
        patience: Duration,
    },
    /// The engine ended.
    #[error(
        "the engine exited after {told}{}",
        last_words.as_ref().map(|words| format!(": {words}")).unwrap_or_default()
    )]
    Gone {
        /// The last text line that was sent to the engine.
        told: String,
        /// The end of its standard error, if it wrote any.
        last_words: Option<String>,
    },
    /// The caller has stopped the search.
    #[error("stopped")]
    Stopped,
}

/// A running engine.
#[derive(Debug)]
pub(super) struct Judge {
    process: EngineProcess,
    manager: Manager,
    size: BoardSize,
    rule: GameRule,
    options: Vec<Info>,
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
            options: settings.options.clone(),
            patience: settings.patience,
            pause: settings.pause,
        })
    }

    /// Returns the engine's value of the position after `moves`, from a search of this effort; `None`
    /// if it reports none.
    pub(super) fn value(
        &mut self,
        moves: &[Point],
        effort: Effort,
        must_stop: &dyn Fn() -> bool,
    ) -> Result<Option<Value>, JudgeError> {
        let start = self.manager.start(self.size, BOARDS);
        self.tell(&[start])?;
        self.answer("START", self.patience, must_stop)?;

        let mut position = Position::new(self.size);
        for &point in moves {
            position.play(point).expect("the moves of an opening are on empty points");
        }
        let mut lines: Vec<String> = manager::info(self.limits(effort)).collect();
        lines.extend(self.manager.ask(Question::Move, &position));
        self.tell(&lines)?;
        let time = match effort {
            Effort::Nodes(_) => Duration::ZERO,
            Effort::Time(time) => time,
        };
        self.answer("BOARD", self.patience + time, must_stop)
    }

    /// Returns the limits of a search, without a book, and the options of the engine. Beside a node limit, the
    /// time limit only ends a search that would never end.
    fn limits(&self, effort: Effort) -> Vec<Info> {
        let (turn, nodes) = match effort {
            Effort::Nodes(nodes) => (self.patience / 2, Some(number(nodes.get()))),
            Effort::Time(time) => (time, None),
        };
        let always = [
            Info::Rule(RuleCode::of(self.rule)),
            Info::TimeoutTurn(number(turn.as_millis())),
            Info::TimeoutMatch(0),
            Info::TimeLeft(NO_LIMIT),
            Info::ThreadNum(1),
            Info::Book(0),
        ];
        always.into_iter().chain(nodes.map(Info::MaxNode)).chain(self.options.clone()).collect()
    }

    fn tell(&mut self, lines: &[String]) -> Result<(), JudgeError> {
        self.process.rest(self.pause);
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let deadline = Instant::now() + self.patience;
        self.process.send(text.as_bytes(), deadline).map(drop).map_err(JudgeError::Send)
    }

    /// Waits for the expected reply, and returns the last value that a message before it states. An error before
    /// the reply may concern a setting that the engine does not know.
    fn answer(
        &mut self,
        told: &str,
        patience: Duration,
        must_stop: &dyn Fn() -> bool,
    ) -> Result<Option<Value>, JudgeError> {
        let told = || told.to_owned();
        let deadline = Instant::now() + patience;
        let mut value = None;
        let mut error = None;
        loop {
            if must_stop() {
                return Err(JudgeError::Stopped);
            }
            let next_look = deadline.min(Instant::now() + LOOK_EVERY);
            let output = match self.process.next_line(next_look) {
                Output::Line(line) => Ok(String::from_utf8_lossy(&line.bytes).into_owned()),
                Output::Quiet if next_look < deadline => continue,
                Output::Quiet => Err(JudgeError::Silent { told: told(), patience }),
                Output::Closed => Err(self.gone(told())),
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

    /// Returns the error for an engine that has ended.
    fn gone(&mut self, told: String) -> JudgeError {
        self.process.wait_drained(Instant::now() + LOOK_EVERY);
        JudgeError::Gone { told, last_words: self.process.stderr().last_words() }
    }

    pub(super) fn finish(self) {
        let ending = self.process.finish(&Ladder::default());
        log::debug!("the judging engine ended: {ending:?}");
    }
}
