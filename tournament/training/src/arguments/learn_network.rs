//! The arguments of `learn-network`.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;
use dolmen::eval::line_network::dictionary::MAX_WINDOWS;
use dolmen::rules::Rule;
use training::learn::select::Portion;
use training::line_network::trainer::Settings;

/// The arguments of `learn-network`.
#[derive(Debug, Args)]
pub(crate) struct LearnNetworkArguments {
    /// Files of games, and folders of them; PATH=SHARE takes a share of the games, from 0 to 1.
    #[arg(required = true, value_name = "PATH")]
    pub(crate) paths: Vec<Portion>,
    /// Files of games, and folders of them, to hold out: losses are measured on all of these
    /// games, and nothing is learned from them. By default, one game in ten is held out, and all
    /// games played by other programs.
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub(crate) held_out: Vec<PathBuf>,
    /// The rule: freestyle, standard, renju, caro, caro6 or omok.
    #[arg(long)]
    pub(crate) rule: Rule,
    /// Maximum number of positions to learn from, drawn evenly from all games.
    #[arg(long, value_name = "N")]
    pub(crate) positions: Option<usize>,
    /// Weights of the evaluation to correct [default: the built-in weights].
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Weights with a network of some rule, from which the training begins.
    #[arg(long, value_name = "FILE[:RULE]")]
    pub(crate) start: Option<Start>,
    /// The file to write: the corrected weights, with the network of the rule.
    #[arg(long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// File that stores the training, to be resumed [default: the output with .training added].
    #[arg(long, value_name = "FILE")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Go on with the training in the checkpoint, with the same games and settings.
    #[arg(long)]
    pub(crate) resume: bool,
    /// Seconds between checkpoints, each with the losses on held-out positions.
    #[arg(long, value_name = "N", default_value_t = 180)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) checkpoint_every: u64,
    /// Number of the commonest windows that have rows of their own; the others share those of
    /// their seven middle cells.
    #[arg(long, value_name = "N", default_value_t = 24_000, value_parser = windows)]
    pub(crate) windows: usize,
    /// Passes over the positions.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) passes: usize,
    /// Positions per step.
    #[arg(long, value_name = "N", default_value_t = 128)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) batch: u32,
    /// Length of the first steps; the last ones have a hundredth of it.
    #[arg(long, value_name = "X", default_value_t = 0.004, value_parser = positive)]
    pub(crate) rate: f32,
    /// Weight of the game's result in the target of a position; the rest is the weight of the
    /// score.
    #[arg(long, value_name = "0..1", default_value_t = 0.0, value_parser = share)]
    pub(crate) result_share: f32,
    /// Seed of the first numbers and of the order of the positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
}

impl LearnNetworkArguments {
    /// Returns the settings of the training.
    pub(crate) const fn settings(&self) -> Settings {
        let &Self { rule, windows, passes, batch, rate, result_share, seed, .. } = self;
        let colors_differ = matches!(rule, Rule::Renju);
        let batch = batch as usize;
        Settings { windows, passes, batch, rate, result_share, seed, colors_differ }
    }
}

/// A number of windows.
fn windows(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| *number <= MAX_WINDOWS);
    number.ok_or_else(|| format!("expected a number from 0 to {MAX_WINDOWS}"))
}

/// A number from 0 to 1.
fn share(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

/// A number above 0.
fn positive(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| *number > 0.0 && number.is_finite());
    number.ok_or_else(|| "expected a number above 0".to_owned())
}

/// A network to begin with.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    /// The file of weights.
    pub(crate) path: PathBuf,
    /// The rule whose network is taken; by default that of the training.
    pub(crate) rule: Option<Rule>,
}

impl FromStr for Start {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.rsplit_once(':').and_then(|(path, rule)| Some((path, rule.parse().ok()?)));
        let (path, rule) = parts.map_or((text, None), |(path, rule)| (path, Some(rule)));
        Ok(Self { path: path.into(), rule })
    }
}
