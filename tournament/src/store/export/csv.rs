//! All games as a table, one in each row, in the form of RFC 4180.
//!
//! Invariant: a spreadsheet never takes text from an engine for a formula.

use crate::record::GameRecord;
use crate::store::Header;
use crate::store::export::{one_line, point};

/// The text of a cell.
type Cell = fn(&GameRecord, &Header) -> String;

/// The columns, by name.
const COLUMNS: [(&str, Cell); 28] = [
    ("pair", |game, _| game.id.pair.to_string()),
    ("game", |game, _| game.id.game.to_string()),
    ("started", |game, _| game.started.to_string()),
    ("opening", |game, _| game.opening.to_string()),
    ("opening_name", |game, header| {
        header.openings.get(game.opening).map_or(quoted(""), |name| quoted(name))
    }),
    ("seed", |game, _| game.seed.to_string()),
    ("black", |game, _| quoted(&game.black.name)),
    ("white", |game, _| quoted(&game.white.name)),
    ("score", |game, _| word(&game.score)),
    ("reason", |game, _| word(&game.reason)),
    ("detail", |game, _| quoted(&game.detail)),
    ("stones", |game, _| game.moves.len().to_string()),
    ("moves", |game, _| game.moves.iter().map(|played| point(played.at)).collect()),
    ("black_moves", |game, _| game.black.moves.to_string()),
    ("black_time_ms", |game, _| game.black.time_ms.to_string()),
    ("black_longest_ms", |game, _| game.black.longest_ms.to_string()),
    ("black_late", |game, _| game.black.late.to_string()),
    ("black_latest_ms", |game, _| game.black.latest_ms.to_string()),
    ("black_peak_memory", |game, _| game.black.peak_memory.to_string()),
    ("white_moves", |game, _| game.white.moves.to_string()),
    ("white_time_ms", |game, _| game.white.time_ms.to_string()),
    ("white_longest_ms", |game, _| game.white.longest_ms.to_string()),
    ("white_late", |game, _| game.white.late.to_string()),
    ("white_latest_ms", |game, _| game.white.latest_ms.to_string()),
    ("white_peak_memory", |game, _| game.white.peak_memory.to_string()),
    ("black_machine_ms", |game, _| game.black.machine_ms.to_string()),
    ("white_machine_ms", |game, _| game.white.machine_ms.to_string()),
    ("replays", |game, _| game.replays.to_string()),
];

/// Returns the games as a table with a row of column names. Moves are written `h8i9g7`, columns by
/// letter and rows from 1 at the top.
///
/// A text that a spreadsheet would take for a formula begins with an apostrophe.
#[must_use]
pub fn csv(records: &[GameRecord], header: &Header) -> String {
    let mut text = COLUMNS.map(|(name, _)| name).join(",") + "\r\n";
    for record in records {
        text += &COLUMNS.map(|(_, cell)| cell(record, header)).join(",");
        text += "\r\n";
    }
    text
}

/// Returns the name that a value has in the file of results.
fn word(value: &impl serde::Serialize) -> String {
    let value = serde_json::to_value(value).expect("a unit variant serializes to its name");
    value.as_str().expect("a unit variant serializes to a string").to_owned()
}

/// Quotes a text, and guards it with an apostrophe if a spreadsheet would take it for a formula.
fn quoted(text: &str) -> String {
    let text = one_line(text);
    let guard = if text.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests;
