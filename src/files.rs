//! Files that are whole at any time.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file at once: whoever reads it finds the old content or all of the new one, even if this
/// process is killed.
///
/// The new content is written to a file beside it first, whose name ends in `.new`.
///
/// # Errors
/// The system refuses to write the file. It then has its old content.
///
/// ```
/// use dolmen::files;
///
/// let path = std::env::temp_dir().join(format!("dolmen-{}.txt", std::process::id()));
/// files::replace(&path, b"one")?;
/// files::replace(&path, b"two")?;
/// assert_eq!(std::fs::read(&path)?, b"two");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".new");
    let written = File::create(&name)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&name, path));
    if written.is_err() {
        fs::remove_file(&name).ok();
    }
    written
}

#[cfg(test)]
mod tests {
    use std::{env, fs, process};

    use crate::files;

    #[test]
    fn a_file_that_cannot_be_replaced_leaves_nothing_behind() {
        let folder = env::temp_dir().join(format!("dolmen-files-{}", process::id()));
        let taken = folder.join("taken");
        fs::create_dir_all(taken.join("inside")).expect("the folder can be made");
        assert!(files::replace(&taken, b"text").is_err(), "a folder lies there");
        assert!(!folder.join("taken.new").exists());
        let path = folder.join("plain");
        files::replace(&path, b"text").expect("the file can be written");
        let names = fs::read_dir(&folder).expect("the folder can be read").count();
        assert_eq!(names, 2, "the folder and the file");
        fs::remove_dir_all(&folder).expect("the folder can be removed");
    }
}
