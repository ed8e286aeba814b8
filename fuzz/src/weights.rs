//! Files of weights: any bytes are refused, or are weights that can be written again.

use std::sync::OnceLock;

use dolmen::eval::Weights;
use fastrand::Rng;

/// The first line of a file.
const MAGIC: &[u8] = b"dolmen weights 6\n";
/// The bytes of the checksum after the first line.
const CHECKSUM_BYTES: usize = 4;

/// Returns the file of the hand-set weights, without first line and checksum.
pub fn input(_: &mut Rng) -> Vec<u8> {
    static BY_HAND: OnceLock<Vec<u8>> = OnceLock::new();
    let written = || Weights::by_hand().to_bytes().split_off(MAGIC.len() + CHECKSUM_BYTES);
    BY_HAND.get_or_init(written).clone()
}

/// Reads weights after a first line and the checksum of their bytes, and writes them again.
///
/// # Panics
/// Panics if the library fails.
pub fn check(data: &[u8]) {
    let file = [MAGIC, &crc32fast::hash(data).to_le_bytes(), data].concat();
    let Ok(weights) = Weights::from_bytes(&file) else { return };
    assert!(Weights::from_bytes(&weights.to_bytes()).is_ok());
}
