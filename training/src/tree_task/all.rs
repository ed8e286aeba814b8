//! Works on all positions, and shows the progress.

use std::sync::atomic::{AtomicUsize, Ordering};

use number_text::counted;
use training::workers::{ThreadError, Workers};

use crate::common::{Failure, log, progress_bar, stop_by_interrupt};

/// The number of text lines about the progress.
const TENTHS: usize = 10;

/// Works on all items until the user interrupts, and returns the finished ones with their results.
pub(super) fn on_all<T: Sync, R: Send>(
    items: &[T],
    threads: u16,
    work: impl Fn(&T) -> R + Sync,
) -> Result<Vec<(&T, R)>, Failure> {
    let stop = stop_by_interrupt()?;
    let bar = progress_bar(items.len(), "positions");
    let finished = AtomicUsize::new(0);
    let workers = Workers { threads: usize::from(threads), stop: &stop };
    let done = workers.map(
        items,
        || (),
        |(), item| {
            let result = work(item);
            bar.inc(1);
            let done = finished.fetch_add(1, Ordering::Relaxed) + 1;
            // Without a terminal there is no bar, but a text line for each tenth of the work.
            if bar.is_hidden() && done * TENTHS / items.len() > (done - 1) * TENTHS / items.len() {
                log(&format!("{done} of {}", counted(items.len(), "position")));
            }
            Ok::<_, ThreadError>(result)
        },
    )?;
    bar.finish_and_clear();
    Ok(items.iter().zip(done).filter_map(|(item, done)| Some((item, done?))).collect())
}
