//! Values in their written form: spans of time, clocks, sizes of memory and boards, rules, commands. Each
//! prints as a text that reads back as the same value.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use dolmen::board::BoardSize;
use dolmen::opening::Protocol;
use dolmen::protocol::info::RuleCode;
use dolmen::rules::Rule;
use game_engine_process::parse_memory;
use serde::Serialize;
use thiserror::Error;

use serial::{Scalar, serde_as_text};

pub(crate) mod serial;

serde_as_text!(Span, TimeControl, Bytes, SizeText, RuleText, OpeningProtocol);

/// A text that is not a valid value.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("invalid value {text:?}: expected {expected}")]
pub struct ParseValueError {
    /// The text.
    pub text: String,
    /// The expected form, with an example.
    pub expected: &'static str,
}

/// Reads a text as a value, or returns an error with the expected form.
pub(crate) fn read<T>(
    text: &str,
    expected: &'static str,
    value: impl FnOnce() -> Option<T>,
) -> Result<T, ParseValueError> {
    value().ok_or_else(|| ParseValueError { text: text.to_owned(), expected })
}

/// The maximum number of games at once.
pub(crate) const MAX_CONCURRENCY: usize = 1024;

/// A span of time: seconds, or a number and its unit, `ms`, `s`, `m` or `h`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span(pub Duration);

impl FromStr for Span {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read(text, "a time such as 0.5, 500ms, 30s or 2m", || {
            let (number, unit) = number_and_unit(text);
            let seconds = match unit {
                "" | "s" => 1.0,
                "ms" => 1e-3,
                "m" => 60.0,
                "h" => 3600.0,
                _ => return None,
            };
            let number: f64 = number.parse().ok()?;
            Duration::try_from_secs_f64(number * seconds).ok().map(Self)
        })
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(time) = self;
        if time.subsec_nanos() == 0 {
            write!(f, "{}s", time.as_secs())
        } else if time.subsec_nanos().is_multiple_of(1_000_000) {
            write!(f, "{}ms", time.as_millis())
        } else {
            write!(f, "{}s", time.as_secs_f64())
        }
    }
}

/// Splits a text after its digits and points.
fn number_and_unit(text: &str) -> (&str, &str) {
    let text = text.trim();
    let end = text.find(|letter: char| !letter.is_ascii_digit() && letter != '.');
    let (number, unit) = text.split_at(end.unwrap_or(text.len()));
    (number, unit.trim_start())
}

/// A clock, as c-gomoku-cli writes it: `GAME/TURN+INCREMENT`; with `GAME` alone a move may
/// take all of it. 0 means no limit. Each part is a [`Span`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// The time for all moves of a game.
    pub game: Option<Duration>,
    /// The time for a move.
    pub turn: Option<Duration>,
    /// The increment, added to the clock of the game before each move.
    pub increment: Duration,
}

impl FromStr for TimeControl {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read(text, "a clock such as 180/30, 60/5+0.5 or 0/1 (game/turn+increment)", || {
            let time = |part: &str| part.parse().ok().map(|Span(time)| time);
            let limit = |part| Some(time(part)?).map(|time| (!time.is_zero()).then_some(time));
            let (limits, increment) = text.split_once('+').unwrap_or((text, "0"));
            let (game, turn) = limits.split_once('/').unwrap_or((limits, limits));
            Some(Self { game: limit(game)?, turn: limit(turn)?, increment: time(increment)? })
        })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |time: Option<Duration>| time.unwrap_or_default().as_secs_f64();
        write!(f, "{}/{}", seconds(self.game), seconds(self.turn))?;
        if self.increment.is_zero() {
            return Ok(());
        }
        write!(f, "+{}", self.increment.as_secs_f64())
    }
}

/// An amount of memory: bytes, or a number and its unit, `K`, `M` or `G` (of 1024).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bytes(pub u64);

impl FromStr for Bytes {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let bytes = || parse_memory(text).map(Self);
        read(text, "an amount of memory such as 350M, 2G or 367001600", bytes)
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let units = [("G", 30), ("M", 20), ("K", 10)];
        let unit = units.iter().find(|(_, shift)| self.0 != 0 && self.0.is_multiple_of(1 << shift));
        match unit {
            Some((unit, shift)) => write!(f, "{}{unit}", self.0 >> shift),
            None => write!(f, "{}", self.0),
        }
    }
}

/// A board: `15`, or `15x12` for width and height.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeText(pub BoardSize);

impl FromStr for SizeText {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read(text, "a board such as 15 or 20x15, sides from 5 to 22", || {
            let sides: Vec<&str> = text.split(['x', '×']).map(str::trim).collect();
            sides.join("x").parse().ok().map(Self)
        })
    }
}

impl fmt::Display for SizeText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(size) = self;
        if size.width() == size.height() {
            write!(f, "{}", size.width())
        } else {
            write!(f, "{size}")
        }
    }
}

/// A rule by its name, or by its number in `INFO rule`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleText(pub Rule);

impl FromStr for RuleText {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let expected = "freestyle (0), standard (1), renju (4), caro (9), caro6 (8) or omok (17)";
        read(text, expected, || {
            let text = text.trim();
            let has_number = |rule: &Rule| RuleCode::of((*rule).into()).to_string() == text;
            let numbered = Rule::ALL.into_iter().find(has_number);
            numbered.or_else(|| text.parse().ok()).map(Self)
        })
    }
}

impl fmt::Display for RuleText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A protocol by which engines negotiate openings, or `none`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpeningProtocol(pub Option<Protocol>);

impl OpeningProtocol {
    /// Returns whether this is `none`: engines do not negotiate openings.
    pub(crate) const fn is_none(&self) -> bool {
        self.0.is_none()
    }
}

impl FromStr for OpeningProtocol {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const EXPECTED: &str = "none, swap, swap2, rif, yamaguchi, soosorv-8, tarannikov or \
                                taraguchi-10";
        read(text, EXPECTED, || {
            if text == "none" {
                return Some(Self(None));
            }
            text.parse().ok().map(|protocol| Self(Some(protocol)))
        })
    }
}

impl fmt::Display for OpeningProtocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(protocol) => write!(f, "{protocol}"),
            None => f.write_str("none"),
        }
    }
}

/// A command: a line that is split as a shell does, quotes and backslashes included.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Words(pub Vec<String>);

impl FromStr for Words {
    type Err = ParseValueError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let words = || shell_words::split(text).ok().map(Self);
        read(text, "a command with matching quotes", words)
    }
}

impl fmt::Display for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&shell_words::join(&self.0))
    }
}

#[cfg(test)]
mod tests;
