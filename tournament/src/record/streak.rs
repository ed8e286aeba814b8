//! Streaks: moves of an engine in a row with values that meet a condition.

use dolmen::protocol::reading::{Reading, Value};

/// Returns the length of a streak after one more move: a value that meets the condition, in units, prolongs
/// it; any other value, or none, ends it; a move without a search leaves it unchanged.
///
/// A win is `f64::INFINITY` units, and a loss `f64::NEG_INFINITY`.
pub(crate) fn prolonged(moves: u32, reading: &Reading, meets: impl Fn(f64) -> bool) -> u32 {
    if reading.is_unsearched() {
        return moves;
    }
    if reading.value.is_some_and(|value| meets(units(value))) { moves + 1 } else { 0 }
}

fn units(value: Value) -> f64 {
    match value {
        Value::Units(units) => units,
        Value::Win(_) => f64::INFINITY,
        Value::Loss(_) => f64::NEG_INFINITY,
    }
}
