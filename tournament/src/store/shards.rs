//! The files of shards, and games that were played when a tournament was divided otherwise, or
//! not at all.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::plan::{Plan, Shard};
use crate::store::parse::{Contents, parse};
use crate::store::state::{State, check_game};

/// The files of shards in a folder, whatever tournament they belong to, with the file of that
/// tournament; sorted by it and by shard.
///
/// # Errors
/// The folder cannot be read.
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

/// Copies what files beside that of the shard hold of its games: files of other counts of
/// shards, and `whole`, that of the tournament. Gives the files from which games were taken,
/// and how many. Files that are of another tournament or not understood are left out.
pub(crate) fn adopt(
    state: &mut State,
    plan: &Plan,
    shard: Shard,
    whole: &Path,
) -> io::Result<Vec<(PathBuf, usize)>> {
    let folder = whole.parent().filter(|folder| !folder.as_os_str().is_empty());
    let files = files_in(folder.unwrap_or(Path::new(".")))?;
    // Shards of the same count have other games.
    let others = files.into_iter().filter(|(of, other, _)| {
        of.file_name() == whole.file_name() && other.count() != shard.count()
    });
    let paths = others.map(|(_, _, path)| path).chain([whole.to_path_buf()]);
    let mut adopted = Vec::new();
    for path in paths.filter(|path| path.is_file()) {
        match copy(state, plan, &path)? {
            0 => {}
            games => adopted.push((path, games)),
        }
    }
    Ok(adopted)
}

/// Copies the games of the plan that a file has and the state lacks.
fn copy(state: &mut State, plan: &Plan, path: &Path) -> io::Result<usize> {
    let contents = match parse(&fs::read(path)?) {
        Ok(contents) => contents,
        Err(damage) => {
            log::warn!("{}: {damage}; its games are not used", path.display());
            return Ok(0);
        }
    };
    let Contents { header: Some(header), records, .. } = contents else { return Ok(0) };
    if header.plan != plan.id {
        log::warn!("{}: the file is of a different tournament", path.display());
        return Ok(0);
    }
    let mut games = 0;
    for record in records {
        if check_game(plan, &record).is_ok() && !state.is_finished(record.id) {
            state.append_from(&header.hosts[record.host].clone(), record)?;
            games += 1;
        }
    }
    Ok(games)
}

#[cfg(test)]
mod tests;
