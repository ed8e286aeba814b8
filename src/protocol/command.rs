//! The commands of a manager.
//!
//! A command is one text line, whose whole first word names the command in upper or lower case.
//! Parsing checks only the form; the session checks whether the command is possible and its
//! numbers fit the board.

use std::fmt;

use crate::protocol::coordinate::Coordinate;
use crate::protocol::database::DatabaseCommand;
pub use crate::protocol::database::Payload;
use crate::protocol::info::Info;
use crate::protocol::integer;

/// A command of a manager.
///
/// ```
/// use dolmen::protocol::command::Command;
/// use dolmen::protocol::coordinate::Coordinate;
///
/// let command = Command::parse("turn 7, 7")?;
/// assert_eq!(command, Command::Turn(Coordinate { x: 7, y: 7 }));
/// assert_eq!(command.to_string(), "TURN 7,7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `START n` or `RECTSTART w,h`: starts a new game on an empty board.
    Start {
        /// The requested number of columns.
        width: i64,
        /// The requested number of rows.
        height: i64,
    },
    /// `RESTART`: starts a new game on a board of the same size.
    Restart,
    /// `BEGIN`: asks for the first move.
    Begin,
    /// `TURN x,y`: plays the opponent's move and asks for the answer.
    Turn(Coordinate),
    /// `PLAY x,y`: makes the engine play this move.
    Play(Coordinate),
    /// `TAKEBACK x,y`: takes a stone back.
    TakeBack(Coordinate),
    /// `BOARD`: sets up the stones of the list that follows and asks for a move.
    Board,
    /// `SWAP2BOARD`: asks for a swap2 decision on the opening in the list that follows.
    Swap2Board,
    /// `INFO key value`: changes a setting.
    Info(Info),
    /// `ABOUT`: asks for the engine's name and version.
    About,
    /// `END`: ends the process.
    End,
    /// `DONE`: ends a list; ignored elsewhere.
    Done,
    /// `STOP` or `YXSTOP`: makes the running search answer at once.
    Stop,
    /// `YXBOARD`: sets up the stones of the list that follows, without asking for a move.
    SetBoard,
    /// `YXSHOWINFO`: asks for the engine's limits, and says that the manager is Yixin-Board.
    ShowInfo,
    /// `YXSHOWFORBID`: asks for the forbidden points.
    ShowForbidden,
    /// `YXHASHCLEAR`: clears the transposition table.
    Forget,
    /// `YXSHOWHASHUSAGE`: asks how full the transposition table is.
    ShowUsage,
    /// `YXNBEST n`: asks for a move and the best `n` variations (multi-PV). `YXSEARCHDEFEND` is
    /// the same with one variation.
    Best(usize),
    /// `YXPROVE`: asks for a proof that the side to move wins.
    Prove,
    /// `YXBALANCEONE b` or `YXBALANCETWO b`: asks for one stone, or one stone of each side, that
    /// makes the score of the position `b`.
    Balance {
        /// Indicates whether to find two stones instead of one.
        is_pair: bool,
        /// The score for the side to move.
        bias: i64,
    },
    /// `YXBLOCK`: excludes the points of the list that follows from the engine's moves.
    Block,
    /// `YXBLOCKUNDO`: allows the points of the list that follows again.
    Unblock,
    /// `YXBLOCKRESET`: allows all points again.
    UnblockAll,
    /// `YXSWAP2STEP1`, `2` and `3`: asks for a swap2 decision on the 0, 3 or 5 stones on the
    /// board, answered by messages.
    Swap2Step,
    /// A command for a file of positions.
    Database(DatabaseCommand),
    /// A Yixin command that Dolmen ignores together with the text lines that follow it.
    Ignored(Payload),
}

/// The error for a text line that is not a command.
///
/// ```
/// use dolmen::protocol::command::{Command, ParseCommandError};
///
/// assert_eq!(Command::parse("HELLO"), Err(ParseCommandError::Unknown));
/// let error = Command::parse("START big").unwrap_err();
/// assert_eq!(error.to_string(), "START expects one number");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseCommandError {
    /// The text line is blank; it needs no reply.
    Blank,
    /// The first word is not the name of a command.
    Unknown,
    /// The argument of the command is invalid.
    Malformed {
        /// The name of the command.
        command: &'static str,
        /// The expected form of the argument.
        expected: &'static str,
    },
}

impl fmt::Display for ParseCommandError {
    /// Writes the error without quoting the text line, which may contain bytes that harm a
    /// terminal or a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blank => write!(f, "blank line"),
            Self::Unknown => write!(f, "command not recognized"),
            Self::Malformed { command, expected } => write!(f, "{command} expects {expected}"),
        }
    }
}

impl std::error::Error for ParseCommandError {}

/// The length of the longest name that is looked up, in bytes.
const MAX_NAME_LENGTH: usize = 32;

impl Command {
    /// Parses a text line.
    ///
    /// INFO and commands without an argument accept anything after their name.
    ///
    /// # Errors
    /// Returns an error if the text line is blank, its first word is not the name of a command, or
    /// its argument is malformed.
    pub fn parse(line: &str) -> Result<Self, ParseCommandError> {
        let line = line.trim_matches(integer::is_blank);
        let (name, argument) = line.split_once(integer::is_blank).unwrap_or((line, ""));
        if name.is_empty() {
            return Err(ParseCommandError::Blank);
        }
        if name.len() > MAX_NAME_LENGTH {
            return Err(ParseCommandError::Unknown);
        }
        Ok(match name.to_ascii_uppercase().as_str() {
            "START" => parse_start(argument)?,
            "RECTSTART" => {
                let Coordinate { x, y } = parse_pair(argument, "RECTSTART", "width,height")?;
                Self::Start { width: x, height: y }
            }
            "RESTART" => Self::Restart,
            "BEGIN" => Self::Begin,
            "TURN" => Self::Turn(parse_pair(argument, "TURN", "x,y")?),
            "PLAY" => Self::Play(parse_pair(argument, "PLAY", "x,y")?),
            "TAKEBACK" => Self::TakeBack(parse_pair(argument, "TAKEBACK", "x,y")?),
            "BOARD" => Self::Board,
            "SWAP2BOARD" => Self::Swap2Board,
            "INFO" => Self::Info(Info::parse(argument)),
            "ABOUT" => Self::About,
            "END" => Self::End,
            "DONE" => Self::Done,
            "STOP" | "YXSTOP" => Self::Stop,
            "YXBOARD" => Self::SetBoard,
            "YXSHOWINFO" => Self::ShowInfo,
            "YXSHOWFORBID" => Self::ShowForbidden,
            "YXHASHCLEAR" => Self::Forget,
            "YXSHOWHASHUSAGE" => Self::ShowUsage,
            "YXNBEST" => Self::Best(parse_count(argument)?),
            "YXSEARCHDEFEND" => Self::Best(1),
            "YXPROVE" => Self::Prove,
            "YXBALANCEONE" => parse_balance(argument, false)?,
            "YXBALANCETWO" => parse_balance(argument, true)?,
            "YXBLOCK" => Self::Block,
            "YXBLOCKUNDO" => Self::Unblock,
            "YXBLOCKRESET" => Self::UnblockAll,
            "YXSWAP2STEP1" | "YXSWAP2STEP2" | "YXSWAP2STEP3" => Self::Swap2Step,
            name => match DatabaseCommand::parse(name, argument) {
                Some(command) => Self::Database(command),
                None => Self::Ignored(payload_of_ignored(name).ok_or(ParseCommandError::Unknown)?),
            },
        })
    }
}

/// Parses the argument of `START n`, or of `START n n` as Yixin-Board writes it.
fn parse_start(argument: &str) -> Result<Command, ParseCommandError> {
    let malformed = ParseCommandError::Malformed { command: "START", expected: "one number" };
    let words: Vec<&str> =
        argument.split(integer::is_blank).filter(|word| !word.is_empty()).take(3).collect();
    let side = match words.as_slice() {
        [side] => integer::parse(side),
        [width, height] if width == height => integer::parse(width),
        _ => None,
    };
    side.map(|side| Command::Start { width: side, height: side }).ok_or(malformed)
}

fn parse_pair(
    argument: &str,
    command: &'static str,
    expected: &'static str,
) -> Result<Coordinate, ParseCommandError> {
    argument.parse().map_err(|_| ParseCommandError::Malformed { command, expected })
}

/// Parses the argument of `YXNBEST n`; the default is one variation.
fn parse_count(argument: &str) -> Result<usize, ParseCommandError> {
    let malformed = ParseCommandError::Malformed { command: "YXNBEST", expected: "one number" };
    let count = if argument.is_empty() { Some(1) } else { integer::parse(argument) };
    count.and_then(|count| usize::try_from(count.max(1)).ok()).ok_or(malformed)
}

/// Parses the argument of `YXBALANCEONE b` or `YXBALANCETWO b`; the default bias is 0.
fn parse_balance(argument: &str, is_pair: bool) -> Result<Command, ParseCommandError> {
    let command = if is_pair { "YXBALANCETWO" } else { "YXBALANCEONE" };
    let bias = if argument.is_empty() { Some(0) } else { integer::parse(argument) };
    let malformed = ParseCommandError::Malformed { command, expected: "one number" };
    bias.map(|bias| Command::Balance { is_pair, bias }).ok_or(malformed)
}

/// Returns what follows a command that Dolmen ignores, or `None` for an unknown name.
///
/// These commands concern databases, tables and analysis. The text lines after them must not be
/// taken for commands, even if the argument of the command is invalid.
fn payload_of_ignored(name: &str) -> Option<Payload> {
    const LISTS: [&str; 3] = ["YXQUERYDATABASE", "YXDELETEDATABASE", "YXEDIT"];
    const PATHS: [&str; 2] = ["YXDBTO", "YXLIBTODB"];
    match name {
        "YXBLOCKPATH" | "YXBLOCKPATHUNDO" | "YXSOOSORVSTEP3" | "YXSOOSORVSTEP5" => {
            Some(Payload::List)
        }
        "YXHASHDUMP" | "YXHASHLOAD" => Some(Payload::Line),
        "YXBLOCKPATHRESET" | "YXPRINTFEATURE" | "YXDRAW" | "YXRESIGN" | "YXFORBID"
        | "YXSOOSORVSTEP1" | "YXSOOSORVSTEP2" | "YXSOOSORVSTEP4" | "YXSOOSORVSTEP6" => {
            Some(Payload::Nothing)
        }
        _ if LISTS.iter().any(|prefix| name.starts_with(prefix)) => Some(Payload::List),
        _ if PATHS.iter().any(|prefix| name.starts_with(prefix)) => Some(Payload::Line),
        _ => None,
    }
}

impl fmt::Display for Command {
    /// Writes the text line without its end. An ignored command is written as one with the same
    /// payload.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start { width, height } if width == height => write!(f, "START {width}"),
            Self::Start { width, height } => write!(f, "RECTSTART {width},{height}"),
            Self::Restart => write!(f, "RESTART"),
            Self::Begin => write!(f, "BEGIN"),
            Self::Turn(coordinate) => write!(f, "TURN {coordinate}"),
            Self::Play(coordinate) => write!(f, "PLAY {coordinate}"),
            Self::TakeBack(coordinate) => write!(f, "TAKEBACK {coordinate}"),
            Self::Board => write!(f, "BOARD"),
            Self::Swap2Board => write!(f, "SWAP2BOARD"),
            Self::Info(info) => write!(f, "INFO {info}"),
            Self::About => write!(f, "ABOUT"),
            Self::End => write!(f, "END"),
            Self::Done => write!(f, "DONE"),
            Self::Stop => write!(f, "STOP"),
            Self::SetBoard => write!(f, "YXBOARD"),
            Self::ShowInfo => write!(f, "YXSHOWINFO"),
            Self::ShowForbidden => write!(f, "YXSHOWFORBID"),
            Self::Forget => write!(f, "YXHASHCLEAR"),
            Self::ShowUsage => write!(f, "YXSHOWHASHUSAGE"),
            Self::Best(count) => write!(f, "YXNBEST {count}"),
            Self::Prove => write!(f, "YXPROVE"),
            Self::Balance { is_pair: false, bias } => write!(f, "YXBALANCEONE {bias}"),
            Self::Balance { is_pair: true, bias } => write!(f, "YXBALANCETWO {bias}"),
            Self::Block => write!(f, "YXBLOCK"),
            Self::Unblock => write!(f, "YXBLOCKUNDO"),
            Self::UnblockAll => write!(f, "YXBLOCKRESET"),
            Self::Swap2Step => write!(f, "YXSWAP2STEP1"),
            Self::Database(command) => command.fmt(f),
            Self::Ignored(Payload::Nothing) => write!(f, "YXPRINTFEATURE"),
            Self::Ignored(Payload::Line) => write!(f, "YXHASHDUMP"),
            Self::Ignored(Payload::List) => write!(f, "YXBLOCKPATH"),
        }
    }
}

#[cfg(test)]
mod tests;
