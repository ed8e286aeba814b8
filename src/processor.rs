//! Processor features: vector code that is compiled for several instruction sets, its
//! selection at run time, and prefetching.
//!
//! This is the lowest floor of the library and the only module with `unsafe`. It works on
//! plain numbers and knows neither boards nor rules.

pub(crate) mod cells;
mod dispatch;
pub(crate) mod lanes;
pub(crate) mod layers;
pub(crate) mod lines;
mod prefetch;
pub(crate) mod rows;

pub(crate) use dispatch::{
    exchange_rows, exchanged, layer_units, number, pool_after, restore_rows, shapes, update_lines,
};
pub(crate) use prefetch::prefetch;

#[cfg(test)]
mod tests;
