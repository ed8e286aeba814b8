//! The replies of an engine. The server prints them; a match runner parses them.

use std::fmt;
use std::str::FromStr;

use crate::board::BoardSize;
use crate::opening::Act;
use crate::protocol::coordinate::Coordinate;
use crate::protocol::error::ParseError;
use crate::protocol::integer;

/// A text line of an engine.
///
/// ```
/// use dolmen::protocol::coordinate::Coordinate;
/// use dolmen::protocol::reply::Reply;
///
/// assert_eq!("7,7".parse(), Ok(Reply::Move(Coordinate { x: 7, y: 7 })));
/// let message = Reply::Message("hello".to_owned());
/// assert_eq!(message.to_string(), "MESSAGE hello");
/// assert!(message.is_comment());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// `OK`: the command was carried out.
    Ok,
    /// `x,y`: a move.
    Move(Coordinate),
    /// `x,y x,y` or `x,y x,y x,y`: stones, in the order of play.
    Moves(Vec<Coordinate>),
    /// `SWAP`: the engine takes the other colour in an opening.
    Swap,
    /// `STAY`: the engine keeps its colour in an opening.
    Stay,
    /// `ADD`: the engine places two more stones, or offers several fifth stones, in an opening.
    Add,
    /// `COUNT n`: the engine names the number of fifth stones in an opening.
    Count(usize),
    /// `ERROR text`: a known command could not be carried out.
    Error(String),
    /// `UNKNOWN text`: the command is not known.
    Unknown(String),
    /// `MESSAGE text`: a comment for the user.
    Message(String),
    /// `DEBUG text`: a comment for the author of the engine.
    Debug(String),
    /// `INFO text`: a comment with details of a search, for a manager that asked for them.
    Info(String),
    /// `SUGGEST x,y`: a move that the manager may play or not.
    Suggest(Coordinate),
    /// `FORBID xxyyxxyy.`: the forbidden points, each with two digits for x and two for y.
    Forbidden(Vec<Coordinate>),
    /// `name="...", version="...", ...`: the engine's name and version.
    About(String),
}

impl Reply {
    /// Returns whether the text line is a comment: it answers no command.
    #[must_use]
    pub const fn is_comment(&self) -> bool {
        matches!(self, Self::Message(_) | Self::Debug(_) | Self::Info(_))
    }

    /// Returns whether the text line refuses a command: `ERROR` or `UNKNOWN`.
    #[must_use]
    pub const fn is_refusal(&self) -> bool {
        matches!(self, Self::Error(_) | Self::Unknown(_))
    }

    /// Returns the act in an opening on a board of this size; `None` for another text line or a point
    /// off the board.
    ///
    /// ```
    /// use dolmen::BoardSize;
    /// use dolmen::opening::Act;
    /// use dolmen::protocol::reply::Reply;
    ///
    /// let reply: Reply = "COUNT 5".parse()?;
    /// assert_eq!(reply.act(BoardSize::square(15)), Some(Act::Count(5)));
    /// assert_eq!(Reply::from(Act::Place("h8".parse()?)).to_string(), "7,7");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn act(&self, size: BoardSize) -> Option<Act> {
        match *self {
            Self::Move(coordinate) => coordinate.on(size).map(Act::Place),
            Self::Swap => Some(Act::Swap),
            Self::Stay => Some(Act::Stay),
            Self::Add => Some(Act::Add),
            Self::Count(count) => Some(Act::Count(count)),
            _ => None,
        }
    }

    /// Returns whether the text line has the form of an act in an opening.
    #[must_use]
    pub const fn is_act(&self) -> bool {
        matches!(self, Self::Move(_) | Self::Swap | Self::Stay | Self::Add | Self::Count(_))
    }
}

impl From<Act> for Reply {
    fn from(act: Act) -> Self {
        match act {
            Act::Place(point) => Self::Move(point.into()),
            Act::Swap => Self::Swap,
            Act::Stay => Self::Stay,
            Act::Add => Self::Add,
            Act::Count(count) => Self::Count(count),
        }
    }
}

/// Writes the word of a reply and the text after it, if there is any.
fn write_text(f: &mut fmt::Formatter<'_>, word: &str, text: &str) -> fmt::Result {
    let blank = if text.is_empty() { "" } else { " " };
    write!(f, "{word}{blank}{text}")
}

impl fmt::Display for Reply {
    /// Writes the text line without its end.
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
            Self::Stay => write!(f, "STAY"),
            Self::Add => write!(f, "ADD"),
            Self::Count(count) => write!(f, "COUNT {count}"),
            Self::Error(text) => write_text(f, "ERROR", text),
            Self::Unknown(text) => write_text(f, "UNKNOWN", text),
            Self::Message(text) => write_text(f, "MESSAGE", text),
            Self::Debug(text) => write_text(f, "DEBUG", text),
            Self::Info(text) => write_text(f, "INFO", text),
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

impl FromStr for Reply {
    type Err = ParseError;

    /// Parses a text line without its end.
    ///
    /// Keywords may be in upper or lower case, and coordinates may have blanks around the comma.
    /// Any other text line that contains `name=` is a reply to ABOUT.
    fn from_str(line: &str) -> Result<Self, ParseError> {
        let line = line.trim_matches(integer::is_blank);
        let (keyword, text) = line.split_once(' ').unwrap_or((line, ""));
        let reply = match keyword.to_ascii_uppercase().as_str() {
            "OK" if text.is_empty() => Some(Self::Ok),
            "SWAP" if text.is_empty() => Some(Self::Swap),
            "STAY" if text.is_empty() => Some(Self::Stay),
            "ADD" if text.is_empty() => Some(Self::Add),
            "COUNT" => integer::parse(text).and_then(|n| n.try_into().ok()).map(Self::Count),
            "ERROR" => Some(Self::Error(text.to_owned())),
            "UNKNOWN" => Some(Self::Unknown(text.to_owned())),
            "MESSAGE" => Some(Self::Message(text.to_owned())),
            "DEBUG" => Some(Self::Debug(text.to_owned())),
            "INFO" => Some(Self::Info(text.to_owned())),
            "SUGGEST" => text.parse().ok().map(Self::Suggest),
            "FORBID" => parse_forbidden(text),
            _ => parse_moves(line),
        };
        let about = || line.contains("name=").then(|| Self::About(line.to_owned()));
        reply.or_else(about).ok_or_else(|| ParseError::new("reply", line, ""))
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
