//! Merging the results of shards into one file, as if one machine had played them.
//!
//! Invariant: equal games give an equal file, whatever the shards, their number, and the order in
//! which they are named; and the merged file can be merged, counted and continued like any file of
//! results.

mod union;
mod write;

pub use union::{Lack, Union};
