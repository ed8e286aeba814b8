//! The reasons for which a tournament cannot be played as it was asked for.

use std::fmt;
use std::path::PathBuf;

use crate::config::OpeningStyle;

/// A fault that makes a tournament impossible.
#[derive(Clone, Debug, PartialEq)]
pub enum CheckError {
    /// Fewer than two engines.
    TooFewEngines(usize),
    /// Two engines have this name.
    NameTwice(String),
    /// A name that would break tables or files.
    BadName(String),
    /// An engine cannot play.
    Engine {
        /// Its name, or `engine 2`.
        engine: String,
        /// The fault of the engine.
        fault: EngineFault,
    },
    /// Openings cannot be read or played; in words, with file and line.
    Openings(String),
    /// A name that is neither that of a built-in set of openings nor that of a file.
    UnknownOpenings(String),
    /// Engines cannot negotiate openings that are given.
    Swap2WithOpenings,
    /// A game would be a draw before it begins.
    DrawTooEarly {
        /// The number of stones that makes a draw.
        draw_after: usize,
        /// The name of the opening.
        opening: String,
        /// The stones of the opening.
        stones: usize,
    },
    /// No game is to be played.
    NoGames,
    /// Pairs have two games, so that this number of games is impossible.
    OddGames(u64),
    /// More games than anybody can play.
    TooManyGames(u64),
    /// No game may run, or too many at once.
    Concurrency(usize),
    /// A seed of 2⁶³ or more.
    Seed(u64),
    /// The test cannot be made.
    Sprt(SprtFault),
    /// Results and the wish to stop cannot be the same file.
    StateIsStopFile(PathBuf),
}

/// A reason for which an engine cannot play.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineFault {
    /// Nothing says how to start it.
    NoCommand,
    /// The program is nowhere.
    NotFound {
        /// The program as it was written.
        program: String,
        /// A hint that may help, or nothing.
        hint: String,
    },
    /// The program is a folder, or the system would not run it.
    NotExecutable(PathBuf),
    /// Its working directory is no folder.
    NoFolder(PathBuf),
    /// Time is added to a clock that does not exist.
    IncrementAlone,
    /// A time that the protocol cannot say.
    TooLong {
        /// The name of the limit.
        limit: &'static str,
        /// The limit, in words.
        time: String,
    },
    /// It may take no time to start.
    NoStartup,
    /// A key or value that would break the line.
    BadOption {
        /// The key.
        key: String,
        /// The value.
        value: String,
    },
    /// A key that follows from something else.
    ReservedOption {
        /// The key.
        key: String,
        /// The right words.
        instead: &'static str,
    },
}

/// A reason for which a test cannot be made.
#[derive(Clone, Debug, PartialEq)]
pub enum SprtFault {
    /// Not two engines, but as many.
    Engines(usize),
    /// The alternative is missing.
    NoAlternative,
    /// The differences are no numbers, or not in order.
    Order {
        /// Of the null hypothesis.
        elo0: f64,
        /// Of the alternative.
        elo1: f64,
    },
    /// A chance that is not above 0 and below a half.
    Chance {
        /// `alpha` or `beta`.
        name: &'static str,
        /// Its value.
        value: f64,
    },
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewEngines(count) => {
                write!(f, "a tournament needs at least two engines, but there are {count}")
            }
            Self::NameTwice(name) => write!(f, "two engines are named {name:?}"),
            Self::BadName(name) => {
                write!(
                    f,
                    "invalid engine name {name:?}: expected 1 to 64 characters on one line, \
                     without blanks at the ends"
                )
            }
            Self::Engine { engine, fault } => write!(f, "{engine}: {fault}"),
            Self::Openings(reason) => write!(f, "openings: {reason}"),
            Self::UnknownOpenings(name) => {
                let [middle, contest] = OpeningStyle::ALL;
                write!(
                    f,
                    "unknown openings {name:?}: expected \"{middle}\", \"{contest}\" or a file \
                     such \
                     as ./openings.txt"
                )
            }
            Self::Swap2WithOpenings => {
                write!(
                    f,
                    "openings cannot be combined with swap2, in which the engines choose the \
                     openings"
                )
            }
            Self::DrawTooEarly { draw_after, opening, stones } => write!(
                f,
                "games are drawn after {draw_after} stones, but opening {opening} already has \
                 {stones}"
            ),
            Self::NoGames => write!(f, "the number of games is 0: expected at least 1"),
            Self::OddGames(games) => write!(
                f,
                "the number of games is {games}, but games are played in pairs with swapped \
                 colours: use {} or {}, or repeat = false",
                games - 1,
                games + 1
            ),
            Self::TooManyGames(games) => write!(f, "too many games: {games}"),
            Self::Concurrency(games) => write!(f, "invalid concurrency {games}"),
            Self::Seed(seed) => write!(f, "invalid seed {seed}: expected a number below 2^63"),
            Self::Sprt(fault) => write!(f, "sprt: {fault}"),
            Self::StateIsStopFile(file) => {
                write!(f, "{} cannot be both the file of results and the stop file", file.display())
            }
        }
    }
}

impl fmt::Display for EngineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCommand => write!(f, "no command is given: expected cmd"),
            Self::NotFound { program, hint } => write!(f, "program {program} not found{hint}"),
            Self::NotExecutable(program) => {
                write!(f, "{} is not executable", program.display())
            }
            Self::NoFolder(folder) => write!(f, "folder {} not found", folder.display()),
            Self::IncrementAlone => {
                write!(f, "an increment needs a time limit for the game")
            }
            Self::TooLong { limit, time } => {
                write!(f, "{limit} of {time} exceeds the longest time of the protocol (24 days)")
            }
            Self::NoStartup => write!(f, "the time to start is 0: expected more"),
            Self::BadOption { key, value } => {
                write!(
                    f,
                    "invalid option {key:?} = {value:?}: expected a key and a value on one line"
                )
            }
            Self::ReservedOption { key, instead } => {
                write!(f, "option {key} cannot be set directly; use {instead} instead")
            }
        }
    }
}

impl fmt::Display for SprtFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engines(count) => {
                write!(f, "a test needs exactly two engines, but there are {count}")
            }
            Self::NoAlternative => write!(f, "elo1 is missing"),
            Self::Order { elo0, elo1 } => {
                write!(f, "invalid bounds: elo0 {elo0} must be below elo1 {elo1}")
            }
            Self::Chance { name, value } => {
                write!(f, "invalid {name} {value}: expected more than 0 and less than 0.5")
            }
        }
    }
}

impl std::error::Error for CheckError {}
impl std::error::Error for EngineFault {}
impl std::error::Error for SprtFault {}
