//! Commands of a manager: one line each, matched by the whole first word in any case.
//!
//! A command here is well formed, no more: whether it can be carried out, and whether its
//! numbers fit the board, the session decides.

use std::fmt;

use crate::protocol::coordinate::Coordinate;
use crate::protocol::info::Info;
use crate::protocol::integer;

/// What a manager asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `START n` or `RECTSTART w,h`: a new game on an empty board.
    Start {
        /// Number of columns asked for.
        width: i64,
        /// Number of rows asked for.
        height: i64,
    },
    /// `RESTART`: a new game on the same board.
    Restart,
    /// `BEGIN`: make the first move.
    Begin,
    /// `TURN x,y`: the opponent's move; answer it.
    Turn(Coordinate),
    /// `PLAY x,y`: make this move.
    Play(Coordinate),
    /// `TAKEBACK x,y`: take a stone away.
    TakeBack(Coordinate),
    /// `BOARD`: a list of stones follows; set them up and move.
    Board,
    /// `SWAP2BOARD`: a list of opening stones follows; negotiate.
    Swap2Board,
    /// `INFO key value`.
    Info(Info),
    /// `ABOUT`: say who you are.
    About,
    /// `END`: leave.
    End,
    /// `DONE` where no list is open.
    Done,
    /// `STOP` or `YXSTOP`: answer with the best move known.
    Stop,
    /// `YXBOARD`: as BOARD, without a move.
    SetBoard,
    /// `YXSHOWINFO`: say what you can do; the manager speaks Yixin's dialect.
    ShowInfo,
    /// `YXSHOWFORBID`: list the forbidden points.
    ShowForbidden,
    /// `YXHASHCLEAR`: forget what you searched.
    Forget,
    /// `YXSHOWHASHUSAGE`: say how full the table of positions is.
    ShowUsage,
    /// `YXNBEST n`: make a move, and tell so many best lines. `YXSEARCHDEFEND` is the same
    /// with one.
    Best(usize),
    /// `YXBALANCEONE b` or `YXBALANCETWO b`: say where one stone, or one of each side, makes
    /// the position worth `b`.
    Balance {
        /// Whether two stones are wanted.
        is_pair: bool,
        /// The worth to the side to move.
        bias: i64,
    },
    /// `YXBLOCK`: a list of points follows; choose none of them.
    Block,
    /// `YXBLOCKUNDO`: a list of points follows; they may be chosen again.
    Unblock,
    /// `YXBLOCKRESET`: all points may be chosen again.
    UnblockAll,
    /// `YXSWAP2STEP1`, `2` and `3`: negotiate with 0, 3 or 5 stones, and say the result in
    /// messages.
    Swap2Step,
    /// A command of Yixin's dialect that Dolmen ignores, with the lines that follow it.
    Ignored(Payload),
}

/// What follows an ignored command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payload {
    /// Nothing.
    Nothing,
    /// One line, a file's path.
    Line,
    /// Lines up to DONE.
    List,
}

/// A line that is no command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseCommandError {
    /// A blank line, which nobody answers.
    Blank,
    /// The first word is no command's name.
    Unknown,
    /// The command's argument makes no sense.
    Malformed {
        /// The command's name.
        command: &'static str,
        /// What its argument looks like.
        expected: &'static str,
    },
}

impl fmt::Display for ParseCommandError {
    /// Repeats nothing of the line: it may hold bytes that harm a terminal or a log.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Blank => write!(f, "blank line"),
            Self::Unknown => write!(f, "command not recognized"),
            Self::Malformed { command, expected } => write!(f, "{command} expects {expected}"),
        }
    }
}

impl std::error::Error for ParseCommandError {}

/// Longest name of a command that is looked up.
const LONGEST_NAME: usize = 32;

impl Command {
    /// Reads a line.
    ///
    /// # Errors
    /// If the line is blank, its first word no command's name, or its argument malformed.
    /// INFO and commands without an argument accept anything after their name.
    pub fn parse(line: &str) -> Result<Self, ParseCommandError> {
        let line = line.trim_matches(integer::is_blank);
        let (name, argument) = line.split_once(integer::is_blank).unwrap_or((line, ""));
        if name.is_empty() {
            return Err(ParseCommandError::Blank);
        }
        if name.len() > LONGEST_NAME {
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
            "YXBALANCEONE" => parse_balance(argument, false)?,
            "YXBALANCETWO" => parse_balance(argument, true)?,
            "YXBLOCK" => Self::Block,
            "YXBLOCKUNDO" => Self::Unblock,
            "YXBLOCKRESET" => Self::UnblockAll,
            "YXSWAP2STEP1" | "YXSWAP2STEP2" | "YXSWAP2STEP3" => Self::Swap2Step,
            name => Self::Ignored(payload_of_ignored(name).ok_or(ParseCommandError::Unknown)?),
        })
    }
}

/// `START n`, or `START n n` as Yixin-Board writes it.
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

/// `YXNBEST n`; one best line if nothing is said.
fn parse_count(argument: &str) -> Result<usize, ParseCommandError> {
    let malformed = ParseCommandError::Malformed { command: "YXNBEST", expected: "one number" };
    let count = if argument.is_empty() { Some(1) } else { integer::parse(argument) };
    count.and_then(|count| usize::try_from(count.max(1)).ok()).ok_or(malformed)
}

/// `YXBALANCEONE b` and `YXBALANCETWO b`; no bias if nothing is said.
fn parse_balance(argument: &str, is_pair: bool) -> Result<Command, ParseCommandError> {
    let command = if is_pair { "YXBALANCETWO" } else { "YXBALANCEONE" };
    let bias = if argument.is_empty() { Some(0) } else { integer::parse(argument) };
    let malformed = ParseCommandError::Malformed { command, expected: "one number" };
    bias.map(|bias| Command::Balance { is_pair, bias }).ok_or(malformed)
}

/// What follows the commands for databases, tables and analysis that Dolmen does not have
/// but whose lines it must not take for commands.
fn payload_of_ignored(name: &str) -> Option<Payload> {
    const LISTS: [&str; 3] = ["YXQUERYDATABASE", "YXDELETEDATABASE", "YXEDIT"];
    const PATHS: [&str; 2] = ["YXDBTO", "YXLIBTODB"];
    match name {
        "YXBLOCKPATH"
        | "YXBLOCKPATHUNDO"
        | "YXSOOSORVSTEP3"
        | "YXSOOSORVSTEP5"
        | "YXSETBESTMOVEDATABASE"
        | "YXCLEARBESTMOVEDATABASE" => Some(Payload::List),
        "YXHASHDUMP" | "YXHASHLOAD" | "YXSETDATABASE" | "YXTXTTODB" | "YXDBMERGE" | "YXDBSPLIT" => {
            Some(Payload::Line)
        }
        "YXBLOCKPATHRESET" | "YXSAVEDATABASE" | "YXDBCHECK" | "YXDBFIX" | "YXPRINTFEATURE"
        | "YXDRAW" | "YXRESIGN" | "YXFORBID" | "YXSOOSORVSTEP1" | "YXSOOSORVSTEP2"
        | "YXSOOSORVSTEP4" | "YXSOOSORVSTEP6" => Some(Payload::Nothing),
        _ if LISTS.iter().any(|prefix| name.starts_with(prefix)) => Some(Payload::List),
        _ if PATHS.iter().any(|prefix| name.starts_with(prefix)) => Some(Payload::Line),
        _ => None,
    }
}

impl fmt::Display for Command {
    /// The line, without its end; an ignored command shows as one of its kind.
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
            Self::Balance { is_pair: false, bias } => write!(f, "YXBALANCEONE {bias}"),
            Self::Balance { is_pair: true, bias } => write!(f, "YXBALANCETWO {bias}"),
            Self::Block => write!(f, "YXBLOCK"),
            Self::Unblock => write!(f, "YXBLOCKUNDO"),
            Self::UnblockAll => write!(f, "YXBLOCKRESET"),
            Self::Swap2Step => write!(f, "YXSWAP2STEP1"),
            Self::Ignored(Payload::Nothing) => write!(f, "YXPRINTFEATURE"),
            Self::Ignored(Payload::Line) => write!(f, "YXHASHDUMP"),
            Self::Ignored(Payload::List) => write!(f, "YXBLOCKPATH"),
        }
    }
}

#[cfg(test)]
mod tests;
