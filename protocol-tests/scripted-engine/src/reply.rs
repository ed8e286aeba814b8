//! The replies in the honest wording, and the reasons to stop serving.

use crate::game::Point;

/// The error of a command that needs a game.
pub(crate) const NO_GAME: &str = "no game has been started: expected START first";

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

/// A reply of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Reply {
    Ok,
    About,
    Move(Point),
    /// The answer to `PLAY`.
    Played(Point),
    Pairs(Vec<Point>),
    Swap,
    Forbid(Vec<Point>),
    Error(&'static str),
    Unknown,
    Message(String),
}

impl Reply {
    /// Returns the honest wording, without a line end.
    pub(crate) fn text(&self) -> String {
        match self {
            Reply::Ok => "OK".to_owned(),
            Reply::About => {
                let version = env!("CARGO_PKG_VERSION");
                format!(
                    "name=\"Scripted\", version=\"{version}\", author=\"Dolmen contributors\", \
                     country=\"none\""
                )
            }
            Reply::Move(point) | Reply::Played(point) => point.to_string(),
            Reply::Pairs(points) => {
                points.iter().map(Point::to_string).collect::<Vec<_>>().join(" ")
            }
            Reply::Swap => "SWAP".to_owned(),
            Reply::Forbid(points) => {
                let digits: String =
                    points.iter().map(|p| format!("{:02}{:02}", p.x, p.y)).collect();
                format!("FORBID {digits}.")
            }
            Reply::Error(text) => format!("ERROR {text}"),
            Reply::Unknown => "UNKNOWN command".to_owned(),
            Reply::Message(text) => format!("MESSAGE {text}"),
        }
    }
}
