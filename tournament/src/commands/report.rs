//! `report`: the page of a file of results is written.

use std::path::PathBuf;

use crate::commands::status::{Problem, Status};
use crate::commands::terminal::{Terminal, load};
use crate::show::{Subject, report as page};
use crate::statistics::RatingRequest;
use crate::store::ResultsFile;

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

/// Writes the report of a file, even of a tournament that is being played.
///
/// # Errors
/// The file cannot be read or is damaged, or the report cannot be written.
pub fn report(request: &ReportRequest, terminal: &mut Terminal) -> Result<Status, Problem> {
    let ResultsFile { header, records, .. } = load(&request.file, terminal)?;
    let subject = Subject::of(&header, &request.rating).map_err(Problem::usage)?;
    let output = request.output.display();
    page::write(&request.output, &subject.snapshot(&records, &[]))
        .map_err(|error| Problem::results(format!("{output}: {error}")))?;
    terminal.say(&format!("wrote the report of {} games to {output}", records.len()));
    Ok(Status::Done)
}
