//! Processor features: vector code that is compiled for several instruction sets, its
//! selection at run time, prefetching, and huge pages.
//!
//! This is the lowest floor of the library and the only module with `unsafe`. It works on
//! plain numbers and knows neither boards nor rules.

pub(crate) mod cells;
mod dispatch;
pub(crate) mod lanes;
pub(crate) mod layers;
pub(crate) mod lines;
pub(crate) mod mixing;
mod pages;
mod prefetch;
pub(crate) mod rows;

pub(crate) use dispatch::{
    exchange_rows, exchanged, layer_sums, layer_units, mix, number, pool_after, restore_rows,
    shapes, sum_small_rows, update_lines, weigh_all,
};
pub(crate) use pages::prefer_huge_pages;
pub(crate) use prefetch::prefetch;

#[cfg(test)]
mod tests;
