//! The request for a tournament.

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueHint};

use crate::config::{self, Draft, ReadConfigError};
use crate::plan::Shard;
use crate::show::server::Bind;
use crate::statistics::RatingRequest;

/// The request to play a tournament.
#[derive(Args, Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// TOML file that describes the tournament; command-line options override it.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = None)]
    pub config: Option<PathBuf>,

    /// The conditions of a contest: gomocup-freestyle, gomocup-freestyle15, gomocup-fastgame,
    /// gomocup-standard, gomocup-renju, gomocup-caro or gomocup-unlimited; the file and the other
    /// options override it.
    #[arg(long, value_name = "NAME", value_parser = config::preset, help_heading = None)]
    pub preset: Option<Draft>,

    /// The options of the tournament on the command line.
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
    /// on port 8226 if it is free].
    #[arg(long, value_name = "ADDRESS:PORT", num_args = 0..=1)]
    #[arg(default_missing_value = "127.0.0.1", help_heading = "Output")]
    pub serve: Option<Bind>,

    /// Print the complete configuration as TOML instead of playing.
    #[arg(long, help_heading = "Output")]
    pub print_config: bool,

    /// Notes on parts of the command line without effect; a sentence each.
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
    /// No report is written.
    None,
    /// To this file.
    File(PathBuf),
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

impl Run {
    /// Returns the complete request: the preset, the file over it, and the command line over both.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read.
    pub fn draft(&self) -> Result<Draft, ReadConfigError> {
        let file = self.config.as_deref().map(config::read).transpose()?;
        let preset = self.preset.clone().unwrap_or_default();
        Ok(preset.overlaid(file.unwrap_or_default()).overlaid(self.said.clone()))
    }
}
