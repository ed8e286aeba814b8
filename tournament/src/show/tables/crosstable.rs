//! The results of each engine against each other engine.

use crate::record::GameRecord;
use crate::statistics::{RatingList, Wdl, meetings};

use super::layout::{figures, lay_out, names};

/// The minimum width of a column with its gap.
const LEAST_COLUMN: usize = 7;

/// Returns the games that each row won, drew and lost against each column, such as `12-1-7`. Engines
/// are numbered as in the standings of `list`. Columns that exceed `width` follow in further tables.
#[must_use]
pub fn crosstable(
    records: &[GameRecord],
    engines: &[String],
    list: &RatingList,
    width: usize,
) -> String {
    let meetings = meetings(records, engines);
    let cells: Vec<Vec<String>> = list
        .ratings
        .iter()
        .map(|row| {
            let cell = |column: usize| {
                let results = meetings.get(&(row.engine, column));
                match results {
                    None if row.engine == column => "\\".to_owned(),
                    None => "·".to_owned(),
                    Some(Wdl { won, drawn, lost }) => format!("{won}-{drawn}-{lost}"),
                }
            };
            list.ratings.iter().map(|column| cell(column.engine)).collect()
        })
        .collect();
    let count = list.ratings.len();
    let longest_name = list.ratings.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let widest = cells.iter().flatten().map(|cell| cell.len() + 2).max().unwrap_or(0);
    let room = width.saturating_sub(longest_name.min(width / 3) + 5);
    let at_once = (room / widest.max(LEAST_COLUMN)).clamp(1, count.max(1));
    let mut tables = Vec::new();
    for start in (0..count).step_by(at_once) {
        let shown = start..count.min(start + at_once);
        let mut columns = vec![figures("#"), names("Engine")];
        columns.extend(shown.clone().map(|place| figures((place + 1).to_string())));
        let rows: Vec<_> = (0..count)
            .map(|place| {
                let mut row = vec![(place + 1).to_string(), list.ratings[place].name.clone()];
                row.extend_from_slice(&cells[place][shown.clone()]);
                row
            })
            .collect();
        tables.push(lay_out(&columns, &rows, width));
    }
    tables.join("\n")
}
