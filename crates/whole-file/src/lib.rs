//! Replaces a file so that its readers find the old content or all of the new one, even after a
//! crash or a power cut, reads the beginning of a file that would be replaced, and checks the places of
//! files and folders before they are written.
//!
//! The new content goes to a temporary file in the same folder, `.NAME.0.new`, which is
//! synchronised and then renamed. Afterwards the folder is synchronised too, where the system can.
//! The temporary file is created exclusively: two processes that replace the same file at the same
//! time use different ones, and the later rename wins. A process that is killed may leave its
//! temporary file behind.

use std::error::Error;
use std::ffi::OsString;
use std::fmt::{self, Display};
use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The maximum number of temporary files of one file, most of them left behind by killed processes.
const MAX_TEMPORARY: u32 = 1_000;

/// Replaces the content of a file, or creates it. An existing file keeps its permissions.
///
/// # Errors
/// Returns the error of the system if the file cannot be written. It then has its old content.
///
/// ```
/// let path = std::env::temp_dir().join(format!("whole-file-{}.txt", std::process::id()));
/// whole_file::replace(&path, b"one")?;
/// whole_file::replace(&path, b"two")?;
/// assert_eq!(std::fs::read(&path)?, b"two");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    replace_with(path, |file| file.write_all(bytes))
}

/// Replaces the content of a file with the output of a function, or creates the file. An existing file
/// keeps its permissions.
///
/// # Errors
/// Returns the error of the function, or that of the system if the file cannot be written. The file
/// then has its old content.
///
/// ```
/// use std::io::Write;
///
/// let path = std::env::temp_dir().join(format!("whole-file-with-{}.txt", std::process::id()));
/// whole_file::replace_with(&path, |file| (1..=3).try_for_each(|line| writeln!(file, "{line}")))?;
/// assert_eq!(std::fs::read_to_string(&path)?, "1\n2\n3\n");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn replace_with(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let (temporary, file) = create_temporary(path)?;
    let written = write_all(path, file, write).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        fs::remove_file(&temporary).ok();
    }
    written?;
    sync_folder_of(path);
    Ok(())
}

/// Synchronises the folder of a file, so that the name of a new file survives a power cut. Does
/// nothing on systems that cannot synchronise folders.
pub fn sync_folder_of(path: &Path) {
    // Windows and some network drives refuse to open or to synchronise a folder.
    File::open(folder_of(path)).and_then(|folder| folder.sync_all()).ok();
}

/// Returns the folder that a file is or would be in: `.` for a name without a folder.
///
/// ```
/// use std::path::Path;
///
/// assert_eq!(whole_file::folder_of(Path::new("games/one.sgf")), Path::new("games"));
/// assert_eq!(whole_file::folder_of(Path::new("one.sgf")), Path::new("."));
/// ```
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The reason why a file or a folder cannot be at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlaceError {
    /// The folder of the file does not exist.
    NoFolder(PathBuf),
    /// A folder is at the path of the file.
    Folder,
    /// A file is at the path of the folder.
    File,
    /// A file is where the folder would need a folder to be in.
    FileAbove(PathBuf),
}

impl Display for PlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFolder(folder) => write!(f, "there is no folder {}", folder.display()),
            Self::Folder => f.write_str("is a folder: expected the name of a file"),
            Self::File => f.write_str("is a file: expected a folder"),
            Self::FileAbove(file) => write!(f, "{} is a file: expected a folder", file.display()),
        }
    }
}

impl Error for PlaceError {}

/// Checks that a file can be at a path: its folder exists, and the path is no folder itself. Whether the
/// system lets a program write there is known only afterwards.
///
/// # Errors
/// Returns [`PlaceError::NoFolder`] or [`PlaceError::Folder`].
///
/// ```
/// use std::path::Path;
/// use whole_file::{PlaceError, check_file_place};
///
/// assert_eq!(check_file_place(Path::new("one.sgf")), Ok(()));
/// assert_eq!(check_file_place(Path::new(".")), Err(PlaceError::Folder));
/// let error = check_file_place(Path::new("no/one.sgf")).map_err(|error| error.to_string());
/// assert_eq!(error, Err("there is no folder no".to_owned()));
/// ```
pub fn check_file_place(path: &Path) -> Result<(), PlaceError> {
    match folder_of(path) {
        folder if !folder.is_dir() => Err(PlaceError::NoFolder(folder.to_owned())),
        _ if path.is_dir() => Err(PlaceError::Folder),
        _ => Ok(()),
    }
}

/// Checks that a folder is at a path, or can be created there with the folders above it.
///
/// # Errors
/// Returns [`PlaceError::File`] or [`PlaceError::FileAbove`].
pub fn check_folder_place(path: &Path) -> Result<(), PlaceError> {
    let existing = path.ancestors().find(|part| part.exists());
    match existing.filter(|part| !part.is_dir()) {
        None => Ok(()),
        Some(file) if file == path => Err(PlaceError::File),
        Some(file) => Err(PlaceError::FileAbove(file.to_owned())),
    }
}

/// Returns the first bytes of a file, at most `max`, so that a program can recognise what it would
/// replace; `None` if there is no file. Devices and pipes count as empty, since reading takes from them.
///
/// # Errors
/// Returns [`ErrorKind::IsADirectory`] for a folder, or the error of the system if the file cannot be
/// read.
///
/// ```
/// let path = std::env::temp_dir().join(format!("whole-file-beginning-{}", std::process::id()));
/// assert_eq!(whole_file::beginning(&path, 3)?, None);
/// whole_file::replace(&path, b"one two")?;
/// assert_eq!(whole_file::beginning(&path, 3)?, Some(b"one".to_vec()));
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn beginning(path: &Path, max: usize) -> io::Result<Option<Vec<u8>>> {
    let found = match path.metadata() {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        found => found?,
    };
    if found.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    let mut bytes = Vec::new();
    if found.is_file() {
        File::open(path)?.take(max as u64).read_to_end(&mut bytes)?;
    }
    Ok(Some(bytes))
}

/// Creates a temporary file beside a file.
fn create_temporary(path: &Path) -> io::Result<(PathBuf, File)> {
    let name = path.file_name().ok_or(ErrorKind::IsADirectory)?;
    for number in 0..MAX_TEMPORARY {
        let mut temporary = OsString::from(".");
        temporary.push(name);
        temporary.push(format!(".{number}.new"));
        let temporary = path.with_file_name(temporary);
        match File::create_new(&temporary) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            created => return created.map(|file| (temporary, file)),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Writes and synchronises the temporary file of `path`, and gives it the same permissions.
fn write_all(
    path: &Path,
    file: File,
    write: impl FnOnce(&mut BufWriter<File>) -> io::Result<()>,
) -> io::Result<()> {
    let mut buffered = BufWriter::new(file);
    write(&mut buffered)?;
    let file = buffered.into_inner()?;
    if let Ok(old) = fs::metadata(path) {
        file.set_permissions(old.permissions())?;
    }
    file.sync_all()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::{self, Write};
    use std::path::Path;

    use tempfile::TempDir;

    use crate::{
        MAX_TEMPORARY, PlaceError, beginning, check_file_place, check_folder_place, replace,
        replace_with,
    };

    fn folder() -> TempDir {
        tempfile::tempdir().expect("a temporary folder can be created")
    }

    /// The names in a folder, in order.
    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("the folder can be read");
        let name = |entry: io::Result<fs::DirEntry>| entry.expect("it can be read").file_name();
        let mut names: Vec<_> =
            entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_failure_keeps_the_old_content_and_leaves_nothing_behind() {
        let folder = folder();
        let path = folder.path().join("file");
        replace(&path, b"old").expect("the file can be written");
        let failed = replace_with(&path, |file| {
            file.write_all(b"half")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(failed.map_err(|error| error.kind()), Err(io::ErrorKind::StorageFull));
        assert_eq!(fs::read(&path).expect("it can be read"), b"old");
        let taken = folder.path().join("taken");
        fs::create_dir_all(taken.join("inside")).expect("the folder can be created");
        assert!(replace(&taken, b"text").is_err(), "a folder is there");
        assert!(replace(Path::new("/"), b"text").is_err());
        assert_eq!(names(folder.path()), ["file", "taken"]);
    }

    #[test]
    fn files_left_behind_are_passed_over() {
        let folder = folder();
        let path = folder.path().join("file");
        fs::write(folder.path().join(".file.0.new"), b"of another").expect("it can be written");
        replace(&path, b"new").expect("the file can be written");
        assert_eq!(names(folder.path()), [".file.0.new", "file"]);
        for number in 1..MAX_TEMPORARY {
            let name = format!(".file.{number}.new");
            fs::write(folder.path().join(name), b"").expect("it can be written");
        }
        let error = replace(&path, b"newer").expect_err("all names are taken");
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).expect("it can be read"), b"new");
    }

    #[test]
    fn the_beginning_of_a_folder_is_an_error() {
        let folder = folder();
        let failed = beginning(folder.path(), 1).map_err(|error| error.kind());
        assert_eq!(failed, Err(io::ErrorKind::IsADirectory));
    }

    #[test]
    fn places_are_checked_before_anything_is_written() {
        let folder = folder();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("file"), "text").expect("the folder can be written");
        let missing = PlaceError::NoFolder(path("missing"));
        assert_eq!(check_file_place(&path("file")), Ok(()));
        assert_eq!(check_file_place(&path("new")), Ok(()));
        assert_eq!(check_file_place(&path("missing/new")), Err(missing));
        assert_eq!(check_file_place(&path("file/new")), Err(PlaceError::NoFolder(path("file"))));
        assert_eq!(check_file_place(folder.path()), Err(PlaceError::Folder));
        assert_eq!(check_folder_place(folder.path()), Ok(()));
        assert_eq!(check_folder_place(&path("missing/new")), Ok(()));
        assert_eq!(check_folder_place(&path("file")), Err(PlaceError::File));
        let above = PlaceError::FileAbove(path("file"));
        assert_eq!(check_folder_place(&path("file/new")), Err(above));
        assert_eq!(names(folder.path()), ["file"]);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_stay() {
        use std::os::unix::fs::PermissionsExt;

        let folder = folder();
        let path = folder.path().join("file");
        replace(&path, b"old").expect("the file can be written");
        let private = fs::Permissions::from_mode(0o600);
        fs::set_permissions(&path, private).expect("they can be set");
        replace(&path, b"new").expect("the file can be written");
        let mode = fs::metadata(&path).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
