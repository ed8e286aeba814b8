//! Splits a stream of bytes into time-stamped lines.
//!
//! Invariant: LF, CR and CRLF each end exactly one line, however the bytes are spread over
//! reads, and the waiting lines never occupy more than [`MAX_QUEUE_BYTES`].

use std::collections::VecDeque;
use std::time::{Duration, Instant};

#[cfg(test)]
mod tests;

/// The maximum number of bytes of a line that are kept.
pub(crate) const MAX_LINE_BYTES: usize = 64 << 10;
/// The maximum memory, in bytes, that waiting lines may occupy.
pub(crate) const MAX_QUEUE_BYTES: usize = 4 << 20;
/// The memory, in bytes, that a waiting line occupies besides its text.
const LINE_COST: usize = 128;
/// The time for which a line is held back when the last byte read was its CR, in case an LF
/// follows.
const HOLD: Duration = Duration::from_millis(20);

/// The end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineEnd {
    /// A line feed alone.
    Lf,
    /// A carriage return and a line feed, even if they arrived separately.
    CrLf,
    /// A carriage return alone.
    Cr,
    /// The end of the output.
    None,
}

/// One line of an engine's output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The bytes before the line end, truncated to 64 KiB.
    pub bytes: Vec<u8>,
    /// The end of the line.
    pub end: LineEnd,
    /// The return time of the read that delivered the first byte of the line end, or the end
    /// of the output.
    pub at: Instant,
    /// The return time of the read that delivered the first byte of the line; `at` for an
    /// empty line.
    pub first_byte_at: Instant,
    /// The number of reads that delivered the line and its line end; at least 1.
    pub reads: u32,
    /// The number of bytes before the line end, including the truncated ones.
    pub length: u64,
}

/// Splits one stream into lines.
#[derive(Debug, Default)]
pub(crate) struct Splitter {
    ready: VecDeque<Line>,
    ready_bytes: usize,
    dropped: u64,
    begun: Option<Line>,
    held: Option<Line>,
    skip_line_feed: bool,
}

impl Splitter {
    /// Takes the bytes of one read, which returned at `at`.
    pub(crate) fn feed(&mut self, mut bytes: &[u8], at: Instant) {
        let Some(&first) = bytes.first() else { return };
        if let Some(mut line) = self.held.take() {
            if first == b'\n' {
                line.end = LineEnd::CrLf;
                line.reads += 1;
                bytes = &bytes[1..];
            }
            self.push(line);
        } else if self.skip_line_feed && first == b'\n' {
            bytes = &bytes[1..];
        }
        self.skip_line_feed = false;
        if let Some(line) = &mut self.begun
            && !bytes.is_empty()
        {
            line.reads += 1;
        }
        while let Some(length) = bytes.iter().position(|&byte| byte == b'\n' || byte == b'\r') {
            let mut line = self.begun.take().unwrap_or_else(|| begin(at));
            append(&mut line, &bytes[..length]);
            line.at = at;
            let rest = &bytes[length + 1..];
            match (bytes[length], rest) {
                (b'\n', _) => line.end = LineEnd::Lf,
                (_, [b'\n', ..]) => line.end = LineEnd::CrLf,
                _ => line.end = LineEnd::Cr,
            }
            bytes = if line.end == LineEnd::CrLf { &rest[1..] } else { rest };
            if line.end == LineEnd::Cr && bytes.is_empty() {
                self.held = Some(line);
            } else {
                self.push(line);
            }
        }
        if !bytes.is_empty() {
            append(self.begun.get_or_insert_with(|| begin(at)), bytes);
        }
    }

    /// Ends the stream at `at`: the bytes after the last line end become a line.
    pub(crate) fn end(&mut self, at: Instant) {
        if let Some(line) = self.held.take() {
            self.push(line);
        }
        if let Some(mut line) = self.begun.take() {
            line.at = at;
            self.push(line);
        }
    }

    /// Takes the next line if one is complete. A line that ended in CR may be held back for a
    /// moment, unless `at_once` is set.
    pub(crate) fn pop(&mut self, now: Instant, at_once: bool) -> Option<Line> {
        if let Some(line) = self.ready.pop_front() {
            self.ready_bytes -= cost(&line);
            return Some(line);
        }
        let held = self.held.take_if(|line| at_once || now >= line.at + HOLD)?;
        self.skip_line_feed = true;
        Some(held)
    }

    /// Returns the latest time at which the held line is released.
    pub(crate) fn held_until(&self) -> Option<Instant> {
        self.held.as_ref().map(|line| line.at + HOLD)
    }

    /// Returns the number of lines that were dropped because the queue was full.
    pub(crate) fn dropped(&self) -> u64 {
        self.dropped
    }

    fn push(&mut self, line: Line) {
        if self.ready_bytes + cost(&line) > MAX_QUEUE_BYTES {
            self.dropped += 1;
        } else {
            self.ready_bytes += cost(&line);
            self.ready.push_back(line);
        }
    }
}

fn begin(at: Instant) -> Line {
    let bytes = Vec::new();
    Line { bytes, end: LineEnd::None, at, first_byte_at: at, reads: 1, length: 0 }
}

fn append(line: &mut Line, bytes: &[u8]) {
    let room = MAX_LINE_BYTES - line.bytes.len();
    line.bytes.extend_from_slice(&bytes[..bytes.len().min(room)]);
    line.length += bytes.len() as u64;
}

fn cost(line: &Line) -> usize {
    line.bytes.capacity() + LINE_COST
}
