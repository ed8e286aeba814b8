//! Batches of games between two sets of margins.

use std::io;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use crate::generate::on_threads;
use crate::pairing::Contestant;
use crate::tune::Settings;
use crate::tune::spsa::Batch;

/// Plays the pairs of a batch, so many at the same time: games won by its first margins less
/// games won by the others.
///
/// # Errors
/// If no thread can be started.
///
/// # Panics
/// If there is no rule, or the engine plays an impossible move.
pub fn play_batch(settings: &Settings, threads: usize, batch: &Batch) -> io::Result<i64> {
    let pairing = settings.pairing();
    let next = AtomicU64::new(0);
    let result = AtomicI64::new(0);
    let useful = usize::try_from(batch.pairs).unwrap_or(usize::MAX);
    on_threads(threads.min(useful), || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= batch.pairs {
                return;
            }
            let number = batch.first_pair + index;
            let [plus, minus] = [batch.plus, batch.minus].map(Contestant::with_margins);
            let points = pairing.play(number, &plus, &minus);
            result.fetch_add(points, Ordering::Relaxed);
        }
    })?;
    Ok(result.into_inner())
}
