//! The command line: what the program was asked to do.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand};
use dolmen::rules::Rule;
use dolmen::search::Margins;
use training::labelled::Group;
use training::learn::{moves, targets};

/// Games of Dolmen against itself, the evaluation learned from them, and the search tuned by
/// them.
#[derive(Debug, Parser)]
#[command(name = "training", version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) task: Task,
}

/// What there is to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Task {
    /// Play labelled games by a plan until it is stopped; the same command goes on where it was.
    Generate(GenerateArguments),
    /// Label games that Dolmen did not play, to measure with what is learned; the same command
    /// again goes on where it was stopped.
    Label(LabelArguments),
    /// Replay stored games by the slow rules and count what is in them.
    Check(CheckArguments),
    /// Write the weights that learning began with, which are set by hand, so that learned ones
    /// can be compared to them.
    ByHand(ByHandArguments),
    /// Fit weights to stored games; says how well they foretell games held out.
    Learn(LearnArguments),
    /// Say how well weights foretell stored games, without learning anything.
    Losses(LossesArguments),
    /// Tune the margins of the search by games (SPSA); the same command again goes on where it
    /// was stopped.
    Tune(TuneArguments),
    /// Compare sets of margins by the moves that they choose, each judged by a deep search; the
    /// same command again goes on where it was stopped.
    Judge(JudgeArguments),
    /// Search stored positions again with many nodes, and say how right their labels are; the
    /// same command again goes on where it was stopped.
    Quality(QualityArguments),
    /// Draw histograms of stored positions: stones, scores, errors of the evaluation.
    Picture(PictureArguments),
}

/// What to play.
#[derive(Debug, Args)]
pub(crate) struct GenerateArguments {
    /// The plan (TOML): rules, sizes, beginnings, effort, stages; plans/ has examples.
    #[arg(long, value_name = "FILE")]
    pub(crate) plan: PathBuf,
    /// The folder of the games.
    #[arg(long, value_name = "DIR", default_value = "tournament/training/games")]
    pub(crate) output: PathBuf,
    /// Games played at the same time; as many as there are processors by default.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Seconds between lines about progress where standard error is not a terminal.
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub(crate) report_every: u64,
}

/// What to label.
#[derive(Debug, Args)]
pub(crate) struct LabelArguments {
    /// Files of games, a JSON object a line: rule, size, moves ([column, row] from the top left
    /// corner, from 0), result (black, white or draw) and opening_plies.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The folder of the labelled games.
    #[arg(long, value_name = "DIR")]
    pub(crate) output: PathBuf,
    /// Nodes of the search of a position.
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(100..=1_000_000_000))]
    pub(crate) nodes: u64,
    /// Most positions of a game, spread evenly over the moves after its opening.
    #[arg(long, value_name = "N", default_value = "12")]
    pub(crate) positions_per_game: NonZeroUsize,
    /// Games labelled at the same time; as many as there are processors by default.
    #[arg(long, value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Only games of this rule.
    #[arg(long)]
    pub(crate) rule: Option<Rule>,
}

/// What to check.
#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// Files of games, and folders of them.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
}

/// Where to.
#[derive(Debug, Args)]
pub(crate) struct ByHandArguments {
    /// The file of weights to write.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}

/// What to learn from.
#[derive(Debug, Args)]
pub(crate) struct LearnArguments {
    /// Files of games, and folders of them.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Files of games, and folders of them, that are held out: losses are of all their games,
    /// and of no others, and nothing is learned from them. Without it one game in ten is held
    /// out, and all that Dolmen did not play.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub(crate) held_out: Vec<PathBuf>,
    /// Most positions of a rule to learn from, drawn evenly from all its games. The same games
    /// give the same positions, and fewer positions are some of those of more.
    #[arg(long, value_name = "N")]
    pub(crate) positions: Option<usize>,
    /// Only games of this rule.
    #[arg(long)]
    pub(crate) rule: Option<Rule>,
    /// The file of weights to write.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// The weights of the rules that nothing is learned for; without it those that come with
    /// the engine.
    #[arg(long, value_name = "FILE")]
    pub(crate) others: Option<PathBuf>,
    /// A picture to draw (SVG): whether predicted probabilities come true.
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
    /// Share of the game's result in the worth of a position; the score has the rest.
    #[arg(long, value_name = "0..1", default_value_t = 0.0)]
    pub(crate) result_share: f32,
    /// How strongly what is a code's own is held near zero.
    #[arg(long, value_name = "X", default_value_t = 0.000_3)]
    pub(crate) decay: f32,
    /// Units of the evaluation whose sigmoid is that of one, a win probability of 73 %. The
    /// margins of the search are in the same units.
    #[arg(long, value_name = "N", default_value_t = targets::UNITS)]
    pub(crate) units: f32,
    /// Units of a move's score whose exponential is that of one. What the search has seen of
    /// a move adds up to 150 units.
    #[arg(long, value_name = "N", default_value_t = moves::UNITS)]
    pub(crate) move_units: f32,
    /// Seed of the order of positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

/// What to measure.
#[derive(Debug, Args)]
pub(crate) struct LossesArguments {
    /// Files of games, and folders of them. All games count, also those that the weights were
    /// learned from.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// Weights to measure in place of the built-in ones; those of rules that they leave out are
    /// set by hand.
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Only games of this rule.
    #[arg(long)]
    pub(crate) rule: Option<Rule>,
}

/// What to tune.
#[derive(Debug, Args)]
pub(crate) struct TuneArguments {
    /// A rule: freestyle, standard, renju, caro, caro6 or omok. Given several times, pairs of
    /// games go through the rules in turn.
    #[arg(long = "rule", value_name = "RULE", required = true)]
    pub(crate) rules: Vec<Rule>,
    /// Side of the board.
    #[arg(long, value_name = "N", default_value_t = 15)]
    #[arg(value_parser = clap::value_parser!(u8).range(5..=22))]
    pub(crate) size: u8,
    /// Nodes of a search for a move.
    #[arg(long, value_name = "N", default_value_t = 6000)]
    #[arg(value_parser = clap::value_parser!(u64).range(100..=1_000_000_000))]
    pub(crate) nodes: u64,
    /// Pairs of games in the end, those that were played already included. Steps become smaller
    /// towards this number.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) pairs: u64,
    /// Pairs of games in a step; a multiple of the threads keeps all of them busy.
    #[arg(long, value_name = "N", default_value_t = 8)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub(crate) batch: u64,
    /// Pairs of games played at the same time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// Seed of steps and openings.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How far a game won moves the margins in the end, as a share of how far they are moved to
    /// try them.
    #[arg(long, value_name = "X", default_value_t = 0.006, value_parser = positive)]
    pub(crate) rate: f64,
    /// A margin to tune; may be given several times. Without it all are tuned.
    #[arg(long = "margin", value_name = "NAME", hide_possible_values = true)]
    #[arg(value_parser = PossibleValuesParser::new(Margins::ALL.iter().map(|margin| margin.name)))]
    pub(crate) margins: Vec<String>,
    /// The file that keeps every step, lines of JSON.
    #[arg(long, value_name = "FILE")]
    pub(crate) state: PathBuf,
}

/// What to judge.
#[derive(Debug, Args)]
pub(crate) struct JudgeArguments {
    /// Files of games to take positions from, and folders of them.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// The rule: freestyle, standard, renju, caro, caro6 or omok.
    #[arg(long)]
    pub(crate) rule: Rule,
    /// A set of margins to compare with the usual ones; may be given several times.
    #[arg(long = "set", value_name = "NAME=V,NAME=V", required = true, value_parser = margins)]
    pub(crate) sets: Vec<(String, Margins)>,
    /// Nodes of a search for a move.
    #[arg(long, value_name = "N", default_value_t = 40_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(100..=1_000_000_000))]
    pub(crate) nodes: u64,
    /// Nodes of the search after a move that says what the move is worth.
    #[arg(long, value_name = "N", default_value_t = 300_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(100..=1_000_000_000))]
    pub(crate) deep_nodes: u64,
    /// Positions, each of another game.
    #[arg(long, value_name = "N", default_value_t = 2400)]
    pub(crate) positions: usize,
    /// Positions searched at the same time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// Seed of the choice of positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The file that keeps every verdict, lines of JSON.
    #[arg(long, value_name = "FILE")]
    pub(crate) state: PathBuf,
}

/// What to examine.
#[derive(Debug, Args)]
pub(crate) struct QualityArguments {
    /// Files of games to take positions from, and folders of them.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// A rule: freestyle, standard, renju, caro, caro6 or omok; may be given several times.
    /// Without it all that there are games of.
    #[arg(long = "rule", value_name = "RULE")]
    pub(crate) rules: Vec<Rule>,
    /// A kind of position: game, interior, crowded, foreign or version-1 (all of files of that
    /// version); may be given several times.
    #[arg(long = "kind", value_name = "KIND")]
    #[arg(default_values = ["game", "interior", "crowded"])]
    pub(crate) kinds: Vec<Group>,
    /// Positions of each rule and kind, each of another game as far as there are games.
    #[arg(long, value_name = "N", default_value_t = 2000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) positions: u32,
    /// Nodes of the search that is taken for right.
    #[arg(long, value_name = "N", default_value_t = 200_000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1_000..=1_000_000_000))]
    pub(crate) nodes: u64,
    /// Positions searched at the same time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,
    /// Seed of the choice of positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The file that keeps the scores of every position, lines of JSON.
    #[arg(long, value_name = "FILE")]
    pub(crate) state: PathBuf,
}

/// What to draw.
#[derive(Debug, Args)]
pub(crate) struct PictureArguments {
    /// Files of games, and folders of them.
    #[arg(required = true)]
    pub(crate) paths: Vec<PathBuf>,
    /// The picture to draw (SVG).
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Positions of each rule and kind, spread over its files.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) positions: u32,
}

/// Margins from `NAME=V,NAME=V`, the others being usual; with the text.
fn margins(text: &str) -> Result<(String, Margins), String> {
    let mut margins = Margins::default();
    for part in text.split(',') {
        let (name, value) = part.split_once('=').ok_or_else(|| format!("{part} is not NAME=V"))?;
        let margin = Margins::ALL.iter().find(|margin| margin.name == name);
        let margin = margin.ok_or_else(|| format!("there is no margin {name}"))?;
        let (min, max) = (margin.min, margin.max);
        let value = value.parse().ok().filter(|value| (min..=max).contains(value));
        let value = value.ok_or_else(|| format!("{part}: {name} is from {min} to {max}"))?;
        (margin.set)(&mut margins, value);
    }
    Ok((text.to_owned(), margins))
}

/// A number above 0.
fn positive(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| *number > 0.0 && number.is_finite());
    number.ok_or_else(|| "is no number above 0".to_owned())
}
