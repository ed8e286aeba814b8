//! The expected cost of a sequential test.

use crate::statistics::{Sprt, expected_games};

use super::layout::{figures, lay_out, percent};

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

#[cfg(test)]
mod tests;
