//! Dolmen as a WebAssembly module: an engine that speaks the Gomocup protocol, the
//! table of the board, and the bench.
//!
//! A page makes one instance of the module for each thing that it needs, so that a busy engine delays
//! nothing else. Texts go in through the module `boundary`; what the module has to say goes out through
//! the functions that the page provides:
//!
//! | import | meaning |
//! |---|---|
//! | `page.now() -> f64` | milliseconds since any fixed moment |
//! | `page.is_stopped() -> i32` | whether the running search is to answer at once: 0 or 1 |
//! | `page.say(pointer, length)` | takes a text of the module, in UTF-8 |
//!
//! # Floors
//!
//! ```text
//! 2  bench, engine, table
//! 1  boundary
//! 0  threads
//! ```

mod bench;
mod boundary;
mod engine;
mod table;
mod threads;
