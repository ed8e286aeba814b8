//! The wish to break off at once, shared by everybody who may have it and all running games.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

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
