//! Dolmen's WebAssembly modules: their boundary, and the engine behind it, which speaks the Gomocup protocol and
//! answers the queries of `pbrain-dolmen analyse`.
//!
//! A page creates a separate instance of a module for each purpose, so that a busy engine delays nothing else.
//! Texts go in through the module `boundary`; the module's own texts go out through the functions that the
//! page provides:
//!
//! | import | meaning |
//! |---|---|
//! | `page.now() -> f64` | milliseconds since any fixed moment |
//! | `page.is_stopped() -> i32` | whether the running search is to pause or to answer at once: 0 or 1 |
//! | `page.say(pointer, length)` | takes a text of the module, in UTF-8 |
//!
//! The functions of this crate become exports of each module that uses it. Without the feature `analyse` there are
//! no queries, and without `engine` there is the boundary alone, with `page.say`.
//!
//! # Floors
//!
//! ```text
//! 3  analyse, bench, engine
//! 2  clock
//! 1  boundary
//! 0  threads
//! ```

#[cfg(feature = "analyse")]
mod analyse;
#[cfg(feature = "engine")]
mod bench;
mod boundary;
#[cfg(feature = "engine")]
mod clock;
#[cfg(feature = "engine")]
mod engine;
#[cfg(feature = "engine")]
mod threads;

pub use boundary::{heard, tell};
#[cfg(feature = "engine")]
pub use clock::PageClock;
