//! The report: one HTML page that holds a whole tournament, opened from a disk or from the live
//! server, and its data as JSON.
//!
//! ```text
//! records ─► data: header, ratings, statistics ─┬─► JSON, as an export and for the live server
//!        └─► games: a row each, packed details ─┘
//! JSON ─► shell ─► page: template, style and scripts of `assets/`
//! ```
//!
//! Invariants: the page is a function of its snapshot and loads nothing. Text from engines never
//! becomes part of its markup or its script: the page holds it as JSON without `<`, `>` and `&`, and
//! the script inserts it as text only.

mod data;
mod games;
mod shell;

pub(in crate::show) use shell::{hash, style};

use std::io;
use std::path::Path;

use serde_json::Value;

use crate::run::RunningGame;
use crate::show::snapshot::Snapshot;
use crate::store::{self, StoreError};

#[cfg(test)]
mod tests;

/// Returns the page.
#[must_use]
pub fn page(snapshot: &Snapshot) -> String {
    shell::page(snapshot, None)
}

/// Returns the page with a script that listens to a stream of events at the address `events` of the
/// same server: events named `data` with the JSON of [`data`], and events named `running` with that
/// of [`running`].
#[must_use]
pub fn live_page(snapshot: &Snapshot, events: &str) -> String {
    shell::page(snapshot, Some(events))
}

/// Returns the data of the report; `docs/report.md` describes the fields.
#[must_use]
pub fn data(snapshot: &Snapshot) -> Value {
    serde_json::to_value(data::Report::new(snapshot)).expect("its maps have strings as keys")
}

/// Returns the running games, in the form that they have in [`data`].
#[must_use]
pub fn running(games: &[RunningGame]) -> Value {
    serde_json::to_value(games).expect("its maps have strings as keys")
}

/// Checks that the page may be written to a path: its folder exists, and the path is free or holds such a page.
///
/// # Errors
/// See [`store::check_page`].
pub fn check(path: &Path) -> Result<(), StoreError> {
    store::check_page(path, shell::MARK)
}

/// Writes the page to a file. A reader finds the old page or the new one, whole.
///
/// # Errors
/// Returns an error if the page cannot be written. The old page then stays as it was.
pub fn write(path: &Path, snapshot: &Snapshot) -> io::Result<()> {
    whole_file::replace(path, page(snapshot).as_bytes())
}
