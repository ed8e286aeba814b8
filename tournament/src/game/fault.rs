//! The faults that end a game besides the board.

use crate::record::Reason;

/// A reason for which a game cannot go on, in a word and in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fault {
    pub(super) reason: Reason,
    pub(super) detail: String,
}

impl Fault {
    pub(super) fn new(reason: Reason, detail: impl Into<String>) -> Self {
        Self { reason, detail: detail.into() }
    }

    pub(super) fn aborted() -> Self {
        Self::new(Reason::Aborted, "the tournament was stopped")
    }

    /// Returns whether nobody is to blame for it.
    pub(super) fn is_nobodys(&self) -> bool {
        matches!(self.reason, Reason::Aborted | Reason::Infrastructure)
    }

    /// The same, as the fault of a seat.
    pub(super) fn of(self, seat: usize) -> Failure {
        Failure { seat, fault: self }
    }
}

/// A fault, and the seat that committed it or where it showed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Failure {
    pub(super) seat: usize,
    pub(super) fault: Fault,
}
