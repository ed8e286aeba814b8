//! The formats of exports, and writing them: to one file, or to a folder with a file for each game.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

use crate::record::{GameRecord, Score};
use crate::store::export::{PsqWriter, psq, sgf};
use crate::store::{Header, StoreError};

/// The format of an export.
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
    /// The data of the report, as docs/report.md describes them, in one file.
    Json,
}

impl Form {
    /// Returns the extension of its files.
    pub(super) const fn extension(self) -> &'static str {
        match self {
            Self::Psq => "psq",
            Self::Sgf => "sgf",
            Self::Pgn => "pgn",
            Self::Elo => "txt",
            Self::Csv => "csv",
            Self::Json => "json",
        }
    }

    /// Returns the folder for a file of each game; `None` if all games go to one file. The default
    /// folder is beside the file of results: `games-psq` for `games.jsonl`.
    #[must_use]
    pub fn folder(self, results: &Path, place: Option<&Path>) -> Option<PathBuf> {
        let is_file = place.and_then(Path::extension).is_some_and(|end| end == self.extension());
        let has_folder = self == Self::Psq || self == Self::Sgf && !is_file;
        let beside = || {
            let stem = results.file_stem().unwrap_or(results.as_os_str()).to_string_lossy();
            results.with_file_name(format!("{stem}-{}", self.extension()))
        };
        has_folder.then(|| place.map_or_else(beside, Path::to_path_buf))
    }
}

/// Writes the text of an export to a file, which it overwrites, or to `out`.
///
/// # Errors
/// Returns an error if the system cannot write.
pub fn write_file(
    text: &str,
    place: Option<&Path>,
    out: &mut dyn io::Write,
) -> Result<(), StoreError> {
    let written = match place {
        Some(place) => fs::write(place, text),
        None => out.write_all(text.as_bytes()).and_then(|()| out.flush()),
    };
    written.map_err(StoreError::io(place.unwrap_or(Path::new("standard output"))))
}

/// Writes a file for each game to a folder, which it creates, and returns the number of games that
/// it omitted: Piskvork has no records without moves.
///
/// # Errors
/// Returns an error if the system cannot write.
pub fn write_folder(
    form: Form,
    writer: PsqWriter,
    records: &[GameRecord],
    header: &Header,
    folder: &Path,
) -> Result<usize, StoreError> {
    fs::create_dir_all(folder).map_err(StoreError::io(folder))?;
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
        fs::write(&place, bytes).map_err(StoreError::io(&place))?;
    }
    Ok(empty)
}

/// Returns the name of a game's file without its extension, in the form of the Gomocup judge: the
/// pair, both engines by number, and 1 if black won, 2 if white won, or 0. The engine that was
/// planned to move first after the opening comes first.
///
/// The two games of a pair have different names.
pub(super) fn stem(record: &GameRecord, header: &Header) -> String {
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
