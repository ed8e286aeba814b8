//! `export`: the games of a file are written in the form of another program.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use crate::commands::status::{Problem, Status};
use crate::commands::terminal::{Terminal, load};
use crate::store::ResultsFile;
use crate::store::export::{self, Form, PsqWriter, Uneven};

/// Games to be written in another form.
#[derive(Args, Clone, Debug, PartialEq)]
pub struct ExportRequest {
    /// File of results of a tournament.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub file: PathBuf,

    /// Format of the export.
    #[arg(short, long, value_name = "FORM")]
    pub form: Form,

    /// Program whose psq format to write.
    #[arg(long, value_name = "PROGRAM", default_value = "gomocup")]
    pub writer: PsqWriter,

    /// File or folder to write [default: standard output, or a folder next to FILE].
    #[arg(short, long, value_name = "PATH", value_hint = ValueHint::AnyPath)]
    pub output: Option<PathBuf>,
}

/// Writes the games of a file in another form, in the order of the plan.
///
/// # Errors
/// The file cannot be read or is damaged, or the games cannot be written.
pub fn export(request: &ExportRequest, terminal: &mut Terminal) -> Result<Status, Problem> {
    let ExportRequest { file, form, writer, output } = request;
    let ResultsFile { header, mut records, .. } = load(file, terminal)?;
    records.sort_by_key(|record| record.id);
    let games = (records.as_slice(), &header);
    let exported =
        export::export(*form, *writer, games, file, output.as_deref(), &mut terminal.out)
            .map_err(Problem::results)?;
    if *form == Form::Elo
        && let Some(Uneven { assumed, actual }) = export::uneven(&records, &header)
    {
        terminal.say(&format!(
            "note: programs that read these lines assume {assumed} games per pairing and count \
             missing games as draws, but one pairing has {actual} games"
        ));
    }
    if exported.empty > 0 {
        terminal.say(&format!("omitted {} games without moves", exported.empty));
    }
    if let Some(place) = &exported.place {
        terminal.say(&format!("wrote {} games to {}", exported.games, place.display()));
    }
    Ok(Status::Done)
}
