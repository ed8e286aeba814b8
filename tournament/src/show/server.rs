//! The report as a page on the network, which changes while games are played.
//!
//! ```text
//! run, or a file that is followed ─► hub ─► pages ─► listener
//!                                 names ─────┘
//! ```
//!
//! Invariants: only this machine can connect unless somebody says otherwise, and a page of
//! another site cannot read the report through a visitor's browser; nothing can be changed from
//! outside; and no visitor holds up the games: whoever looks on gets what is ready, and whoever
//! reads too slowly is let go.

mod bind;
mod hub;
mod listener;
mod names;
mod pages;

pub use bind::{Bind, BindError, ParseBindError};
pub use hub::Hub;
pub use listener::Server;

#[cfg(test)]
mod tests;
