//! The folder that games are written to, with files of each rule, which a later run continues.

use std::collections::{BTreeMap, BTreeSet};
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

/// A folder of games to which no other process can write.
#[derive(Debug)]
pub(crate) struct Folder {
    /// `[rule of the plan]`.
    series: Vec<Series>,
    /// Locked as long as it is open.
    _lock: File,
}

impl Folder {
    /// Opens the folder of a plan, and continues the files there.
    pub(crate) fn open(path: &Path, plan: &Plan, engine: &str) -> Result<Self, FolderError> {
        let lock = lock(path)?;
        let series = plan.rules.iter().map(|rule| Series::open(path, plan, rule, engine));
        Ok(Self { series: series.collect::<Result<_, _>>()?, _lock: lock })
    }

    /// The labelled positions of a rule, by its place in the plan.
    pub(crate) fn positions(&self, rule: usize) -> u64 {
        let series = &self.series[rule];
        series.full.positions + series.open.values().map(ShardWriter::positions).sum::<u64>()
    }

    /// The games of all rules.
    pub(crate) fn games(&self) -> u64 {
        self.series.iter().map(|series| series.games).sum()
    }

    /// Bytes of all files.
    pub(crate) fn bytes(&self) -> u64 {
        let bytes = |series: &Series| {
            series.full.bytes + series.open.values().map(ShardWriter::bytes).sum::<u64>()
        };
        self.series.iter().map(bytes).sum()
    }

    /// Takes the number of a game that is to be played.
    pub(crate) fn take(&mut self, rule: usize) -> Result<u64, FolderError> {
        self.series[rule].take()
    }

    /// Adds a game whose number was taken.
    pub(crate) fn add(&mut self, rule: usize, game: &Game) -> Result<(), FolderError> {
        self.series[rule].add(game)
    }
}

/// Makes a folder of games where there is none, and keeps other processes from writing it for
/// as long as the returned file is open.
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

/// The contents of full files.
#[derive(Clone, Copy, Debug, Default)]
struct Full {
    positions: u64,
    bytes: u64,
}

/// The files of one rule.
#[derive(Debug)]
struct Series {
    folder: PathBuf,
    /// The header of the file that would be opened next.
    next_header: Header,
    /// By the number of their first game; full ones are closed.
    open: BTreeMap<u64, ShardWriter>,
    full: Full,
    games: u64,
    /// Numbers of games that are being played.
    taken: BTreeSet<u64>,
}

impl Series {
    /// Opens all files that are there.
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
        let (open, full, taken) = (BTreeMap::new(), Full::default(), BTreeSet::new());
        let mut series = Self { folder, next_header, open, full, games: 0, taken };
        while series.folder.join(series.next_header.file_name()).exists() {
            series.open_next()?;
        }
        Ok(series)
    }

    fn open_next(&mut self) -> Result<(), FolderError> {
        let writer = ShardWriter::open(&self.folder, &self.next_header)?;
        self.games += self.next_header.games - writer.missing().len() as u64;
        let first_game = self.next_header.first_game;
        self.next_header.first_game += self.next_header.games;
        self.open.insert(first_game, writer);
        self.close_full();
        Ok(())
    }

    fn close_full(&mut self) {
        let full = &mut self.full;
        self.open.retain(|_, writer| {
            let is_full = writer.missing().is_empty();
            if is_full {
                full.positions += writer.positions();
                full.bytes += writer.bytes();
            }
            !is_full
        });
    }

    fn take(&mut self) -> Result<u64, FolderError> {
        loop {
            let missing = self.open.values().flat_map(ShardWriter::missing);
            if let Some(&number) = missing.into_iter().find(|number| !self.taken.contains(number)) {
                self.taken.insert(number);
                return Ok(number);
            }
            self.open_next()?;
        }
    }

    fn add(&mut self, game: &Game) -> Result<(), FolderError> {
        let number = u64::from(game.number);
        self.taken.remove(&number);
        let (_, writer) =
            self.open.range_mut(..=number).next_back().expect("every taken game has an open file");
        writer.add(game)?;
        self.games += 1;
        self.close_full();
        Ok(())
    }
}
