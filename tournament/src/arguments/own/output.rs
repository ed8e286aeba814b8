//! What one sees of a tournament.

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, ValueHint};

use crate::arguments::{ReportFile, Run, Show};
use crate::serve::Bind;

/// What one sees of a tournament, and where.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArguments {
    /// Show only what goes wrong, and the end.
    #[arg(short, long)]
    quiet: bool,

    /// Lines instead of a live view, even in a terminal.
    #[arg(long)]
    plain: bool,

    /// The report, a page in HTML that is rewritten while games are played; none: no report
    /// [default: the file of results, ending in .html].
    #[arg(long, value_name = "FILE|none", value_hint = ValueHint::FilePath)]
    report: Option<ReportFile>,

    /// Show the report with the running games to browsers [default: on this machine alone, at
    /// port 8225 if that is free].
    #[arg(long, value_name = "ADDRESS:PORT", num_args = 0..=1, default_missing_value = "127.0.0.1")]
    serve: Option<Bind>,

    /// Write the complete configuration as TOML, instead of playing.
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
