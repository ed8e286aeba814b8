//! The ranking of the engines.

use crate::record::GameRecord;
use crate::statistics::{Rating, RatingList, Wdl, tally};

use super::layout::{figures, interval, lay_out, names, percent, signed};

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
    let columns = [
        figures("#"),
        names("Engine"),
        figures("Elo"),
        figures("95 % interval"),
        figures("Games"),
        figures("Score"),
        figures("Won"),
        figures("Drawn"),
        figures("Lost"),
        figures("Failed"),
        figures("Black"),
        figures("White"),
    ];
    let rows: Vec<_> = list
        .ratings
        .iter()
        .zip(1..)
        .map(|(rating, place): (&Rating, usize)| {
            let tally = &tallies[rating.engine];
            let results = tally.results();
            vec![
                place.to_string(),
                rating.name.clone(),
                if results.games() == 0 { "–".to_owned() } else { signed(rating.value, 0) },
                interval(rating.low, rating.high, 0),
                results.games().to_string(),
                score(results),
                results.won.to_string(),
                results.drawn.to_string(),
                results.lost.to_string(),
                tally.failed().to_string(),
                score(tally.as_black),
                score(tally.as_white),
            ]
        })
        .collect();
    lay_out(&columns, &rows, width)
}

fn score(results: Wdl) -> String {
    results.score().map_or("–".to_owned(), percent)
}
