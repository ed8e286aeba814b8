//! A collection of positions that is kept in a file.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::board::Symmetry;
use crate::game::Game;
use crate::positions::text::{self, FIRST_LINE, Statement};
use crate::positions::{Known, Positions, Record};

/// The error for a file of positions that cannot be read or written.
#[derive(Debug)]
pub enum FileError {
    /// The system refuses.
    Io(PathBuf, io::Error),
    /// The file is something else.
    Foreign(PathBuf),
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Foreign(path) => write!(
                f,
                "{} is not a file of positions: expected {FIRST_LINE:?} in its first line",
                path.display()
            ),
        }
    }
}

impl std::error::Error for FileError {}

/// A collection of positions and its file, which has every change as soon as it is made.
///
/// Changes are added as lines at the end of the file, so that nothing is lost if the process is
/// killed; [`PositionFile::save`] brings the file back to one line for each position. Lines that
/// cannot be read are kept.
///
/// ```
/// use dolmen::positions::{PositionFile, Record};
/// use dolmen::{BoardSize, Game, Rule};
///
/// let folder = std::env::temp_dir().join(format!("dolmen-{}", std::process::id()));
/// std::fs::create_dir_all(&folder)?;
/// let path = folder.join("analysis.positions");
/// let mut game = Game::new(Rule::Renju, BoardSize::square(15));
/// game.play("h8".parse()?)?;
/// let record = Record { comment: "the centre".to_owned(), ..Record::default() };
/// PositionFile::open(&path)?.set(&game, record.clone())?;
/// assert_eq!(PositionFile::open(&path)?.positions().get(&game), Some(record));
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PositionFile {
    path: PathBuf,
    positions: Positions,
    unreadable: usize,
    /// Indicates whether the last line of the file has no end, as after a crash.
    is_torn: bool,
}

/// The content of a file of positions.
struct Content {
    positions: Positions,
    unreadable: Vec<String>,
    is_torn: bool,
}

impl PositionFile {
    /// Reads a file, or begins a new one, which is created with the first change.
    ///
    /// # Errors
    /// If the file cannot be read or is something else.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        let Content { positions, unreadable, is_torn } = read(path)?;
        Ok(Self { path: path.to_owned(), positions, unreadable: unreadable.len(), is_torn })
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the positions.
    #[must_use]
    pub const fn positions(&self) -> &Positions {
        &self.positions
    }

    /// Returns the number of lines that could not be read.
    #[must_use]
    pub const fn unreadable(&self) -> usize {
        self.unreadable
    }

    /// Replaces what is known about the position of a game.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn set(&mut self, game: &Game, record: Record) -> Result<(), FileError> {
        self.append(&[text::write(game, Some(&record))])?;
        self.positions.set(game, record);
        Ok(())
    }

    /// Forgets the position of a game. Returns whether it was known.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn remove(&mut self, game: &Game) -> Result<bool, FileError> {
        if self.positions.get(game).is_none() {
            return Ok(false);
        }
        self.append(&[text::write(game, None)])?;
        Ok(self.positions.remove(game).is_some())
    }

    /// Forgets the known positions after that of a game, without the position itself, unless their
    /// records are to be kept. Returns their number.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn remove_after(
        &mut self,
        game: &Game,
        is_kept: impl Fn(&Record) -> bool,
    ) -> Result<usize, FileError> {
        let after = self.positions.known_after(game, usize::MAX - game.position().ply());
        let ply = game.position().ply();
        let is_removed = |known: &&Known| known.position.ply() > ply && !is_kept(&known.record);
        let removed: Vec<Game> = after
            .iter()
            .filter(is_removed)
            .map(|known| Game::from_position(game.rule(), known.position.clone()))
            .collect();
        let lines: Vec<String> = removed.iter().map(|game| text::write(game, None)).collect();
        self.append(&lines)?;
        removed.iter().for_each(|game| drop(self.positions.remove(game)));
        Ok(removed.len())
    }

    /// Takes over the records of another file about positions that are not known here, and better
    /// lines about those that are. Returns the number of positions that changed.
    ///
    /// # Errors
    /// If the other file cannot be read or this one cannot be written.
    pub fn merge(&mut self, other: &Path) -> Result<usize, FileError> {
        let mut changed = 0;
        let entries = read(other)?.positions.entries;
        for (identity, entry) in entries {
            let known = entry.turned(Symmetry::default(), identity.size);
            let game = Game::from_position(identity.rule, known.position);
            let mut record = self.positions.get(&game).unwrap_or_default();
            let before = record.clone();
            record.improve(known.record.depth, known.record.lines);
            record.label = record.label.or(known.record.label);
            if record.comment.is_empty() {
                record.comment = known.record.comment;
            }
            for (point, text) in known.record.marks {
                record.marks.entry(point).or_insert(text);
            }
            if record != before {
                self.set(&game, record)?;
                changed += 1;
            }
        }
        Ok(changed)
    }

    /// Writes the file anew, with one line for each position.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn save(&mut self) -> Result<(), FileError> {
        // Another process may have added lines.
        let Content { positions, unreadable, .. } = read(&self.path)?;
        write_whole(&self.path, &positions, &unreadable)?;
        (self.positions, self.is_torn) = (positions, false);
        Ok(())
    }

    /// Writes the positions of one rule and board size, or all of them, to another file, which is
    /// replaced. Returns their number.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn export(&self, path: &Path, of: Option<&Game>) -> Result<usize, FileError> {
        let mut positions = self.positions.clone();
        if let Some(game) = of {
            let (rule, size) = (game.rule().rule, game.size());
            positions.retain(|identity, _| (identity.rule, identity.size) == (rule, size));
        }
        write_whole(path, &positions, &[])?;
        Ok(positions.len())
    }

    /// Writes the position of a game and the known positions after it to another file, which is
    /// replaced. Returns their number.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn export_after(&self, path: &Path, game: &Game) -> Result<usize, FileError> {
        let mut positions = Positions::default();
        for known in self.positions.known_after(game, usize::MAX - game.position().ply()) {
            let after = Game::from_position(game.rule(), known.position);
            positions.set(&after, known.record);
        }
        write_whole(path, &positions, &[])?;
        Ok(positions.len())
    }

    /// Adds lines to the end of the file, all with one call of the system.
    fn append(&mut self, lines: &[String]) -> Result<(), FileError> {
        let io_error = |error| FileError::Io(self.path.clone(), error);
        let mut text = String::new();
        if !self.path.exists() {
            text.push_str(&format!("{FIRST_LINE}\n"));
        } else if self.is_torn {
            text.push('\n');
        }
        lines.iter().for_each(|line| text.push_str(&format!("{line}\n")));
        let file = OpenOptions::new().create(true).append(true).open(&self.path);
        file.and_then(|mut file| file.write_all(text.as_bytes())).map_err(io_error)?;
        self.is_torn = false;
        Ok(())
    }
}

fn read(path: &Path) -> Result<Content, FileError> {
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
        Err(error) => return Err(FileError::Io(path.to_owned(), error)),
    };
    let text = String::from_utf8_lossy(&bytes);
    let mut lines = text.lines();
    let first = lines.next().unwrap_or(FIRST_LINE);
    // The first line may have been cut off by a crash.
    if first.trim_end() != FIRST_LINE && !(FIRST_LINE.starts_with(first) && lines.next().is_none())
    {
        return Err(FileError::Foreign(path.to_owned()));
    }
    let mut positions = Positions::default();
    let unreadable = positions.read(lines);
    Ok(Content { positions, unreadable, is_torn: !text.is_empty() && !text.ends_with('\n') })
}

/// Writes a file of positions at once, with other lines behind them.
fn write_whole(path: &Path, positions: &Positions, others: &[String]) -> Result<(), FileError> {
    let text = text::whole(positions.lines().iter().chain(others));
    whole_file::replace(path, text.as_bytes())
        .map_err(|error| FileError::Io(path.to_owned(), error))
}

impl Positions {
    /// Takes over what lines of text state, and returns those that state nothing.
    pub(super) fn read<'a>(&mut self, lines: impl Iterator<Item = &'a str>) -> Vec<String> {
        let mut unreadable = Vec::new();
        for line in lines {
            match text::parse(line) {
                Ok(Some(Statement { game, record: Some(record) })) => self.set(&game, record),
                Ok(Some(Statement { game, record: None })) => drop(self.remove(&game)),
                Ok(None) => {}
                Err(_) => unreadable.push(line.to_owned()),
            }
        }
        unreadable
    }

    /// Returns the lines that state all records, in an order that depends on nothing else.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let mut lines: Vec<(String, usize, String)> = Vec::new();
        for (identity, entry) in &self.entries {
            let known = entry.turned(Symmetry::default(), identity.size);
            let ply = known.position.ply();
            let game = Game::from_position(identity.rule, known.position);
            let line = text::write(&game, Some(&known.record));
            lines.push((format!("{} {}", identity.rule, identity.size), ply, line));
        }
        lines.sort();
        lines.into_iter().map(|(_, _, line)| line).collect()
    }
}
