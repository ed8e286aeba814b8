//! The errors of a request for a tournament.

use std::path::PathBuf;

use game_engine_process::LocateError;
use thiserror::Error;

use crate::config::Span;
use crate::statistics::BadSprt;

/// A fault that makes a tournament impossible.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum CheckError {
    /// Fewer than two engines.
    #[error("a tournament needs at least two engines, but there are {0}")]
    TooFewEngines(usize),
    /// Two engines have this name.
    #[error("two engines are named {0:?}")]
    NameTwice(String),
    /// A name that does not fit into tables or files.
    #[error(
        "invalid engine name {0:?}: expected 1 to 64 characters on one line, without blanks at \
         the ends"
    )]
    BadName(String),
    /// The engine of this name, or of a number such as `engine 2`, cannot play.
    #[error("{0}: {1}")]
    Engine(String, EngineFault),
    /// Openings cannot be read or played: the message, with file and line.
    #[error("openings: {0}")]
    Openings(String),
    /// A name of neither a built-in set of openings nor a file.
    #[error(
        "unknown openings {0:?}: expected \"middle\", \"contest\" or a file such as \
         ./openings.txt"
    )]
    UnknownOpenings(String),
    /// Engines cannot negotiate openings that are given.
    #[error(
        "openings cannot be combined with swap2 or an opening protocol, by which the engines choose \
         the openings"
    )]
    NegotiationWithOpenings,
    /// Engines cannot negotiate in two ways.
    #[error("swap2 cannot be combined with opening-protocol: expected one of them")]
    TwoNegotiations,
    /// A game would be a draw before it begins.
    #[error(
        "games are drawn after {draw_after} stones, but opening {opening} already has {stones}"
    )]
    DrawTooEarly {
        /// The number of stones that makes a draw.
        draw_after: usize,
        /// The name of the opening.
        opening: String,
        /// The stones of the opening.
        stones: usize,
    },
    /// The number of games is 0.
    #[error("the number of games is 0: expected at least 1")]
    NoGames,
    /// An odd number of games, although pairs have two.
    #[error(
        "the number of games is {0}, but games are played in pairs with swapped colours: use {even}, or repeat = \
         false (--repeat=false on the command line)",
        even = even_neighbours(*.0)
    )]
    OddGames(u64),
    /// More games than a plan can hold in memory.
    #[error("too many games: {games}, expected at most {max}")]
    TooManyGames {
        /// The number of games.
        games: u64,
        /// The maximum.
        max: u64,
    },
    /// The number of games at once is 0 or too large.
    #[error("invalid concurrency {concurrency}: expected 1 to {max}")]
    Concurrency {
        /// The number of games at once.
        concurrency: usize,
        /// The maximum.
        max: usize,
    },
    /// A seed of 2⁶³ or more.
    #[error("invalid seed {0}: expected a number below 2^63")]
    Seed(u64),
    /// The sequential test is invalid.
    #[error("sprt: {0}")]
    Sprt(#[from] BadSprt),
    /// The same file for results and as stop file.
    #[error("{} cannot be both the file of results and the stop file", .0.display())]
    StateIsStopFile(PathBuf),
    /// Two outputs go to the same file.
    #[error("{} is named for two outputs: expected a file for each", .0.display())]
    OutputTwice(PathBuf),
}

/// A reason for which an engine cannot play.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum EngineFault {
    /// Its program cannot be run.
    #[error(transparent)]
    Program(#[from] LocateError),
    /// Its working directory does not exist.
    #[error("folder {} not found", .0.display())]
    NoFolder(PathBuf),
    /// An increment without a limit for the game.
    #[error("an increment needs a time limit for the game")]
    IncrementAlone,
    /// The limit of this name exceeds the range of the protocol.
    #[error("{0} of {1} exceeds the longest time of the protocol (24 days)")]
    TooLong(&'static str, Span),
    /// The time limit for the start is 0.
    #[error("the time to start is 0: expected more")]
    NoStartup,
    /// A memory limit that lacks its unit.
    #[error(
        "a memory limit of {0} bytes is too small: expected a unit, as in 350M, or 0 for no limit"
    )]
    NoUnit(u64),
    /// A key or value that does not fit on a line of the protocol.
    #[error("invalid option {key:?} = {value:?}: expected a key and a value on one line")]
    BadOption {
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// A key that another setting determines.
    #[error("option {key} cannot be set directly; use {instead} instead")]
    ReservedOption {
        /// The key.
        key: String,
        /// The setting to use instead.
        instead: &'static str,
    },
}

/// Returns the positive even numbers next to an odd one, for a message.
fn even_neighbours(odd: u64) -> String {
    if odd == 1 { "2".to_owned() } else { format!("{} or {}", odd - 1, odd + 1) }
}

#[cfg(test)]
mod tests {
    use crate::config::error::CheckError;

    #[test]
    fn odd_numbers_of_games_have_advice() {
        for (games, expected) in [(1, "use 2, or repeat"), (5, "use 4 or 6, or repeat")] {
            let message = CheckError::OddGames(games).to_string();
            assert!(message.contains(expected), "{message}");
        }
    }
}
