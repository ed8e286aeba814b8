//! An engine as a child process: lines out, time-stamped lines in, and an end that comes.
//!
//! Neither reading nor writing can hang the referee: both happen on threads that end when
//! the process does, and the process is killed when the engine is dropped.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// How long an engine may take to end after END, and its pipes to close after that.
const FAREWELL: Duration = Duration::from_secs(2);
/// How long an engine that has closed its output may take to end.
const DEATH: Duration = Duration::from_millis(100);
/// Most bytes of stderr that are kept.
const STDERR_KEPT: u64 = 4096;

/// Why there is no reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoReply {
    /// The engine closed its output.
    Closed,
    /// Nothing came before the deadline.
    Timeout,
}

/// A line that the engine wrote.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// When it was read.
    pub(crate) at: Instant,
    /// Its text, without the line end.
    pub(crate) text: String,
}

impl Line {
    /// Whether the protocol lets an engine write such a line at any time while it thinks.
    fn is_comment(&self) -> bool {
        ["MESSAGE ", "DEBUG "].iter().any(|prefix| self.text.starts_with(prefix))
    }
}

/// A running engine.
#[derive(Debug)]
pub(crate) struct Engine {
    child: Child,
    input: Option<Sender<String>>,
    lines: Receiver<Line>,
    stderr: Receiver<Vec<u8>>,
}

impl Engine {
    /// Starts an engine.
    ///
    /// # Errors
    /// If the program cannot be run.
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
            let _ = stderr.by_ref().take(STDERR_KEPT).read_to_end(&mut bytes);
            let _ = kept.send(bytes);
            let _ = io::copy(&mut stderr, &mut io::sink());
        });
        Ok(Self { child, input: Some(input), lines, stderr: errors })
    }

    /// Sends lines, each ended by `\n`, and says when. An engine that no longer reads is
    /// noticed by its silence.
    pub(crate) fn send(&self, text: &str) -> Instant {
        let now = Instant::now();
        if let Some(input) = &self.input {
            let _ = input.send(text.to_owned());
        }
        now
    }

    /// The next line that is no comment.
    ///
    /// # Errors
    /// If there is none before the deadline.
    pub(crate) fn reply(&self, deadline: Instant) -> Result<Line, NoReply> {
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

    /// A line that came though nothing was asked.
    pub(crate) fn unasked(&self) -> Option<Line> {
        self.lines.try_recv().ok()
    }

    /// Says END and waits for the engine to end by itself.
    ///
    /// # Errors
    /// What was wrong with that, in words.
    pub(crate) fn end(mut self) -> Result<(), String> {
        self.send("END\n");
        if !self.has_ended(FAREWELL)? {
            return Err(format!("runs on {FAREWELL:?} after END"));
        }
        match self.lines.recv_timeout(FAREWELL) {
            Ok(line) => Err(format!("said {:?} before its end", line.text)),
            Err(_) => self.silent_stderr(),
        }
    }

    /// Ends an engine that is of no more use.
    ///
    /// # Errors
    /// How it had ended already, or what it wrote to stderr, in words.
    pub(crate) fn kill(mut self) -> Result<(), String> {
        self.has_ended(DEATH)?;
        self.stop();
        self.silent_stderr()
    }

    /// Waits for the end of the process; whether it came.
    ///
    /// # Errors
    /// If it ended with a failure.
    fn has_ended(&mut self, patience: Duration) -> Result<bool, String> {
        let deadline = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) if status.success() => return Ok(true),
                Ok(Some(status)) => {
                    let stderr = self.silent_stderr().err().unwrap_or_default();
                    return Err(format!("ended with {status} {stderr}"));
                }
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                Ok(None) => return Ok(false),
                Err(error) => return Err(error.to_string()),
            }
        }
    }

    /// An error with the text if anything was written to stderr; the process has ended.
    fn silent_stderr(&self) -> Result<(), String> {
        let kept = self.stderr.recv_timeout(FAREWELL).unwrap_or_default();
        let text = String::from_utf8_lossy(&kept);
        match text.lines().next() {
            Some(line) => Err(format!("wrote to stderr: {line:?}")),
            None => Ok(()),
        }
    }

    fn stop(&mut self) {
        self.input = None;
        // It may have ended already, which is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Passes lines on with the time at which they came, until the output closes.
fn read_lines(output: impl Read, lines: &Sender<Line>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    while output.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
        let at = Instant::now();
        let text = String::from_utf8_lossy(&bytes);
        let text = text.trim_end_matches(['\r', '\n']).to_owned();
        if lines.send(Line { at, text }).is_err() {
            break;
        }
        bytes.clear();
    }
}
