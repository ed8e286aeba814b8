//! The log of the dialogue: every text line that the runner and the engines exchange.
//!
//! A line of the log has the moment, the game, the engine, the direction as in the logs of
//! c-gomoku-cli, and the text:
//!
//! ```text
//! 2026-01-31T12:00:00.000123Z 4.1 mine <- TURN 7,7
//! 2026-01-31T12:00:00.104321Z 4.1 mine -> 8,8
//! 2026-01-31T12:00:00.104400Z 4.1 mine !! a text line on its standard error
//! 2026-01-31T12:00:00.104500Z 4.1 mine -- ended with status 1
//! 2026-01-31T12:00:00.104600Z 4.1 mine - other -- 0-1, crash: ended with status 1
//! ```
//!
//! Invariant: a line is in the file before the runner goes on, whole, and without control characters.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::record::{GameId, GameRecord, moment};

/// The log of a run, which appends text lines to a file.
#[derive(Debug)]
pub struct DialogueLog {
    file: Mutex<File>,
    /// The same moment on both clocks, to convert the instants of text lines to times of day.
    began: (Instant, Duration),
    /// Indicates whether a line could not be written.
    has_failed: AtomicBool,
}

/// The direction of a text line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// From the runner to the engine.
    Sent,
    /// From the engine to the runner.
    Heard,
    /// From the engine, on its standard error.
    Stderr,
    /// A remark of the runner about the engine.
    Remark,
}

impl Direction {
    const fn sign(self) -> &'static str {
        match self {
            Self::Sent => "<-",
            Self::Heard => "->",
            Self::Stderr => "!!",
            Self::Remark => "--",
        }
    }
}

impl DialogueLog {
    /// Opens the file, or creates it, and appends a line with the command of the run.
    ///
    /// # Errors
    /// Returns an error if the system cannot write it.
    pub fn open(path: &Path, command: &str) -> io::Result<Self> {
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        writeln!(file, "{} {}", moment(now), plain(command))?;
        Ok(Self {
            file: Mutex::new(file),
            began: (Instant::now(), now),
            has_failed: AtomicBool::new(false),
        })
    }

    /// Returns whether the log lacks lines, because the system could not write them.
    #[must_use]
    pub fn has_failed(&self) -> bool {
        self.has_failed.load(Ordering::Relaxed)
    }

    /// Appends a remark before an engine is started for the roll call.
    pub(crate) fn roll_call(self: &Arc<Self>, game: GameId, engine: &str) {
        GameLog::new(self, game, engine).remark("is started once before the games");
    }

    /// Appends a line about the end of a game.
    pub(crate) fn end(self: &Arc<Self>, record: &GameRecord) {
        let GameRecord { id, black, white, score, reason, .. } = record;
        let detail = record.account();
        let colon = if detail.is_empty() { "" } else { ": " };
        let players = format!("{} - {}", black.name, white.name);
        let text = format!("{}, {}{colon}{detail}", score.sign(), reason.words());
        GameLog::new(self, *id, &players).remark(&text);
    }

    /// Appends a line. A failure shows in [`DialogueLog::has_failed`]; the games go on.
    fn write(&self, head: &str, direction: Direction, text: &str, at: Instant) {
        let (instant, time) = self.began;
        let time = time + at.saturating_duration_since(instant);
        let line = format!("{} {head} {} {}\n", moment(time), direction.sign(), plain(text));
        let mut file = self.file.lock().expect("no thread panicked while it held the lock");
        if let Err(error) = file.write_all(line.as_bytes())
            && !self.has_failed.swap(true, Ordering::Relaxed)
        {
            log::warn!("the log lacks lines: {error}");
        }
    }
}

/// The log of one engine in one game.
#[derive(Clone, Debug)]
pub(crate) struct GameLog {
    log: Arc<DialogueLog>,
    /// The game and the engine.
    head: String,
}

impl GameLog {
    pub(crate) fn new(log: &Arc<DialogueLog>, game: GameId, engine: &str) -> Self {
        let GameId { pair, game } = game;
        Self { log: Arc::clone(log), head: plain(&format!("{pair}.{game} {engine}")) }
    }

    /// Appends a text line of the dialogue.
    pub(crate) fn line(&self, direction: Direction, text: &str, at: Instant) {
        self.log.write(&self.head, direction, text, at);
    }

    /// Appends a remark.
    pub(crate) fn remark(&self, text: &str) {
        self.line(Direction::Remark, text, Instant::now());
    }
}

/// The part of the standard error of a process that is in the log.
#[derive(Debug, Default)]
pub(crate) struct StderrLog {
    /// The number of bytes that have been read.
    seen: u64,
    /// The beginning of a text line whose end has not been read yet.
    part: Vec<u8>,
}

impl StderrLog {
    /// Appends the new text lines, where `tail` is the end of all `total` bytes; with `is_last`, also an
    /// incomplete last one.
    pub(crate) fn update(&mut self, log: &GameLog, total: u64, tail: &[u8], is_last: bool) {
        let new = usize::try_from(total.saturating_sub(self.seen)).unwrap_or(usize::MAX);
        self.seen = total;
        self.part.extend_from_slice(&tail[tail.len().saturating_sub(new)..]);
        let end = if is_last {
            self.part.len()
        } else {
            self.part.iter().rposition(|byte| *byte == b'\n').map_or(0, |last| last + 1)
        };
        let whole: Vec<u8> = self.part.drain(..end).collect();
        for line in String::from_utf8_lossy(&whole).lines() {
            log.line(Direction::Stderr, line, Instant::now());
        }
    }
}

/// Returns a text with escapes in place of control characters.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_control() {
            plain.extend(letter.escape_default());
        } else {
            plain.push(letter);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::Arc;
    use std::time::Instant;

    use super::{DialogueLog, Direction, GameLog, StderrLog};
    use crate::record::GameId;
    use crate::testing::folder;

    #[test]
    fn lines_are_appended_whole() {
        let folder = folder();
        let path = folder.path().join("log.txt");
        for _ in 0..2 {
            let log = Arc::new(DialogueLog::open(&path, "tournament x").expect("it is a file"));
            let log = GameLog::new(&log, GameId { pair: 4, game: 1 }, "m\u{1b}e");
            log.line(Direction::Sent, "START 15", Instant::now());
            log.line(Direction::Heard, "O\rK", Instant::now());
            let mut stderr = StderrLog::default();
            stderr.update(&log, 6, b"one\ntw", false);
            stderr.update(&log, 7, b"one\ntwo", false);
            stderr.update(&log, 7, b"one\ntwo", true);
            log.remark("ended with status 1");
        }
        let text = fs::read_to_string(&path).expect("it was written");
        let lines = text.lines().map(|line| line.split_once(' ').expect("a moment and a text").1);
        let of_run = [
            "tournament x",
            "4.1 m\\u{1b}e <- START 15",
            "4.1 m\\u{1b}e -> O\\rK",
            "4.1 m\\u{1b}e !! one",
            "4.1 m\\u{1b}e !! two",
            "4.1 m\\u{1b}e -- ended with status 1",
        ];
        assert_eq!(lines.collect::<Vec<_>>(), [of_run, of_run].concat());
    }
}
