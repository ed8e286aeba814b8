//! Reading the text of a file of results.
//!
//! Invariant: only bytes after the last end of a line are ever taken for torn; everything
//! before must be understood.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;

use serde::de::DeserializeOwned;

use crate::record::{GameId, GameRecord, Score};
use crate::state::header::{Header, KIND, SCHEMA};

/// What every file begins with.
const BEGINNING: &str = "{\"kind\":\"dolmen-tournament\",";

/// What a file holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Contents {
    /// The header; none: the file is empty, or was torn before its first line was whole.
    pub header: Option<Header>,
    /// The finished games in the order of the file.
    pub records: Vec<GameRecord>,
    /// The number of the torn last line, if there is one.
    pub torn: Option<usize>,
    /// Bytes before the torn line.
    pub whole: usize,
}

/// Where a file is damaged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Damage {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl Error for Damage {}

/// Reads the bytes of a file.
///
/// # Errors
/// A whole line is not what it should be, or a game is there twice.
pub fn parse(bytes: &[u8]) -> Result<Contents, Damage> {
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
    let mut lines = bytes[..whole].split_inclusive(|byte| *byte == b'\n').zip(1..);
    let header = lines.next().map(|(line, _)| parse_header(line)).transpose()?;
    let mut records = Vec::new();
    let mut seen = HashMap::new();
    for (line, number) in lines {
        let record = parse_record(line).map_err(|reason| Damage { line: number, reason })?;
        let GameId { pair, game } = record.id;
        if let Some(first) = seen.insert(record.id, number) {
            let reason = format!("pair {pair}, game {game} is also in line {first}");
            return Err(Damage { line: number, reason });
        }
        records.push(record);
    }
    if header.is_none() {
        check_torn_header(&bytes[whole..])?;
    }
    let lines = records.len() + usize::from(header.is_some());
    let torn = (whole < bytes.len()).then_some(lines + 1);
    Ok(Contents { header, records, torn, whole })
}

fn parse_header(line: &[u8]) -> Result<Header, Damage> {
    let damage = |reason: String| Damage { line: 1, reason };
    if !line.starts_with(BEGINNING.as_bytes()) {
        return Err(damage("this is not a file of tournament results".to_owned()));
    }
    // The number of the schema first: other schemas may have other fields.
    let value: serde_json::Value = parse_line(line).map_err(damage)?;
    let schema = value.get("schema").and_then(serde_json::Value::as_u64);
    if schema != Some(u64::from(SCHEMA)) {
        return Err(damage(format!("its schema is not {SCHEMA}, the one of this program")));
    }
    debug_assert_eq!(value.get("kind").and_then(serde_json::Value::as_str), Some(KIND));
    parse_line(line).map_err(damage)
}

/// A first line without end is a torn header only if it begins like one: any other text is
/// somebody's file.
fn check_torn_header(rest: &[u8]) -> Result<(), Damage> {
    let known = rest.len().min(BEGINNING.len());
    // After a power cut, blocks that were never written read as zeros.
    if rest[..known] == BEGINNING.as_bytes()[..known] || rest.iter().all(|byte| *byte == 0) {
        return Ok(());
    }
    Err(Damage { line: 1, reason: "this is not a file of tournament results".to_owned() })
}

fn parse_record(line: &[u8]) -> Result<GameRecord, String> {
    let record: GameRecord = parse_line(line)?;
    if record.score == Score::Void {
        return Err("a game that does not count is never written".to_owned());
    }
    if record.id.game > 1 {
        return Err(format!("a pair has no game {}", record.id.game));
    }
    Ok(record)
}

fn parse_line<T: DeserializeOwned>(line: &[u8]) -> Result<T, String> {
    // The place in the line, but not the number of the line, which the caller knows better.
    serde_json::from_slice(line.trim_ascii_end()).map_err(|error| {
        let text = error.to_string();
        let reason = text.split(" at line ").next().unwrap_or(&text);
        format!("column {}: {reason}", error.column())
    })
}
