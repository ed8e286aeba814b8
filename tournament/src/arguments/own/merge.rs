//! The arguments of `merge`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::tasks::RatingArguments;
use crate::arguments::MergeRequest;
use crate::config::SprtDraft;

const EXAMPLES: &str = "\
Examples:
  tournament merge league-*-of-4.jsonl --output league.jsonl
  tournament merge --follow results --sprt 0,5 --on-decision 'touch results/league.jsonl.stop'

Exit status: 0 if no games are missing or the test of the tournament has decided; 1 if the
files do not belong together; 75 if games are missing; with --sprt, --follow or
--decision-status, 10 if the test accepted ELO1 or more, 11 if it accepted ELO0 or less.";

/// Results to be brought together.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct MergeArguments {
    /// Files of results in any order, including merged ones.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, required_unless_present = "follow")]
    files: Vec<PathBuf>,

    /// File to write all results to, sorted by game as if one machine had played them;
    /// results that it already contains are merged too [default: print the results only].
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    /// If a game was played twice with different moves, keep the one that began first
    /// instead of failing.
    #[arg(long)]
    keep_earliest: bool,

    /// Follow all shards in a folder until the test has decided or all games are finished.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    follow: Option<PathBuf>,

    /// Shell command to run when the test has decided, such as one that stops the workers.
    #[arg(long, value_name = "CMD", requires = "follow")]
    on_decision: Option<String>,

    /// Test to apply to the results, as for a tournament [default: the test of the
    /// tournament].
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<SprtDraft>,

    /// Report the result of the tournament's test in the exit status.
    #[arg(long)]
    decision_status: bool,

    #[command(flatten)]
    rating: RatingArguments,
}

impl MergeArguments {
    pub(crate) fn into_request(self) -> MergeRequest {
        let is_asked = self.decision_status || self.sprt.is_some() || self.follow.is_some();
        MergeRequest {
            files: self.files,
            output: self.output,
            rating: self.rating.into_request(),
            sprt: self.sprt,
            follow: self.follow,
            on_decision: self.on_decision,
            keep_earliest: self.keep_earliest,
            decision_status: is_asked,
        }
    }
}
