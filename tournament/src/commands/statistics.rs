//! `stats`: prints the results of a file.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::commands::status::{Problem, Status};
use crate::commands::terminal::{Terminal, load};
use crate::config::SprtDraft;
use crate::show::Results;
use crate::show::tables::all_tables;
use crate::statistics::RatingRequest;
use crate::store::{Header, ResultsFile};

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
}

/// Prints the results of a file, also of a running tournament.
///
/// # Errors
/// Returns an error if the file cannot be read or is damaged.
pub fn statistics(request: &StatisticsRequest, terminal: &mut Terminal) -> Result<Status, Problem> {
    let ResultsFile { header, records, .. } = load(&request.file, terminal)?;
    let Header { mut config, plan, .. } = header;
    if let Some(draft) = &request.sprt {
        config.sprt = Some(draft.complete(config.engines.len()).map_err(Problem::usage)?);
    }
    let results = Results::new(&config, &request.rating).map_err(Problem::usage)?;
    terminal.print(&all_tables(&results, &records, terminal.width))?;
    let path = request.file.display();
    terminal.say(&format!("{} games of plan {plan} in {path}", records.len()));
    Ok(Status::Done)
}
