//! An engine process, and the dialogue with it.

use std::collections::VecDeque;
use std::thread;
use std::time::{Duration, Instant};

use game_engine_process::{Ending, EngineProcess, Ladder, Line, LineEnd, Output, Reading, Usage};

use crate::driver::invariants::Watch;
use crate::driver::lines::{Kind, Transcript, classify, printable};
use crate::driver::model::Model;
use crate::driver::{Flow, Halt, Tolerance, fail};
use crate::outcome::{Breach, Delivery, Entry, Slack, Speaker};
use crate::script::Since;

/// The timeout of a write to an engine that does not read its input.
const WRITE_LIMIT: Duration = Duration::from_secs(20);

/// The minimum time for which the engine is stopped between its answer and the next command.
const FROZEN: Duration = Duration::from_millis(30);

/// The minimum time that a manager needs between a move and its next command. Some engines lose an earlier
/// command; one case tests that, and the others avoid it.
const AFTER_MOVE: Duration = Duration::from_millis(10);

/// The additional wait after a missed limit, to measure how late the reply is.
const CURIOSITY: Duration = Duration::from_millis(1500);

/// The result of waiting for a reply.
pub(crate) enum Waited {
    /// A line that is no message.
    Reply(Line),
    /// No reply arrived before the deadline.
    Nothing,
    /// The engine closed its output or exited.
    Gone,
}

/// The state at a `mark`.
#[derive(Clone, Copy)]
pub(crate) struct Mark {
    /// The time of the mark.
    pub(crate) at: Instant,
    /// The engine's usage up to the mark.
    pub(crate) usage: Usage,
}

/// The record of a dialogue that has ended.
#[derive(Default)]
pub(crate) struct Record {
    pub(crate) breaches: Vec<Breach>,
    pub(crate) transcript: Vec<Entry>,
    /// The replies that the slack saved.
    pub(crate) slack: Vec<Slack>,
}

/// A running engine, and the state of the dialogue with it.
pub(crate) struct Dialogue {
    pub(crate) process: EngineProcess,
    pub(crate) transcript: Transcript,
    pub(crate) model: Model,
    pub(crate) tolerance: Tolerance,
    pub(crate) delivery: Delivery,
    pub(crate) mark: Option<Mark>,
    pub(crate) watch: Watch,
    /// Replies that no step has claimed yet.
    waiting: VecDeque<Line>,
    /// The messages (`MESSAGE` and `DEBUG` lines) received so far.
    pub(crate) messages: Vec<Vec<u8>>,
    held: Vec<u8>,
    sent_at: Instant,
    thawed_at: Instant,
    frozen: bool,
    /// The time that the last reply took.
    pub(crate) last_took: Duration,
    /// Indicates whether the engine got the command to end or has ended, so that it may be silent.
    pub(crate) is_over: bool,
    /// The time at which the last move arrived; `None` once the suite has sent a command after it.
    moved_at: Option<Instant>,
    /// Indicates whether commands follow moves without any pause.
    pub(crate) hurry: bool,
    /// The replies that the slack saved.
    pub(crate) slack: Vec<Slack>,
}

impl Dialogue {
    /// Begins a dialogue with a new process.
    pub(crate) fn new(process: EngineProcess, tolerance: Tolerance, delivery: Delivery) -> Self {
        let started = process.started();
        Self {
            process,
            transcript: Transcript::new(started),
            model: Model::default(),
            tolerance,
            delivery,
            mark: None,
            watch: Watch::default(),
            waiting: VecDeque::new(),
            messages: Vec::new(),
            held: Vec::new(),
            sent_at: started,
            thawed_at: started,
            frozen: false,
            last_took: Duration::ZERO,
            is_over: false,
            moved_at: None,
            hurry: false,
            slack: Vec::new(),
        }
    }

    /// Continues with another process and an empty board.
    pub(crate) fn replace(&mut self, process: EngineProcess) {
        self.transcript.note("started another process");
        let old = std::mem::replace(&mut self.process, process);
        self.watch.ended(&finish(old));
        self.model = Model::default();
        self.waiting.clear();
        self.held.clear();
        self.mark = None;
        (self.sent_at, self.thawed_at) = (self.process.started(), self.process.started());
        (self.frozen, self.is_over) = (false, false);
    }

    /// Sends a line, with the line end of the delivery.
    pub(crate) fn send_line(&mut self, text: &str, hold: bool) -> Flow {
        let end = if self.delivery == Delivery::Lf { "\n" } else { "\r\n" };
        self.send(format!("{text}{end}").as_bytes(), hold)
    }

    /// Sends bytes; with `hold`, only together with the next bytes.
    pub(crate) fn send(&mut self, bytes: &[u8], hold: bool) -> Flow {
        self.transcript.add(Instant::now(), Speaker::Suite, without_end(bytes));
        self.held.extend_from_slice(bytes);
        if hold { Ok(()) } else { self.flush() }
    }

    /// Sends the bytes that are held back.
    pub(crate) fn flush(&mut self) -> Flow {
        if self.held.is_empty() {
            return Ok(());
        }
        if self.frozen && self.delivery == Delivery::Frozen {
            thread::sleep(FROZEN);
            self.thaw()?;
        }
        if let Some(moved_at) = self.moved_at.take().filter(|_| !self.hurry) {
            thread::sleep((moved_at + AFTER_MOVE).saturating_duration_since(Instant::now()));
        }
        let bytes = std::mem::take(&mut self.held);
        self.model.sent(&bytes);
        self.watch.sent(&bytes, Instant::now());
        self.watch.ponders |= self.model.ponders;
        let deadline = Instant::now() + WRITE_LIMIT;
        // The first move of a long input must not be delayed by a write for each byte.
        let single = self.delivery == Delivery::Bytes && bytes.len() <= 4096;
        let size = if single { 1 } else { bytes.len() };
        for part in bytes.chunks(size) {
            match self.process.send(part, deadline) {
                Ok(at) => self.sent_at = at,
                Err(error) => {
                    self.collect(Instant::now() + Duration::from_millis(50));
                    return fail(format!("cannot send to the engine: {error}{}", self.epitaph()));
                }
            }
        }
        Ok(())
    }

    /// Takes in everything that arrives until a deadline.
    pub(crate) fn collect(&mut self, deadline: Instant) {
        while let Output::Line(line) = self.process.next_line(deadline) {
            self.take_in(line);
        }
    }

    /// Waits for the next reply until a deadline.
    pub(crate) fn next_reply(&mut self, deadline: Instant) -> Waited {
        loop {
            if let Some(line) = self.waiting.pop_front() {
                return Waited::Reply(line);
            }
            match self.process.next_line(deadline) {
                Output::Line(line) => self.take_in(line),
                Output::Quiet => return Waited::Nothing,
                Output::Closed => return Waited::Gone,
            }
        }
    }

    /// Checks the invariants on a line that has arrived, and files it as a message or a reply.
    fn take_in(&mut self, line: Line) {
        let mut shown = line.bytes.clone();
        if line.end == LineEnd::None {
            shown.extend_from_slice(b" [no line end]");
        }
        self.transcript.add(line.at, Speaker::Engine, &shown);
        self.watch.line(&line, self.model.wants_details);
        if line.bytes.iter().all(u8::is_ascii_whitespace) && line.end != LineEnd::None {
            return;
        }
        match classify(&line.bytes) {
            Kind::Message => self.messages.push(line.bytes),
            kind => {
                if matches!(kind, Kind::Coordinate(..)) {
                    self.moved_at = Some(line.at);
                }
                self.waiting.push_back(line);
            }
        }
    }

    /// Returns the instant at which a limit starts.
    pub(crate) fn since(&self, since: Since) -> Instant {
        match since {
            Since::Sent => self.sent_at,
            Since::Start => self.process.started(),
            Since::Thaw => self.thawed_at,
            Since::Mark => self.mark.map_or(self.sent_at, |mark| mark.at),
        }
    }

    /// Waits for the next reply. Without a limit, it must arrive before the engine counts as hung.
    pub(crate) fn reply(&mut self, limit: Option<Duration>, since: Since) -> Result<Line, Halt> {
        self.flush()?;
        let start = self.since(since);
        let turn = Duration::from_millis(self.model.turn_limit.unwrap_or(0).min(60_000));
        let patience = self.tolerance.patience + turn;
        let deadline = match limit {
            Some(limit) => start.max(self.sent_at) + limit + self.tolerance.slack + CURIOSITY,
            None => Instant::now() + patience,
        };
        let line = match self.next_reply(deadline) {
            Waited::Reply(line) => line,
            Waited::Gone => return fail(format!("the engine has exited{}", self.epitaph())),
            Waited::Nothing => {
                let allowed = limit.map_or(patience, |limit| limit + self.tolerance.slack);
                let span = allowed.as_millis();
                return fail(format!(
                    "no reply within {span} ms; if the engine has written one, it must also flush it"
                ));
            }
        };
        self.last_took = line.at.saturating_duration_since(start);
        if let Some(limit) = limit {
            self.judge_time(limit, self.last_took, &line)?;
        }
        Ok(line)
    }

    fn judge_time(&mut self, limit: Duration, took: Duration, line: &Line) -> Flow {
        if took > limit + self.tolerance.slack {
            let text = printable(&line.bytes, 60);
            let (took, limit, slack) =
                (took.as_millis(), limit.as_millis(), self.tolerance.slack.as_millis());
            return fail(format!(
                "`{text}` came after {took} ms; the limit is {limit} ms, the slack {slack} ms"
            ));
        }
        if took > limit {
            self.slack.push(Slack { limit, took });
        }
        Ok(())
    }

    /// Discards the replies that no step has claimed yet.
    pub(crate) fn drop_waiting(&mut self) {
        self.waiting.clear();
    }

    /// Returns an unsolicited reply, if one has arrived or arrives within `span`.
    pub(crate) fn surplus(&mut self, span: Duration) -> Option<Line> {
        let deadline = Instant::now() + span;
        match self.next_reply(deadline) {
            Waited::Reply(line) => Some(line),
            Waited::Nothing | Waited::Gone => None,
        }
    }

    /// Freezes the engine until the next command, if the delivery does so and no reply is pending.
    pub(crate) fn freeze_if_idle(&mut self) -> Flow {
        let idle = self.model.pending().is_empty() && self.held.is_empty();
        if self.delivery == Delivery::Frozen && idle && !self.is_over {
            self.freeze()?;
        }
        Ok(())
    }

    /// Stops the engine.
    pub(crate) fn freeze(&mut self) -> Flow {
        if !self.frozen {
            self.process
                .freeze()
                .or_else(|error| fail(format!("cannot stop the engine: {error}")))?;
            self.frozen = true;
        }
        Ok(())
    }

    /// Resumes the engine.
    pub(crate) fn thaw(&mut self) -> Flow {
        if self.frozen {
            self.process
                .thaw()
                .or_else(|error| fail(format!("cannot continue the engine: {error}")))?;
            self.frozen = false;
            self.thawed_at = Instant::now();
        }
        Ok(())
    }

    /// Remembers this instant.
    pub(crate) fn set_mark(&mut self) {
        self.mark = Some(Mark { at: Instant::now(), usage: self.process.usage() });
    }

    /// Changes how the engine's output is drained.
    pub(crate) fn set_reading(&mut self, reading: Reading) {
        self.watch.read_slowly |= reading != Reading::Normal;
        self.process.set_reading(reading);
    }

    /// Returns how the engine ended, if it has ended, and the line of its standard error that says why.
    pub(crate) fn epitaph(&mut self) -> String {
        // The process may have ended before its last words are read.
        self.process.wait_drained(Instant::now() + Duration::from_millis(200));
        let mut text = match self.process.exit_status() {
            Some(exit) => format!(", {exit}"),
            None => String::new(),
        };
        if let Some(words) = self.process.stderr().last_words() {
            text.push_str(&format!("; standard error: {}", printable(words.as_bytes(), 120)));
        }
        text
    }

    /// Ends the dialogue: checks the silence, sends END, ends the process, and collects the record.
    pub(crate) fn close(mut self, passed: bool, stray: &[String]) -> Record {
        let _ = self.thaw();
        if passed && !self.is_over {
            self.closing_silence();
        }
        let ending = finish(self.process);
        if ending.stderr.total > 0 && !self.watch.stderr_is_merged {
            self.transcript.add_stderr(Instant::now(), &ending.stderr.tail);
        }
        self.watch.ended(&ending);
        if !self.model.has_folder {
            self.watch.files(stray);
        }
        Record {
            breaches: self.watch.finish(),
            transcript: self.transcript.finish(),
            slack: self.slack,
        }
    }

    fn closing_silence(&mut self) {
        let span = if self.tolerance.thorough { 500 } else { 80 };
        // An engine may need a moment to put its threads to rest.
        self.collect(Instant::now() + Duration::from_millis(20));
        let (before, start) = (self.process.usage(), Instant::now());
        self.collect(start + Duration::from_millis(span));
        let (after, took) = (self.process.usage(), start.elapsed());
        self.watch.idle(after.cpu.saturating_sub(before.cpu), took, self.tolerance.thorough);
        if let Some(line) = self.waiting.pop_front() {
            self.watch.surplus(&line, self.waiting.len());
        }
    }
}

/// Ends a process. If it had not exited by itself, the ending has only the lines of standard error
/// that the process wrote before it got the command to end.
fn finish(process: EngineProcess) -> Ending {
    let (had_exited, stderr) = (process.exit_status().is_some(), process.stderr());
    let ending = process.finish(&Ladder::default());
    // The last lines of a process that exited by itself may not have been read until now.
    if had_exited { ending } else { Ending { stderr, ..ending } }
}

fn without_end(bytes: &[u8]) -> &[u8] {
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    bytes.strip_suffix(b"\r").unwrap_or(bytes)
}
