//! Line queries: what stones make in lines, found by shifts instead of scans.

pub mod lanes;
mod simd;

pub use lanes::{LANES, LaneRules, Lanes, ShapePlanes};
