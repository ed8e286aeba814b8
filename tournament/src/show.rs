//! The views of a tournament: text tables, the progress of a run in a terminal, the report as an HTML
//! page and as JSON, and the server of that page. All of them read one model, a [`Snapshot`] with the
//! games and the [`Results`].

mod budget;
mod clean;
pub mod ladder;
pub mod report;
mod reporting;
mod results;
pub mod server;
mod snapshot;
pub mod tables;
pub mod view;

pub use budget::Budget;
pub use clean::clean;
pub(crate) use clean::clean_line;
pub use reporting::{Outlets, Reporting};
pub(crate) use results::limits;
pub use results::{Results, ResultsError};
pub use snapshot::{Snapshot, Subject};
