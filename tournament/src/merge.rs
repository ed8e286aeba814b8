//! Bringing the results of shards together: in one file, as if one machine had played them, and
//! counted once.
//!
//! Invariant: equal games give an equal file and equal figures, whatever the shards, their
//! number, and the order in which they are named; and what is written can be merged, counted
//! and gone on with like any file of results.

