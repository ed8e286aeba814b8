//! The file of all results.
//!
//! Invariant: whoever reads it finds either the old file or the new one, whole; no game that was
//! in it gets lost; and no file of another kind is written over.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use fs4::{FileExt, TryLockError};

use crate::store::merge::MergeError;
use crate::store::merge::union::Union;
use crate::store::results_file::{ReadResultsError, ResultsFile};
use crate::store::state::sync_folder;

impl Union {
    /// Returns what is in the file of all results already; none: it is not there, or empty.
    ///
    /// # Errors
    /// It cannot be read, or a run writes to it.
    pub fn written_before(path: &Path) -> Result<Option<ResultsFile>, MergeError> {
        if !path.exists() {
            return Ok(None);
        }
        check_free(path)?;
        Ok(ResultsFile::read_begun(path)?)
    }

    /// Writes the file, or replaces it.
    ///
    /// # Errors
    /// It cannot be written, or a run writes to it.
    pub fn write(&self, path: &Path) -> Result<(), MergeError> {
        if path.exists() {
            check_free(path)?;
        }
        let mut name = OsString::from(path.file_name().unwrap_or_default());
        name.push(".new");
        let new = path.with_file_name(name);
        write_new(&new, self)
            .and_then(|()| fs::rename(&new, path))
            .map_err(|source| ReadResultsError::Io { path: path.to_path_buf(), source })?;
        sync_folder(path);
        Ok(())
    }
}

fn write_new(path: &Path, union: &Union) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    serde_json::to_writer(&mut file, &union.header)?;
    file.write_all(b"\n")?;
    for record in &union.records {
        serde_json::to_writer(&mut file, record)?;
        file.write_all(b"\n")?;
    }
    file.into_inner()?.sync_all()
}

/// Returns whether no run writes to a file.
fn check_free(path: &Path) -> Result<(), MergeError> {
    let io = |source| ReadResultsError::Io { path: path.to_path_buf(), source };
    let file = File::open(path).map_err(io)?;
    match FileExt::try_lock(&file) {
        Ok(()) => Ok(FileExt::unlock(&file).map_err(io)?),
        Err(TryLockError::WouldBlock) => Err(MergeError::Locked { path: path.to_path_buf() }),
        Err(TryLockError::Error(source)) => Err(io(source).into()),
    }
}
