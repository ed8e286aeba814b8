//! The command `analyse`: queries and replies as JSON objects, one on each text line, after KataGo's parallel
//! analysis engine. `docs/analyse.md` is the manual, `docs/analyse.schema.json` the schema.
//!
//! Each position of a query gets exactly one final reply, and a query that cannot be understood gets exactly one
//! error. A fault in one query never affects another query.
//!
//! # Floors
//!
//! A module uses those on lower floors only.
//!
//! | floor | modules |
//! |---|---|
//! | 8 | `server` threads and streams, `slices` without them |
//! | 7 | `intake` of queries and actions |
//! | 6 | `ledger` open queries, `output` what is written, `reply` its text |
//! | 5 | `facts` about positions without a search |
//! | 4 | `query` what is asked about positions |
//! | 3 | `restricted` moves |
//! | 2 | `action` other requests, `setup` positions |
//! | 1 | `fields` of objects, `points` |
//! | 0 | `fault` errors and warnings |

mod action;
mod facts;
mod fault;
mod fields;
mod intake;
mod ledger;
mod output;
mod points;
mod query;
mod reply;
mod restricted;
mod server;
mod setup;
mod slices;

pub use intake::Options;
pub use points::Notation;
pub use query::Defaults;
pub use server::{StopHandle, serve};
pub use slices::Analyser;

#[cfg(test)]
mod tests;
