//! The report: one HTML page that holds a whole tournament and needs nothing else, from a disk or
//! from the live server.
//!
//! ```text
//! records ─► data ─► engines   standings, time and memory
//!              ├───► meetings  who met whom, with the five lines
//!              ├───► openings  how they went
//!              └───► games     a column for each property ─► details  moves and messages, packed
//! data ─► shell ─► page: template, style and scripts of `assets/`
//! ```
//!
//! Invariants: the page is a function of its snapshot; it loads nothing, and nothing that an engine
//! said is ever part of its markup or its script: data travel as JSON without `<`, `>` and `&`, and
//! the script writes them as text only.

mod data;
mod details;
mod engines;
mod evaluation;
mod games;
mod meetings;
mod openings;
mod shell;

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use serde_json::Value;
use tempfile::NamedTempFile;

use crate::record::{GameId, GameRecord};
use crate::results::Results;
use crate::state::Header;

#[cfg(test)]
mod tests;

/// A tournament at a moment.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot<'a> {
    /// The first line of the file of results.
    pub header: &'a Header,
    /// The finished games, in any order.
    pub records: &'a [GameRecord],
    /// The results, made from the same header.
    pub results: &'a Results,
    /// The number of games that are planned.
    pub total: usize,
    /// The games that are being played; empty if there are none, or nobody knows.
    pub running: &'a [RunningGame],
    /// The command that reproduces the tournament, quoted for a shell.
    pub command: &'a str,
    /// Now, seconds since 1970.
    pub generated: u64,
}

/// A game that is being played.
#[derive(Clone, Debug, PartialEq)]
pub struct RunningGame {
    /// The number of the game.
    pub id: GameId,
    /// The engine with the black stones, as an index.
    pub black: usize,
    /// The engine with the white stones, as an index.
    pub white: usize,
    /// The opening, as an index.
    pub opening: usize,
    /// The moves so far: column and row, from 0.
    pub moves: Vec<(u8, u8)>,
    /// The time for each of these moves, in milliseconds; none for those of the opening.
    pub ms: Vec<Option<f64>>,
    /// The time that it has lasted, in milliseconds.
    pub elapsed_ms: f64,
}

/// The page, complete.
#[must_use]
pub fn page(snapshot: &Snapshot) -> String {
    shell::page(snapshot, None)
}

/// The page, which then listens to a stream of events under the address `events` of the same
/// server. Events are named `data`, with what [`data`] gives, and `running`, with what [`running`]
/// gives.
#[must_use]
pub fn live_page(snapshot: &Snapshot, events: &str) -> String {
    shell::page(snapshot, Some(events))
}

/// Returns what the page shows, for its function `dolmenReport.update`.
#[must_use]
pub fn data(snapshot: &Snapshot) -> Value {
    serde_json::to_value(data::Data::new(snapshot))
        .expect("a value without maps serializes to JSON")
}

/// The games that are being played, for the page's function `dolmenReport.running`.
#[must_use]
pub fn running(games: &[RunningGame]) -> Value {
    let games: Vec<_> = games.iter().map(games::Running::new).collect();
    serde_json::to_value(games).expect("a value without maps serializes to JSON")
}

/// Writes the page to a file: one who reads it meanwhile has the old page or the new one, whole.
///
/// # Errors
/// The system cannot write it; an older page is then as it was.
pub fn write(path: &Path, snapshot: &Snapshot) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let mut file = NamedTempFile::new_in(folder)?;
    file.write_all(page(snapshot).as_bytes())?;
    share(file.as_file())?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// Temporary files are for their owner alone; a report is to be looked at.
#[cfg(unix)]
fn share(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;

    file.set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn share(_: &File) -> io::Result<()> {
    Ok(())
}
