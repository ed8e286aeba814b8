//! The folder that games are written to, with files of each rule, which a later run continues.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use fs4::FileExt;
use thiserror::Error;

use crate::generate::plan::{Plan, RulePlan};
use crate::store::{Game, Header, ShardWriter, WriteError};
use crate::workers::ThreadError;

/// The file that is locked while a process writes to the folder.
const LOCK: &str = "generate.lock";

/// The reason why games cannot be written to a folder.
#[derive(Debug, Error)]
pub enum FolderError {
    /// Another process writes to it.
    #[error("{0}: another process is writing games to this folder")]
    Busy(PathBuf),
    /// The folder or its lock cannot be written.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// A file of games cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A thread cannot be started.
    #[error(transparent)]
    Thread(#[from] ThreadError),
}

/// Creates a folder of games if there is none, and locks it against other processes as long as the
/// returned file is open.
pub(crate) fn lock(folder: &Path) -> Result<File, FolderError> {
    let io_error = |error| FolderError::Io(folder.to_owned(), error);
    fs::create_dir_all(folder).map_err(io_error)?;
    let options = OpenOptions::new().create(true).truncate(false).write(true).clone();
    let lock = options.open(folder.join(LOCK)).map_err(io_error)?;
    match FileExt::try_lock(&lock) {
        Ok(()) => Ok(lock),
        Err(_) => Err(FolderError::Busy(folder.to_owned())),
    }
}

/// A folder of games that is locked against other processes.
#[derive(Debug)]
pub(crate) struct Folder {
    /// `[rule of the plan]`
    pub(crate) series: Vec<Series>,
    /// The lock file, which stays locked as long as it is open.
    _lock: File,
}

impl Folder {
    /// Opens the folder of a plan, and continues the files there.
    pub(crate) fn open(path: &Path, plan: &Plan, engine: &str) -> Result<Self, FolderError> {
        let lock = lock(path)?;
        let series = plan.rules.iter().map(|rule| Series::open(path, plan, rule, engine));
        Ok(Self { series: series.collect::<Result<_, _>>()?, _lock: lock })
    }
}

/// The files of one rule.
#[derive(Debug)]
pub(crate) struct Series {
    folder: PathBuf,
    /// The header of the file that would be opened next.
    next_header: Header,
    /// The files in the order of their games, each with the same number of games.
    files: Vec<ShardWriter>,
    /// Numbers of the games in progress.
    taken: BTreeSet<u64>,
}

impl Series {
    /// Opens all existing files.
    fn open(
        folder: &Path,
        plan: &Plan,
        rule: &RulePlan,
        engine: &str,
    ) -> Result<Self, FolderError> {
        let conditions = serde_json::to_value(&rule.conditions);
        let next_header = Header {
            rule: rule.rule.name().to_owned(),
            engine: engine.to_owned(),
            seed: plan.seed,
            first_game: 0,
            games: plan.games_per_file,
            effort: plan.effort.clone(),
            conditions: conditions.expect("conditions of numbers and strings serialize to JSON"),
        };
        let folder = folder.to_owned();
        let mut series = Self { folder, next_header, files: Vec::new(), taken: BTreeSet::new() };
        while series.folder.join(series.next_header.file_name()).exists() {
            series.open_next()?;
        }
        Ok(series)
    }

    fn open_next(&mut self) -> Result<(), FolderError> {
        self.files.push(ShardWriter::open(&self.folder, &self.next_header)?);
        self.next_header.first_game += self.next_header.games;
        Ok(())
    }

    /// Returns the number of labelled positions.
    pub(crate) fn positions(&self) -> u64 {
        self.files.iter().map(ShardWriter::positions).sum()
    }

    /// Returns the number of games.
    pub(crate) fn games(&self) -> u64 {
        let missing: usize = self.files.iter().map(|file| file.missing().len()).sum();
        self.next_header.first_game - missing as u64
    }

    /// Returns the bytes of all files.
    pub(crate) fn bytes(&self) -> u64 {
        self.files.iter().map(ShardWriter::bytes).sum()
    }

    /// Reserves the number of the next game to play.
    pub(crate) fn take(&mut self) -> Result<u64, FolderError> {
        loop {
            let mut missing = self.files.iter().flat_map(ShardWriter::missing);
            if let Some(&number) = missing.find(|number| !self.taken.contains(number)) {
                self.taken.insert(number);
                return Ok(number);
            }
            self.open_next()?;
        }
    }

    /// Adds a game whose number was reserved.
    pub(crate) fn add(&mut self, game: &Game) -> Result<(), FolderError> {
        let number = u64::from(game.number);
        self.taken.remove(&number);
        Ok(self.files[(number / self.next_header.games) as usize].add(game)?)
    }
}
