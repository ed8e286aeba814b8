//! The text lines of a dialogue: the kinds of an engine's lines, and the transcript.

use std::time::Instant;

use crate::outcome::{Entry, Speaker};

/// The maximum length of the text of a transcript entry, in bytes before escaping.
const MAX_ENTRY_BYTES: usize = 200;

/// The number of lines of standard error in a transcript.
const KEPT_STDERR_LINES: usize = 12;

/// The number of entries kept from the beginning of a transcript, and from its end.
const KEPT_ENTRIES: usize = 400;

/// The kinds of lines that engines send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `MESSAGE …` or `DEBUG …`, which is no reply.
    Message,
    /// `OK`, exactly.
    Ok,
    /// Digits, a comma, digits, and nothing else.
    Coordinate(u32, u32),
    /// `ERROR …`.
    Error,
    /// `UNKNOWN …`.
    Unknown,
    /// `SWAP`, exactly.
    Swap,
    /// Anything else.
    Other,
}

/// Classifies a line without its end.
pub(crate) fn classify(line: &[u8]) -> Kind {
    let word: Vec<u8> = line
        .iter()
        .take_while(|byte| !byte.is_ascii_whitespace())
        .map(u8::to_ascii_uppercase)
        .collect();
    match word.as_slice() {
        // A keyword without a blank is taken for a move by Piskvork, so it is no message.
        b"MESSAGE" | b"DEBUG" if line.get(word.len()) == Some(&b' ') => Kind::Message,
        b"ERROR" => Kind::Error,
        b"UNKNOWN" => Kind::Unknown,
        _ if line == b"OK" => Kind::Ok,
        _ if line == b"SWAP" => Kind::Swap,
        _ => coordinate(line).map_or(Kind::Other, |(x, y)| Kind::Coordinate(x, y)),
    }
}

/// Parses `x,y` in the one form that every manager understands.
pub(crate) fn coordinate(text: &[u8]) -> Option<(u32, u32)> {
    let text = std::str::from_utf8(text).ok()?;
    let (x, y) = text.split_once(',')?;
    let number = |digits: &str| {
        let plain = !digits.is_empty()
            && digits.len() <= 3
            && digits.bytes().all(|byte| byte.is_ascii_digit());
        if plain { digits.parse().ok() } else { None }
    };
    Some((number(x)?, number(y)?))
}

/// Returns at most `most` bytes as readable text: printable ASCII unchanged, the rest escaped.
pub(crate) fn printable(bytes: &[u8], most: usize) -> String {
    let mut text: String = bytes.iter().take(most).map(|&byte| escaped(byte)).collect();
    if bytes.len() > most {
        text.push_str(&format!("… ({} bytes)", bytes.len()));
    }
    text
}

/// Returns a text line as an entry of a transcript shows it.
pub(crate) fn shown(line: &[u8]) -> String {
    printable(line, MAX_ENTRY_BYTES)
}

/// Returns the last lines of standard error that are not blank.
pub(crate) fn last_lines(stderr: &[u8]) -> Vec<&[u8]> {
    let lines = stderr.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end);
    let mut lines: Vec<_> = lines.filter(|line| !line.is_empty()).collect();
    lines.split_off(lines.len().saturating_sub(KEPT_STDERR_LINES))
}

fn escaped(byte: u8) -> String {
    match byte {
        b'\r' => "\\r".to_owned(),
        b'\n' => "\\n".to_owned(),
        b'\t' => "\\t".to_owned(),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    }
}

/// A transcript that drops the middle when it grows too long.
pub(crate) struct Transcript {
    start: Instant,
    entries: Vec<Entry>,
    forgotten: usize,
}

impl Transcript {
    /// Creates an empty transcript; its times count from `start`.
    pub(crate) fn new(start: Instant) -> Self {
        Self { start, entries: Vec::new(), forgotten: 0 }
    }

    /// Adds a text line of either side.
    pub(crate) fn add(&mut self, at: Instant, speaker: Speaker, bytes: &[u8]) {
        self.push(at, speaker, shown(bytes));
    }

    /// Adds the last lines of standard error, where a traceback states its cause.
    pub(crate) fn add_stderr(&mut self, at: Instant, bytes: &[u8]) {
        for line in last_lines(bytes) {
            self.add(at, Speaker::Stderr, line);
        }
    }

    /// Adds a note about an action or a finding of the suite.
    pub(crate) fn note(&mut self, text: &str) {
        self.push(Instant::now(), Speaker::Note, text.to_owned());
    }

    fn push(&mut self, at: Instant, speaker: Speaker, text: String) {
        if self.entries.len() >= 2 * KEPT_ENTRIES {
            self.entries.remove(KEPT_ENTRIES);
            self.forgotten += 1;
        }
        let at = at.saturating_duration_since(self.start);
        self.entries.push(Entry { at, speaker, text });
    }

    /// Returns the entries, with a note in the place of those that were dropped.
    pub(crate) fn finish(mut self) -> Vec<Entry> {
        if self.forgotten > 0 {
            let at = self.entries[KEPT_ENTRIES].at;
            let text = format!("{} more lines", self.forgotten);
            self.entries.insert(KEPT_ENTRIES, Entry { at, speaker: Speaker::Note, text });
        }
        self.entries
    }
}
