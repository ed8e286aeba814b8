//! `report`: writes the report of a file of results.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use number_text::counted;

use crate::commands::status::{Problem, Status};
use crate::commands::terminal::{Terminal, load};
use crate::show::{Subject, report as page};
use crate::statistics::RatingRequest;
use crate::store::ResultsFile;

/// The arguments of `report`.
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

/// Writes the report of a file. The tournament may still be running.
///
/// # Errors
/// Returns an error if the file cannot be read or is damaged, or if the report cannot be written.
pub fn report(request: &ReportRequest, terminal: &mut Terminal) -> Result<Status, Problem> {
    let ResultsFile { header, records, .. } = load(&request.file, terminal)?;
    let subject = Subject::of(&header, &request.rating).map_err(Problem::usage)?;
    let output = request.output.clone().unwrap_or_else(|| request.file.with_extension("html"));
    page::check(&output).map_err(Problem::results)?;
    page::write(&output, &subject.snapshot(&records, &[])).map_err(Problem::file(&output))?;
    let output = output.display();
    terminal.say(&format!("wrote the report of {} to {output}", counted(records.len(), "game")));
    Ok(Status::Done)
}
