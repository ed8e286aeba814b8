//! A guarded server for a page, by default for this machine alone.
//!
#![doc = include_str!("../README.md")]
//!
//! # Floors
//!
//! Each module uses only modules on lower floors.
//!
//! ```text
//! 2  server
//! 1  bind, guard, visitor
//! 0  names
//! ```

mod bind;
mod guard;
mod names;
mod server;
mod visitor;

pub use bind::{Bind, BindError, ParseBindError};
pub use guard::Refusal;
pub use server::Server;
