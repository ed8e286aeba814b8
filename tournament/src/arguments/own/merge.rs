//! What stands on the command line of `merge`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::tasks::RatingArguments;
use crate::arguments::MergeRequest;
use crate::config::SprtDraft;

const EXAMPLES: &str = "\
Examples:
  tournament merge league-*-of-4.jsonl --output league.jsonl
  tournament merge --follow results --sprt 0,5 --on-decision 'touch results/league.jsonl.stop'

Exit status: 0 all games are there, or the test of the tournament is decided; 1 the files do
not fit together; 75 games are missing; 10 and 11, with --sprt, --follow or --decision-status,
the test accepted ELO1 or more, or ELO0 or less.";

/// Results to be brought together.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct MergeArguments {
    /// The files of results, in any order; also such as were merged before.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath, required_unless_present = "follow")]
    files: Vec<PathBuf>,

    /// The file of all results, sorted by game, as if one machine had played them; what is
    /// there already is merged as well [default: results are only counted].
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,

    /// Where a game was played twice and went differently, keep the one that was begun first,
    /// instead of refusing.
    #[arg(long)]
    keep_earliest: bool,

    /// Follow all shards in a folder while they grow, until the test is decided or all games
    /// are there.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
    follow: Option<PathBuf>,

    /// A command for the shell when the test is decided, such as one that ends the workers.
    #[arg(long, value_name = "CMD", requires = "follow")]
    on_decision: Option<String>,

    /// A test to be made on the results, as in a tournament [default: that of the tournament].
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    sprt: Option<SprtDraft>,

    /// Let the exit status tell what the tournament's own test accepted.
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
