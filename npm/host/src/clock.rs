//! The clock of the page.

use std::io;
use std::time::Duration;

use dolmen::search::{Job, TimeSource};

use crate::threads;

#[cfg(target_arch = "wasm32")]
#[link(wasm_import_module = "page")]
#[expect(
    unsafe_code,
    reason = "these are functions that the page provides, from numbers to numbers"
)]
unsafe extern "C" {
    safe fn now() -> f64;
    safe fn is_stopped() -> i32;
}

/// The clock of the page, which also tells whether the page wants the search to stop.
#[derive(Clone, Copy, Debug)]
pub struct PageClock;

impl TimeSource for PageClock {
    fn elapsed(&self) -> Duration {
        #[cfg(target_arch = "wasm32")]
        let milliseconds = now();
        #[cfg(not(target_arch = "wasm32"))]
        let milliseconds = 0.0;
        Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default()
    }

    fn spawn(&self, job: Job) -> io::Result<()> {
        threads::spawn(job)
    }

    #[cfg(target_arch = "wasm32")]
    fn wants_stop(&self) -> bool {
        is_stopped() != 0
    }
}
