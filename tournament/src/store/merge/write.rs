//! The file of all results.
//!
//! Invariants: its readers find the old file or the new one, whole; no game that was in it is lost;
//! and no file of another kind is overwritten.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use fs4::FileExt;

use crate::store::error::StoreError;
use crate::store::merge::union::Union;
use crate::store::results_file::ResultsFile;
use crate::store::state::lock;

impl Union {
    /// Returns the content of the file of all results, or `None` if it does not exist or is empty.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, or a run writes to it.
    pub fn written_before(path: &Path) -> Result<Option<ResultsFile>, StoreError> {
        if !path.exists() {
            return Ok(None);
        }
        check_free(path)?;
        ResultsFile::read_begun(path)
    }

    /// Writes the file, or replaces it.
    ///
    /// # Errors
    /// Returns an error if it cannot be written, or a run writes to it.
    pub fn write(&self, path: &Path) -> Result<(), StoreError> {
        if path.exists() {
            check_free(path)?;
        }
        whole_file::replace_with(path, |file| self.write_lines(file)).map_err(StoreError::io(path))
    }

    fn write_lines(&self, file: &mut impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut *file, &self.header)?;
        file.write_all(b"\n")?;
        for record in &self.records {
            serde_json::to_writer(&mut *file, record)?;
            file.write_all(b"\n")?;
        }
        Ok(())
    }
}

/// Checks that no run writes to a file.
fn check_free(path: &Path) -> Result<(), StoreError> {
    let file = File::open(path).map_err(StoreError::io(path))?;
    lock(&file, path)?;
    FileExt::unlock(&file).map_err(StoreError::io(path))
}
