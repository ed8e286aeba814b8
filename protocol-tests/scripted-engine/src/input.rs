//! The lines of stdin, read by a separate thread so that reading continues while the engine thinks.
//!
//! Invariant: no line is longer than [`MAX_LINE_BYTES`].

use std::io::{self, Read};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::Instant;

use serde::Deserialize;

/// The maximum number of bytes of a line that are kept; the rest of the line is dropped.
const MAX_LINE_BYTES: usize = 64 << 10;

/// The maximum number of lines that wait; beyond it the thread stops reading.
const MAX_WAITING_LINES: usize = 64;

/// The line ends that an engine recognizes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LineEnds {
    /// LF, CR and CR LF each end a line.
    #[default]
    Any,
    /// Only CR LF ends a line.
    CrLf,
    /// Only LF ends a line, and a CR before it is part of the line.
    LfAlone,
    /// The bytes of one read are one line.
    Reads,
    /// Only that of the first line ends a line.
    First,
}

/// One line without its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) bytes: Vec<u8>,
    /// Indicates whether bytes beyond [`MAX_LINE_BYTES`] were dropped.
    pub(crate) cut: bool,
}

/// The arrivals before a deadline.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    Line(Line),
    Nothing,
    Closed,
}

/// The lines that a thread reads.
pub(crate) struct Input(Receiver<Line>);

impl Input {
    /// Starts to read.
    ///
    /// # Errors
    /// Returns an error if the system cannot create a thread.
    pub(crate) fn open(source: impl Read + Send + 'static, ends: LineEnds) -> io::Result<Input> {
        let (sender, lines) = mpsc::sync_channel(MAX_WAITING_LINES);
        thread::Builder::new()
            .stack_size(128 << 10)
            .spawn(move || read_lines(source, Splitter::new(ends), &sender))?;
        Ok(Input(lines))
    }

    /// Returns the next line, or `None` at the end of the input.
    pub(crate) fn next(&mut self) -> Option<Line> {
        self.0.recv().ok()
    }

    /// Returns the next line if one arrives before `until`.
    pub(crate) fn wait(&mut self, until: Instant) -> Heard {
        match self.0.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::Closed,
        }
    }
}

fn read_lines(mut stream: impl Read, mut splitter: Splitter, sender: &SyncSender<Line>) {
    let mut chunk = vec![0; 16 << 10];
    loop {
        let length = fill(&mut stream, &mut chunk);
        let lines = splitter.push_all(&chunk[..length]);
        if length == 0 || lines.into_iter().any(|line| sender.send(line).is_err()) {
            return;
        }
    }
}

/// Reads once. An error counts as the end of the stream.
fn fill(stream: &mut impl Read, chunk: &mut [u8]) -> usize {
    loop {
        match stream.read(chunk) {
            Ok(length) => return length,
            Err(e) if e.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return 0,
        }
    }
}

/// Splits a stream of bytes into lines.
struct Splitter {
    ends: LineEnds,
    line: Line,
    after_cr: bool,
    first: bool,
}

impl Splitter {
    fn new(ends: LineEnds) -> Splitter {
        Splitter { ends, line: Line::default(), after_cr: false, first: true }
    }

    /// Returns the lines that end within `bytes`.
    fn push_all(&mut self, bytes: &[u8]) -> Vec<Line> {
        if self.ends == LineEnds::Reads {
            let end = bytes.iter().position(|b| b"\r\n".contains(b)).unwrap_or(bytes.len());
            return vec![Line { bytes: bytes[..end].to_vec(), cut: false }];
        }
        bytes.iter().filter_map(|&byte| self.push(byte)).collect()
    }

    /// Returns the line that `byte` ends, if any.
    fn push(&mut self, byte: u8) -> Option<Line> {
        let after_cr = std::mem::replace(&mut self.after_cr, byte == b'\r');
        match (self.ends, byte) {
            (LineEnds::Any, b'\n') if after_cr => None,
            (LineEnds::Any, b'\r' | b'\n') | (LineEnds::LfAlone, b'\n') => Some(self.take()),
            (LineEnds::First, b'\n') => {
                self.ends = if after_cr { LineEnds::CrLf } else { LineEnds::LfAlone };
                if after_cr {
                    self.line.bytes.pop();
                }
                Some(self.take())
            }
            (LineEnds::CrLf, b'\n') if after_cr => {
                self.line.bytes.pop();
                Some(self.take())
            }
            _ => {
                if self.line.bytes.len() < MAX_LINE_BYTES {
                    self.line.bytes.push(byte);
                } else {
                    self.line.cut = true;
                }
                None
            }
        }
    }

    fn take(&mut self) -> Line {
        let mut line = std::mem::take(&mut self.line);
        if std::mem::take(&mut self.first)
            && let Some(rest) = line.bytes.strip_prefix("\u{feff}".as_bytes())
        {
            line.bytes = rest.to_vec();
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use crate::input::{Input, LineEnds, MAX_LINE_BYTES, Splitter};

    #[test]
    fn behaviours_recognize_their_line_ends() {
        let table: [(_, &[u8], &[&str]); 9] = [
            (LineEnds::Any, b"a\nb\r\nc\rd\n", &["a", "b", "c", "d"]),
            (LineEnds::Any, b"a\r\r\nb\n\rc\n", &["a", "", "b", "", "c"]),
            (LineEnds::Any, b"\xef\xbb\xbfa\n\xef\xbb\xbfb\n", &["a", "\u{feff}b"]),
            (LineEnds::Any, b"without an end", &[]),
            (LineEnds::CrLf, b"a\nb\r\n", &["a\nb"]),
            (LineEnds::LfAlone, b"a\r\nb\n", &["a\r", "b"]),
            (LineEnds::Reads, b"a\nb\n", &["a"]),
            (LineEnds::First, b"a\r\nb\nc\r\n", &["a", "b\nc"]),
            (LineEnds::First, b"a\nb\r\n", &["a", "b\r"]),
        ];
        for (ends, bytes, expected) in table {
            let input = Input::open(Cursor::new(bytes.to_vec()), ends);
            let mut input = input.expect("the system creates a thread");
            let lines: Vec<String> = std::iter::from_fn(|| input.next())
                .map(|line| String::from_utf8_lossy(&line.bytes).into_owned())
                .collect();
            assert_eq!(lines, expected, "{:?}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn long_lines_are_cut() {
        let bytes = [vec![b'A'; 3 * MAX_LINE_BYTES], b"\nB\n".to_vec()].concat();
        let lines = Splitter::new(LineEnds::Any).push_all(&bytes);
        let sizes: Vec<_> = lines.iter().map(|line| (line.bytes.len(), line.cut)).collect();
        assert_eq!(sizes, [(MAX_LINE_BYTES, true), (1, false)]);
    }
}
