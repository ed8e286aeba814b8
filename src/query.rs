//! Line queries: the shapes of stones in lines, computed by shifting words instead of scanning
//! cells.

pub(crate) mod lanes;
pub(crate) mod pattern;

pub use lanes::{LANES, LaneRules, Lanes, ShapePlanes, shapes};
pub use pattern::{Letter, LineQuery, Orientation, ParseLineQueryError};
