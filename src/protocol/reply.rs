//! What an engine says: one line each. Printed by the server, read by a match runner.

use std::fmt;
use std::str::FromStr;

use crate::protocol::coordinate::Coordinate;
use crate::protocol::integer;

/// A line of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `OK`.
    Ok,
    /// `x,y`: the move.
    Move(Coordinate),
    /// `x,y x,y` or `x,y x,y x,y`: stones of a swap2 opening, in the order of play.
    Moves(Vec<Coordinate>),
    /// `SWAP`: the other colour in a swap2 opening.
    Swap,
    /// `ERROR text`: a known command that cannot be carried out.
    Error(String),
    /// `UNKNOWN text`: a command that is not known.
    Unknown(String),
    /// `MESSAGE text`: for the user; answers nothing.
    Message(String),
    /// `DEBUG text`: for the engine's author; answers nothing.
    Debug(String),
    /// `INFO text`: details of a search for a window that asked for them; answers nothing.
    /// Never read: a match runner does not ask.
    Info(String),
    /// `SUGGEST x,y`: a move for the manager to decide on.
    Suggest(Coordinate),
    /// `FORBID xxyyxxyy.`: the forbidden points, each as two digits of x and two of y.
    Forbidden(Vec<Coordinate>),
    /// `name="...", version="...", ...`: who the engine is.
    About(String),
}

impl Reply {
    /// Whether the line answers no command.
    #[must_use]
    pub const fn is_comment(&self) -> bool {
        matches!(self, Self::Message(_) | Self::Debug(_) | Self::Info(_))
    }
}

impl fmt::Display for Reply {
    /// The line, without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => write!(f, "OK"),
            Self::Move(coordinate) => write!(f, "{coordinate}"),
            Self::Moves(coordinates) => {
                for (index, coordinate) in coordinates.iter().enumerate() {
                    let separator = if index == 0 { "" } else { " " };
                    write!(f, "{separator}{coordinate}")?;
                }
                Ok(())
            }
            Self::Swap => write!(f, "SWAP"),
            Self::Error(text) => write!(f, "ERROR {text}"),
            Self::Unknown(text) => write!(f, "UNKNOWN {text}"),
            Self::Message(text) => write!(f, "MESSAGE {text}"),
            Self::Debug(text) => write!(f, "DEBUG {text}"),
            Self::Info(text) => write!(f, "INFO {text}"),
            Self::Suggest(coordinate) => write!(f, "SUGGEST {coordinate}"),
            Self::Forbidden(coordinates) => {
                write!(f, "FORBID ")?;
                coordinates.iter().try_for_each(|Coordinate { x, y }| write!(f, "{x:02}{y:02}"))?;
                write!(f, ".")
            }
            Self::About(text) => write!(f, "{text}"),
        }
    }
}

/// A line that no engine should print.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseReplyError {
    /// The line.
    pub line: String,
}

impl fmt::Display for ParseReplyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid reply {:?}", self.line)
    }
}

impl std::error::Error for ParseReplyError {}

impl FromStr for Reply {
    type Err = ParseReplyError;

    /// Reads a line without its end; keywords in any case, coordinates with blanks around
    /// the comma. Other lines are an engine's description of itself if they hold `name=`.
    fn from_str(line: &str) -> Result<Self, ParseReplyError> {
        let line = line.trim_matches(integer::is_blank);
        let (keyword, text) = line.split_once(' ').unwrap_or((line, ""));
        let reply = match keyword.to_ascii_uppercase().as_str() {
            "OK" if text.is_empty() => Some(Self::Ok),
            "SWAP" if text.is_empty() => Some(Self::Swap),
            "ERROR" => Some(Self::Error(text.to_owned())),
            "UNKNOWN" => Some(Self::Unknown(text.to_owned())),
            "MESSAGE" => Some(Self::Message(text.to_owned())),
            "DEBUG" => Some(Self::Debug(text.to_owned())),
            "SUGGEST" => text.parse().ok().map(Self::Suggest),
            "FORBID" => parse_forbidden(text),
            _ => parse_moves(line),
        };
        let about = || line.contains("name=").then(|| Self::About(line.to_owned()));
        reply.or_else(about).ok_or_else(|| ParseReplyError { line: line.to_owned() })
    }
}

fn parse_moves(line: &str) -> Option<Reply> {
    if let Ok(coordinate) = line.parse() {
        return Some(Reply::Move(coordinate));
    }
    let coordinates: Vec<Coordinate> =
        line.split(' ').map(|pair| pair.parse().ok()).collect::<Option<_>>()?;
    matches!(coordinates.len(), 2 | 3).then_some(Reply::Moves(coordinates))
}

fn parse_forbidden(text: &str) -> Option<Reply> {
    let digits = text.strip_suffix('.')?.as_bytes();
    if digits.len() % 4 != 0 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number = |tens: u8, ones: u8| i64::from(tens - b'0') * 10 + i64::from(ones - b'0');
    let coordinates = digits.chunks_exact(4).map(|digits| Coordinate {
        x: number(digits[0], digits[1]),
        y: number(digits[2], digits[3]),
    });
    Some(Reply::Forbidden(coordinates.collect()))
}

#[cfg(test)]
mod tests;
