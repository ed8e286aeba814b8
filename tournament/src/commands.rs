//! The commands of the program, each with the request that it carries out.

use clap::Subcommand;

mod book;
mod demo;
mod export;
mod ground;
mod ladder;
mod merge;
mod openings;
mod puzzles;
mod report;
mod run;
mod serve;
mod statistics;
mod status;
mod terminal;

pub use book::{BookRequest, book};
pub use demo::draft as demonstration;
pub use export::{ExportRequest, export};
pub use ladder::{LadderRequest, ladder};
pub use merge::{MergeRequest, merge};
pub use openings::{OpeningsRequest, openings};
pub use puzzles::{PuzzlesRequest, puzzles};
pub use report::{ReportRequest, report};
pub use run::{ReportFile, Run, Show, run};
pub use serve::{ServeRequest, serve};
pub use statistics::{StatisticsRequest, statistics};
pub use status::{Problem, Status};
pub use terminal::Terminal;

/// A request to the program.
#[derive(Clone, Debug, PartialEq, Subcommand)]
pub enum Request {
    /// Play a tournament.
    #[command(skip)]
    Run(Box<Run>),
    /// Play the demonstration, because no engine is named, with these options.
    #[command(skip)]
    Demo(Box<Run>),
    /// Play a ladder: engines under several rules, rated over all of them.
    Ladder(LadderRequest),
    /// Generate balanced openings for a rule and a board size.
    Openings(OpeningsRequest),
    /// Make an opening book by deep searches.
    Book(BookRequest),
    /// Make puzzles from games of weak levels, or let levels try them.
    Puzzles(PuzzlesRequest),
    /// Print the results of a tournament.
    #[command(name = "stats")]
    Statistics(StatisticsRequest),
    /// Write the report of a tournament as an HTML page.
    Report(ReportRequest),
    /// Serve the report of a tournament to browsers and update it as games finish.
    Serve(ServeRequest),
    /// Export the games of a tournament for other programs: psq, SGF, PGN, Elo, CSV, JSON.
    Export(ExportRequest),
    /// Merge the results of shards.
    Merge(MergeRequest),
}
