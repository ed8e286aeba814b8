//! Splits bytes into text lines.
//!
//! A text line ends at LF, CR or both. Bytes that are not UTF-8 are replaced, and a text line
//! is cut after [`LineSplitter::MAX_LENGTH`] bytes.

use std::io::{ErrorKind, Read};
use std::mem;
use std::time::Duration;

/// A text line of the manager.
///
/// ```
/// use std::time::Duration;
///
/// use dolmen::protocol::input::InputLine;
///
/// let line = InputLine { received: Duration::ZERO, text: "START 15".to_owned() };
/// assert!(line.text.starts_with("START"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputLine {
    /// The time at which its last byte was read, by the session's clock.
    pub received: Duration,
    /// The text without the line end.
    pub text: String,
}

/// Splits a stream of bytes into text lines, however the bytes are grouped.
///
/// ```
/// use dolmen::protocol::input::LineSplitter;
///
/// let mut splitter = LineSplitter::default();
/// let mut lines = Vec::new();
/// splitter.push(b"START 15\r\nBEG", |line| lines.push(line));
/// splitter.push(b"IN\n", |line| lines.push(line));
/// assert_eq!(lines, ["START 15", "BEGIN"]);
/// ```
#[derive(Debug)]
pub struct LineSplitter {
    unfinished: Vec<u8>,
    max_length: usize,
}

impl Default for LineSplitter {
    fn default() -> Self {
        Self::with_max_length(Self::MAX_LENGTH)
    }
}

impl LineSplitter {
    /// The number of bytes after which a text line is cut, by default.
    pub const MAX_LENGTH: usize = 1 << 16;

    /// Returns a splitter that cuts text lines after `max_length` bytes.
    ///
    /// ```
    /// use dolmen::protocol::input::LineSplitter;
    ///
    /// let mut splitter = LineSplitter::with_max_length(4);
    /// splitter.push(b"START 15\n", |line| assert_eq!(line, "STAR"));
    /// ```
    #[must_use]
    pub const fn with_max_length(max_length: usize) -> Self {
        Self { unfinished: Vec::new(), max_length }
    }

    /// Adds bytes and passes each text line that they complete to `deliver`.
    ///
    /// Empty lines are left out: they need no reply, and the LF of a CR LF would add one.
    pub fn push(&mut self, bytes: &[u8], mut deliver: impl FnMut(String)) {
        let is_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        for piece in bytes.split_inclusive(is_end) {
            let (content, ends) = match piece {
                [content @ .., b'\n' | b'\r'] => (content, true),
                content => (content, false),
            };
            let room = self.max_length - self.unfinished.len();
            self.unfinished.extend_from_slice(&content[..content.len().min(room)]);
            if ends && !self.unfinished.is_empty() {
                let line = mem::take(&mut self.unfinished);
                deliver(String::from_utf8_lossy(&line).into_owned());
            }
        }
    }
}

/// The number of bytes read at once.
const CHUNK_BYTES: usize = 1 << 16;

/// Passes the text lines of an input to `deliver` until it ends or `deliver` returns false. A last line may lack
/// its end.
pub(crate) fn read_lines(
    mut input: impl Read,
    mut splitter: LineSplitter,
    mut deliver: impl FnMut(String) -> bool,
) {
    let mut chunk = vec![0; CHUNK_BYTES];
    let mut is_wanted = true;
    while is_wanted {
        let count = match input.read(&mut chunk) {
            Ok(0) => break,
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => {
                log::error!("cannot read the input: {error}");
                break;
            }
        };
        splitter.push(&chunk[..count], |text| is_wanted = is_wanted && deliver(text));
    }
    splitter.push(b"\n", |text| is_wanted = is_wanted && deliver(text));
}

#[cfg(test)]
mod tests;
