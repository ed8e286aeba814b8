//! The command `analyse`: queries and replies as JSON objects, one on each text line, after KataGo's parallel
//! analysis engine. `docs/analyse.md` is the manual, `docs/analyse.schema.json` the schema.
//!
//! Each position of a query gets exactly one final reply, and a query that cannot be understood gets exactly one
//! error. Nothing that is wrong with one query affects another one.
//!
//! # Floors
//!
//! A module uses those on lower floors only.
//!
//! | floor | modules |
//! |---|---|
//! | 6 | `server` threads and streams |
//! | 5 | `ledger` open queries, `output` what is written, `reply` its text |
//! | 4 | `facts` about positions without a search |
//! | 3 | `query` what is asked about positions |
//! | 2 | `action` other requests, `setup` positions |
//! | 1 | `fields` of objects, `points` |
//! | 0 | `fault` errors and warnings |

mod action;
mod facts;
mod fault;
mod fields;
mod ledger;
mod output;
mod points;
mod query;
mod reply;
mod server;
mod setup;

pub use points::Notation;
pub use query::Defaults;
pub use server::{Options, StopHandle, serve};

#[cfg(test)]
mod tests;
