//! `stats`: prints the results of a file.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use number_text::counted;

use crate::commands::status::{Problem, Status};
use crate::commands::terminal::{Terminal, load};
use crate::config::{SprtDraft, Streak};
use crate::plan::Canonical;
use crate::show::Results;
use crate::show::tables::{advantage, all_tables, clock};
use crate::statistics::RatingRequest;
use crate::store::ResultsFile;

/// The request to print results.
#[derive(Args, Clone, Debug, PartialEq)]
pub struct StatisticsRequest {
    /// File of results of a tournament.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// The estimation of strength.
    #[command(flatten)]
    pub rating: RatingRequest,

    /// Test to apply to the results, such as 0,10; see the option of a tournament.
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    pub sprt: Option<SprtDraft>,

    /// Add a table of the clock, by ten moves of an engine: the mean time of a move, the share of the engine's
    /// time, and the mean and the least time that was left after them.
    #[arg(long)]
    pub clock: bool,

    /// Add a table of the points that engines made in games in which they saw themselves ahead by this score or
    /// more in so many moves in a row, such as 3,500; in the units of each engine.
    #[arg(long, value_name = "MOVES,SCORE")]
    pub advantage: Option<Streak>,
}

/// Prints the results of a file, also of a running tournament.
///
/// # Errors
/// Returns an error if the file cannot be read or is damaged.
pub fn statistics(request: &StatisticsRequest, terminal: &mut Terminal) -> Result<Status, Problem> {
    let ResultsFile { header, records, .. } = load(&request.file, terminal)?;
    let results = results(&header.config, request.sprt.as_ref(), &request.rating)?;
    terminal.print(&all_tables(&results, &records, terminal.width))?;
    if request.clock {
        let table = clock(&records, &header.config.engines, terminal.width);
        terminal.print(&format!("\n{table}"))?;
    }
    if let Some(streak) = request.advantage {
        let table = advantage(&records, results.names(), streak, terminal.width);
        terminal.print(&format!("\n{table}"))?;
    }
    let path = request.file.display();
    terminal.say(&format!("{} of plan {} in {path}", counted(records.len(), "game"), header.plan));
    Ok(Status::Done)
}

/// Returns the settings of the results of a tournament, with another test if one is requested.
pub(super) fn results(
    config: &Canonical,
    sprt: Option<&SprtDraft>,
    rating: &RatingRequest,
) -> Result<Results, Problem> {
    let mut config = config.clone();
    if let Some(draft) = sprt {
        config.sprt = Some(draft.complete(config.engines.len()).map_err(Problem::usage)?);
    }
    Results::new(&config, rating).map_err(Problem::usage)
}
