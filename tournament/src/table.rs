//! The text that one reads after a tournament, and during it: plain text of a given width, without
//! terminal codes, from the records of the games alone. Equal records give equal text in any order.
//!
//! Each function returns whole lines, none longer than the width where anything can be left out;
//! names are shortened first, then columns are dropped from the right. Infinite ends of intervals
//! are written as three dots.

mod crosstable;
mod failures;
mod hosts;
mod layout;
mod sprt;
mod standings;
mod summary;
mod tally;
mod usage;

#[cfg(test)]
mod samples;

pub use crosstable::crosstable;
pub use failures::{failures, is_failure};
pub use hosts::hosts;
pub use sprt::expected_length;
pub use standings::standings;
pub use summary::summary;
pub(crate) use summary::summary_lines;
pub(crate) use tally::{Results, Tally, half_points, tally};
pub use usage::usage;
