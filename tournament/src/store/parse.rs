//! Reading the text of a file of results.
//!
//! Invariant: only bytes after the last line end count as torn; everything before them must be valid.

use std::collections::HashMap;

use thiserror::Error;

use crate::record::{GameRecord, Score};
use crate::store::header::{Header, Host, HostLine, KIND, SCHEMA};

/// The beginning of every file.
pub(super) const BEGINNING: &str = "{\"kind\":\"dolmen-tournament\",";
/// The beginning of the line of another machine; that of a game begins with its pair.
const HOST: &str = "{\"host\":{";

/// The contents of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Contents {
    /// The header, with all machines of the file; `None` if the file is empty or its first line is
    /// incomplete.
    pub header: Option<Header>,
    /// The finished games in the order of the file.
    pub records: Vec<GameRecord>,
    /// The number of the line of each game.
    pub lines: Vec<usize>,
    /// The number of the torn last line, if there is one.
    pub torn: Option<usize>,
    /// Bytes before the torn line.
    pub whole: usize,
}

/// The place at which a file is damaged.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("line {line}: {reason}{}", advice(*line))]
pub struct Damage {
    /// The line, from 1.
    pub line: usize,
    /// The fault at that place.
    pub reason: String,
}

/// Returns the end of the message about a damaged line: the way out, unless it is the header.
const fn advice(line: usize) -> &'static str {
    if line > 1 { "; if you delete this line, its game counts as not played" } else { "" }
}

/// Reads the bytes of a file.
///
/// # Errors
/// Returns the damage if a complete text line is invalid, or if a game is there twice.
pub fn parse(bytes: &[u8]) -> Result<Contents, Damage> {
    let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1);
    let mut lines = bytes[..whole].split_inclusive(|byte| *byte == b'\n').zip(1..);
    let mut header = lines.next().map(|(line, _)| parse_header(line)).transpose()?;
    let hosts = header.as_mut().map(|header| &mut header.hosts);
    let (records, lines) = parse_lines(lines, hosts.unwrap_or(&mut Vec::new()))?;
    if header.is_none() {
        check_torn_header(&bytes[whole..])?;
    }
    let ends = bytes[..whole].iter().filter(|byte| **byte == b'\n').count();
    let torn = (whole < bytes.len()).then_some(ends + 1);
    Ok(Contents { header, records, lines, torn, whole })
}

/// Returns the games and the numbers of their text lines; adds machines to `hosts`.
fn parse_lines<'a>(
    lines: impl Iterator<Item = (&'a [u8], usize)>,
    hosts: &mut Vec<Host>,
) -> Result<(Vec<GameRecord>, Vec<usize>), Damage> {
    let mut records = Vec::new();
    let mut numbers = Vec::new();
    let mut seen = HashMap::new();
    for (line, number) in lines {
        let damage = |reason| Damage { line: number, reason };
        if line.starts_with(HOST.as_bytes()) {
            let HostLine { host } = json_line::read(line).map_err(damage)?;
            hosts.push(host);
            continue;
        }
        let record = parse_record(line, hosts.len()).map_err(damage)?;
        if let Some(first) = seen.insert(record.id, number) {
            return Err(damage(format!("{} is also in line {first}", record.id)));
        }
        records.push(record);
        numbers.push(number);
    }
    Ok((records, numbers))
}

fn parse_header(line: &[u8]) -> Result<Header, Damage> {
    let damage = |reason: String| Damage { line: 1, reason };
    if !line.starts_with(BEGINNING.as_bytes()) {
        return Err(damage("not a file of tournament results".to_owned()));
    }
    // Check the schema first, since other schemas may have other fields.
    let value: serde_json::Value = json_line::read(line).map_err(damage)?;
    let schema = value.get("schema").and_then(serde_json::Value::as_u64);
    if schema != Some(u64::from(SCHEMA)) {
        return Err(damage(format!("unsupported schema: expected {SCHEMA}")));
    }
    debug_assert_eq!(value.get("kind").and_then(serde_json::Value::as_str), Some(KIND));
    json_line::read(line).map_err(damage)
}

/// Checks that an incomplete first text line begins like a header: any other text is a file of the user's.
fn check_torn_header(rest: &[u8]) -> Result<(), Damage> {
    let known = rest.len().min(BEGINNING.len());
    // After a power cut, blocks that were never written read as zeros.
    if rest[..known] == BEGINNING.as_bytes()[..known] || rest.iter().all(|byte| *byte == 0) {
        return Ok(());
    }
    Err(Damage { line: 1, reason: "not a file of tournament results".to_owned() })
}

fn parse_record(line: &[u8], hosts: usize) -> Result<GameRecord, String> {
    let record: GameRecord = json_line::read(line)?;
    if record.score == Score::Void {
        return Err("unexpected void game".to_owned());
    }
    if record.id.game > 1 {
        return Err(format!("invalid game {} of a pair: expected 0 or 1", record.id.game));
    }
    if record.host >= hosts {
        return Err(format!("unknown host {}: its line is missing", record.host));
    }
    Ok(record)
}
