//! The commands of a manager.
//!
//! A command is one text line, whose whole first word names the command in upper or lower case.
//! Parsing checks only the form; the session checks whether the command is possible and its
//! numbers fit the board.

use std::fmt;

use crate::near::{nearest, suggestion};
use crate::protocol::coordinate::Coordinate;
use crate::protocol::database::DatabaseCommand;
pub use crate::protocol::database::Payload;
use crate::protocol::info::Info;
use crate::protocol::integer;
pub use crate::protocol::rows::ParseCommandError;
use crate::protocol::rows::{Argument, commands};

commands! {
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
    pub enum Command;

    /// Starts a new game on a board of the same size.
    "RESTART" => Restart;
    /// Asks for the first move.
    "BEGIN" => Begin;
    /// Plays the opponent's move and asks for the answer.
    "TURN" => Turn(Coordinate);
    /// Makes the engine play this move.
    "PLAY" => Play(Coordinate);
    /// Takes a stone back.
    "TAKEBACK" => TakeBack(Coordinate);
    /// Sets up the stones of the list that follows and asks for a move.
    "BOARD" => Board;
    /// Asks for a swap2 decision on the opening in the list that follows.
    "SWAP2BOARD" => Swap2Board;
    /// Asks for the next act in an opening by this protocol, after the acts in the list that follows.
    "OPENING" => Opening(String);
    /// Names the only points of the engine's moves, in the list that follows.
    "ONLY" => Only;
    /// Changes a setting.
    "INFO" => Info(Info);
    /// Asks for the engine's name and version.
    "ABOUT" => About;
    /// Ends the process.
    "END" => End;
    /// Ends a list; ignored elsewhere.
    "DONE" => Done;
    /// Makes the running search answer at once.
    "STOP" | "YXSTOP" => Stop;
    /// Sets up the stones of the list that follows, without asking for a move.
    "YXBOARD" => SetBoard;
    /// Asks for the engine's limits, and says that the manager is Yixin-Board.
    "YXSHOWINFO" => ShowInfo;
    /// Asks for the forbidden points.
    "YXSHOWFORBID" => ShowForbidden;
    /// Clears the transposition table.
    "YXHASHCLEAR" => Forget;
    /// Asks how full the transposition table is.
    "YXSHOWHASHUSAGE" => ShowUsage;
    /// Asks for a move and this number of variations (multi-PV), one by default. `YXSEARCHDEFEND` is the
    /// same with one variation.
    "YXNBEST" => Best(usize);
    /// Asks for a proof that the side to move wins.
    "YXPROVE" => Prove;
    /// Asks for a stone that makes the score of the position this one for the side to move, 0 by default.
    "YXBALANCEONE" => BalanceOne(i64);
    /// Asks for one stone of each side that make the score of the position this one.
    "YXBALANCETWO" => BalanceTwo(i64);
    /// Excludes the points of the list that follows from the engine's moves.
    "YXBLOCK" => Block;
    /// Allows the points of the list that follows again.
    "YXBLOCKUNDO" => Unblock;
    /// Allows all points again.
    "YXBLOCKRESET" => UnblockAll;
    /// Asks for a swap2 decision on the 0, 3 or 5 stones on the board, answered by messages.
    "YXSWAP2STEP1" | "YXSWAP2STEP2" | "YXSWAP2STEP3" => Swap2Step;

    others {
        /// `START n` or `RECTSTART w,h`: starts a new game on an empty board.
        Start {
            /// The requested number of columns.
            width: i64,
            /// The requested number of rows.
            height: i64,
        },
        /// A command for a file of positions.
        Database(DatabaseCommand),
        /// A Yixin command that Dolmen ignores together with the text lines that follow it.
        Ignored(Payload),
    }
}

/// The length of the longest name that is looked up, in bytes.
const MAX_NAME_LENGTH: usize = 32;

/// The names of the commands that are parsed without a row.
const OTHER_NAMES: [&str; 3] = ["START", "RECTSTART", "YXSEARCHDEFEND"];

impl Command {
    /// Parses a text line.
    ///
    /// INFO and commands without an argument accept anything after their name.
    ///
    /// # Errors
    /// Returns an error if the text line is blank, its first word is not the name of a command, or
    /// its argument is malformed.
    pub fn parse(line: &str) -> Result<Self, ParseCommandError> {
        let (name, argument) = name_and_argument(line);
        if name.is_empty() {
            return Err(ParseCommandError::Blank);
        }
        if name.len() > MAX_NAME_LENGTH {
            return Err(ParseCommandError::Unknown);
        }
        let name = name.to_ascii_uppercase();
        if let Some(command) = Self::parse_row(&name, argument) {
            return command;
        }
        Ok(match name.as_str() {
            "START" => parse_start(argument)?,
            "RECTSTART" => {
                let expected = "width,height, both from 5 to 22, such as 15,20";
                let command = "RECTSTART";
                let malformed = ParseCommandError::Malformed { command, expected };
                let Coordinate { x, y } = argument.parse().map_err(|_| malformed)?;
                Self::Start { width: x, height: y }
            }
            "YXSEARCHDEFEND" => Self::Best(1),
            name => match DatabaseCommand::parse(name, argument) {
                Some(command) => Self::Database(command?),
                None => Self::Ignored(payload_after(name).ok_or(ParseCommandError::Unknown)?),
            },
        })
    }
}

/// Returns whether a byte may be in a word that is compared with the names of commands.
const fn is_in_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// Splits a text line into the name of a command and its argument.
fn name_and_argument(line: &str) -> (&str, &str) {
    let line = line.trim_matches(integer::is_blank);
    line.split_once(integer::is_blank).unwrap_or((line, ""))
}

/// Returns the message about a text line that is no command: it suggests the name that its first word looks like, or
/// names a few commands. Noise is not compared with the names, because a megabyte of it would take seconds.
pub(super) fn unknown(line: &str) -> String {
    let (name, _) = name_and_argument(line);
    let is_word = name.len() <= MAX_NAME_LENGTH && name.bytes().all(is_in_word);
    let rows = || Command::NAMES.iter().copied().chain(DatabaseCommand::names());
    match is_word.then(|| nearest(name, rows().chain(OTHER_NAMES))).flatten() {
        Some(meant) => format!("command not recognized{}", suggestion(Some(meant))),
        None => ParseCommandError::Unknown.to_string(),
    }
}

impl ParseCommandError {
    /// Returns the text lines that follow the command all the same, and must not be taken for commands.
    ///
    /// ```
    /// use dolmen::protocol::command::{Command, Payload};
    ///
    /// let error = Command::parse("YXDELETEDATABASEALL foo").unwrap_err();
    /// assert_eq!(error.payload(), Payload::List);
    /// ```
    #[must_use]
    pub fn payload(&self) -> Payload {
        match self {
            Self::Malformed { command, .. } => payload_after(command).unwrap_or(Payload::Nothing),
            Self::Blank | Self::Unknown => Payload::Nothing,
        }
    }
}

/// Parses the argument of `START n`, or of `START n n` as Yixin-Board writes it.
fn parse_start(argument: &str) -> Result<Command, ParseCommandError> {
    let expected = "one number from 5 to 22, such as 15";
    let malformed = ParseCommandError::Malformed { command: "START", expected };
    let words: Vec<&str> =
        argument.split(integer::is_blank).filter(|word| !word.is_empty()).take(3).collect();
    let side = match words.as_slice() {
        [side] => integer::parse(side),
        [width, height] if width == height => integer::parse(width),
        _ => None,
    };
    side.map(|side| Command::Start { width: side, height: side }).ok_or(malformed)
}

impl Argument for Coordinate {
    const EXPECTED: &'static str = "x,y, counted from 0,0 in the top left corner, such as 7,7";

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Argument for String {
    const EXPECTED: &'static str = "a name";

    /// Takes any text: the list after the command must not be taken for commands.
    fn parse(text: &str) -> Option<Self> {
        Some(text.trim_matches(integer::is_blank).to_owned())
    }
}

impl Argument for Info {
    const EXPECTED: &'static str = "a key and a value";

    fn parse(text: &str) -> Option<Self> {
        Some(Self::parse(text))
    }
}

impl Argument for usize {
    const EXPECTED: &'static str = "a whole number of 1 or more";

    /// Parses a number from 1, which is the default.
    fn parse(text: &str) -> Option<Self> {
        let count = if text.is_empty() { 1 } else { integer::parse(text)? };
        count.try_into().ok().filter(|&count| count > 0)
    }
}

impl Argument for i64 {
    const EXPECTED: &'static str = "one number";

    /// Parses a number; the default is 0.
    fn parse(text: &str) -> Option<Self> {
        if text.is_empty() { Some(0) } else { integer::parse(text) }
    }
}

/// Returns what follows a command that Dolmen ignores or whose argument is invalid, or `None` for another name.
///
/// These commands concern databases, tables and analysis. The text lines after them must not be
/// taken for commands.
fn payload_after(name: &str) -> Option<Payload> {
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
            Self::Database(command) => command.fmt(f),
            Self::Ignored(Payload::Nothing) => write!(f, "YXPRINTFEATURE"),
            Self::Ignored(Payload::Line) => write!(f, "YXHASHDUMP"),
            Self::Ignored(Payload::List) => write!(f, "YXBLOCKPATH"),
            _ => f.write_str(&self.row_text()),
        }
    }
}

#[cfg(test)]
mod tests;
