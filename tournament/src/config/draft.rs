//! The request for a tournament, before it is completed and checked.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::{Args, ValueEnum, ValueHint};
use merge::Merge;
use merge::option::overwrite_none;
use serde::{Deserialize, Serialize};

use crate::config::openings_draft::name_or_table;
use crate::config::pairs::{pairs, set};
use crate::config::{EngineDraft, Format, OpeningsDraft, RuleText, SizeText};

/// A tournament as far as somebody described it, in TOML or on a command line: the names of the
/// fields are the keys of the one and the options of the other.
#[derive(Args, Clone, Debug, Default, Deserialize, Merge, PartialEq, Serialize)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
#[merge(strategy = overwrite_none)]
#[command(next_help_heading = "Games")]
pub struct Draft {
    /// Rule: freestyle (0), standard (1), renju (4), caro (9), caro6 (8) or omok (17)
    /// [default: freestyle].
    #[arg(long)]
    pub rule: Option<RuleText>,

    /// Board size, such as 15 or 20x15 [default: 15].
    #[arg(long)]
    pub size: Option<SizeText>,

    /// Pairings of the engines [default: round-robin].
    #[arg(long)]
    pub format: Option<Format>,

    /// Games per pairing [default: 20; at most 40000 with --sprt].
    #[arg(long, value_name = "N")]
    pub games: Option<u64>,

    /// Play each opening twice, with swapped colours [default: true].
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "true", hide_possible_values = true)]
    pub repeat: Option<bool>,

    /// Rotate or mirror openings that are played again [default: true].
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "true", hide_possible_values = true)]
    pub transform: Option<bool>,

    /// Let the engines negotiate the opening with SWAP2BOARD.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "true", hide_possible_values = true)]
    pub swap2: Option<bool>,

    /// Number of games played at once [default: half the number of processors].
    #[arg(short, long, value_name = "N", help_heading = "Running")]
    pub concurrency: Option<usize>,

    /// Bind each game to its own processors.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "true", hide_possible_values = true, help_heading = "Running")]
    pub affinity: Option<bool>,

    /// Count time that the machine takes from an engine as the engine's.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "true", hide_possible_values = true, help_heading = "Running")]
    pub strict_clock: Option<bool>,

    /// Restart engines for every game, whatever their profile.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "true", hide_possible_values = true, help_heading = "Running")]
    pub restart: Option<bool>,

    /// Declare a game drawn after this many stones.
    #[arg(long, value_name = "N")]
    pub draw_after: Option<usize>,

    /// Send the whole position with BOARD before every move.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "true", hide_possible_values = true)]
    pub send_boards: Option<bool>,

    /// Keep the last message before each move [default: true].
    #[arg(long, value_name = "BOOL", num_args = 0..=1, require_equals = true)]
    #[arg(default_missing_value = "true", hide_possible_values = true, help_heading = "Running")]
    pub keep_messages: Option<bool>,

    /// Seed of all random choices [default: 1].
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,

    /// File of results, from which a later run continues [default: tournament.jsonl, or the
    /// name of the configuration].
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Running")]
    pub state: Option<PathBuf>,

    /// Stop after the running games when this file exists [default: the file of results
    /// with .stop appended].
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Running")]
    pub stop_file: Option<PathBuf>,

    /// Openings: a built-in set, middle (around the centre of the board) or contest
    /// (anywhere, as in contests), a file such as ./openings.txt, or none; optionally
    /// followed by ,form=offsets|positions|sgf|psq and ,order=sequential|random [default:
    /// middle].
    #[arg(long, value_name = "OPENINGS")]
    #[serde(deserialize_with = "name_or_table")]
    pub openings: Option<OpeningsDraft>,

    /// Sequential test (SPRT): stop as soon as it is clear which of two engines is
    /// stronger. ELO0,ELO1, or elo0=…,elo1=…,alpha=…,beta=…,model=normalized|logistic.
    #[arg(long, value_name = "TEST", allow_hyphen_values = true)]
    pub sprt: Option<SprtDraft>,

    /// The settings of every engine that has none of its own.
    #[arg(skip)]
    #[serde(skip_serializing_if = "EngineDraft::is_empty")]
    #[merge(strategy = EngineDraft::fill)]
    pub each: EngineDraft,

    /// The engines.
    #[arg(skip)]
    #[serde(rename = "engine", skip_serializing_if = "Vec::is_empty")]
    #[merge(strategy = merge::vec::prepend)]
    pub engines: Vec<EngineDraft>,
}

impl Draft {
    /// This tournament with what was said later: its values count, its engines come after.
    #[must_use]
    pub fn overlaid(self, mut later: Self) -> Self {
        later.merge(self);
        later
    }

    /// Lets all relative paths count from a folder.
    pub(crate) fn rebase(&mut self, base: &Path) {
        for path in [&mut self.state, &mut self.stop_file].into_iter().flatten() {
            *path = base.join(&*path);
        }
        self.openings.iter_mut().for_each(|openings| openings.rebase(base));
        self.engines.iter_mut().chain([&mut self.each]).for_each(|engine| engine.rebase(base));
    }
}

/// The request for a test between two engines: `0,5` for both differences, or a list of pairs.
#[derive(Clone, Copy, Debug, Default, Deserialize, Merge, PartialEq, Serialize)]
#[serde(deny_unknown_fields, default)]
#[merge(strategy = overwrite_none)]
pub struct SprtDraft {
    /// Difference of the null hypothesis; 0 without.
    pub elo0: Option<f64>,
    /// Difference of the alternative.
    pub elo1: Option<f64>,
    /// Chance of accepting the alternative wrongly; 0.05 without.
    pub alpha: Option<f64>,
    /// Chance of accepting the null hypothesis wrongly; 0.05 without.
    pub beta: Option<f64>,
    /// The model of the differences.
    pub model: Option<EloModel>,
}

/// The unit of differences in strength.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EloModel {
    /// Normalized Elo: in units of the standard deviation of the results.
    #[default]
    Normalized,
    /// Logistic Elo.
    Logistic,
}

impl FromStr for SprtDraft {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let said = match text.split_once(',').filter(|_| !text.contains('=')) {
            Some((elo0, elo1)) => [("elo0", elo0), ("elo1", elo1)]
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
                .to_vec(),
            None => pairs(text, "elo1")?,
        };
        let mut draft = Self::default();
        for (key, value) in said {
            set(&mut draft, &key, &value).map_err(|error| error.about("a test", &key))?;
        }
        Ok(draft)
    }
}
