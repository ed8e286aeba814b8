//! The request of the command line, in either of its dialects: its own, with `--engine`, and that
//! of c-gomoku-cli, with `-engine`.
//!
//! Invariant: reading arguments touches no file; [`Run::draft`] reads the configuration that
//! they name.

use std::ffi::OsString;
use std::fmt;
use std::path::PathBuf;

use clap::{Parser, ValueEnum};
use dolmen::board::BoardSize;
use dolmen::rules::Rule;

use crate::config::{self, Draft, OpeningStyle, ReadConfigError, SprtDraft, Words};
use crate::records::{Form, PsqWriter};
use crate::serve::{Bind, ServeRequest};
use crate::shard::Shard;

mod c_gomoku_cli;
mod own;

pub use c_gomoku_cli::DialectError;

/// The request to the program.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Play a tournament.
    Run(Box<Run>),
    /// Nobody named an engine: play the tournament that shows how it looks, with what was said
    /// laid over it.
    Demo(Box<Run>),
    /// Make openings.
    Openings(OpeningsRequest),
    /// Count the results of a tournament again.
    Statistics(StatisticsRequest),
    /// Write the report of a tournament.
    Report(ReportRequest),
    /// Show the report of a tournament to browsers.
    Serve(ServeRequest),
    /// Write the games of a tournament in another form.
    Export(ExportRequest),
    /// Bring the results of shards together.
    Merge(MergeRequest),
}

/// A tournament to be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Run {
    /// The file that describes it.
    pub config: Option<PathBuf>,
    /// The tournament that the command line asks for.
    pub said: Draft,
    /// The parts of the command line without effect, and the reasons; a sentence each.
    pub notes: Vec<String>,
    /// The output during the tournament.
    pub show: Show,
    /// The file of the report.
    pub report: ReportFile,
    /// The address at which browsers see the report, if they do.
    pub serve: Option<Bind>,
    /// The estimation of strength.
    pub rating: RatingRequest,
    /// The part to be played; none: all of it, in one file.
    pub shard: Option<Shard>,
    /// Indicates whether the file of results must be there already.
    pub resume: bool,
    /// Indicates whether an engine that crashes or hangs ends the tournament.
    pub fatal_errors: bool,
    /// Indicates whether the exit status tells what a test accepted.
    pub decision_status: bool,
    /// Indicates whether to write the complete configuration as TOML instead of playing.
    pub print_config: bool,
    /// The command line itself, quoted for a shell.
    pub command: String,
}

/// The output of a tournament that is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Show {
    /// Only what goes wrong, and the end.
    pub quiet: bool,
    /// Lines instead of a live view, even in a terminal.
    pub plain: bool,
}

/// The file of the report of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ReportFile {
    /// Beside the file of results.
    #[default]
    Beside,
    /// Nowhere.
    None,
    /// To this file.
    File(PathBuf),
}

/// The estimation of strength.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RatingRequest {
    /// The model.
    pub model: RatingModel,
    /// Engines whose rating is known.
    pub anchors: Vec<(String, f64)>,
}

/// A model of ratings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum RatingModel {
    /// Bradley-Terry, with constants fitted to the results.
    #[default]
    Fitted,
    /// Bradley-Terry, with the constants of Gomocup's rating lists.
    Gomocup,
}

/// Openings to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct OpeningsRequest {
    /// The engine that judges them, at least one word; none: that of this project.
    pub engine: Option<Words>,
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// The part of the board that they begin in.
    pub style: OpeningStyle,
    /// The number of openings.
    pub count: usize,
    /// The seed of all randomness.
    pub seed: u64,
    /// Nodes for each judgement; none: the generator's own choice.
    pub nodes: Option<u64>,
    /// The largest value that counts as even; none: the generator's own choice.
    pub limit: Option<u64>,
    /// The file; none: standard output.
    pub output: Option<PathBuf>,
}

/// Results to be counted.
#[derive(Clone, Debug, PartialEq)]
pub struct StatisticsRequest {
    /// The file of results.
    pub file: PathBuf,
    /// The estimation of strength.
    pub rating: RatingRequest,
    /// A test to be made on them, other than that of the tournament.
    pub sprt: Option<SprtDraft>,
}

/// A report to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportRequest {
    /// The file of results.
    pub file: PathBuf,
    /// The page to write.
    pub output: PathBuf,
    /// The estimation of strength.
    pub rating: RatingRequest,
}

/// Games to be written in another form.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportRequest {
    /// The file of results.
    pub file: PathBuf,
    /// The form.
    pub form: Form,
    /// Whose `.psq`.
    pub writer: PsqWriter,
    /// The file or folder; none: standard output, or a folder beside the file of results.
    pub output: Option<PathBuf>,
}

/// Results to be brought together.
#[derive(Clone, Debug, PartialEq)]
pub struct MergeRequest {
    /// The files of results.
    pub files: Vec<PathBuf>,
    /// The file of all results; none: they are only counted.
    pub output: Option<PathBuf>,
    /// The estimation of strength.
    pub rating: RatingRequest,
    /// A test to be made on them, other than that of the tournament.
    pub sprt: Option<SprtDraft>,
    /// The folder whose shards are followed while they grow.
    pub follow: Option<PathBuf>,
    /// The shell command for the moment when the test is decided.
    pub on_decision: Option<String>,
    /// Indicates whether of a game that was played differently twice the earlier one is kept.
    pub keep_earliest: bool,
    /// Indicates whether the exit status tells what the test accepted.
    pub decision_status: bool,
}

/// A command line that cannot be understood.
#[derive(Debug)]
pub enum ArgumentsError {
    /// In the own dialect; also a wish for help or the version, which clap treats alike: its
    /// `exit_code` tells. It brings all its words.
    Own(Box<clap::Error>),
    /// In c-gomoku-cli's.
    Dialect(DialectError),
}

impl fmt::Display for ArgumentsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Own(error) => write!(f, "{error}"),
            Self::Dialect(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ArgumentsError {}

impl From<clap::Error> for ArgumentsError {
    fn from(error: clap::Error) -> Self {
        Self::Own(Box::new(error))
    }
}

/// Reads the arguments of the program, without its name.
///
/// # Errors
/// They cannot be understood, or ask for help.
pub fn parse(arguments: &[OsString]) -> Result<Request, ArgumentsError> {
    let command = quoted(arguments);
    if c_gomoku_cli::is_meant(arguments) {
        let run = c_gomoku_cli::parse(arguments, command)?;
        return Ok(Request::Run(Box::new(run)));
    }
    let program = OsString::from("tournament");
    let parsed = own::Arguments::try_parse_from([&program].into_iter().chain(arguments))?;
    Ok(parsed.into_request(command))
}

/// The command as one can give it to a shell.
fn quoted(arguments: &[OsString]) -> String {
    let words = arguments.iter().map(|word| word.to_string_lossy());
    let words: Vec<_> = ["tournament".into()].into_iter().chain(words).collect();
    shell_words::join(words)
}

impl Run {
    /// All that was said: the file, with the command line laid over it.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn draft(&self) -> Result<Draft, ReadConfigError> {
        let file = self.config.as_deref().map(config::read).transpose()?;
        Ok(file.unwrap_or_default().overlaid(self.said.clone()))
    }
}

#[cfg(test)]
mod tests;
