//! Results as plain text of a given width, a function of the records of the games in any order.
//!
//! Each function returns whole lines. A table that is too wide gets shorter names first, then loses
//! columns from the right. An infinite end of an interval is written as three dots.

mod advantage;
mod clock;
mod crosstable;
mod failures;
pub(in crate::show) mod layout;
mod machines;
mod standings;
mod summary;
mod usage;

#[cfg(test)]
mod tests;

use crate::record::GameRecord;
use crate::show::results::Results;
use crate::statistics::{Sprt, expected_games};
use layout::{Table, percent};

pub use advantage::advantage;
pub use clock::clock;
pub use crosstable::crosstable;
pub use failures::failures;
pub use machines::machines;
pub use standings::standings;
use summary::summary;
pub(crate) use summary::summary_lines;
pub use usage::{option_comment, usage};

/// The standard deviation of a game's score that is assumed before the first game.
const DEVIATION: f64 = 0.5;

/// Returns the expected length of the SPRT, if there is one.
#[must_use]
pub fn expectation(results: &Results, width: usize) -> Option<String> {
    results.sprt().map(|sprt| expected_length(sprt, DEVIATION, width))
}

/// Returns the probability that an SPRT passes and its mean number of games, for true differences
/// around those of the test. `deviation` is the standard deviation of a game's score; a normalised
/// test does not depend on it.
#[must_use]
pub fn expected_length(sprt: &Sprt, deviation: f64, width: usize) -> String {
    let unit = if sprt.config().normalized { "True nElo" } else { "True Elo" };
    Table::of(expected_games(sprt, deviation))
        .figures(unit, |row| format!("{:.2}", row.elo))
        .figures("Passes", |row| percent(row.pass))
        .figures("Games", |row| format!("{:.0}", row.games))
        .text(width)
}

/// Returns the table that is shown during a run.
#[must_use]
pub fn running_table(results: &Results, records: &[GameRecord], width: usize) -> String {
    if results.sprt().is_some() {
        return summary(results, records, width);
    }
    standings(records, results.names(), &results.quick_ratings(records), width)
}

/// Returns all tables.
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
