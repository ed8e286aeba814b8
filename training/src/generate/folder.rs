//! The folder that games are written to, with files of each rule, which a later run continues.

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use fs4::FileExt;
use json_difference::Difference;
use thiserror::Error;

use crate::generate::plan::{Plan, RulePlan};
use crate::store::{Damage, Game, Header, ShardWriter, WriteError};
use crate::workers::ThreadError;

/// The file that is locked while a process writes to the folder.
const LOCK: &str = "generate.lock";

/// A function that is called with an incomplete end that was cut off from a file of games.
pub type OnDropped<'a> = &'a mut (dyn FnMut(&Path, &Damage) + Send);

/// The reason why games cannot be written to a folder.
#[derive(Debug, Error)]
pub enum FolderError {
    /// Another process writes to it.
    #[error("{0}: another process is writing games to this folder")]
    Busy(PathBuf),
    /// The folder or its lock cannot be written.
    #[error("{0}: {1}")]
    Io(PathBuf, io::Error),
    /// A file of games was written with another setting.
    #[error("{path} was written with {setting} {left}, not {right}; use {remedy}")]
    OtherSetting {
        /// The file.
        path: PathBuf,
        /// The name that the user knows for the setting.
        setting: String,
        /// Its value in the file.
        left: String,
        /// Its value now.
        right: String,
        /// The settings to change so that the games can be written.
        remedy: &'static str,
    },
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

/// Opens the file of a header to add games. Calls `on_dropped` with an incomplete end that was cut off.
/// `name` returns the name that the user knows for a part of a header, `remedy` is what can be changed if it
/// differs.
pub(crate) fn open(
    folder: &Path,
    header: &Header,
    name: impl Fn(&str) -> String,
    remedy: &'static str,
    on_dropped: OnDropped<'_>,
) -> Result<ShardWriter, FolderError> {
    let opened = ShardWriter::open(folder, header);
    let writer = opened.map_err(|error| match error {
        WriteError::OtherHeader(path, Difference { path: part, left, right }) => {
            FolderError::OtherSetting { path, setting: name(&part), left, right, remedy }
        }
        error => error.into(),
    })?;
    if let Some(dropped) = writer.dropped() {
        on_dropped(writer.path(), dropped);
    }
    Ok(writer)
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
    pub(crate) fn open(
        path: &Path,
        plan: &Plan,
        engine: &str,
        on_dropped: OnDropped<'_>,
    ) -> Result<Self, FolderError> {
        let lock = lock(path)?;
        let rules = plan.rules.iter();
        let series = rules.map(|rule| Series::open(path, plan, rule, engine, on_dropped));
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
        on_dropped: OnDropped<'_>,
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
            series.open_next(on_dropped)?;
        }
        Ok(series)
    }

    fn open_next(&mut self, on_dropped: OnDropped<'_>) -> Result<(), FolderError> {
        let Self { folder, next_header, .. } = self;
        let name = |part: &str| name_in_plan(part, &next_header.rule);
        let remedy = "another seed or another folder";
        self.files.push(open(folder, next_header, name, remedy, on_dropped)?);
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
    pub(crate) fn take(&mut self, on_dropped: OnDropped<'_>) -> Result<u64, FolderError> {
        loop {
            let mut missing = self.files.iter().flat_map(ShardWriter::missing);
            if let Some(&number) = missing.find(|number| !self.taken.contains(number)) {
                self.taken.insert(number);
                return Ok(number);
            }
            self.open_next(on_dropped)?;
        }
    }

    /// Adds a game whose number was reserved.
    pub(crate) fn add(&mut self, game: &Game) -> Result<(), FolderError> {
        let number = u64::from(game.number);
        self.taken.remove(&number);
        Ok(self.files[(number / self.next_header.games) as usize].add(game)?)
    }
}

/// Returns the name in a plan for a part of the header of a rule's files.
fn name_in_plan(part: &str, rule: &str) -> String {
    let (table, name) = part.split_once('.').unwrap_or(("", part));
    match (table, name) {
        ("", "games") => "games_per_file".to_owned(),
        ("effort", name) => format!("[effort] {name}"),
        ("conditions", "openings") => format!("[rules.{rule}] published"),
        ("conditions", "opening_nodes") => "[openings] nodes".to_owned(),
        ("conditions", name) => match name.split_once('.') {
            Some(("beginnings", name)) => format!("[beginnings] {name}"),
            Some((table, name)) => format!("[rules.{rule}] {table} {name}"),
            None => format!("[openings] {name}"),
        },
        _ => part.to_owned(),
    }
}
