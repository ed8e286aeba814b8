//! Queries of `pbrain-dolmen analyse` in a worker: a JSON object goes in, replies come out.
//!
//! The worker calls [`analyse_step`] as long as there is work, and reads its messages between two calls. A step
//! ends early when the page requests it; the search continues in the next one.

use std::cell::RefCell;
use std::sync::Arc;

use dolmen::analyse::{Analyser, Options};
use dolmen::scheduler::Settings;

use crate::boundary::{heard, tell};
use crate::clock::PageClock;

/// The number of sessions whose memory is kept; phones give a page a few hundred megabytes.
const SESSIONS: usize = 2;
/// The bytes of a megabyte, and the largest memory in them.
const MEGABYTE: usize = 1 << 20;
const MAX_MEGABYTES: usize = 1024;

thread_local! {
    /// The analyser of this instance.
    static ANALYSER: RefCell<Option<Analyser>> = const { RefCell::new(None) };
}

/// Creates the analyser, with tables of at most `megabytes` megabytes, and drops the previous one.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn analyse_open(megabytes: usize) {
    let max_table = megabytes.clamp(1, MAX_MEGABYTES) * MEGABYTE;
    let settings = Settings { max_table, sessions: SESSIONS, ..Settings::default() };
    let options = Options { settings, ..Options::default() };
    ANALYSER.set(Some(Analyser::new(options, Arc::new(PageClock), tell)));
}

/// Handles the query or the action that the page has written.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn analyse_line() {
    let line = heard();
    ANALYSER.with_borrow(|analyser| {
        if let Some(analyser) = analyser {
            analyser.receive(&line);
        }
    });
}

/// Searches a position for one step, and returns 1 if there is more work, otherwise 0.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn analyse_step() -> i32 {
    ANALYSER.with_borrow(|analyser| analyser.as_ref().is_some_and(Analyser::step).into())
}
