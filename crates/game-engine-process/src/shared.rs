//! The state that the threads of one engine share: its output so far, the reading mode and its
//! exit.
//!
//! Invariant: the state is locked only for short, bounded work, never during a system call.

use crate::lines::{Line, Splitter};
use crate::values::{Exit, Output, Reading, StderrSoFar};
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard};
use std::time::Instant;

/// The maximum number of bytes of stderr that are kept.
const MAX_STDERR_BYTES: usize = 64 << 10;

/// The state shared by the reader, the waiter and the owner of one engine.
#[derive(Debug, Default)]
pub(crate) struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

/// The instructions for the reader.
#[derive(Clone, Copy, Debug, Default)]
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
    orders: Orders,
    exit: Option<Exit>,
    output_closed: bool,
    drained_after_exit: bool,
}

impl Shared {
    pub(crate) fn orders(&self) -> Orders {
        self.lock().orders
    }

    /// Changes the orders; the caller wakes the reader.
    pub(crate) fn order(&self, change: impl FnOnce(&mut Orders)) {
        change(&mut self.lock().orders);
    }

    pub(crate) fn took_output(&self, bytes: &[u8], at: Instant) {
        self.change(|state| state.lines.feed(bytes, at));
    }

    pub(crate) fn took_stderr(&self, bytes: &[u8]) {
        let mut state = self.lock();
        state.stderr_total += bytes.len() as u64;
        let kept = &bytes[bytes.len().saturating_sub(MAX_STDERR_BYTES)..];
        let surplus = (state.stderr_tail.len() + kept.len()).saturating_sub(MAX_STDERR_BYTES);
        state.stderr_tail.drain(..surplus);
        state.stderr_tail.extend(kept);
    }

    /// Notes that the output ended or that the reading end was closed.
    pub(crate) fn output_ended(&self, at: Instant) {
        self.change(|state| {
            state.lines.end(at);
            state.output_closed = true;
        });
    }

    /// Notes that everything the first process wrote before it ended has been read.
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

    /// Takes the lines that the caller has not read.
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

    /// Waits until everything that the first process wrote before it ended has been read. Returns whether it
    /// was read before `deadline`.
    pub(crate) fn wait_drained(&self, deadline: Instant) -> bool {
        self.wait_for(deadline, |state| state.drained_after_exit).drained_after_exit
    }

    /// Waits until the reading end of the output is closed. Returns whether it was closed before
    /// `deadline`.
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
        self.changed
            .wait_timeout(state, timeout)
            .expect("no thread panicked while it held the lock")
            .0
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no thread panicked while it held the lock")
    }
}
