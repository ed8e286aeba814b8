//! Writing the games of a tournament in another form: one file, or a folder with a file for
//! each game.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use thiserror::Error;

use crate::record::{GameRecord, Score};
use crate::store::Header;
use crate::store::export::{PsqWriter, csv, elo_lines, pgn, psq, sgf};

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
#[derive(Debug, Error)]
#[error("{}: {source}", place.display())]
pub struct ExportError {
    /// The file or folder.
    pub place: PathBuf,
    /// The error that the system reports.
    pub source: io::Error,
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

/// The name of a game's file without its extension, as the Gomocup judge names its records:
/// the pair, both engines by their numbers, and 1 if black won, 2 if white did, or 0. The
/// engine that makes the first move after the opening comes first, as planned before a swap.
///
/// The two games of a pair have different names.
fn stem(record: &GameRecord, header: &Header) -> String {
    let index = |name: &str| {
        let engines = &header.config.engines;
        engines.iter().position(|engine| engine.name == name).unwrap_or(engines.len())
    };
    let (black, white) = (index(&record.black.name), index(&record.white.name));
    let (black, white) = match (header.config.conditions.repeat, record.id.game) {
        (false, _) => (black, white),
        (true, 0) => (black.min(white), black.max(white)),
        (true, _) => (black.max(white), black.min(white)),
    };
    let is_odd = record.opening_length() % 2 == 1;
    let (first, second) = if is_odd { (white, black) } else { (black, white) };
    let raw = match record.score {
        Score::Black => 1,
        Score::White => 2,
        Score::Draw | Score::Void => 0,
    };
    format!("{}_{first}_{second}_{raw}", record.id.pair)
}

#[cfg(test)]
mod tests;
