//! The boundary between the module and its page. Everything `unsafe` of this crate is here and in the
//! attributes of exported functions.
//!
//! An export under a plain name is `unsafe` because two libraries of a program could use the same
//! name. Nothing else is linked into this module. Calls of the page are `unsafe` because Rust cannot
//! check the types of foreign functions; those below take numbers and return numbers.

use std::cell::RefCell;
use std::io;
use std::time::Duration;

use dolmen::search::{Job, TimeSource};

use crate::threads;

thread_local! {
    /// The text that the page writes before it calls a function that takes one.
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Returns the address of a buffer of this many bytes, into which the page writes the text for its
/// next call.
#[expect(unsafe_code, reason = "no other function of the module has this name")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length, 0);
        input.as_mut_ptr()
    })
}

/// Takes the text that the page has written. Bytes that are not UTF-8 are replaced.
pub(crate) fn heard() -> String {
    String::from_utf8_lossy(&INPUT.take()).into_owned()
}

#[cfg(target_arch = "wasm32")]
#[link(wasm_import_module = "page")]
#[expect(unsafe_code, reason = "these are the functions that the page provides")]
unsafe extern "C" {
    safe fn now() -> f64;
    safe fn is_stopped() -> i32;
    fn say(pointer: *const u8, length: usize);
}

/// Passes a text to the page.
#[cfg(target_arch = "wasm32")]
pub(crate) fn tell(text: &str) {
    #[expect(unsafe_code, reason = "the page reads within these bytes, during the call")]
    // SAFETY: the pointer and the length are those of a string that outlives the call.
    unsafe {
        say(text.as_ptr(), text.len());
    }
}

/// Drops a text: there is no page to receive it.
#[cfg(not(target_arch = "wasm32"))]
pub(crate) const fn tell(_text: &str) {}

/// The clock of the page, which also knows whether the page wants the search to stop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PageClock;

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
