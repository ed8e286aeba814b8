//! The search: which move, within limits.

pub mod limits;
pub mod progress;

pub use limits::{Control, Limits};
pub use progress::{Observer, Progress, SearchResult, Silent};
