//! The lines of stdin, read by a separate thread so that reading continues while the engine thinks.
//!
//! Invariant: no line is longer than [`MAX_LINE_BYTES`].

use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;

/// The maximum number of bytes of a line that are kept; the rest of the line is dropped.
const MAX_LINE_BYTES: usize = 64 << 10;

/// The maximum number of bytes in waiting lines; beyond it the thread stops reading.
const MAX_WAITING_BYTES: usize = 4 << 20;

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
}

/// One line without its end.
#[derive(Clone, Debug, PartialEq, Eq)]
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
pub(crate) struct Input {
    lines: Receiver<Line>,
    /// The number of bytes in the lines that wait.
    waiting: Arc<AtomicUsize>,
}

impl Input {
    /// Starts to read.
    ///
    /// # Errors
    /// Returns an error if the system cannot create a thread.
    pub(crate) fn open(source: impl Read + Send + 'static, ends: LineEnds) -> io::Result<Input> {
        let (sender, lines) = mpsc::channel();
        let waiting = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&waiting);
        thread::Builder::new()
            .stack_size(128 << 10)
            .spawn(move || read_lines(source, Splitter::new(ends), &sender, &counter))?;
        Ok(Input { lines, waiting })
    }

    /// Returns the next line, or `None` at the end of the input.
    pub(crate) fn next(&mut self) -> Option<Line> {
        self.lines.recv().ok().map(|line| taken(&self.waiting, line))
    }

    /// Returns the next line if one arrives before `until`.
    pub(crate) fn wait(&mut self, until: Instant) -> Heard {
        match self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(line) => Heard::Line(taken(&self.waiting, line)),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::Closed,
        }
    }
}

fn taken(waiting: &AtomicUsize, line: Line) -> Line {
    waiting.fetch_sub(line.bytes.len() + 64, Ordering::Relaxed);
    line
}

fn read_lines(
    mut stream: impl Read,
    mut splitter: Splitter,
    sender: &Sender<Line>,
    waiting: &AtomicUsize,
) {
    let mut chunk = vec![0; 16 << 10];
    loop {
        let length = fill(&mut stream, &mut chunk);
        if length == 0 {
            return;
        }
        for line in splitter.push_all(&chunk[..length]) {
            while waiting.load(Ordering::Relaxed) > MAX_WAITING_BYTES {
                thread::sleep(Duration::from_millis(1));
            }
            waiting.fetch_add(line.bytes.len() + 64, Ordering::Relaxed);
            if sender.send(line).is_err() {
                return;
            }
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
        let line = Line { bytes: Vec::new(), cut: false };
        Splitter { ends, line, after_cr: false, first: true }
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
        let empty = Line { bytes: Vec::new(), cut: false };
        let mut line = std::mem::replace(&mut self.line, empty);
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

    fn check(ends: LineEnds, bytes: &[u8], expected: &[&str]) {
        let mut splitter = Splitter::new(ends);
        let lines: Vec<String> = splitter
            .push_all(bytes)
            .into_iter()
            .map(|line| String::from_utf8_lossy(&line.bytes).into_owned())
            .collect();
        assert_eq!(lines, expected, "{:?}", String::from_utf8_lossy(bytes));
    }

    #[test]
    fn every_line_end_is_one_end() {
        check(LineEnds::Any, b"a\nb\r\nc\rd\n", &["a", "b", "c", "d"]);
        check(LineEnds::Any, b"a\r\r\nb\n\rc\n", &["a", "", "b", "", "c"]);
        check(LineEnds::Any, b"\xef\xbb\xbfa\n\xef\xbb\xbfb\n", &["a", "\u{feff}b"]);
        check(LineEnds::Any, b"without an end", &[]);
    }

    #[test]
    fn behaviours_recognize_other_line_ends() {
        check(LineEnds::CrLf, b"a\nb\r\n", &["a\nb"]);
        check(LineEnds::LfAlone, b"a\r\nb\n", &["a\r", "b"]);
        check(LineEnds::Reads, b"a\nb\n", &["a"]);
    }

    #[test]
    fn long_lines_are_cut() {
        let mut splitter = Splitter::new(LineEnds::Any);
        let bytes = [vec![b'A'; 3 * MAX_LINE_BYTES], b"\nB\n".to_vec()].concat();
        let lines = splitter.push_all(&bytes);
        assert_eq!(lines.len(), 2);
        assert_eq!((lines[0].bytes.len(), lines[0].cut), (MAX_LINE_BYTES, true));
        assert_eq!((lines[1].bytes.as_slice(), lines[1].cut), (b"B".as_slice(), false));
    }

    #[test]
    fn a_thread_reads_to_the_end() {
        let input = Input::open(Cursor::new(b"a\nb\n".to_vec()), LineEnds::Any);
        let mut input = input.expect("the system creates a thread");
        let lines: Vec<Vec<u8>> =
            std::iter::from_fn(|| input.next()).map(|line| line.bytes).collect();
        assert_eq!(lines, [b"a", b"b"]);
    }
}
