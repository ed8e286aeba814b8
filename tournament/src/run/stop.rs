//! Requests to stop a run, after the running games or at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// The urgency of a request to stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// No request.
    #[default]
    None,
    /// Finish the running games, and begin no other.
    Finish,
    /// Abort the running games.
    Abort,
}

/// A request to stop, shared by its clones; it never becomes less urgent.
#[derive(Clone, Debug, Default)]
pub struct StopRequest(Arc<AtomicU8>);

impl StopRequest {
    /// Returns a request with [`Urgency::None`].
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the urgency by one step: first to finish the running games, then to abort them.
    pub fn ask(&self) {
        let more = match self.urgency() {
            Urgency::None => Urgency::Finish,
            Urgency::Finish | Urgency::Abort => Urgency::Abort,
        };
        self.at_least(more);
    }

    /// Raises the urgency at least to this one.
    pub fn at_least(&self, urgency: Urgency) {
        self.0.fetch_max(urgency as u8, Ordering::Relaxed);
    }

    /// Returns whether a stop was requested.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        self.urgency() != Urgency::None
    }

    /// Returns the urgency.
    #[must_use]
    pub fn urgency(&self) -> Urgency {
        match self.0.load(Ordering::Relaxed) {
            0 => Urgency::None,
            1 => Urgency::Finish,
            _ => Urgency::Abort,
        }
    }
}

/// A flag, shared by its clones, that aborts running games within a fraction of a second.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Returns a flag that is not raised.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the flag permanently.
    pub fn abort(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the flag is raised.
    #[must_use]
    pub fn is_aborted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
