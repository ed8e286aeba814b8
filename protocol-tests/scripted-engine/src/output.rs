//! The replies: each one line, and each line one write.

use std::io::Write;
use std::thread;
use std::time::Duration;

use crate::behaviour::Script;
use crate::deviate::wording;
use crate::game::Point;

/// Why the engine stops serving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Leave {
    /// `END` came.
    End,
    /// The input is at its end.
    Eof,
    /// Nobody reads the replies any more.
    Unheard,
}

/// A line of the engine.
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
    /// The honest wording, without a line end.
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

/// Where the replies go.
pub(crate) struct Output {
    stream: Box<dyn Write>,
    /// How many moves were printed.
    pub(crate) moves: u64,
}

impl Output {
    pub(crate) fn new(stream: Box<dyn Write>) -> Output {
        Output { stream, moves: 0 }
    }

    /// Says one reply, in the script's wording.
    ///
    /// # Errors
    /// [`Leave::Unheard`] if it cannot be written.
    pub(crate) fn say(&mut self, script: Script, reply: &Reply) -> Result<(), Leave> {
        if matches!(reply, Reply::Move(_)) {
            self.moves += 1;
        }
        for (i, write) in wording::writes(script, reply, self.moves).iter().enumerate() {
            if i > 0 {
                // Only a script splits a line, and gives its value as the time between.
                thread::sleep(Duration::from_millis(script.value));
            }
            self.write(write)?;
        }
        Ok(())
    }

    /// Hands over `bytes` in one write.
    ///
    /// # Errors
    /// [`Leave::Unheard`] if that fails.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<(), Leave> {
        self.stream.write_all(bytes).and_then(|()| self.stream.flush()).map_err(|_| Leave::Unheard)
    }
}
