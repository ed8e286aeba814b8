//! The arguments of the command line.

mod learn_network;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand};
use dolmen::rules::Rule;
use dolmen::search::Margins;
use training::labelled::Group;
use training::learn::select::Portion;
use training::learn::{moves, targets};

pub(crate) use learn_network::LearnNetworkArguments;

/// Generates games of Dolmen against itself, learns the evaluation from them and tunes the
/// search with them.
#[derive(Debug, Parser)]
#[command(name = "training", version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) task: Task,
}

/// The tasks of the program.
#[derive(Debug, Subcommand)]
pub(crate) enum Task {
    /// Play and label games by a plan until stopped; the same command resumes.
    Generate(GenerateArguments),
    /// Label games played by other programs, to measure learned weights with them; the same
    /// command resumes.
    Label(LabelArguments),
    /// Check stored games by replaying them with the reference rules, and print statistics.
    Check(CheckArguments),
    /// Write the hand-set weights from which learning started, for comparison with learned
    /// ones.
    ByHand(ByHandArguments),
    /// Fit weights to stored games and print how well they predict held-out games.
    Learn(LearnArguments),
    /// Learn rows of numbers for the windows through each point, as a correction of the built-in
    /// evaluation, and print how well it predicts held-out games.
    LearnNetwork(LearnNetworkArguments),
    /// Write one file with the weights of some rules from several files.
    Combine(CombineArguments),
    /// Measure how well weights predict stored games, without learning.
    Losses(LossesArguments),
    /// Tune the margins of the search by playing games (SPSA); the same command resumes.
    Tune(TuneArguments),
    /// Compare sets of margins by evaluating the moves they choose with a deep search; the
    /// same command resumes.
    Judge(JudgeArguments),
    /// Measure the quality of labels by searching stored positions again with many nodes;
    /// the same command resumes.
    Quality(QualityArguments),
    /// Draw histograms of stored positions: number of stones, scores, errors of the
    /// evaluation.
    Picture(PictureArguments),
}

/// The arguments of `generate`.
#[derive(Debug, Args)]
pub(crate) struct GenerateArguments {
    /// Plan (TOML) with rules, sizes, beginnings, effort and stages; see plans/ for
    /// examples.
    #[arg(long, value_name = "FILE")]
    pub(crate) plan: PathBuf,
    /// Folder for the games.
    #[arg(long, value_name = "DIR", default_value = "tournament/training/games")]
    pub(crate) output: PathBuf,
    /// Number of games played at once [default: the number of processors].
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Seconds between progress reports when standard error is not a terminal.
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub(crate) report_every: u64,
}

/// The arguments of `label`.
#[derive(Debug, Args)]
pub(crate) struct LabelArguments {
    /// Files of games with one JSON object per text line: rule, size, moves ([column, row],
    /// counted from 0 at the top left corner), result (black, white or draw) and
    /// opening_plies.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// Folder for the labelled games.
    #[arg(long, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// Nodes of the search for each position.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(100..=1_000_000_000))]
    pub(crate) nodes: u64,
    /// Maximum number of positions per game, spread evenly over the moves after the
    /// opening.
    #[arg(long, value_name = "N", default_value = "12")]
    pub(crate) positions_per_game: NonZeroUsize,
    /// Number of games labelled at once [default: the number of processors].
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Use only games of this rule.
    #[arg(long)]
    pub(crate) rule: Option<Rule>,
}

/// The arguments of `check`.
#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// Files of games, and folders of them.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
}

/// The arguments of `by-hand`.
#[derive(Debug, Args)]
pub(crate) struct ByHandArguments {
    /// The file of weights to write.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}

/// The arguments of `combine`.
#[derive(Debug, Args)]
pub(crate) struct CombineArguments {
    /// A rule, and the file from which its weights and its line network are taken.
    #[arg(required = true, value_name = "RULE=FILE")]
    pub(crate) parts: Vec<RulePart>,
    /// Weights for the other rules [default: the built-in weights of the engine].
    #[arg(long, value_name = "FILE")]
    pub(crate) others: Option<PathBuf>,
    /// The file of weights to write.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}

/// A rule and a file of weights.
#[derive(Clone, Debug)]
pub(crate) struct RulePart {
    /// The rule.
    pub(crate) rule: Rule,
    /// The file.
    pub(crate) path: PathBuf,
}

impl FromStr for RulePart {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let expected = || "expected a rule and a file such as freestyle=new.weights".to_owned();
        let (rule, path) = text.split_once('=').ok_or_else(expected)?;
        let rule = rule.parse().map_err(|error| format!("{error}"))?;
        Ok(Self { rule, path: path.into() })
    }
}

/// The arguments of `learn`.
#[derive(Debug, Args)]
pub(crate) struct LearnArguments {
    /// Files of games, and folders of them; PATH=SHARE takes a share of the games, from 0 to 1.
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<Portion>,
    /// Files of games, and folders of them, to hold out: losses are measured on all of
    /// these games and on no others, and nothing is learned from them. By default, one game
    /// in ten is held out, and all games played by other programs.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub(crate) held_out: Vec<PathBuf>,
    /// Maximum number of positions per rule to learn from, drawn evenly from all its games.
    /// The selection is reproducible, and a smaller one is part of a larger one.
    #[arg(long, value_name = "N")]
    pub(crate) positions: Option<usize>,
    /// Use only games of this rule.
    #[arg(long)]
    pub(crate) rule: Option<Rule>,
    /// The file of weights to write.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Weights for the rules that are not learned [default: the built-in weights of the
    /// engine].
    #[arg(long, value_name = "FILE")]
    pub(crate) others: Option<PathBuf>,
    /// Calibration plot (SVG) to draw: predicted win probabilities against actual results.
    #[arg(long, value_name = "FILE")]
    pub(crate) picture: Option<PathBuf>,
    /// Passes over the positions for the evaluation.
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) epochs: usize,
    /// Passes over the positions for the network of the evaluation.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) network_epochs: usize,
    /// Passes over the positions for the order of moves.
    #[arg(long, value_name = "N", default_value_t = 8)]
    pub(crate) move_epochs: usize,
    /// Weight of the game's result in the target of a position; the rest is the weight of
    /// the score.
    #[arg(long, value_name = "0..1", default_value_t = 0.0)]
    pub(crate) result_share: f32,
    /// Strength of the weight decay of the terms of single codes.
    #[arg(long, value_name = "X", default_value_t = 0.000_3)]
    pub(crate) decay: f32,
    /// Evaluation, in units, that stands for a win probability of 73 % (the sigmoid of
    /// one). The margins of the search use the same units.
    #[arg(long, value_name = "N", default_value_t = targets::UNITS)]
    pub(crate) units: f32,
    /// Units of a move's score that make the move e times as likely. The search's own
    /// history of a move adds up to 150 units.
    #[arg(long, value_name = "N", default_value_t = moves::UNITS)]
    pub(crate) move_units: f32,
    /// Seed of the order of the positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// The arguments of `losses`.
#[derive(Debug, Args)]
pub(crate) struct LossesArguments {
    /// Files of games, and folders of them. All games count, including those from which the
    /// weights were learned.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Weights to measure [default: the built-in weights]. Rules that the file lacks use
    /// hand-set weights.
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Use only games of this rule.
    #[arg(long)]
    pub(crate) rule: Option<Rule>,
}

/// The arguments of `tune`.
#[derive(Debug, Args)]
pub(crate) struct TuneArguments {
    /// Rule: freestyle, standard, renju, caro, caro6 or omok. May be repeated; pairs of
    /// games then use the rules in turn.
    #[arg(long = "rule", value_name = "RULE", required = true)]
    pub(crate) rules: Vec<Rule>,
    /// Number of columns and rows of the board.
    #[arg(long, value_name = "N", default_value_t = 15)]
    #[arg(value_parser = clap::value_parser!(u8).range(5..=22))]
    pub(crate) size: u8,
    /// Nodes per move.
    #[arg(long, value_name = "N", default_value_t = 6000)]
    #[arg(value_parser = clap::value_parser!(u64).range(100..=1_000_000_000))]
    pub(crate) nodes: u64,
    /// Total number of pairs of games, including those already played. Steps become smaller
    /// towards this number.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) pairs: u64,
    /// Pairs of games per step; a multiple of the number of threads keeps all threads busy.
    #[arg(long, value_name = "N", default_value_t = 8)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) batch: u64,
    /// Number of pairs of games played at once.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// Seed of the steps and openings.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Final learning rate: how far a won game moves the margins, as a share of the
    /// perturbation that is tried.
    #[arg(long, value_name = "X", default_value_t = 0.006, value_parser = positive)]
    pub(crate) rate: f64,
    /// Margin to tune; may be repeated [default: all margins].
    #[arg(long = "margin", value_name = "NAME", hide_possible_values = true)]
    #[arg(value_parser = PossibleValuesParser::new(Margins::ALL.iter().map(|margin| margin.name)))]
    pub(crate) margins: Vec<String>,
    /// File that stores every step as a line of JSON.
    #[arg(long, value_name = "FILE")]
    pub(crate) state: PathBuf,
}

/// The arguments of `judge`.
#[derive(Debug, Args)]
pub(crate) struct JudgeArguments {
    /// Files of games to take positions from, and folders of them.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// The rule: freestyle, standard, renju, caro, caro6 or omok.
    #[arg(long)]
    pub(crate) rule: Rule,
    /// Set of margins to compare with the default ones; may be repeated.
    #[arg(long = "set", value_name = "NAME=V,NAME=V", required = true, value_parser = margins)]
    pub(crate) sets: Vec<(String, Margins)>,
    /// Nodes per move.
    #[arg(long, value_name = "N", default_value_t = 40_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(100..=1_000_000_000))]
    pub(crate) nodes: u64,
    /// Nodes of the search that evaluates a move.
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(100..=1_000_000_000))]
    pub(crate) deep_nodes: u64,
    /// Number of positions, each from a different game.
    #[arg(long, value_name = "N", default_value_t = 2400)]
    pub(crate) positions: usize,
    /// Number of positions searched at once.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// Seed of the selection of positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// File that stores every verdict as a line of JSON.
    #[arg(long, value_name = "FILE")]
    pub(crate) state: PathBuf,
}

/// The arguments of `quality`.
#[derive(Debug, Args)]
pub(crate) struct QualityArguments {
    /// Files of games to take positions from, and folders of them.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Rule: freestyle, standard, renju, caro, caro6 or omok; may be repeated [default: all
    /// rules in the files].
    #[arg(long = "rule", value_name = "RULE")]
    pub(crate) rules: Vec<Rule>,
    /// Kind of position: game, interior, crowded, foreign or version-1 (all positions of
    /// files in format version 1); may be repeated.
    #[arg(long = "kind", value_name = "KIND")]
    #[arg(default_values = ["game", "interior", "crowded"])]
    pub(crate) kinds: Vec<Group>,
    /// Number of positions of each rule and kind, from different games as far as possible.
    #[arg(long, value_name = "N", default_value_t = 2000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) positions: u32,
    /// Nodes of the reference search.
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1_000..=1_000_000_000))]
    pub(crate) nodes: u64,
    /// Number of positions searched at once.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// Seed of the selection of positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// File that stores the scores of every position as a line of JSON.
    #[arg(long, value_name = "FILE")]
    pub(crate) state: PathBuf,
}

/// The arguments of `picture`.
#[derive(Debug, Args)]
pub(crate) struct PictureArguments {
    /// Files of games, and folders of them.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// The picture to draw (SVG).
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Number of positions of each rule and kind, spread over the files.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) positions: u32,
}

/// Margins from `NAME=V,NAME=V`, the others being usual; with the text.
fn margins(text: &str) -> Result<(String, Margins), String> {
    let mut margins = Margins::default();
    for part in text.split(',') {
        let (name, value) = part
            .split_once('=')
            .ok_or_else(|| format!("invalid margin {part:?}: expected NAME=V"))?;
        let margin = Margins::ALL.iter().find(|margin| margin.name == name);
        let margin = margin.ok_or_else(|| format!("unknown margin {name:?}"))?;
        let (min, max) = (margin.min, margin.max);
        let value = value.parse().ok().filter(|value| (min..=max).contains(value));
        let value =
            value.ok_or_else(|| format!("invalid value {part:?}: expected {min} to {max}"))?;
        (margin.set)(&mut margins, value);
    }
    Ok((text.to_owned(), margins))
}

/// A number above 0.
fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| *number > 0.0 && number.is_finite());
    number.ok_or_else(|| "expected a number above 0".to_owned())
}
