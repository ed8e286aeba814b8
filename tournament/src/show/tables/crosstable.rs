//! The results of each engine against each other engine.

use crate::record::GameRecord;
use crate::statistics::{Rating, RatingList, Wdl, meetings};

use super::layout::Table;

/// The minimum width of a column with its gap.
const MIN_COLUMN: usize = 7;

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
    let cell = |row: &Rating, column: &Rating| match meetings.get(&(row.engine, column.engine)) {
        None if row.engine == column.engine => "\\".to_owned(),
        None => "·".to_owned(),
        Some(Wdl { won, drawn, lost }) => format!("{won}-{drawn}-{lost}"),
    };
    let places: Vec<(usize, &Rating)> = (1..).zip(&list.ratings).collect();
    let longest_name = list.ratings.iter().map(|row| row.name.chars().count()).max().unwrap_or(0);
    let cells = list.ratings.iter().flat_map(|row| list.ratings.iter().map(move |one| (row, one)));
    let widest = cells.map(|(row, column)| cell(row, column).len() + 2).max().unwrap_or(0);
    let room = width.saturating_sub(longest_name.min(width / 3) + 5);
    let at_once = (room / widest.max(MIN_COLUMN)).max(1);
    let tables = places.chunks(at_once).map(|shown| {
        let mut table = Table::of(places.iter().copied())
            .figures("#", |(place, _)| *place)
            .names("Engine", |(_, row)| &row.name);
        for (place, column) in shown {
            table = table.figures(place, |(_, row)| cell(row, column));
        }
        table.text(width)
    });
    tables.collect::<Vec<_>>().join("\n")
}
