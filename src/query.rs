//! Line queries: the shapes of stones in lines, computed by shifts instead of scans.

pub mod lanes;
pub mod pattern;

pub use lanes::{LANES, LaneRules, Lanes, ShapePlanes};
pub use pattern::{Letter, LineQuery, Orientation, ParseLineQueryError};
