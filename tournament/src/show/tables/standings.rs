//! The ranking of the engines.

use crate::record::GameRecord;
use crate::statistics::{Rating, RatingList, Tally, Wdl, tally};

use super::layout::{Table, interval, or_dash, percent, signed};

/// A row of the ranking.
struct Row<'a> {
    place: usize,
    rating: &'a Rating,
    tally: &'a Tally,
}

/// Returns the ranking: rating with its 95 % interval, games, score, results, score of either colour,
/// and games lost by own fault. `list` has an entry for each of `engines`.
///
/// Ratings are computed from complete pairs only, the other figures from all games that count.
#[must_use]
pub fn standings(
    records: &[GameRecord],
    engines: &[String],
    list: &RatingList,
    width: usize,
) -> String {
    let tallies = tally(records, engines);
    let rows = list.ratings.iter().zip(1..);
    let rows = rows.map(|(rating, place)| Row { place, rating, tally: &tallies[rating.engine] });
    Table::of(rows)
        .figures("#", |row| row.place)
        .names("Engine", |row| &row.rating.name)
        .figures("Rating", |row| {
            or_dash(row.tally.results().score().map(|_| signed(row.rating.value, 0)))
        })
        .figures("95 % interval", |row| interval(row.rating.low, row.rating.high, 0))
        .figures("Games", |row| row.tally.results().games())
        .figures("Score", |row| score(row.tally.results()))
        .figures("Won", |row| row.tally.results().won)
        .figures("Drawn", |row| row.tally.results().drawn)
        .figures("Lost", |row| row.tally.results().lost)
        .figures("Failed", |row| row.tally.failed())
        .figures("Black", |row| score(row.tally.as_black))
        .figures("White", |row| score(row.tally.as_white))
        .text(width)
}

fn score(results: Wdl) -> String {
    or_dash(results.score().map(percent))
}
