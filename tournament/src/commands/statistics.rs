//! `statistics`: the results of a file are counted again.

use std::path::PathBuf;

use crate::commands::status::{Problem, Status};
use crate::commands::terminal::{Terminal, load};
use crate::config::{SprtDraft, check_sprt};
use crate::plan::CanonicalSprt;
use crate::show::Results;
use crate::show::tables::all_tables;
use crate::statistics::RatingRequest;
use crate::store::{Header, ResultsFile};

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

/// Counts the results of a file, even of a tournament that is being played.
///
/// # Errors
/// The file cannot be read or is damaged.
pub fn statistics(request: &StatisticsRequest, terminal: &mut Terminal) -> Result<Status, Problem> {
    let ResultsFile { header, records, .. } = load(&request.file, terminal)?;
    let Header { mut config, plan, .. } = header;
    if let Some(draft) = &request.sprt {
        let test = check_sprt(draft, config.engines.len()).map_err(Problem::usage)?;
        config.sprt = Some(CanonicalSprt::new(&test));
    }
    let results = Results::new(&config, &request.rating).map_err(Problem::usage)?;
    terminal.print(&all_tables(&results, &records, terminal.width))?;
    let path = request.file.display();
    terminal.say(&format!("{} games of plan {plan} in {path}", records.len()));
    Ok(Status::Done)
}
