//! The files that hold the games of a run in the formats of other programs while it plays.
//!
//! Invariant: a file holds exactly the finished games of the file of results, in its order. A file with other
//! content is rejected and left unchanged.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::config::Outputs;
use crate::record::GameRecord;
use crate::store::export::files::{Form, stem};
use crate::store::export::{PsqWriter, pgn, psq, sgf};
use crate::store::{Header, StoreError};

/// The files of the games of a run.
#[derive(Debug)]
pub struct GameFiles {
    header: Header,
    files: Vec<OneFile>,
    /// The folder with a psq file for each game.
    folder: Option<PathBuf>,
}

/// A file with all games.
#[derive(Debug)]
struct OneFile {
    path: PathBuf,
    text: fn(&GameRecord, &Header) -> String,
    file: File,
}

impl GameFiles {
    /// Checks that the files of a tournament without games have nothing in them.
    ///
    /// # Errors
    /// Returns [`StoreError::OtherGames`], or an error if a file cannot be read.
    pub fn check_new(outputs: &Outputs) -> Result<(), StoreError> {
        for path in [&outputs.sgf, &outputs.pgn].into_iter().flatten() {
            lacking(path, "")?;
        }
        match outputs.psq.as_deref().filter(|folder| folder.exists()) {
            Some(folder) => lacking_in(folder, HashMap::new()).map(drop),
            None => Ok(()),
        }
    }

    /// Opens the files, or creates them, and adds the games that they lack.
    ///
    /// # Errors
    /// Returns an error if the system cannot write, or if a file holds anything but these games.
    pub fn open(
        outputs: &Outputs,
        header: &Header,
        records: &[GameRecord],
    ) -> Result<Self, StoreError> {
        let texts = [(&outputs.sgf, sgf as fn(&_, &_) -> _), (&outputs.pgn, pgn)];
        let files = texts.into_iter().filter_map(|(path, text)| {
            path.as_deref().map(|path| OneFile::open(path, text, header, records))
        });
        let files = files.collect::<Result<_, _>>()?;
        if let Some(folder) = &outputs.psq {
            fill(folder, header, records)?;
        }
        Ok(Self { header: header.clone(), files, folder: outputs.psq.clone() })
    }

    /// Adds a game that has finished.
    ///
    /// # Errors
    /// Returns an error if the system cannot write.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), StoreError> {
        for OneFile { path, text, file } in &mut self.files {
            let text = text(record, &self.header);
            file.write_all(text.as_bytes()).map_err(StoreError::io(path))?;
        }
        if let (Some(folder), Some((name, bytes))) = (&self.folder, of_folder(record, &self.header))
        {
            let path = folder.join(name);
            whole_file::replace(&path, &bytes).map_err(StoreError::io(&path))?;
        }
        Ok(())
    }
}

impl OneFile {
    fn open(
        path: &Path,
        text: fn(&GameRecord, &Header) -> String,
        header: &Header,
        records: &[GameRecord],
    ) -> Result<Self, StoreError> {
        let io = StoreError::io(path);
        let whole: String = records.iter().map(|record| text(record, header)).collect();
        let missing = lacking(path, &whole)?;
        let mut file = OpenOptions::new().append(true).create(true).open(path).map_err(io)?;
        file.write_all(missing).map_err(io)?;
        Ok(Self { path: path.to_path_buf(), text, file })
    }
}

/// Returns the end of a text that a file lacks; the file must hold the beginning.
fn lacking<'a>(path: &Path, whole: &'a str) -> Result<&'a [u8], StoreError> {
    let found = match fs::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        found => found.map_err(StoreError::io(path))?,
    };
    let missing = whole.as_bytes().strip_prefix(found.as_slice());
    missing.ok_or_else(|| StoreError::OtherGames(path.to_path_buf()))
}

/// Returns the name and the content of a game's file; `None` for a game without moves, of which the format
/// has no records.
fn of_folder(record: &GameRecord, header: &Header) -> Option<(OsString, Vec<u8>)> {
    let name = format!("{}.{}", stem(record, header), Form::Psq.extension());
    let has_moves = !record.moves.is_empty();
    has_moves.then(|| (name.into(), psq(record, header, PsqWriter::default())))
}

/// Creates a folder of psq files, and writes the games that it lacks.
fn fill(folder: &Path, header: &Header, records: &[GameRecord]) -> Result<(), StoreError> {
    fs::create_dir_all(folder).map_err(StoreError::io(folder))?;
    let games = records.iter().filter_map(|record| of_folder(record, header)).collect();
    for (name, bytes) in lacking_in(folder, games)? {
        let path = folder.join(name);
        whole_file::replace(&path, &bytes).map_err(StoreError::io(&path))?;
    }
    Ok(())
}

/// Returns those of some psq files that a folder lacks; all psq files of the folder must be among them.
fn lacking_in(
    folder: &Path,
    mut missing: HashMap<OsString, Vec<u8>>,
) -> Result<HashMap<OsString, Vec<u8>>, StoreError> {
    let io = StoreError::io(folder);
    let names = fs::read_dir(folder).map_err(io)?.map(|entry| entry.map(|entry| entry.file_name()));
    for name in names.collect::<io::Result<Vec<_>>>().map_err(io)? {
        let path = folder.join(&name);
        if path.extension().is_none_or(|extension| extension != Form::Psq.extension()) {
            continue;
        }
        let found = fs::read(&path).map_err(StoreError::io(&path))?;
        if missing.remove(&name) != Some(found) {
            return Err(StoreError::OtherGames(path));
        }
    }
    Ok(missing)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::GameFiles;
    use crate::config::Outputs;
    use crate::store::StoreError;
    use crate::store::export::{pgn, sgf};
    use crate::testing::{Tournament, folder};

    fn outputs(folder: &Path) -> Outputs {
        let path = |name| Some(folder.join(name));
        Outputs { log: None, sgf: path("all.sgf"), pgn: path("all.pgn"), psq: path("psq") }
    }

    /// All files hold all games, whatever part of the games they held before.
    #[test]
    fn files_hold_all_games_after_any_interruption() {
        let tournament = Tournament::new(3, 2);
        let (header, records) = (tournament.header("here"), tournament.records());
        let all_sgf: String = records.iter().map(|record| sgf(record, &header)).collect();
        let all_pgn: String = records.iter().map(|record| pgn(record, &header)).collect();
        let played = records.iter().filter(|record| !record.moves.is_empty()).count();
        for before in 0..=records.len() {
            let folder = folder();
            let outputs = outputs(folder.path());
            let open = |count| GameFiles::open(&outputs, &header, &records[..count]);
            drop(open(before).expect("nothing is there"));
            // A torn end, as after a crash.
            let torn = fs::read(folder.path().join("all.sgf")).expect("it was written");
            let end = torn.len().saturating_sub(3);
            fs::write(folder.path().join("all.sgf"), &torn[..end]).expect("it can be written");
            let mut files = open(before).expect("these are the games");
            records[before..].iter().for_each(|record| files.add(record).expect("it is written"));
            let read = |name| fs::read_to_string(folder.path().join(name)).expect("it is there");
            assert_eq!((read("all.sgf"), read("all.pgn")), (all_sgf.clone(), all_pgn.clone()));
            let names = fs::read_dir(folder.path().join("psq")).expect("it is a folder");
            assert_eq!(names.count(), played);
        }
    }

    #[test]
    fn files_with_other_games_are_left_alone() {
        let tournament = Tournament::new(2, 2);
        let (header, records) = (tournament.header("here"), tournament.records());
        for name in ["all.sgf", "all.pgn", "psq/x.psq"] {
            let folder = folder();
            fs::create_dir(folder.path().join("psq")).expect("the folder can be written");
            let path = folder.path().join(name);
            fs::write(&path, "mine").expect("the folder can be written");
            let error = GameFiles::check_new(&outputs(folder.path())).expect_err("it is not new");
            assert!(matches!(&error, StoreError::OtherGames(found) if *found == path), "{error}");
            let error = GameFiles::open(&outputs(folder.path()), &header, &records);
            let error = error.expect_err("it holds something else");
            assert!(matches!(&error, StoreError::OtherGames(found) if *found == path), "{error}");
            assert_eq!(fs::read(&path).expect("it is there"), b"mine");
        }
    }
}
