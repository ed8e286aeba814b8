//! The command line: what the program was asked to do.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use dolmen::bench;
use dolmen::board::Color;
use dolmen::rules::Rule;

/// A five-in-a-row engine that speaks the Gomocup protocol on its standard input and
/// output.
#[derive(Debug, Parser)]
#[command(name = "pbrain-dolmen", version)]
pub(crate) struct Arguments {
    /// Write a log to this file; `RUST_LOG` says how much, by default everything said.
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) log: Option<PathBuf>,

    /// Play with the weights of this file instead of the built-in ones.
    #[arg(long, value_name = "FILE", global = true)]
    pub(crate) weights: Option<PathBuf>,

    #[command(subcommand)]
    pub(crate) task: Option<Task>,
}

/// What there is to do besides playing.
#[derive(Debug, Subcommand)]
pub(crate) enum Task {
    /// Search fixed positions to a fixed depth; the number of nodes is a signature of the
    /// search.
    Bench(BenchArguments),
    /// Find wins by continuous fours or threats in positions of a file.
    Solve(SolveArguments),
}

/// How to measure.
#[derive(Debug, Args)]
pub(crate) struct BenchArguments {
    /// Depth of every search, in plies.
    #[arg(long, value_name = "N", default_value_t = bench::DEFAULT_DEPTH)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) depth: u32,
    /// Threads that search; with more than one the nodes vary.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub(crate) threads: usize,
}

/// How to solve.
#[derive(Debug, Args)]
pub(crate) struct SolveArguments {
    /// Positions: lines of JSON, or board diagrams with blank lines between them; `-` for
    /// standard input.
    pub(crate) file: PathBuf,
    /// By what kind of threats to win.
    #[arg(long, value_enum, default_value_t = Mode::Vcf)]
    pub(crate) mode: Mode,
    /// Time for each position, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 10_000)]
    pub(crate) time: u64,
    /// Write one JSON object for each position.
    #[arg(long)]
    pub(crate) json: bool,
    /// The rule, whatever the file says: freestyle (where neither says one), standard,
    /// renju, caro, caro6 or omok.
    #[arg(long)]
    pub(crate) rule: Option<Rule>,
    /// The side to move, whatever the file says: black or white. Where neither says one it
    /// follows from the number of stones.
    #[arg(long, value_name = "COLOR")]
    pub(crate) to_move: Option<Color>,
}

/// Kinds of threats that leave the opponent no choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    /// Fours alone.
    Vcf,
    /// Fours, and whatever threatens to win by fours.
    Vct,
}
