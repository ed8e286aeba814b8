//! The reasons for which a tournament cannot be played as it was asked for.

use std::path::PathBuf;

use thiserror::Error;

use crate::config::Span;

/// A fault that makes a tournament impossible.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum CheckError {
    /// Fewer than two engines.
    #[error("a tournament needs at least two engines, but there are {0}")]
    TooFewEngines(usize),
    /// Two engines have this name.
    #[error("two engines are named {0:?}")]
    NameTwice(String),
    /// A name that would break tables or files.
    #[error(
        "invalid engine name {0:?}: expected 1 to 64 characters on one line, without blanks at \
         the ends"
    )]
    BadName(String),
    /// The engine of this name, or of a number such as `engine 2`, cannot play.
    #[error("{0}: {1}")]
    Engine(String, EngineFault),
    /// Openings cannot be read or played; in words, with file and line.
    #[error("openings: {0}")]
    Openings(String),
    /// A name that is neither that of a built-in set of openings nor that of a file.
    #[error(
        "unknown openings {0:?}: expected \"middle\", \"contest\" or a file such as \
         ./openings.txt"
    )]
    UnknownOpenings(String),
    /// Engines cannot negotiate openings that are given.
    #[error("openings cannot be combined with swap2, in which the engines choose the openings")]
    Swap2WithOpenings,
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
    /// No game is to be played.
    #[error("the number of games is 0: expected at least 1")]
    NoGames,
    /// Pairs have two games, so that this number of games is impossible.
    #[error(
        "the number of games is {0}, but games are played in pairs with swapped colours: use \
         {below} or {above}, or repeat = false",
        below = .0 - 1,
        above = .0 + 1
    )]
    OddGames(u64),
    /// More games than anybody can play.
    #[error("too many games: {0}")]
    TooManyGames(u64),
    /// No game may run, or too many at once.
    #[error("invalid concurrency {0}")]
    Concurrency(usize),
    /// A seed of 2⁶³ or more.
    #[error("invalid seed {0}: expected a number below 2^63")]
    Seed(u64),
    /// The test cannot be made.
    #[error("sprt: {0}")]
    Sprt(#[from] SprtFault),
    /// Results and the wish to stop cannot be the same file.
    #[error("{} cannot be both the file of results and the stop file", .0.display())]
    StateIsStopFile(PathBuf),
}

/// A reason for which an engine cannot play.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum EngineFault {
    /// Nothing says how to start it.
    #[error("no command is given: expected cmd")]
    NoCommand,
    /// The program is nowhere.
    #[error("program {program} not found{hint}")]
    NotFound {
        /// The program as it was written.
        program: String,
        /// A hint that may help, or nothing.
        hint: String,
    },
    /// The program is a folder, or the system would not run it.
    #[error("{} is not executable", .0.display())]
    NotExecutable(PathBuf),
    /// Its working directory is no folder.
    #[error("folder {} not found", .0.display())]
    NoFolder(PathBuf),
    /// Time is added to a clock that does not exist.
    #[error("an increment needs a time limit for the game")]
    IncrementAlone,
    /// A limit of this name is a time that the protocol cannot say.
    #[error("{0} of {1} exceeds the longest time of the protocol (24 days)")]
    TooLong(&'static str, Span),
    /// It may take no time to start.
    #[error("the time to start is 0: expected more")]
    NoStartup,
    /// A key or value that would break the line.
    #[error("invalid option {key:?} = {value:?}: expected a key and a value on one line")]
    BadOption {
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// A key that follows from something else.
    #[error("option {key} cannot be set directly; use {instead} instead")]
    ReservedOption {
        /// The key.
        key: String,
        /// The right words.
        instead: &'static str,
    },
}

/// A reason for which a test cannot be made.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum SprtFault {
    /// Not two engines, but as many.
    #[error("a test needs exactly two engines, but there are {0}")]
    Engines(usize),
    /// The alternative is missing.
    #[error("elo1 is missing")]
    NoAlternative,
    /// The differences are no numbers, or not in order.
    #[error("invalid bounds: elo0 {elo0} must be below elo1 {elo1}")]
    Order {
        /// Of the null hypothesis.
        elo0: f64,
        /// Of the alternative.
        elo1: f64,
    },
    /// A chance of this name, `alpha` or `beta`, that is not above 0 and below a half.
    #[error("invalid {0} {1}: expected more than 0 and less than 0.5")]
    Chance(&'static str, f64),
}
