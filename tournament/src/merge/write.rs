//! The file of all results.
//!
//! Invariant: whoever reads it finds either the old file or the new one, whole; no game that was
//! in it gets lost; and no file of another kind is written over.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use fs4::{FileExt, TryLockError};

use crate::merge::part::{MergeError, Part};
use crate::merge::union::Union;
use crate::state::sync_folder;

/// Returns what is in the file already; none: it is not there, or empty.
pub(crate) fn before(path: &Path) -> Result<Option<Part>, MergeError> {
    if !path.exists() {
        return Ok(None);
    }
    check_free(path)?;
    Part::read(path)
}

/// Writes the file, or replaces it.
pub(crate) fn write(path: &Path, union: &Union) -> Result<(), MergeError> {
    if path.exists() {
        check_free(path)?;
    }
    let mut name = OsString::from(path.file_name().unwrap_or_default());
    name.push(".new");
    let new = path.with_file_name(name);
    write_new(&new, union)
        .and_then(|()| fs::rename(&new, path))
        .map_err(|source| MergeError::Io { path: path.to_path_buf(), source })?;
    sync_folder(path);
    Ok(())
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
    let io = |source| MergeError::Io { path: path.to_path_buf(), source };
    let file = File::open(path).map_err(io)?;
    match FileExt::try_lock(&file) {
        Ok(()) => FileExt::unlock(&file).map_err(io),
        Err(TryLockError::WouldBlock) => Err(MergeError::Locked { path: path.to_path_buf() }),
        Err(TryLockError::Error(source)) => Err(io(source)),
    }
}
