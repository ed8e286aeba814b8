//! The file that holds a tournament, or a shard of one: a header and one line of JSON per
//! finished game.
//!
//! Invariants: one process at a time writes the file, and appends only; a line is on the disk before
//! its game counts; an invalid file is left unchanged. A crash can leave an incomplete last line,
//! without a line end; it is dropped.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::plan::Plan;
use crate::record::{GameId, GameRecord};
use crate::store::difference::differences;
use crate::store::error::StoreError;
use crate::store::header::{Header, Host, HostLine};
use crate::store::parse::{Contents, Damage, parse};
use fs4::{FileExt, TryLockError};

#[cfg(test)]
mod tests;

/// The open file of a tournament.
#[derive(Debug)]
pub struct State {
    file: File,
    path: PathBuf,
    /// The length of the complete lines, in bytes.
    length: u64,
    /// The header, with all machines that the file names.
    header: Header,
    /// The machine on which this run plays.
    here: Host,
    records: Vec<GameRecord>,
    finished: HashSet<GameId>,
}

/// The content of a file when it was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Finished games.
    pub games: usize,
    /// The number of an incomplete last line, which was dropped.
    pub torn: Option<usize>,
}

impl State {
    /// Opens the file of a tournament, or begins it with this header, and locks it until the
    /// state is dropped or the process ends. A torn last line is dropped, and so is the header of
    /// another tournament without a game. Games that are appended were played on the first machine of
    /// `header`.
    ///
    /// # Errors
    /// See [`StoreError`]; the file is then as it was.
    ///
    /// # Panics
    /// If `header` has no machine.
    pub fn open(path: &Path, plan: &Plan, header: &Header) -> Result<(Self, Found), StoreError> {
        let io = StoreError::io(path);
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(io)?;
        lock(&file, path)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io)?;
        let mut contents = parse(&bytes).map_err(StoreError::damaged(path))?;
        if let Some(found) = &contents.header {
            match check(path, plan, found, &contents) {
                // Replacing the header loses no game.
                Err(StoreError::OtherPlan { .. }) if contents.records.is_empty() => {
                    contents = Contents::default();
                }
                checked => checked?,
            }
        }
        let found = Found { games: contents.records.len(), torn: contents.torn };
        let finished = contents.records.iter().map(|record| record.id).collect();
        let is_new = contents.header.is_none();
        let mut state = Self {
            file,
            path: path.to_path_buf(),
            length: contents.whole as u64,
            header: contents.header.unwrap_or_else(|| header.clone()),
            here: header.hosts.first().expect("a header has at least one machine").clone(),
            records: contents.records,
            finished,
        };
        state.cut().map_err(io)?;
        if is_new {
            state.write_line(header).map_err(io)?;
            whole_file::sync_folder_of(path);
        }
        Ok((state, found))
    }

    /// Appends a game that was finished on this machine, and waits until it is on the disk.
    ///
    /// # Errors
    /// Returns an error if the system cannot write it; the file is then restored if possible.
    ///
    /// # Panics
    /// If the game is finished already.
    pub fn append(&mut self, record: GameRecord) -> io::Result<()> {
        self.append_from(&self.here.clone(), record)
    }

    /// Appends a game that was finished on another machine.
    ///
    /// # Errors
    /// As [`State::append`].
    ///
    /// # Panics
    /// If the game is finished already.
    pub fn append_from(&mut self, host: &Host, mut record: GameRecord) -> io::Result<()> {
        assert!(!self.finished.contains(&record.id), "a game is played once");
        record.host = self.index_of(host)?;
        self.write_line(&record)?;
        self.finished.insert(record.id);
        self.records.push(record);
        Ok(())
    }

    /// Returns the index of a machine; writes a line for it before its first game.
    fn index_of(&mut self, host: &Host) -> io::Result<usize> {
        let hosts = &self.header.hosts;
        if let Some(index) = hosts.iter().position(|known| known.is_same(host)) {
            return Ok(index);
        }
        let index = hosts.len();
        self.write_line(&HostLine { host: host.clone() })?;
        self.header.hosts.push(host.clone());
        Ok(index)
    }

    /// Returns the header of the file, with all machines so far.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the finished games, in the order in which they were written.
    #[must_use]
    pub fn records(&self) -> &[GameRecord] {
        &self.records
    }

    /// Returns whether a game is finished.
    #[must_use]
    pub fn is_finished(&self, id: GameId) -> bool {
        self.finished.contains(&id)
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a line of JSON to the file, completely or not at all.
    fn write_line(&mut self, value: &impl serde::Serialize) -> io::Result<()> {
        let mut line = serde_json::to_vec(value)?;
        line.push(b'\n');
        let written = self.file.write_all(&line).and_then(|()| self.file.sync_data());
        if let Err(error) = written {
            // On a full disk, a part of the text line may have been written.
            if let Err(second) = self.cut() {
                log::warn!("{}: {second}", self.path.display());
            }
            return Err(error);
        }
        self.length += line.len() as u64;
        Ok(())
    }

    /// Truncates the file after its last complete line.
    fn cut(&mut self) -> io::Result<()> {
        self.file.set_len(self.length)?;
        self.file.seek(SeekFrom::Start(self.length))?;
        Ok(())
    }
}

/// Unlocks explicitly, because a process that is just being started still holds a copy of the open
/// file, and with it the lock.
impl Drop for State {
    fn drop(&mut self) {
        if let Err(error) = FileExt::unlock(&self.file) {
            log::debug!("{}: {error}", self.path.display());
        }
    }
}

/// Locks a file for this process.
pub(crate) fn lock(file: &File, path: &Path) -> Result<(), StoreError> {
    // Name the trait: newer standard libraries have a method of the same name.
    FileExt::try_lock(file).map_err(|error| match error {
        TryLockError::WouldBlock => StoreError::Locked(path.to_path_buf()),
        TryLockError::Error(source) => StoreError::io(path)(source),
    })
}

/// Checks that the contents of a file belong to a plan.
fn check(path: &Path, plan: &Plan, header: &Header, contents: &Contents) -> Result<(), StoreError> {
    if header.plan != plan.id {
        let differences = differences(&header.config, &plan.canonical);
        let path = path.to_path_buf();
        return Err(StoreError::OtherPlan { path, differences });
    }
    check_games(plan, path, &contents.records, &contents.lines)
}

/// Checks that the records of a file, in these lines, are games of a plan.
pub(crate) fn check_games(
    plan: &Plan,
    path: &Path,
    records: &[GameRecord],
    lines: &[usize],
) -> Result<(), StoreError> {
    for (record, &line) in records.iter().zip(lines) {
        if record.id.pair >= plan.total as u64 {
            let (path, game, pairs) = (path.to_path_buf(), record.id, plan.total);
            return Err(StoreError::MoreGames { path, line, game, pairs });
        }
        check_game(plan, record)
            .map_err(|reason| StoreError::damaged(path)(Damage { line, reason }))?;
    }
    Ok(())
}

/// Checks that a record is a game of a plan.
pub(crate) fn check_game(plan: &Plan, record: &GameRecord) -> Result<(), String> {
    let id = record.id;
    let Some(task) = plan.game(id) else {
        return Err(match plan.shard {
            Some(shard) => format!("{id} does not belong to shard {shard}"),
            None => format!("{id} is not a game of this tournament"),
        });
    };
    let name = |engine: usize| plan.canonical.engines[engine].name.as_str();
    let planned = [name(task.black), name(task.white)];
    let [black, white] = [record.black.name.as_str(), record.white.name.as_str()];
    // After a swap the colours are the other way round.
    if planned != [black, white] && planned != [white, black] {
        return Err(format!(
            "{id} was played by {black} and {white}; expected {} and {}",
            planned[0], planned[1]
        ));
    }
    if (record.seed, record.opening) != (task.seed, task.opening) {
        return Err(format!("{id} has a different seed or opening from the plan"));
    }
    Ok(())
}
