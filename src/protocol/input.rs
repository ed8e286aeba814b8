//! Bytes to lines. Ends at LF, CR or both; bytes that are no UTF-8 are replaced; of a
//! line longer than [`LineSplitter::LONGEST`] bytes the rest is dropped.

use std::mem;
use std::time::Instant;

/// A line as it came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// When its last byte was read.
    pub received: Instant,
    /// Its text without the end.
    pub text: String,
}

/// Cuts a stream of bytes into lines, whatever pieces it comes in.
#[derive(Debug, Default)]
pub struct LineSplitter {
    unfinished: Vec<u8>,
}

impl LineSplitter {
    /// Most bytes kept of a line.
    pub const LONGEST: usize = 1 << 16;

    /// Takes in more bytes and hands over each line that they complete, except empty ones:
    /// an LF after a CR ends an empty line, and nobody answers those.
    pub fn push(&mut self, bytes: &[u8], mut deliver: impl FnMut(String)) {
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        for piece in bytes.split_inclusive(is_end) {
            let (content, ends) = match piece {
                [content @ .., b'\n' | b'\r'] => (content, true),
                content => (content, false),
            };
            let room = Self::LONGEST - self.unfinished.len();
            self.unfinished.extend_from_slice(&content[..content.len().min(room)]);
            if ends && !self.unfinished.is_empty() {
                let line = mem::take(&mut self.unfinished);
                deliver(String::from_utf8_lossy(&line).into_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests;
