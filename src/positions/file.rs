//! A collection of positions that is kept in a file.

use std::fmt;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::game::Game;
use crate::positions::text::{self, FIRST_LINE, ParseTextError, Statement};
use crate::positions::{Known, Positions, Record};

/// The error for a file of positions that cannot be read or written.
#[derive(Debug)]
pub struct FileError(String);

impl FileError {
    fn io(path: &Path, error: &io::Error) -> Self {
        Self(format!("{}: {error}", path.display()))
    }
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
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
    unreadable: Vec<String>,
    /// Indicates whether the last line of the file has no end, as after a crash.
    is_torn: bool,
}

impl PositionFile {
    /// Reads a file, or begins a new one, which is created with the first change.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or is not a file of positions, or if the folder of a new file
    /// does not exist.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        if is_free(path) {
            check_folder(path)?;
            return Ok(Self::with_text(path, ""));
        }
        Ok(Self::with_text(path, &read(path)?))
    }

    /// Returns the positions of a file with this text.
    fn with_text(path: &Path, text: &str) -> Self {
        let rest = text.split_once('\n').map_or("", |(_, rest)| rest);
        let mut positions = Positions::default();
        let is_unreadable = |line: &&str| positions.take_over(line).is_err();
        let unreadable = rest.lines().filter(is_unreadable).map(str::to_owned).collect();
        let is_torn = !text.is_empty() && !text.ends_with('\n');
        Self { path: path.to_owned(), positions, unreadable, is_torn }
    }

    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns whether a path leads to the file.
    #[cfg(feature = "protocol")]
    pub(crate) fn is_at(&self, path: &Path) -> bool {
        let places = [path, &self.path].map(|path| path.canonicalize().ok());
        places[0].is_some() && places[0] == places[1]
    }

    /// Returns the positions.
    #[must_use]
    pub const fn positions(&self) -> &Positions {
        &self.positions
    }

    /// Returns the number of lines that could not be read.
    #[must_use]
    pub const fn unreadable(&self) -> usize {
        self.unreadable.len()
    }

    /// Sets the record of the position of a game.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn set(&mut self, game: &Game, record: Record) -> Result<(), FileError> {
        self.append(&[text::write(game, Some(&record))])?;
        self.positions.set(game, record);
        Ok(())
    }

    /// Forgets the position of a game. Returns whether it was known.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn remove(&mut self, game: &Game) -> Result<bool, FileError> {
        if self.positions.get(game).is_none() {
            return Ok(false);
        }
        self.append(&[text::write(game, None)])?;
        Ok(self.positions.remove(game))
    }

    /// Forgets the known positions after that of a game, except those whose records `is_kept`
    /// accepts. The position itself stays. Returns the number of forgotten positions.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn remove_after(
        &mut self,
        game: &Game,
        is_kept: impl Fn(&Record) -> bool,
    ) -> Result<usize, FileError> {
        let ply = game.position().ply();
        let mut removed = self.positions.known_after(game, usize::MAX);
        removed.retain(|known| known.game.position().ply() > ply && !is_kept(&known.record));
        let lines: Vec<String> =
            removed.iter().map(|known| text::write(&known.game, None)).collect();
        self.append(&lines)?;
        for known in &removed {
            self.positions.remove(&known.game);
        }
        Ok(removed.len())
    }

    /// Takes over the records of another file about positions that are not known here, and better
    /// lines about those that are. Returns the number of positions that changed.
    ///
    /// # Errors
    /// Returns an error if the other file cannot be read or this one cannot be written.
    pub fn merge(&mut self, other: &Path) -> Result<usize, FileError> {
        let mut changed = 0;
        let other = Self::with_text(other, &read(other)?);
        for Known { game, record: other } in other.positions.entries.into_values() {
            let before = self.positions.get(&game).unwrap_or_default();
            let mut record = before.clone();
            record.merge(other);
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
    /// Returns an error if the file cannot be read or written.
    pub fn save(&mut self) -> Result<(), FileError> {
        // Another process may have added lines.
        let file = Self::open(&self.path)?;
        let text =
            file.unreadable.iter().fold(file.positions.text(), |text, line| text + line + "\n");
        replace(&self.path, &text)?;
        *self = Self { is_torn: false, ..file };
        Ok(())
    }

    /// Adds lines to the end of the file, all with one system call.
    fn append(&mut self, lines: &[String]) -> Result<(), FileError> {
        let start = match (self.path.exists(), self.is_torn) {
            (false, _) => format!("{FIRST_LINE}\n"),
            (true, true) => "\n".to_owned(),
            (true, false) => String::new(),
        };
        let text = lines.iter().fold(start, |text, line| text + line + "\n");
        let file = OpenOptions::new().create(true).append(true).open(&self.path);
        file.and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(|error| FileError::io(&self.path, &error))?;
        self.is_torn = false;
        Ok(())
    }
}

/// Returns whether there is nothing at a path.
fn is_free(path: &Path) -> bool {
    fs::exists(path).is_ok_and(|exists| !exists)
}

/// Checks that a file could be created at a path.
fn check_folder(path: &Path) -> Result<(), FileError> {
    let shown = path.display();
    if path.file_name().is_none() {
        return Err(FileError(format!("invalid path \"{shown}\": expected the path of a file")));
    }
    match path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
        Some(folder) => {
            Err(FileError(format!("{shown}: the folder {} does not exist", folder.display())))
        }
        None => Ok(()),
    }
}

/// Returns the text of a file of positions.
fn read(path: &Path) -> Result<String, FileError> {
    let bytes = fs::read(path).map_err(|error| FileError::io(path, &error))?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    // The first line may have been cut off by a crash.
    if first.trim_end() != FIRST_LINE && !(FIRST_LINE.starts_with(first) && rest.is_empty()) {
        let path = path.display();
        let expected = format!("expected {FIRST_LINE:?} in its first line");
        return Err(FileError(format!("{path} is not a file of positions: {expected}")));
    }
    Ok(text)
}

/// Replaces a file of positions atomically.
fn replace(path: &Path, text: &str) -> Result<(), FileError> {
    whole_file::replace(path, text.as_bytes()).map_err(|error| FileError::io(path, &error))
}

impl Positions {
    /// Applies the statement of a text line, if it has one.
    pub(super) fn take_over(&mut self, line: &str) -> Result<(), ParseTextError> {
        match text::parse(line)? {
            Some(Statement { game, record: Some(record) }) => self.set(&game, record),
            Some(Statement { game, record: None }) => {
                self.remove(&game);
            }
            None => {}
        }
        Ok(())
    }

    /// Returns the text of a whole file, in an order that depends on the positions alone.
    #[must_use]
    pub fn text(&self) -> String {
        let line = |Known { game, record }: &Known| {
            let kind = format!("{} {}", game.rule().rule, game.size());
            (kind, game.position().ply(), text::write(game, Some(record)))
        };
        let mut lines: Vec<(String, usize, String)> = self.iter().map(line).collect();
        lines.sort();
        let start = format!("{FIRST_LINE}\n");
        lines.iter().fold(start, |text, (_, _, line)| text + line + "\n")
    }

    /// Writes the positions to a file, and returns their number. Replaces a file of positions, but no other file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written, or is not a file of positions.
    pub fn write(&self, path: &Path) -> Result<usize, FileError> {
        if is_free(path) {
            check_folder(path)?;
        } else {
            read(path)?;
        }
        replace(path, &self.text())?;
        Ok(self.len())
    }
}
