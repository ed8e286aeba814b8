//! Writing the games of a tournament in another form: one file, or a folder with a file for
//! each game.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::record::GameRecord;
use crate::records::files::stem;
use crate::records::{PsqWriter, csv, elo_lines, pgn, psq, sgf};
use crate::state::Header;

/// A form of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// Piskvork records: a folder with one file per game.
    Psq,
    /// Smart Game Format: a folder with one file per game, or one file with all games if
    /// its name ends in .sgf.
    Sgf,
    /// Results for BayesElo, Ordo and similar programs, in one file; White is the player of
    /// the black stones.
    Pgn,
    /// Scores of the pairings in the format of GomocupEloRating, in one file.
    Elo,
    /// A table with one row per game, in one file.
    Csv,
}

/// The games that were written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exported {
    /// The file or folder; none: standard output.
    pub place: Option<PathBuf>,
    /// The number of games.
    pub games: usize,
    /// The number of games that were left out because nobody made a move: Piskvork writes no such
    /// file.
    pub empty: usize,
}

/// Games cannot be written.
#[derive(Debug)]
pub struct ExportError {
    /// The file or folder.
    pub place: PathBuf,
    /// The error that the system reports.
    pub source: io::Error,
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place.display(), self.source)
    }
}

impl std::error::Error for ExportError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.source)
    }
}

impl Form {
    /// The end of its files' names.
    const fn extension(self) -> &'static str {
        match self {
            Self::Psq => "psq",
            Self::Sgf => "sgf",
            Self::Pgn => "pgn",
            Self::Elo => "txt",
            Self::Csv => "csv",
        }
    }

    /// Returns whether each game gets a file of its own at this place.
    fn is_folder(self, place: Option<&Path>) -> bool {
        let is_file = place.and_then(Path::extension).is_some_and(|end| end == self.extension());
        match self {
            Self::Psq => true,
            Self::Sgf => !is_file,
            Self::Pgn | Self::Elo | Self::Csv => false,
        }
    }
}

/// Writes games. Without a place, what belongs into one file goes to `out`, and a folder is
/// named after the file of results, `results`. Files that are there are overwritten.
///
/// # Errors
/// The system cannot write.
pub fn export(
    form: Form,
    writer: PsqWriter,
    (records, header): (&[GameRecord], &Header),
    results: &Path,
    place: Option<&Path>,
    out: &mut dyn io::Write,
) -> Result<Exported, ExportError> {
    let mut exported =
        Exported { place: place.map(Path::to_path_buf), games: records.len(), empty: 0 };
    if form.is_folder(place) {
        let folder = place.map_or_else(|| folder_of(results, form), Path::to_path_buf);
        exported.empty = export_folder(form, writer, records, header, &folder)?;
        exported.games -= exported.empty;
        exported.place = Some(folder);
        return Ok(exported);
    }
    let text = match form {
        // It always has a folder.
        Form::Psq => String::new(),
        Form::Sgf => records.iter().map(|record| sgf(record, header)).collect(),
        Form::Pgn => records.iter().map(|record| pgn(record, header)).collect(),
        Form::Elo => elo_lines(records, header),
        Form::Csv => csv(records, header),
    };
    let at = |place: &Path| {
        let place = place.to_path_buf();
        |source| ExportError { place, source }
    };
    match place {
        Some(place) => fs::write(place, text).map_err(at(place))?,
        None => {
            let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
            written.map_err(at(Path::new("standard output")))?;
        }
    }
    Ok(exported)
}

/// The folder beside a file of results: `games.jsonl` has `games-psq`.
fn folder_of(results: &Path, form: Form) -> PathBuf {
    let stem = results.file_stem().unwrap_or(results.as_os_str()).to_string_lossy();
    results.with_file_name(format!("{stem}-{}", form.extension()))
}

/// Writes a file for each game, and gives how many were left out.
fn export_folder(
    form: Form,
    writer: PsqWriter,
    records: &[GameRecord],
    header: &Header,
    folder: &Path,
) -> Result<usize, ExportError> {
    fs::create_dir_all(folder)
        .map_err(|source| ExportError { place: folder.to_path_buf(), source })?;
    let mut empty = 0;
    for record in records {
        let bytes = match form {
            Form::Sgf => sgf(record, header).into_bytes(),
            _ if record.moves.is_empty() => {
                empty += 1;
                continue;
            }
            _ => psq(record, header, writer),
        };
        let place = folder.join(format!("{}.{}", stem(record, header), form.extension()));
        fs::write(&place, bytes).map_err(|source| ExportError { place, source })?;
    }
    Ok(empty)
}

#[cfg(test)]
mod tests;
