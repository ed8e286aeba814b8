//! The orders of a table to its host, for engines and computations, and the type of its times.

use crate::message::EngineId;

/// A time in milliseconds since an arbitrary fixed moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Millis(pub u64);

impl Millis {
    /// Returns the time `milliseconds` later.
    #[must_use]
    pub const fn after(self, milliseconds: u64) -> Self {
        Self(self.0.saturating_add(milliseconds))
    }

    /// Returns the milliseconds since an earlier time; 0 if it is not earlier.
    #[must_use]
    pub const fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// An order about an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Start it.
    Start(EngineId),
    /// Write a line to it.
    Send(EngineId, String),
    /// End it at once.
    Kill(EngineId),
}
