//! The output of a tournament.

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueHint};

use crate::arguments::{ReportFile, Run, Show};
use crate::show::server::Bind;

/// The output of a tournament, and its places.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArguments {
    /// Print only problems and the final results.
    #[arg(short, long)]
    quiet: bool,

    /// Print one text line per game instead of a live view, even in a terminal.
    #[arg(long)]
    plain: bool,

    /// HTML report, updated while games are played; `none` writes no report [default: the
    /// file of results with the extension .html].
    #[arg(long, value_name = "FILE|none", value_hint = ValueHint::FilePath)]
    report: Option<ReportFile>,

    /// Serve the report and the running games to browsers [default: on this machine only,
    /// on port 8225 if it is free].
    #[arg(long, value_name = "ADDRESS:PORT", num_args = 0..=1, default_missing_value = "127.0.0.1")]
    serve: Option<Bind>,

    /// Print the complete configuration as TOML instead of playing.
    #[arg(long)]
    print_config: bool,
}

impl OutputArguments {
    /// Puts what is said here into a run.
    pub(crate) fn put_into(self, run: Run) -> Run {
        Run {
            show: Show { quiet: self.quiet, plain: self.plain },
            report: self.report.unwrap_or_default(),
            serve: self.serve,
            print_config: self.print_config,
            ..run
        }
    }
}

impl FromStr for ReportFile {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(if text == "none" { Self::None } else { Self::File(PathBuf::from(text)) })
    }
}
