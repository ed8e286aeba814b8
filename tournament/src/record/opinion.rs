//! The opinion of an engine about a position, as its message with a move states it.

use dolmen::protocol::reading::{Reading, Value};

/// What an engine thinks of a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Opinion {
    /// The engine moved without a search, such as in reply to a four; a value would have no meaning.
    Unsearched,
    /// The value after a search, if the message states one.
    Searched(Option<Value>),
}

impl Opinion {
    /// Reads the message of a move.
    pub(crate) fn of(message: Option<&str>) -> Self {
        let Reading { value, depth, .. } = message.map(Reading::of).unwrap_or_default();
        if depth == Some(0) { Self::Unsearched } else { Self::Searched(value) }
    }
}

/// Returns a value in units; infinite for a win or a loss.
pub(crate) fn units(value: Value) -> f64 {
    match value {
        Value::Units(units) => units,
        Value::Win(_) => f64::INFINITY,
        Value::Loss(_) => f64::NEG_INFINITY,
    }
}
