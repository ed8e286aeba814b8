//! The arguments of the command line.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::analyse;
use crate::bench;
use crate::board::Color;
use crate::engine::Options;
use crate::rules::{GameRule, Rule};

/// The maximum number of threads.
const MAX_THREADS: u64 = Options::MAX_THREADS as u64;
/// The maximum amount of memory, in megabytes.
const MAX_MEMORY_MB: u64 = Options::MAX_MEMORY_MB as u64;

/// A five-in-a-row engine that speaks the Gomocup protocol on its standard input and
/// output.
#[derive(Debug, Parser)]
#[command(name = "pbrain-dolmen", version)]
pub(super) struct Arguments {
    /// Write a log to this file. `RUST_LOG` sets the level; the default is `debug`, which logs
    /// every protocol line.
    #[arg(long, value_name = "FILE", global = true)]
    pub(super) log: Option<PathBuf>,

    /// Use the evaluation weights in this file instead of the built-in ones.
    #[arg(long, value_name = "FILE", global = true)]
    pub(super) weights: Option<PathBuf>,

    /// Play by this certificate in the positions that it covers; may be repeated. `INFO certificates 0`
    /// turns certificates off.
    #[arg(long, value_name = "FILE")]
    pub(super) certificate: Vec<PathBuf>,

    #[command(subcommand)]
    pub(super) task: Option<Task>,
}

/// The tasks other than playing.
#[derive(Debug, Subcommand)]
pub(super) enum Task {
    /// Answer queries on standard input, one JSON object per text line, with the best moves of many
    /// positions.
    Analyse(AnalyseArguments),
    /// Search a fixed set of positions to a fixed depth; the total node count is a
    /// signature of the search.
    Bench(BenchArguments),
    /// Find wins by continuous fours (VCF), by threats (VCT) or by any moves in the positions of a
    /// file.
    Solve(SolveArguments),
    /// Check certificates of wins by the rules alone.
    Check(CheckArguments),
}

/// The arguments of `analyse`.
#[derive(Debug, Args)]
pub(super) struct AnalyseArguments {
    /// Number of positions that are searched at the same time, each by one thread.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS))]
    pub(super) threads: usize,
    /// Memory for the table of each thread and of each session, in megabytes.
    #[arg(long, value_name = "MB", default_value_t = 64)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_MEMORY_MB))]
    pub(super) memory: usize,
    /// Number of nodes of a search without `maxVisits`, `maxTime` and `maxDepth`.
    #[arg(long, value_name = "N", default_value_t = analyse::Defaults::default().nodes)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    /// Rule of queries whose `rules` are missing or belong to go: freestyle, standard, renju, caro, caro6
    /// or omok. By default it is freestyle, and a rule of go is an error.
    #[arg(long, value_name = "RULE")]
    pub(super) rules: Option<GameRule>,
    /// Notation of queries without `notation`.
    #[arg(long, value_enum, default_value_t = PointNotation::Letters)]
    pub(super) notation: PointNotation,
    /// Write final replies and errors in the order of the queries.
    #[arg(long)]
    pub(super) ordered: bool,
    /// Stop all searches when standard input ends, instead of finishing them.
    #[arg(long)]
    pub(super) quit_without_waiting: bool,
}

/// The notations of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PointNotation {
    /// h8, with i, rows from the top.
    Letters,
    /// [7,7], from 0 at the top left.
    Xy,
    /// H8, without I, rows from the bottom.
    Gtp,
}

impl From<PointNotation> for analyse::Notation {
    fn from(notation: PointNotation) -> Self {
        match notation {
            PointNotation::Letters => Self::Letters,
            PointNotation::Xy => Self::Xy,
            PointNotation::Gtp => Self::Gtp,
        }
    }
}

/// The arguments of `bench`.
#[derive(Debug, Args)]
pub(super) struct BenchArguments {
    /// Depth of every search, in plies.
    #[arg(long, value_name = "N", default_value_t = bench::DEFAULT_DEPTH)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(super) depth: u32,
    /// Number of search threads. With more than one, the node count varies between runs.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS))]
    pub(super) threads: usize,
}

/// The arguments of `solve`.
#[derive(Debug, Args)]
pub(super) struct SolveArguments {
    /// File of positions: JSON objects, one per text line, board diagrams separated by blank lines, or
    /// games in one text line each, such as `renju 15x15 h8 i9`; games in SGF or of Piskvork, whose last
    /// position counts; `-` reads standard input.
    pub(super) file: PathBuf,
    /// Kind of moves to search.
    #[arg(long, value_enum, default_value_t = Mode::Vcf)]
    pub(super) mode: Mode,
    /// Time limit for each position, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    pub(super) time: u64,
    /// Look for all first moves that win by fours or threats, and for the shortest win by fours, with the
    /// time limit once more.
    #[arg(long)]
    pub(super) solutions: bool,
    /// Threads of a search with `--mode win`; 1 by default.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_THREADS))]
    pub(super) threads: Option<usize>,
    /// Memory for the positions of a search with `--mode win`, in megabytes; 512 by default.
    #[arg(long, value_name = "MB")]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=MAX_MEMORY_MB))]
    pub(super) memory: Option<usize>,
    /// File to which a search with `--mode win` is saved; the same command continues it. The file of
    /// positions must hold one position.
    #[arg(long, value_name = "FILE")]
    pub(super) state: Option<PathBuf>,
    /// Folder for the certificates of wins that `--mode win` finds; created if missing.
    #[arg(long, value_name = "FOLDER")]
    pub(super) certificates: Option<PathBuf>,
    /// Write one JSON object per position.
    #[arg(long)]
    pub(super) json: bool,
    /// Rule for all positions, overriding the file: freestyle, standard, renju, caro, caro6
    /// or omok. A position without a rule is freestyle.
    #[arg(long)]
    pub(super) rule: Option<Rule>,
    /// Side to move in all positions, overriding the file: black or white. By default it
    /// follows from the number of stones.
    #[arg(long, value_name = "COLOR")]
    pub(super) to_move: Option<Color>,
}

impl SolveArguments {
    /// Returns an option that the mode would ignore, and the modes that it belongs to.
    pub(super) fn useless_option(&self) -> Option<(&'static str, &'static str)> {
        const WIN: &str = "--mode win";
        match self {
            Self { mode: Mode::Win, solutions, .. } => {
                solutions.then_some(("--solutions", "--mode vcf or --mode vct"))
            }
            Self { threads: Some(_), .. } => Some(("--threads", WIN)),
            Self { memory: Some(_), .. } => Some(("--memory", WIN)),
            Self { state: Some(_), .. } => Some(("--state", WIN)),
            Self { certificates: Some(_), .. } => Some(("--certificates", WIN)),
            _ => None,
        }
    }
}

/// The kinds of moves to win by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Mode {
    /// Fours only.
    Vcf,
    /// Fours, and threats to win by fours.
    Vct,
    /// Any moves; a win comes with a certificate.
    Win,
}

/// The arguments of `check`.
#[derive(Debug, Args)]
pub(super) struct CheckArguments {
    /// Files of certificates; `-` is standard input.
    #[arg(required = true)]
    pub(super) files: Vec<PathBuf>,
}
