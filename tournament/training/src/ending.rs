//! The early ends of a task: its failure, and the interrupt that stops it.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The reason why a task failed, as a message for the user.
pub(crate) struct Failure(pub(crate) String);

impl<E: fmt::Display> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// Returns a flag that is set when the user interrupts the program.
///
/// # Errors
/// Returns an error if the system cannot install the handler.
pub(crate) fn stop_by_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&stop);
    ctrlc::set_handler(move || heard.store(true, Ordering::Relaxed))?;
    Ok(stop)
}
