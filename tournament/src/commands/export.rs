//! `export`: writes the games of a file in another format.

use std::path::PathBuf;

use clap::{Args, ValueHint};
use number_text::counted;

use crate::commands::status::{Problem, Status};
use crate::commands::terminal::{Terminal, load};
use crate::record::GameRecord;
use crate::show::{Subject, report};
use crate::statistics::RatingRequest;
use crate::store::export::{
    self, Form, PsqWriter, Uneven, csv, elo_lines, pgn, sgf, write_file, write_folder,
};
use crate::store::{Header, ResultsFile, check_output};

/// The arguments of `export`.
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

/// Exports the games of a file, in the order of the plan.
///
/// # Errors
/// Returns an error if the file cannot be read or is damaged, or if the export cannot be written.
pub fn export(request: &ExportRequest, terminal: &mut Terminal) -> Result<Status, Problem> {
    let ExportRequest { file, form, writer, output } = request;
    let ResultsFile { header, mut records, .. } = load(file, terminal)?;
    records.sort_by_key(|record| record.id);
    if let Some(file) = output.as_deref().filter(|place| !place.is_dir()) {
        check_output(file).map_err(Problem::results)?;
    }
    let (mut place, mut empty) = (output.clone(), 0);
    if let Some(folder) = form.folder(file, output.as_deref()) {
        empty =
            write_folder(*form, *writer, &records, &header, &folder).map_err(Problem::results)?;
        place = Some(folder);
    } else {
        let text = text(*form, &records, &header)?;
        write_file(&text, output.as_deref(), &mut terminal.out).map_err(Problem::results)?;
    }
    if *form == Form::Elo
        && let Some(Uneven { assumed, actual }) = export::uneven(&records, &header)
    {
        terminal.say(&format!(
            "note: programs that read these lines assume {assumed} games per pairing and count \
             missing games as draws, but one pairing has {actual} games"
        ));
    }
    if empty > 0 {
        terminal.say(&format!("omitted {} without moves", counted(empty, "game")));
    }
    if let Some(place) = place {
        terminal.say(&format!(
            "wrote {} to {}",
            counted(records.len() - empty, "game"),
            place.display()
        ));
    }
    Ok(Status::Done)
}

/// Returns the text of an export to one file.
fn text(form: Form, records: &[GameRecord], header: &Header) -> Result<String, Problem> {
    Ok(match form {
        Form::Psq => unreachable!("each record has a file of its own"),
        Form::Sgf => records.iter().map(|record| sgf(record, header)).collect(),
        Form::Pgn => records.iter().map(|record| pgn(record, header)).collect(),
        Form::Elo => elo_lines(records, header),
        Form::Csv => csv(records, header),
        Form::Json => {
            let subject = Subject::of(header, &RatingRequest::default()).map_err(Problem::usage)?;
            format!("{}\n", report::data(&subject.snapshot(records, &[])))
        }
    })
}
