//! A first word with an engine, before any game depends on it.

use crate::game::clock::Clock;
use crate::game::{GamePlan, Seat, Stop};

/// Starts an engine as for this game, and ends it. Manners of speaking that do not wait for an
/// answer to START show only whether the program runs.
///
/// # Errors
/// What is wrong with it, with its last words if it said any.
pub fn greet(plan: &GamePlan, seat: &mut Seat, stop: &Stop) -> Result<(), String> {
    let mut clock = Clock::new(&seat.engine().limits);
    let ready = seat.prepare(plan, &mut clock, stop);
    let goodbye = seat.finish(&seat.manner().ladder());
    ready.map_err(|fault| match goodbye.last_words {
        Some(words) => format!("{}; last output: {words}", fault.detail),
        None => fault.detail,
    })
}
