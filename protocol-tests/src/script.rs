//! The language of the cases: the lines to send, the pauses, and the expected replies.
//!
//! A script is a list of lines, each a statement. [`Script::parse`] replaces the variables of a case
//! and of `for` loops, so that only those that depend on the engine's answers and the empty points of
//! the board remain until run time.

mod board;
mod parse;
mod pattern;
mod session;
#[cfg(test)]
mod tests;
mod words;

pub use session::ReadSessionError;
pub(crate) use words::substitute;

use std::time::Duration;

use game_engine_process::{Reading, Signal};
use regex::bytes::Regex;
use thiserror::Error;

use crate::outcome::Delivery;
use crate::referee::Point;

/// A parsed script.
#[derive(Clone, Debug)]
pub struct Script {
    /// Its statements, in order.
    pub steps: Vec<Step>,
}

/// A statement and its position.
#[derive(Clone, Debug)]
pub struct Step {
    /// Number of its line, from 1.
    pub line: usize,
    /// The line as written, without blanks around.
    pub text: String,
    /// The action of the statement.
    pub action: Action,
}

/// Text with variables that are known only while a script runs, such as `$free`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text(pub String);

/// The action of a statement.
#[derive(Clone, Debug)]
pub enum Action {
    /// `> TEXT`: send a line; with `>+`, in one write with the next bytes.
    Send {
        /// The line, without its end.
        text: Text,
        /// Indicates whether it is held back for one write with the next bytes.
        hold: bool,
    },
    /// `raw "…"`: send these bytes, without a line end.
    Raw {
        /// The bytes.
        bytes: Vec<u8>,
        /// Indicates whether they are held back for one write with the next bytes.
        hold: bool,
    },
    /// `start N` or `start W,H`: send START or RECTSTART, expect OK.
    Start(String),
    /// `limit MS`: send the three limits of time.
    Limit(u64),
    /// `board …`: send a position.
    Board(BoardSpec),
    /// `pause MS`: wait, and keep what arrives.
    Pause(Duration),
    /// `silence MS`: wait; no reply may arrive.
    Silence(Duration),
    /// `drain MS`: discard replies until none has arrived for this time.
    Drain(Duration),
    /// `< …`: the next reply.
    Expect(Expectation),
    /// `< unordered A ; B`: the next replies, in any order.
    Unordered(Vec<Pattern>),
    /// `messages /…/` or `no messages /…/`.
    Messages {
        /// The pattern that a message must match, or must not.
        pattern: Regex,
        /// Indicates whether a message must match.
        wanted: bool,
    },
    /// `alive`: the engine still answers and plays.
    Alive,
    /// `exit within MS`, `exit answered within MS`, `exit any within MS`: the process ends by itself.
    Exit {
        /// The time that it may take.
        within: Duration,
        /// The status and the last output that are expected.
        manner: Leaving,
    },
    /// `freeze`: stop the process.
    Freeze,
    /// `thaw`: resume the process.
    Thaw,
    /// `signal TERM`, or `signal INT`, to the whole group, as a terminal's ^C.
    Signal(Signal),
    /// `close input`.
    CloseInput,
    /// `close output`.
    CloseOutput,
    /// `reading …`: how the suite drains the engine's output.
    Reading(Reading),
    /// `hurry`: from here on commands follow moves without a pause.
    Hurry,
    /// `mark`: remember the instant and the engine's use of memory and processor.
    Mark,
    /// `restart`: end this process, start another with the same set-up.
    Restart,
    /// `check …`.
    Check(Check),
    /// `repeat N … end`.
    Repeat {
        /// The number of repetitions.
        times: u32,
        /// The repeated statements.
        body: Vec<Step>,
    },
    /// `play …`: a refereed game.
    Play(PlaySpec),
    /// `mutate N seed S`: mutations of valid dialogues.
    Mutate {
        /// The number of dialogues.
        count: u32,
        /// The seed of the random numbers.
        seed: u64,
    },
    /// `replay NAME`: a recorded manager.
    Replay(Session),
}

/// A recorded session of a manager.
#[derive(Clone, Debug)]
pub struct Session {
    /// Its lines, in order.
    pub items: Vec<Item>,
}

/// A line of a session.
#[derive(Clone, Debug)]
pub enum Item {
    /// From here on lines end like this.
    EndLines(Delivery),
    /// The manager's line.
    Send {
        /// The line, without its end.
        text: String,
        /// Indicates whether it is held back for one write with the next bytes.
        hold: bool,
    },
    /// The recorded reply.
    Reply(String),
    /// A statement.
    Step(Step),
}

/// The status and the last output of a process that ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// The status is 0, and nothing is printed.
    Silent,
    /// The status is 0, and at most one move is printed.
    Answered,
    /// Any status and any output.
    Anyhow,
}

/// The expectation of the next reply: the accepted replies and the limit.
#[derive(Clone, Debug)]
pub struct Expectation {
    /// The accepted replies.
    pub alternatives: Vec<Alternative>,
    /// The variable that keeps the reply.
    pub name: Option<String>,
    /// The limit, without slack. Without one, the reply must arrive before the engine counts as hung.
    pub within: Option<Duration>,
    /// The start of the limit.
    pub since: Since,
}

/// An accepted reply and its sequel.
#[derive(Clone, Debug)]
pub struct Alternative {
    /// The form of the reply.
    pub pattern: Pattern,
    /// The required sequel.
    pub then: Then,
}

/// The sequel of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// The next statement.
    Continue,
    /// The end of the case as passed.
    Stop,
    /// The end of the case as skipped: the engine lacks the feature.
    Skip,
}

/// The instant at which a limit starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Since {
    /// The sending of the last byte.
    Sent,
    /// The start of the process.
    Start,
    /// The last time that the process was resumed.
    Thaw,
    /// The last `mark`.
    Mark,
}

/// The form of a reply.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// `OK`, these two letters in upper case.
    Ok,
    /// A legal move `x,y`.
    Move {
        /// The accepted moves; empty accepts every legal one.
        among: Vec<Text>,
        /// The refused moves.
        but: Vec<Text>,
    },
    /// A line that begins with ERROR.
    Error,
    /// A line that begins with UNKNOWN.
    Unknown,
    /// The answer to ABOUT.
    About,
    /// `SWAP`.
    Swap,
    /// This number of moves, separated by single blanks.
    Pairs(usize),
    /// A list of forbidden points.
    Forbid {
        /// The points that must be in it; with `exactly`, no others.
        points: Vec<Point>,
        /// Indicates whether no other point may be in it.
        exactly: bool,
        /// The points that must not be in it.
        but: Vec<Point>,
    },
    /// Any reply.
    Any,
    /// This line.
    Literal(Text),
    /// A line that the expression matches as a whole.
    Regex(Regex),
}

/// A position to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardSpec {
    /// These stones.
    Stones {
        /// The engine's.
        own: Vec<Point>,
        /// The opponent's.
        theirs: Vec<Point>,
        /// Neutral points.
        dead: Vec<Point>,
        /// Indicates whether the engine made the first move.
        own_first: bool,
    },
    /// The quiet position of twelve stones.
    Quiet,
    /// A random position.
    Random {
        /// The number of stones.
        stones: usize,
        /// The seed of the random numbers.
        seed: u64,
    },
    /// A position with stones on all points but these.
    FullBut(Vec<Point>),
}

/// A measurement to check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Check {
    /// Peak resident memory of the engine so far, in bytes.
    PeakBelow(u64),
    /// Resident memory now, in bytes.
    MemoryBelow(u64),
    /// Resident memory now less that at `mark`, in bytes.
    GrowthBelow(u64),
    /// Processor time over the next span, in percent of one core.
    CpuBelowOver(f64, Duration),
    /// Processor time since `mark`, in percent of the time passed.
    CpuBelowSinceMark(f64),
    /// Threads of the engine.
    ThreadsBelow(usize),
    /// Processes of the engine.
    ProcessesBelow(usize),
    /// Open sockets.
    SocketsBelow(usize),
    /// No file in the working directory or beside the executable.
    NoFiles,
    /// The process runs.
    Running,
}

/// A game to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaySpec {
    /// Maximum number of moves of the engine.
    pub moves: u32,
    /// The choice of the suite's own moves.
    pub opponent: Opponent,
    /// Indicates whether the engine begins.
    pub begin: bool,
    /// Indicates whether each request is a BOARD block.
    pub boards: bool,
    /// Limit for each reply.
    pub each: Option<Duration>,
    /// The clock that the engine plays with.
    pub clock: Option<ClockSpec>,
    /// The time for which the engine is frozen between its reply and the next request.
    pub frozen: Option<Duration>,
    /// The seed of the random numbers.
    pub seed: u64,
}

/// A clock for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClockSpec {
    /// For all moves.
    pub game: Duration,
    /// For each move.
    pub turn: Duration,
    /// Added before each move.
    pub increment: Duration,
}

/// The way in which the suite chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// Any empty point.
    Random,
    /// Far from everything, so that the game lasts.
    Passive,
    /// On the point where the engine threatens most.
    Blocking,
}

/// An error in the text of a script.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, `{text}`: {reason}")]
pub struct ParseScriptError {
    /// The number of the text line, from 1.
    pub line: usize,
    /// The text line.
    pub text: String,
    /// The fault.
    pub reason: String,
}

impl Pattern {
    /// Any legal move.
    pub(crate) const MOVE: Self = Self::Move { among: Vec::new(), but: Vec::new() };
}

impl Expectation {
    /// Returns the expectation of any of these replies to the last line sent.
    pub(crate) fn any_of(patterns: Vec<Pattern>, within: Option<Duration>) -> Self {
        let alternative = |pattern| Alternative { pattern, then: Then::Continue };
        let alternatives = patterns.into_iter().map(alternative).collect();
        Self { alternatives, name: None, within, since: Since::Sent }
    }
}

impl Script {
    /// Reads a script, with `$name` replaced by the value of that name.
    ///
    /// # Errors
    /// Returns an error if a line is no statement, a loop is not closed, or a variable is not known.
    pub fn parse(text: &str, values: &[(String, String)]) -> Result<Self, ParseScriptError> {
        parse::parse(text, values).map(|steps| Self { steps })
    }
}
