//! The settings of a tuning and its progress.

use dolmen::board::BoardSize;
use dolmen::rules::Rule;
use dolmen::search::margins::Margin;
use serde::{Serialize, Serializer};

use crate::tune::pairing::Pairing;

/// The settings of a journal of steps; other settings need another journal.
#[derive(Clone, Debug, Serialize)]
pub struct Settings {
    /// The engine's version and the signature of its search.
    pub engine: String,
    /// The rules that pairs are played under, in turn; at least one.
    pub rules: Vec<Rule>,
    /// The size of the board.
    pub size: BoardSize,
    /// Nodes of a search for a move.
    pub nodes: u64,
    /// The score with which both sides decide a game, in evaluation units; `None` for games to the end, 0 in the
    /// file.
    #[serde(serialize_with = "or_zero")]
    pub decided_at: Option<i32>,
    /// Pairs of games in a step, at least one.
    pub batch: u64,
    /// The seed of all steps and openings.
    pub seed: u64,
    /// The final learning rate, as a share of the perturbation for each game won more than lost:
    /// fishtest's `r_end`.
    pub rate: f64,
    /// The margins that are tuned; they start from [`Margin::default`].
    #[serde(serialize_with = "ranges")]
    pub margins: Vec<Margin>,
}

impl Settings {
    /// Returns the conditions of pairs of games.
    pub(crate) fn pairing(&self) -> Pairing<'_> {
        Pairing {
            rules: &self.rules,
            size: self.size,
            nodes: self.nodes,
            decided_at: self.decided_at,
            seed: self.seed,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "Serde passes a reference")]
fn or_zero<S: Serializer>(score: &Option<i32>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_i32(score.unwrap_or(0))
}

/// The range of a margin, in the format of the file.
#[derive(Serialize)]
struct Range {
    name: &'static str,
    start: i32,
    least: i32,
    most: i32,
}

fn ranges<S: Serializer>(margins: &[Margin], serializer: S) -> Result<S::Ok, S::Error> {
    let range = |margin: &Margin| Range {
        name: margin.name,
        start: margin.default,
        least: margin.min,
        most: margin.max,
    };
    serializer.collect_seq(margins.iter().map(range))
}

/// The progress of a tuning.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Pairs of earlier runs.
    pub known_pairs: u64,
    /// All pairs.
    pub pairs: u64,
    /// The values of the margins that are tuned, in the order of the settings.
    pub values: Vec<f64>,
    /// Bytes of an incomplete last line that was dropped.
    pub torn_bytes: u64,
}
