//! The places of outputs: none of them replaces results, or a file that this program has not written.

use std::path::Path;

use whole_file::check_file_place;

use crate::store::error::StoreError;
use crate::store::parse::BEGINNING;

/// The number of bytes in which a page must have its mark.
const PAGE_BYTES: usize = 2_048;

/// Checks that an output at a path would not replace a file of results.
///
/// # Errors
/// Returns [`StoreError::OverResults`] if it would, or an error if the file that is there cannot be read.
pub fn check_output(path: &Path) -> Result<(), StoreError> {
    match whole_file::beginning(path, BEGINNING.len()).map_err(StoreError::io(path))? {
        Some(start) if is_results(&start) => Err(StoreError::OverResults(path.to_path_buf())),
        _ => Ok(()),
    }
}

/// Checks that a file can be at a path: its folder exists, and the path is no folder itself.
///
/// # Errors
/// Returns [`StoreError::Place`] if it cannot.
pub fn check_place(path: &Path) -> Result<(), StoreError> {
    check_file_place(path).map_err(StoreError::place(path))
}

/// Checks that a page may be written to a path: its folder exists, and the path is free, or holds a page that
/// has `mark` near its beginning.
///
/// # Errors
/// Returns [`StoreError::OverResults`] or [`StoreError::OtherPage`] if the path holds anything else, or an error
/// of the system.
pub fn check_page(path: &Path, mark: &str) -> Result<(), StoreError> {
    match whole_file::beginning(path, PAGE_BYTES).map_err(StoreError::io(path))? {
        Some(start) if is_results(&start) => Err(StoreError::OverResults(path.to_path_buf())),
        Some(start) if !start.is_empty() && !String::from_utf8_lossy(&start).contains(mark) => {
            Err(StoreError::OtherPage(path.to_path_buf()))
        }
        Some(_) => Ok(()),
        None => check_place(path),
    }
}

/// Returns whether a file with this beginning is one of results.
fn is_results(start: &[u8]) -> bool {
    start.starts_with(BEGINNING.as_bytes())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use crate::store::error::StoreError;
    use crate::store::parse::BEGINNING;
    use crate::store::place::{check_output, check_page};

    #[test]
    fn outputs_replace_neither_results_nor_other_files() {
        let room = TempDir::new().expect("the system has a folder");
        let path = room.path().join("file");
        assert!(check_output(&path).is_ok() && check_page(&path, "mark").is_ok(), "it is free");
        for (content, is_output, is_page) in [
            (format!("{BEGINNING}\"schema\":1}}\n"), false, false),
            ("notes".to_owned(), true, false),
            ("<html>mark".to_owned(), true, true),
            (String::new(), true, true),
        ] {
            fs::write(&path, &content).expect("it is ours");
            assert_eq!(check_output(&path).is_ok(), is_output, "{content}");
            assert_eq!(check_page(&path, "mark").is_ok(), is_page, "{content}");
        }
        let in_no_folder = room.path().join("missing").join("page.html");
        assert!(matches!(check_page(&in_no_folder, "mark"), Err(StoreError::Place(..))));
        assert!(matches!(check_page(room.path(), "mark"), Err(StoreError::Place(..))));
    }
}
