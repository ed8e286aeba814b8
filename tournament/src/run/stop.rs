//! The wish that a run should end, soon or at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// The urgency of the wish that a run ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// Not at all.
    #[default]
    None,
    /// Running games are finished, no other is begun.
    Finish,
    /// Running games are broken off.
    Abort,
}

/// The place where the wish is said and heard. Clones share it; it never becomes less urgent.
#[derive(Clone, Debug, Default)]
pub struct StopRequest(Arc<AtomicU8>);

impl StopRequest {
    /// Nobody has asked yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Asks once more: the first time to finish the running games, then to break them off.
    pub fn ask(&self) {
        let more = match self.urgency() {
            Urgency::None => Urgency::Finish,
            Urgency::Finish | Urgency::Abort => Urgency::Abort,
        };
        self.at_least(more);
    }

    /// Asks with this urgency, if it was not asked more urgently before.
    pub fn at_least(&self, urgency: Urgency) {
        self.0.fetch_max(urgency as u8, Ordering::Relaxed);
    }

    /// Returns how urgently it was asked.
    #[must_use]
    pub fn urgency(&self) -> Urgency {
        match self.0.load(Ordering::Relaxed) {
            0 => Urgency::None,
            1 => Urgency::Finish,
            _ => Urgency::Abort,
        }
    }
}

/// A flag that, once raised, makes running games end as aborted within a fraction of a second.
/// Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A flag that is not raised.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Raises the flag, for good.
    pub fn abort(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns whether the flag is raised.
    #[must_use]
    pub fn is_aborted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
