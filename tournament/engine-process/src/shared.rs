//! What the threads of one engine share: its output so far, how to read it, its end.
//!
//! Invariant: the state is locked only for short, bounded work, never during a system call.

use crate::lines::{Line, Splitter};
use crate::process::{Exit, Output};
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::{Duration, Instant};

/// The most bytes of stderr that are kept.
const STDERR_BYTES: usize = 64 << 10;

/// How the harness drains an engine's stdout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// As fast as it comes.
    #[default]
    Normal,
    /// Not at all: the pipe fills up.
    Paused,
    /// A little at a time.
    Slow {
        /// The most bytes of one read; 0 counts as 1.
        bytes: usize,
        /// The time between two reads.
        every: Duration,
    },
}

/// What an engine has written to stderr.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StderrSoFar {
    /// The number of bytes in all; 0 when stderr is merged into stdout.
    pub total: u64,
    /// The last 64 KiB of them.
    pub tail: Vec<u8>,
}

/// The state shared by the reader, the waiter and the owner of one engine.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

/// What the reader is to do next.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Orders {
    pub(crate) reading: Reading,
    pub(crate) close_output: bool,
    pub(crate) stop: bool,
}

#[derive(Debug, Default)]
struct State {
    lines: Splitter,
    stderr_total: u64,
    stderr_tail: VecDeque<u8>,
    reading: Reading,
    close_output: bool,
    stop: bool,
    exit: Option<Exit>,
    output_closed: bool,
    drained_after_exit: bool,
}

impl Shared {
    pub(crate) fn orders(&self) -> Orders {
        let state = self.lock();
        Orders { reading: state.reading, close_output: state.close_output, stop: state.stop }
    }

    pub(crate) fn set_reading(&self, reading: Reading) {
        self.lock().reading = reading;
    }

    pub(crate) fn order_stop(&self) {
        self.lock().stop = true;
    }

    pub(crate) fn order_close_output(&self) {
        self.lock().close_output = true;
    }

    pub(crate) fn took_output(&self, bytes: &[u8], at: Instant) {
        self.change(|state| state.lines.feed(bytes, at));
    }

    pub(crate) fn took_stderr(&self, bytes: &[u8]) {
        let mut state = self.lock();
        state.stderr_total += bytes.len() as u64;
        let kept = &bytes[bytes.len().saturating_sub(STDERR_BYTES)..];
        let surplus = (state.stderr_tail.len() + kept.len()).saturating_sub(STDERR_BYTES);
        state.stderr_tail.drain(..surplus);
        state.stderr_tail.extend(kept);
    }

    /// The output ended, or our end of it was closed.
    pub(crate) fn output_ended(&self, at: Instant) {
        self.change(|state| {
            state.lines.end(at);
            state.output_closed = true;
        });
    }

    /// All that the first process wrote before it ended has been read.
    pub(crate) fn drained_after_exit(&self) {
        self.change(|state| state.drained_after_exit = true);
    }

    pub(crate) fn exited(&self, exit: Exit) {
        self.change(|state| state.exit = Some(exit));
    }

    pub(crate) fn exit(&self) -> Option<Exit> {
        self.lock().exit
    }

    pub(crate) fn stderr(&self) -> StderrSoFar {
        let state = self.lock();
        let tail = state.stderr_tail.iter().copied().collect();
        StderrSoFar { total: state.stderr_total, tail }
    }

    pub(crate) fn dropped_lines(&self) -> u64 {
        self.lock().lines.dropped()
    }

    pub(crate) fn next_line(&self, deadline: Instant) -> Output {
        let mut state = self.lock();
        loop {
            let now = Instant::now();
            let ended = state.output_closed || state.drained_after_exit;
            if let Some(line) = state.lines.pop(now, ended || now >= deadline) {
                return Output::Line(line);
            }
            if ended {
                return Output::Closed;
            }
            if now >= deadline {
                return Output::Quiet;
            }
            let until = state.lines.held_until().map_or(deadline, |held| held.min(deadline));
            state = self.wait_until(state, until);
        }
    }

    /// The lines that nobody asked for.
    pub(crate) fn unread_lines(&self) -> Vec<Line> {
        let mut state = self.lock();
        let now = Instant::now();
        state.lines.end(now);
        std::iter::from_fn(|| state.lines.pop(now, true)).collect()
    }

    /// Waits for the first process to end.
    pub(crate) fn wait_exit(&self, deadline: Instant) -> Option<Exit> {
        self.wait_for(deadline, |state| state.exit.is_some()).exit
    }

    /// Waits until our end of the output is closed; false if it is not in time.
    pub(crate) fn wait_output_closed(&self, deadline: Instant) -> bool {
        self.wait_for(deadline, |state| state.output_closed).output_closed
    }

    fn wait_for(&self, deadline: Instant, done: fn(&State) -> bool) -> MutexGuard<'_, State> {
        let mut state = self.lock();
        while !done(&state) && Instant::now() < deadline {
            state = self.wait_until(state, deadline);
        }
        state
    }

    fn wait_until<'a>(
        &self,
        state: MutexGuard<'a, State>,
        until: Instant,
    ) -> MutexGuard<'a, State> {
        let timeout = until.saturating_duration_since(Instant::now());
        self.changed.wait_timeout(state, timeout).expect("no holder of the state panics").0
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no holder of the state panics")
    }
}
