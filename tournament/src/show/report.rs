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
mod values;

use std::io;
use std::path::Path;

use serde_json::Value;

use crate::run::RunningGame;
use crate::show::snapshot::Snapshot;

#[cfg(test)]
mod tests;

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

/// Writes the page to a file. A reader finds the old page or the new one, whole.
///
/// # Errors
/// Returns an error if the page cannot be written. The old page then stays as it was.
pub fn write(path: &Path, snapshot: &Snapshot) -> io::Result<()> {
    whole_file::replace(path, page(snapshot).as_bytes())
}
