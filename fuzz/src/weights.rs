//! Files of weights: any bytes are refused or can be written again.

use dolmen::eval::Weights;
use fastrand::Rng;

/// Returns the weights that were written by hand, as a file.
pub fn input(_: &mut Rng) -> Vec<u8> {
    Weights::by_hand().to_bytes()
}

/// Reads weights, and writes them again.
///
/// # Panics
/// If the library fails.
pub fn check(data: &[u8]) {
    let Ok(weights) = Weights::from_bytes(data) else { return };
    assert!(Weights::from_bytes(&weights.to_bytes()).is_ok());
}
