//! A small web server, by default for this machine alone, whose pages come from the caller; and a
//! linker for pages that are a single file.
//!
//! ```text
//! visitor ─► listener ─► guard ─► pages of the caller
//!               bind       names
//! ```
//!
//! Invariants: only this machine can connect unless somebody says otherwise; a page of another site
//! cannot read an answer through a visitor's browser; and whoever reads too slowly is let go.

mod bind;
mod guard;
mod listener;
mod modules;
mod names;

pub use bind::{Bind, BindError, ParseBindError};
pub(crate) use guard::Refusal;
pub use listener::Server;
pub use modules::{LinkError, link};
