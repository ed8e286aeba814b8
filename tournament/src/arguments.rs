//! The request of the command line, in either of its dialects: its own, with `--engine`, and that
//! of c-gomoku-cli, with `-engine`.
//!
//! The fields of a request are the options of the own dialect.
//!
//! Invariant: reading arguments touches no file; [`Run::draft`] reads the configuration that
//! they name.

use std::convert::Infallible;
use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, ValueEnum, ValueHint};
use dolmen::board::BoardSize;
use dolmen::rules::Rule;
use thiserror::Error;

use crate::config::{
    self, Draft, OpeningStyle, ParseValueError, ReadConfigError, RuleText, SizeText, SprtDraft,
    Words,
};
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
#[derive(Args, Clone, Debug, PartialEq)]
pub struct Run {
    /// TOML file that describes the tournament; command-line options override it.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = None)]
    pub config: Option<PathBuf>,

    /// The tournament that the command line asks for.
    #[command(flatten)]
    pub said: Draft,

    /// Report the result of the test in the exit status: 10 for ELO1 or more, 11 for ELO0
    /// or less.
    #[arg(long, help_heading = "Games")]
    pub decision_status: bool,

    /// Play only shard I of N equal shards, I from 0 to N-1, to divide a tournament among N
    /// machines. Its file of results has the shard in its name: league-0-of-4.jsonl for
    /// league.jsonl.
    #[arg(long, value_name = "I/N", help_heading = "Running")]
    pub shard: Option<Shard>,

    /// Fail unless there is a file of results to continue; without this option, a run
    /// continues if the file exists.
    #[arg(long, help_heading = "Running")]
    pub resume: bool,

    /// End the tournament when an engine crashes or hangs.
    #[arg(long, help_heading = "Running")]
    pub fatal_errors: bool,

    /// The estimation of strength.
    #[command(flatten)]
    pub rating: RatingRequest,

    /// The output during the tournament.
    #[command(flatten)]
    pub show: Show,

    /// HTML report, updated while games are played; `none` writes no report [default: the
    /// file of results with the extension .html].
    #[arg(long, value_name = "FILE|none", value_hint = ValueHint::FilePath)]
    #[arg(default_value = "", hide_default_value = true, help_heading = "Output")]
    pub report: ReportFile,

    /// Serve the report and the running games to browsers [default: on this machine only,
    /// on port 8225 if it is free].
    #[arg(long, value_name = "ADDRESS:PORT", num_args = 0..=1)]
    #[arg(default_missing_value = "127.0.0.1", help_heading = "Output")]
    pub serve: Option<Bind>,

    /// Print the complete configuration as TOML instead of playing.
    #[arg(long, help_heading = "Output")]
    pub print_config: bool,

    /// The parts of the command line without effect, and the reasons; a sentence each.
    #[arg(skip)]
    pub notes: Vec<String>,

    /// The command line itself, quoted for a shell.
    #[arg(skip)]
    pub command: String,
}

/// The output of a tournament that is played.
#[derive(Args, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[command(next_help_heading = "Output")]
pub struct Show {
    /// Print only problems and the final results.
    #[arg(short, long)]
    pub quiet: bool,

    /// Print one text line per game instead of a live view, even in a terminal.
    #[arg(long)]
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
#[derive(Args, Clone, Debug, Default, PartialEq)]
#[command(next_help_heading = "Ratings")]
pub struct RatingRequest {
    /// Model of the rating list.
    #[arg(long = "rating", value_name = "MODEL", default_value = "fitted")]
    pub model: RatingModel,

    /// Fix the rating of an engine; may be repeated.
    #[arg(long = "anchor", value_name = "NAME=ELO", value_parser = anchor_of)]
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
#[derive(Args, Clone, Debug, PartialEq)]
pub struct OpeningsRequest {
    /// Engine that judges openings; it must report evaluations in the format of Dolmen
    /// [default: pbrain-dolmen in the folder of this program].
    #[arg(short, long, value_name = "COMMAND", value_parser = command_of)]
    pub engine: Option<Words>,

    /// Rule of the openings.
    #[arg(long, default_value = "freestyle", value_parser = rule_of)]
    pub rule: Rule,

    /// Board size.
    #[arg(long, default_value = "15", value_parser = board_of)]
    pub size: BoardSize,

    /// Style of the openings: in a small square around the centre, or anywhere, as in
    /// contests.
    #[arg(long, default_value = "middle")]
    pub style: OpeningStyle,

    /// Number of openings.
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub count: usize,

    /// Seed of the random choices.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Nodes for each evaluation of an opening.
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,

    /// Largest evaluation, for either side, that counts as balanced.
    #[arg(long, value_name = "VALUE")]
    pub limit: Option<u64>,

    /// File to write [default: standard output].
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,
}

/// Results to be counted.
#[derive(Args, Clone, Debug, PartialEq)]
pub struct StatisticsRequest {
    /// File of results of a tournament.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// The estimation of strength.
    #[command(flatten)]
    pub rating: RatingRequest,

    /// Test to apply to the results, as for a tournament.
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    pub sprt: Option<SprtDraft>,
}

/// A report to be written.
#[derive(Args, Clone, Debug, PartialEq)]
pub struct ReportRequest {
    /// File of results of a tournament.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// Page to write [default: FILE with the extension .html].
    #[arg(short, long, value_name = "PAGE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,

    /// The estimation of strength.
    #[command(flatten)]
    pub rating: RatingRequest,
}

/// Games to be written in another form.
#[derive(Args, Clone, Debug, PartialEq)]
pub struct ExportRequest {
    /// File of results of a tournament.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// Format of the export.
    #[arg(short, long, value_name = "FORM")]
    pub form: Form,

    /// Program whose psq format to write.
    #[arg(long, value_name = "PROGRAM", default_value = "gomocup")]
    pub writer: PsqWriter,

    /// File or folder to write [default: standard output, or a folder next to FILE].
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub output: Option<PathBuf>,
}

/// Results to be brought together.
#[derive(Args, Clone, Debug, PartialEq)]
#[command(after_help = own::MERGE_EXAMPLES)]
pub struct MergeRequest {
    /// Files of results in any order, including merged ones.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, required_unless_present = "follow")]
    pub files: Vec<PathBuf>,

    /// File to write all results to, sorted by game as if one machine had played them;
    /// results that it already contains are merged too [default: print the results only].
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: Option<PathBuf>,

    /// If a game was played twice with different moves, keep the one that began first
    /// instead of failing.
    #[arg(long)]
    pub keep_earliest: bool,

    /// Follow all shards in a folder until the test has decided or all games are finished.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub follow: Option<PathBuf>,

    /// Shell command to run when the test has decided, such as one that stops the workers.
    #[arg(long, value_name = "CMD", requires = "follow")]
    pub on_decision: Option<String>,

    /// Test to apply to the results, as for a tournament [default: the test of the
    /// tournament].
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    pub sprt: Option<SprtDraft>,

    /// Report the result of the tournament's test in the exit status.
    #[arg(long)]
    pub decision_status: bool,

    /// The estimation of strength.
    #[command(flatten)]
    pub rating: RatingRequest,
}

/// A command line that cannot be understood.
#[derive(Debug, Error)]
pub enum ArgumentsError {
    /// In the own dialect; also a wish for help or the version, which clap treats alike: its
    /// `exit_code` tells. It brings all its words.
    #[error(transparent)]
    Own(#[from] Box<clap::Error>),
    /// In c-gomoku-cli's.
    #[error(transparent)]
    Dialect(#[from] DialectError),
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
    let parsed = own::Arguments::try_parse_from([&program].into_iter().chain(arguments));
    Ok(parsed.map_err(Box::new)?.into_request(command))
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

impl FromStr for ReportFile {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(match text {
            "" => Self::Beside,
            "none" => Self::None,
            file => Self::File(PathBuf::from(file)),
        })
    }
}

/// Reads `NAME=ELO`.
fn anchor_of(text: &str) -> Result<(String, f64), String> {
    let (name, elo) = text.rsplit_once('=').ok_or("expected NAME=ELO")?;
    let number = elo.parse::<f64>().ok().filter(|elo| elo.is_finite());
    let number = number.ok_or_else(|| format!("invalid rating {elo:?}: expected a number"))?;
    Ok((name.to_owned(), number))
}

/// Reads a command of at least one word.
fn command_of(text: &str) -> Result<Words, String> {
    let words: Words = text.parse().map_err(|error: ParseValueError| error.to_string())?;
    if words.0.is_empty() { Err("the command is empty".to_owned()) } else { Ok(words) }
}

/// Reads a rule.
fn rule_of(text: &str) -> Result<Rule, ParseValueError> {
    text.parse().map(|RuleText(rule)| rule)
}

/// Reads the size of a board.
fn board_of(text: &str) -> Result<BoardSize, ParseValueError> {
    text.parse().map(|SizeText(size)| size)
}

#[cfg(test)]
mod tests;
