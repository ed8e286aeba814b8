//! The commands of the program, each with the request that it carries out.

mod book;
mod demo;
mod export;
mod merge;
mod openings;
mod report;
mod run;
mod serve;
mod statistics;
mod status;
mod terminal;

pub use book::{BookRequest, book};
pub use demo::draft as demonstration;
pub use export::{ExportRequest, export};
pub use merge::{MergeRequest, merge};
pub use openings::{OpeningsError, OpeningsRequest, openings};
pub use report::{ReportRequest, report};
pub use run::{ReportFile, Run, Show, run};
pub use serve::{ServeRequest, serve};
pub use statistics::{StatisticsRequest, statistics};
pub use status::{Problem, Status};
pub use terminal::Terminal;

/// A request to the program.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Play a tournament.
    Run(Box<Run>),
    /// Play the demonstration, because no engine is named, with these options.
    Demo(Box<Run>),
    /// Make openings.
    Openings(OpeningsRequest),
    /// Make an opening book.
    Book(BookRequest),
    /// Print the results of a tournament.
    Statistics(StatisticsRequest),
    /// Write the report of a tournament.
    Report(ReportRequest),
    /// Serve the report of a tournament to browsers.
    Serve(ServeRequest),
    /// Export the games of a tournament to another format.
    Export(ExportRequest),
    /// Merge the results of shards.
    Merge(MergeRequest),
}
