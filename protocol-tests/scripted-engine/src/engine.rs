//! The state of the engine between its input and its output.

use std::collections::VecDeque;
use std::io::Write;
use std::time::Instant;

use protocol_tests::referee::Point;

use crate::behaviour::{Behaviour, Switch};
use crate::clock::Limits;
use crate::game::{Coordinates, Game};
use crate::input::{Input, Line};
use crate::process::Held;

/// An engine between its input and its output.
pub(crate) struct Engine {
    pub(crate) behaviour: Behaviour,
    pub(crate) memory: Memory,
    pub(crate) held: Held,
    output: Box<dyn Write>,
    pub(crate) limits: Limits,
    pub(crate) game: Option<Game>,
    /// The points that Yixin-Board has blocked.
    pub(crate) barred: Vec<Coordinates>,
    /// Indicates whether Yixin-Board has announced itself, which makes rule 2 renju.
    pub(crate) yixin: bool,
    /// The lines, once the engine has been launched.
    pub(crate) input: Option<Input>,
    /// The lines that arrived while the engine was thinking.
    pub(crate) waiting: VecDeque<Line>,
}

/// The facts that deviations depend on.
#[derive(Default)]
pub(crate) struct Memory {
    /// The arguments of an `INFO` kept for later.
    pub(crate) kept: Option<Vec<u8>>,
    /// The mark of the action `mark`.
    pub(crate) marked: bool,
    /// The number of lines that matched a deviation.
    pub(crate) matches: u64,
    /// The number of moves, including the one being written.
    pub(crate) moves: u64,
    /// The number of lines of the list being read.
    pub(crate) list_lines: u64,
    /// The time at which the last move was written.
    pub(crate) answered: Option<Instant>,
    /// The start of the last thinking.
    pub(crate) began: Option<Instant>,
    /// The empty points of the positions in which the engine has moved, and its moves.
    pub(crate) played: Vec<(Vec<Point>, Point)>,
    /// Indicates whether the manager ended the last thinking early.
    pub(crate) stopped: bool,
}

/// A reason to stop serving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leave {
    /// `END` arrived.
    End,
    /// The input ended.
    Eof,
    /// The replies can no longer be written.
    Unheard,
}

/// The result of a command: an error is the reason to stop serving.
pub(crate) type Done = Result<(), Leave>;

impl Engine {
    pub(crate) fn new(behaviour: Behaviour, output: Box<dyn Write>) -> Engine {
        Engine {
            behaviour,
            memory: Memory::default(),
            held: Held::default(),
            output,
            limits: Limits::new(),
            game: None,
            barred: Vec::new(),
            yixin: false,
            input: None,
            waiting: VecDeque::new(),
        }
    }

    /// Returns whether a part of the engine behaves differently.
    pub(crate) fn has(&self, switch: Switch) -> bool {
        self.behaviour.switch == Some(switch)
    }

    /// Takes the next line, or `None` at the end of the input.
    pub(crate) fn next_line(&mut self) -> Option<Line> {
        self.waiting.pop_front().or_else(|| self.input.as_mut()?.next())
    }

    /// Writes `bytes` in one write.
    ///
    /// # Errors
    /// Returns [`Leave::Unheard`] if the write fails.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Done {
        self.output.write_all(bytes).and_then(|()| self.output.flush()).map_err(|_| Leave::Unheard)
    }
}
