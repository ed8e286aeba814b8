//! Runs an engine as a child process and adds the time to each text line that it writes.
//!
//! Neither reading nor writing can block the referee: both happen on threads that end with the
//! process, and the process is killed when the engine is dropped.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// The time for an engine to end after END, and for its pipes to close after that.
const MAX_END_TIME: Duration = Duration::from_secs(2);
/// The time for an engine to end after it has closed its output.
const MAX_CRASH_TIME: Duration = Duration::from_millis(100);
/// The number of bytes of stderr that are kept.
const MAX_STDERR_BYTES: u64 = 4096;

/// The reason for a missing reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoReply {
    /// The engine closed its output.
    Closed,
    /// The deadline passed.
    Timeout,
}

/// A text line of the engine.
#[derive(Clone, Debug)]
pub(crate) struct OutputLine {
    /// The time at which it was read.
    pub(crate) at: Instant,
    /// The text without the line end.
    pub(crate) text: String,
}

impl OutputLine {
    /// Returns whether the text line is a comment, which an engine may write while it thinks.
    fn is_comment(&self) -> bool {
        ["MESSAGE ", "DEBUG "].iter().any(|prefix| self.text.starts_with(prefix))
    }
}

/// A running engine.
#[derive(Debug)]
pub(crate) struct Engine {
    child: Child,
    input: Option<Sender<String>>,
    lines: Receiver<OutputLine>,
    stderr: Receiver<Vec<u8>>,
}

impl Engine {
    /// Starts an engine.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started.
    pub(crate) fn start(program: &Path) -> io::Result<Self> {
        let mut child = Command::new(program)
            .env_remove("RUST_LOG")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let mut stdin = child.stdin.take().expect("stdin is piped");
        let stdout = child.stdout.take().expect("stdout is piped");
        let mut stderr = child.stderr.take().expect("stderr is piped");
        let (input, texts) = mpsc::channel::<String>();
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for text in texts {
                if stdin.write_all(text.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        thread::spawn(move || read_lines(stdout, &sender));
        let (kept, errors) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = Vec::new();
            let _ = stderr.by_ref().take(MAX_STDERR_BYTES).read_to_end(&mut bytes);
            let _ = kept.send(bytes);
            let _ = io::copy(&mut stderr, &mut io::sink());
        });
        Ok(Self { child, input: Some(input), lines, stderr: errors })
    }

    /// Sends text lines, each ended by `\n`, and returns the time.
    ///
    /// If the engine no longer reads, the missing reply shows it.
    pub(crate) fn send(&self, text: &str) -> Instant {
        let now = Instant::now();
        if let Some(input) = &self.input {
            let _ = input.send(text.to_owned());
        }
        now
    }

    /// Returns the next text line that is not a comment.
    ///
    /// # Errors
    /// Returns an error if there is none before the deadline.
    pub(crate) fn reply(&self, deadline: Instant) -> Result<OutputLine, NoReply> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left) {
                Ok(line) if line.is_comment() => {}
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Timeout) => return Err(NoReply::Timeout),
                Err(RecvTimeoutError::Disconnected) => return Err(NoReply::Closed),
            }
        }
    }

    /// Returns a text line that the engine wrote without a command, if there is one.
    pub(crate) fn unsolicited(&self) -> Option<OutputLine> {
        self.lines.try_recv().ok()
    }

    /// Sends END and waits for the engine to end.
    ///
    /// # Errors
    /// Returns a description of what went wrong.
    pub(crate) fn end(mut self) -> Result<(), String> {
        self.send("END\n");
        if !self.has_ended(MAX_END_TIME)? {
            return Err(format!("still runs {MAX_END_TIME:?} after END"));
        }
        match self.lines.recv_timeout(MAX_END_TIME) {
            Ok(line) => Err(format!("wrote {:?} after END", line.text)),
            Err(_) => self.check_stderr(),
        }
    }

    /// Kills the engine.
    ///
    /// # Errors
    /// Returns a description of how it had ended before, or of what it wrote to stderr.
    pub(crate) fn kill(mut self) -> Result<(), String> {
        self.has_ended(MAX_CRASH_TIME)?;
        self.stop();
        self.check_stderr()
    }

    /// Waits for the end of the process and returns whether it ended in time.
    ///
    /// # Errors
    /// Returns an error if it ended with a failure.
    fn has_ended(&mut self, timeout: Duration) -> Result<bool, String> {
        let deadline = Instant::now() + timeout;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(true),
                Ok(Some(status)) => {
                    let stderr = self.check_stderr().err().unwrap_or_default();
                    return Err(format!("ended with {status} {stderr}"));
                }
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                Ok(None) => return Ok(false),
                Err(error) => return Err(error.to_string()),
            }
        }
    }

    /// Checks that an engine that has ended wrote nothing to stderr.
    ///
    /// # Errors
    /// Returns the first text line on stderr.
    fn check_stderr(&self) -> Result<(), String> {
        let kept = self.stderr.recv_timeout(MAX_END_TIME).unwrap_or_default();
        let text = String::from_utf8_lossy(&kept);
        match text.lines().next() {
            Some(line) => Err(format!("wrote to stderr: {line:?}")),
            None => Ok(()),
        }
    }

    fn stop(&mut self) {
        self.input = None;
        // An error means that the process has ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Sends text lines with the time of their arrival until the output closes.
fn read_lines(output: impl Read, lines: &Sender<OutputLine>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    while output.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
        let at = Instant::now();
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_end_matches(['\r', '\n']).to_owned();
        if lines.send(OutputLine { at, text }).is_err() {
            break;
        }
        bytes.clear();
    }
}
