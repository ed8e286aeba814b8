//! The boundary across which a module and its page exchange texts. All `unsafe` code of the modules is here, in
//! `clock` and in the attributes of exported functions.
//!
//! An export under a plain name is `unsafe` because two libraries of a program could use the same
//! name; the modules link no other library. Calls of the page are `unsafe` because Rust cannot
//! check the types of foreign functions; these take and return numbers.

use std::cell::RefCell;

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
#[must_use]
pub fn heard() -> String {
    String::from_utf8_lossy(&INPUT.take()).into_owned()
}

#[cfg(target_arch = "wasm32")]
#[link(wasm_import_module = "page")]
#[expect(unsafe_code, reason = "this is a function that the page provides")]
unsafe extern "C" {
    fn say(pointer: *const u8, length: usize);
}

/// Passes a text to the page.
#[cfg(target_arch = "wasm32")]
pub fn tell(text: &str) {
    #[expect(unsafe_code, reason = "the page reads within these bytes, during the call")]
    // SAFETY: the pointer and the length are those of a string that outlives the call.
    unsafe {
        say(text.as_ptr(), text.len());
    }
}

/// Drops a text, since there is no page to receive it.
#[cfg(not(target_arch = "wasm32"))]
pub const fn tell(_text: &str) {}
