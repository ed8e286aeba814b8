//! Refusals of commands.

use dolmen::board::Point;

/// The reason why a command is not carried out, and the point that it was about.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) reason: String,
    pub(super) point: Option<Point>,
}

impl Refusal {
    pub(super) fn of(reason: impl Into<String>) -> Self {
        Self { reason: reason.into(), point: None }
    }
}

impl<E: std::error::Error> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self::of(error.to_string())
    }
}
