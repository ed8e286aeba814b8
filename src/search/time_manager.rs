//! The end of a search: at a time limit, at a node limit, or on a signal.

use std::time::Duration;

use crate::search::budget::Budget;
use crate::search::control::Control;
use crate::search::depth::MAX_ITERATION;
use crate::search::limits::Limits;
use crate::search::shared::ThreadContext;

/// The number of nodes between two readings of the clock.
const NODES_PER_CHECK: u64 = 256;
/// The depth of the last iteration if the move is wanted as fast as possible.
const MAX_INSTANT_ITERATION: u32 = 2;

/// The limits of one searching thread, and its use of them.
#[derive(Debug)]
pub(crate) struct TimeManager<'a> {
    limits: Limits,
    control: &'a Control,
    budget: Budget,
    /// The turn limit of `budget`, if the caller has replaced the one of the request.
    replaced_turn: Option<Duration>,
    next_check: u64,
    /// The time of the last look at the clock; `None` before the first one.
    last_look: Option<Duration>,
    is_stopped: bool,
    /// The place among the threads of the search; `None` if there is only this one.
    thread: Option<ThreadContext<'a>>,
    /// The nodes of this thread that are already in the sum of all threads.
    reported_nodes: u64,
    /// The nodes of the other threads at the last check.
    other_nodes: u64,
    /// The nodes of all threads before the turn; `None` until it begins, and without pondering.
    pondered_nodes: Option<u64>,
}

impl<'a> TimeManager<'a> {
    /// Returns the time manager of a search.
    #[must_use]
    pub(crate) fn new(limits: Limits, control: &'a Control) -> Self {
        Self {
            limits,
            control,
            budget: Budget::of(&limits),
            replaced_turn: None,
            next_check: 0,
            last_look: None,
            is_stopped: false,
            thread: None,
            reported_nodes: 0,
            other_nodes: 0,
            pondered_nodes: None,
        }
    }

    /// Returns the same time manager for one of several threads.
    #[must_use]
    pub(crate) fn with_thread(self, thread: ThreadContext<'a>) -> Self {
        Self { thread: Some(thread), ..self }
    }

    /// Returns whether this thread helps the main thread.
    pub(crate) fn is_helper(&self) -> bool {
        self.thread.is_some_and(ThreadContext::is_helper)
    }

    /// Returns the depth of the iteration after one of depth `last`, in plies.
    pub(crate) fn next_depth(&self, last: u32) -> u32 {
        self.thread.map_or(last + 1, |thread| thread.next_depth(last))
    }

    /// Returns the depth of the last iteration within the limits, in plies.
    pub(crate) fn max_depth(&self) -> u32 {
        let max = if self.budget.is_instant() { MAX_INSTANT_ITERATION } else { MAX_ITERATION };
        self.limits.depth.unwrap_or(max).clamp(1, max)
    }

    /// Returns the time since the command was read.
    #[must_use]
    pub(crate) fn elapsed(&self) -> Duration {
        self.control.elapsed()
    }

    /// Returns whether the search must end now, after `nodes` nodes of this thread.
    ///
    /// It compares the nodes with their limit in every call, but looks at the clock, the
    /// control and the other threads only from time to time.
    #[inline]
    pub(crate) fn must_stop(&mut self, nodes: u64) -> bool {
        if nodes >= self.next_check {
            self.next_check = nodes + NODES_PER_CHECK;
            self.look_for_turn(nodes);
            self.check_control();
            self.exchange_nodes(nodes);
            if !self.is_helper() {
                self.control.note_nodes(self.counted(nodes));
            }
        }
        self.is_stopped || self.nodes_left(nodes) == 0
    }

    /// Returns the largest number of nodes that this thread may still visit, after `nodes` nodes.
    pub(crate) fn nodes_left(&self, nodes: u64) -> u64 {
        self.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(self.counted(nodes)))
    }

    /// Returns the nodes of all threads since the turn began, after `nodes` nodes of this thread.
    pub(crate) fn counted(&self, nodes: u64) -> u64 {
        (nodes + self.other_nodes).saturating_sub(self.pondered_nodes.unwrap_or(0))
    }

    /// Takes the limits of the turn if it has begun since the last look.
    fn look_for_turn(&mut self, nodes: u64) {
        if self.pondered_nodes.is_none()
            && let Some(limits) = self.control.turn_limits()
        {
            self.pondered_nodes = Some(nodes + self.other_nodes);
            self.limits = limits;
            self.budget = Budget::of(&limits);
        }
    }

    fn check_control(&mut self) {
        let turn = self.control.turn();
        if turn != self.replaced_turn {
            self.replaced_turn = turn;
            self.budget = Budget::of(&Limits { turn, ..self.limits });
        }
        if self.budget.hard.is_some() {
            let elapsed = self.look_at_clock();
            self.note(elapsed);
        }
        self.is_stopped |= self.control.is_stopped();
    }

    /// Ends the search if a time that was read for another purpose is beyond the limit.
    pub(crate) fn note(&mut self, elapsed: Duration) {
        self.is_stopped |= self.budget.hard.is_some_and(|hard| elapsed >= hard);
    }

    /// Returns the time since the command was read, and notes the time since the last look.
    fn look_at_clock(&mut self) -> Duration {
        let elapsed = self.elapsed();
        let last = self.last_look.replace(elapsed).unwrap_or(elapsed);
        self.control.note_pause(elapsed.saturating_sub(last));
        elapsed
    }

    fn exchange_nodes(&mut self, nodes: u64) {
        let Some(thread) = self.thread else { return };
        self.other_nodes = thread.add_nodes(nodes - self.reported_nodes) - nodes;
        self.reported_nodes = nodes;
        self.is_stopped |= thread.is_stopped();
    }

    /// Returns whether there is time for another iteration, if the default time is multiplied
    /// by `factor`.
    #[must_use]
    pub(crate) fn may_continue(&self, factor: f64) -> bool {
        !self.is_stopped && self.budget.allows_iteration(self.elapsed(), factor)
    }
}

#[cfg(test)]
mod tests;
