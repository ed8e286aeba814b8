//! The files of shards, and games of earlier divisions of a tournament.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::plan::{Plan, Shard};
use crate::store::results_file::ResultsFile;
use crate::store::state::{State, check_game};

/// Returns the files of the shards of all tournaments in a folder, each with the file of the whole tournament
/// and the shard, and sorted by them.
///
/// # Errors
/// Returns an error if the folder cannot be read.
pub fn files_in(folder: &Path) -> io::Result<Vec<(PathBuf, Shard, PathBuf)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let shard = Shard::of_file(&path).filter(|_| path.extension() == Some("jsonl".as_ref()));
        files.extend(shard.map(|(whole, shard)| (whole, shard, path)));
    }
    files.sort();
    Ok(files)
}

/// Copies the games of a shard from other files in its folder: the files of divisions into other numbers of
/// shards, and `whole`, that of the tournament. Returns the files from which games were copied, and how many.
/// Damaged files and files of other tournaments are left out.
pub(crate) fn adopt(
    state: &mut State,
    plan: &Plan,
    shard: Shard,
    whole: &Path,
) -> io::Result<Vec<(PathBuf, usize)>> {
    let files = files_in(whole_file::folder_of(whole))?;
    // Shards of the same count have other games.
    let others = files.into_iter().filter(|(of, other, _)| {
        of.file_name() == whole.file_name() && other.count() != shard.count()
    });
    let paths = others.map(|(_, _, path)| path).chain([whole.to_path_buf()]);
    let mut adopted = Vec::new();
    for path in paths.filter(|path| path.is_file()) {
        let file = match ResultsFile::read_begun(&path) {
            Ok(Some(file)) if file.header.plan == plan.id => file,
            Ok(Some(_)) => {
                log::warn!("{}: the file is of a different tournament", path.display());
                continue;
            }
            Ok(None) => continue,
            Err(error) => {
                log::warn!("{error}; its games are not used");
                continue;
            }
        };
        let before = state.records().len();
        for record in file.records {
            if check_game(plan, &record).is_ok() && !state.is_finished(record.id) {
                state.append_from(&file.header.hosts[record.host], record)?;
            }
        }
        let games = state.records().len() - before;
        if games > 0 {
            adopted.push((path, games));
        }
    }
    Ok(adopted)
}

#[cfg(test)]
mod tests;
