//! The text that one reads after a tournament, and during it: plain text of a given width, without
//! terminal codes, from the records of the games alone. Equal records give equal text in any order.
//!
//! Each function returns whole lines, none longer than the width where anything can be left out;
//! names are shortened first, then columns are dropped from the right. Infinite ends of intervals
//! are written as three dots.

mod crosstable;
mod failures;
mod layout;
mod machines;
mod standings;
mod summary;
mod usage;

#[cfg(test)]
mod tests;

use crate::record::GameRecord;
use crate::show::results::Results;
use crate::statistics::{Sprt, expected_games};
use layout::{figures, lay_out, percent};

pub use crosstable::crosstable;
pub use failures::failures;
pub use machines::machines;
pub use standings::standings;
use summary::summary;
pub(crate) use summary::summary_lines;
pub use usage::usage;

/// The deviation of a game's score before anything is known.
const DEVIATION: f64 = 0.5;

/// Returns how long the test is expected to take, if there is one.
#[must_use]
pub fn expectation(results: &Results, width: usize) -> Option<String> {
    results.sprt().map(|sprt| expected_length(sprt, DEVIATION, width))
}

/// For true differences around those of the test: how likely it passes, and the mean number of
/// games until it ends. `deviation` is that of a game's score, one half before anything is known;
/// a normalised test does not depend on it.
#[must_use]
pub fn expected_length(sprt: &Sprt, deviation: f64, width: usize) -> String {
    let unit = if sprt.config().normalized { "True nElo" } else { "True Elo" };
    let columns = [figures(unit), figures("Passes"), figures("Games")];
    let rows: Vec<_> = expected_games(sprt, deviation)
        .into_iter()
        .map(|row| vec![format!("{:.2}", row.elo), percent(row.pass), format!("{:.0}", row.games)])
        .collect();
    lay_out(&columns, &rows, width)
}

/// Returns what changes while games are played.
#[must_use]
pub fn running_table(results: &Results, records: &[GameRecord], width: usize) -> String {
    if results.sprt().is_some() {
        return summary(results, records, width);
    }
    standings(records, results.names(), &results.quick_ratings(records), width)
}

/// Returns everything.
#[must_use]
pub fn all_tables(results: &Results, records: &[GameRecord], width: usize) -> String {
    let (names, list) = (results.names(), results.ratings(records));
    let mut parts = vec![standings(records, names, &list, width)];
    if names.len() > 2 {
        parts.push(crosstable(records, names, &list, width));
    }
    parts.push(usage(records, names, width));
    parts.push(failures(records, names, width));
    if names.len() == 2 {
        parts.push(summary(results, records, width));
    }
    parts.join("\n")
}
