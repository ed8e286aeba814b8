//! All games as a table, one a line, in the form of RFC 4180.
//!
//! Invariant: no text of an engine is a formula to a spreadsheet.

use crate::record::{Conduct, GameRecord};
use crate::store::Header;
use crate::store::export::one_line;

/// The names of the columns.
const COLUMNS: [&str; 28] = [
    "pair",
    "game",
    "started",
    "opening",
    "opening_name",
    "seed",
    "black",
    "white",
    "score",
    "reason",
    "detail",
    "stones",
    "moves",
    "black_moves",
    "black_time_ms",
    "black_longest_ms",
    "black_late",
    "black_latest_ms",
    "black_peak_memory",
    "white_moves",
    "white_time_ms",
    "white_longest_ms",
    "white_late",
    "white_latest_ms",
    "white_peak_memory",
    "black_machine_ms",
    "white_machine_ms",
    "replays",
];

/// The games as a table with a line of column names. Moves are written `h8i9g7`, columns by
/// letter and rows from 1 at the top.
///
/// A text that a spreadsheet would take for a formula has an apostrophe before it.
#[must_use]
pub fn csv(records: &[GameRecord], header: &Header) -> String {
    let mut text = COLUMNS.join(",") + "\r\n";
    for record in records {
        text += &line(record, header).join(",");
        text += "\r\n";
    }
    text
}

fn line(record: &GameRecord, header: &Header) -> Vec<String> {
    let opening = header.openings.get(record.opening).map_or("", String::as_str);
    let mut cells = vec![
        record.id.pair.to_string(),
        record.id.game.to_string(),
        record.started.to_string(),
        record.opening.to_string(),
        cell(opening),
        record.seed.to_string(),
        cell(&record.black.name),
        cell(&record.white.name),
        word(&record.score),
        word(&record.reason),
        cell(&record.detail),
        record.moves.len().to_string(),
        record.moves.iter().map(|moved| point(moved.at)).collect(),
    ];
    cells.extend(conduct(&record.black));
    cells.extend(conduct(&record.white));
    cells.extend([&record.black, &record.white].map(|conduct| conduct.machine_ms.to_string()));
    cells.push(record.replays.to_string());
    cells
}

fn conduct(conduct: &Conduct) -> [String; 6] {
    [
        conduct.moves.to_string(),
        conduct.time_ms.to_string(),
        conduct.longest_ms.to_string(),
        conduct.late.to_string(),
        conduct.latest_ms.to_string(),
        conduct.peak_memory.to_string(),
    ]
}

/// The name that a value has in the file of results.
fn word(value: &impl serde::Serialize) -> String {
    let value = serde_json::to_value(value).expect("a unit variant serializes to its name");
    value.as_str().expect("a unit variant serializes to a string").to_owned()
}

fn point((x, y): (u8, u8)) -> String {
    format!("{}{}", char::from(b'a' + x), u32::from(y) + 1)
}

/// A text of any origin as a cell.
fn cell(text: &str) -> String {
    let text = one_line(text);
    let guard = if text.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests;
