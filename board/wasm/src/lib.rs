//! The table of the board as a WebAssembly module, beside the engine and the bench of `dolmen-host`, whose
//! documentation describes the boundary between a module and its page.
//!
//! # Floors
//!
//! ```text
//! 0  table
//! ```

use dolmen_host as _;

mod table;
