//! Plans of games, read from TOML: the games to play, their shares and the search effort.
//!
//! Invariant: a [`Plan`] is complete and consistent: shares sum to one, every rule that a stage
//! names has sizes, and every published opening is legal on its board.

mod read;
#[cfg(test)]
pub(crate) mod testing;

use std::fmt::Display;
use std::path::{Path, PathBuf};

use dolmen::board::{BoardSize, Point};
use dolmen::rules::Rule;
use fastrand::Rng;
use serde::{Deserialize, Serialize, Serializer};
use thiserror::Error;

use crate::store::{Beginning, Effort};

/// A stage and its progress.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StageProgress {
    /// The number of the stage, from 1. The last one is repeated forever, with numbers of its
    /// own.
    pub stage: u64,
    /// The labelled positions that the stage has.
    pub done: u64,
    /// The labelled positions that the stage needs.
    pub wanted: u64,
    /// The index in the plan of the rule to be played next.
    pub next: usize,
}

/// A plan that cannot be carried out, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{path}: {reason}")]
pub struct PlanError {
    path: PathBuf,
    reason: String,
}

/// The games to be played.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The seed of all games.
    pub seed: u64,
    /// The number of bytes of the files with the games of this seed and the rules of the plan at which to end.
    pub disk_limit: u64,
    /// Games in a file.
    pub games_per_file: u64,
    /// The searches behind the labels.
    pub effort: Effort,
    /// The conditions of games, for each rule in the plan.
    pub rules: Vec<RulePlan>,
    /// The stages, which are played one after the other; the last one is repeated forever.
    pub stages: Vec<Stage>,
}

/// The games to be played under one rule.
#[derive(Clone, Debug)]
pub struct RulePlan {
    /// The rule.
    pub rule: Rule,
    /// The conditions of its games.
    pub conditions: Conditions,
}

/// The conditions of the games of one rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Conditions {
    /// Kinds of beginnings; shares sum to one.
    pub beginnings: Shares<Beginning>,
    /// Sizes of boards; shares sum to one.
    pub sizes: Shares<BoardSize>,
    /// Published openings; may be empty.
    #[serde(serialize_with = "read::digest")]
    pub openings: Vec<PublishedOpening>,
    /// The settings that all rules share.
    #[serde(flatten)]
    pub settings: OpeningSettings,
}

/// The settings of beginnings and of random moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpeningSettings {
    /// The nodes of the search that evaluates a beginning.
    #[serde(rename(serialize = "opening_nodes"))]
    pub nodes: u64,
    /// The maximum absolute score of an even beginning, in units of the evaluation.
    pub even_within: i32,
    /// The least and the largest number of stones of a crowded beginning.
    pub crowded_stones: (usize, usize),
    /// The percentage of moves that random quiet ones replace in the first plies after the
    /// beginning.
    pub quiet_percent: u32,
    /// The number of plies after the beginning in which quiet moves are played.
    pub quiet_plies: usize,
    /// The maximum absolute score of a position in which a quiet move is played, in units of the
    /// evaluation.
    pub quiet_within: i32,
}

/// A published opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublishedOpening {
    /// The board.
    pub size: BoardSize,
    /// The moves, black first.
    pub moves: Vec<Point>,
}

/// A discrete probability distribution: items with shares that sum to one.
#[derive(Clone, Debug, PartialEq)]
pub struct Shares<T>(Vec<Share<T>>);

/// An item and its share.
#[derive(Clone, Debug, PartialEq)]
pub struct Share<T> {
    /// The item.
    pub what: T,
    /// Its share, from 0 to 1.
    pub share: f64,
}

impl<T: Display> Serialize for Shares<T> {
    /// Writes a map of names to shares.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|part| (part.what.to_string(), part.share)))
    }
}

impl<T: Copy> Shares<T> {
    /// The maximum difference of the sum of shares from one.
    const TOLERANCE: f64 = 1e-3;

    /// Returns the shares, or their sum as an error if it is not one.
    pub(crate) fn new(shares: Vec<Share<T>>) -> Result<Self, f64> {
        let sum = shares.iter().map(|part| part.share).sum::<f64>();
        let is_share = |part: &Share<T>| (0.0..=1.0).contains(&part.share);
        let is_whole = (sum - 1.0).abs() <= Self::TOLERANCE && shares.iter().all(is_share);
        if is_whole { Ok(Self(shares)) } else { Err(sum) }
    }

    /// Returns the items and their shares.
    #[must_use]
    pub fn parts(&self) -> &[Share<T>] {
        &self.0
    }

    /// Draws an item at random.
    pub(crate) fn draw(&self, rng: &mut Rng) -> T {
        let mut left = rng.f64();
        for part in &self.0 {
            left -= part.share;
            if left < 0.0 {
                return part.what;
            }
        }
        self.0.last().expect("a list of shares that sum to one is not empty").what
    }
}

/// A stage of the generation.
#[derive(Clone, Debug, PartialEq)]
pub struct Stage {
    /// The number of labelled positions that it adds.
    pub positions: u64,
    /// The share of each rule in them; shares sum to one.
    pub rules: Shares<Rule>,
}

impl Stage {
    /// Returns the number of labelled positions of a rule.
    fn wanted(&self, part: &Share<Rule>) -> u64 {
        (self.positions as f64 * part.share).round() as u64
    }
}

impl Conditions {
    /// Returns the conditions of games on one size of board, with all kinds of beginnings except
    /// published openings.
    #[must_use]
    pub fn usual(size: BoardSize, nodes: u64) -> Self {
        let shares = [
            (Beginning::Middle, 0.2),
            (Beginning::Anywhere, 0.2),
            (Beginning::Edge, 0.15),
            (Beginning::Corner, 0.12),
            (Beginning::Crowded, 0.33),
        ];
        let shares = shares.map(|(what, share)| Share { what, share }).to_vec();
        Self {
            beginnings: Shares::new(shares).expect("these shares sum to one"),
            sizes: Shares(vec![Share { what: size, share: 1.0 }]),
            openings: Vec::new(),
            settings: OpeningSettings {
                nodes: (nodes / 4).max(100),
                even_within: 120,
                crowded_stones: (10, 50),
                quiet_percent: 10,
                quiet_plies: 24,
                quiet_within: 600,
            },
        }
    }
}

impl Plan {
    /// Reads a plan. Names of files in it are relative to the folder of the plan.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or the plan cannot be carried out.
    pub fn read(path: &Path) -> Result<Self, PlanError> {
        let folder = path.parent().unwrap_or(Path::new(""));
        let text = std::fs::read_to_string(path).map_err(|error| error.to_string());
        text.and_then(|text| read::plan(&text, folder)).map_err(|reason| PlanError {
            path: path.to_owned(),
            reason: reason.trim_end().to_owned(),
        })
    }

    /// Returns the first stage that is not done, from the number of labelled positions of each
    /// rule, and the rule in it that is farthest behind its share.
    ///
    /// # Panics
    /// Panics if the plan has no stages, and does not return if no rule has a position in the last one.
    #[must_use]
    pub fn progress(&self, positions: &[u64]) -> StageProgress {
        let place = |rule: Rule| self.rules.iter().position(|known| known.rule == rule);
        let last = self.stages.last().expect("a plan has at least one stage");
        let stages = self.stages.iter().chain(std::iter::repeat(last)).zip(1..);
        let mut left = positions.to_vec();
        for (stage, number) in stages {
            let mut done = 0;
            let mut next: Option<(f64, usize)> = None;
            for part in stage.rules.parts() {
                let rule = place(part.what).expect("a plan has the rules of its stages");
                let wanted = stage.wanted(part);
                let here = left[rule].min(wanted);
                left[rule] -= here;
                done += here;
                let share = here as f64 / (wanted as f64).max(1.0);
                if here < wanted && next.is_none_or(|(least, _)| share < least) {
                    next = Some((share, rule));
                }
            }
            if let Some((_, next)) = next {
                return StageProgress { stage: number, done, wanted: stage.positions, next };
            }
        }
        unreachable!("the last stage is repeated forever")
    }

    /// Returns the plan of a rule.
    #[must_use]
    pub fn rule(&self, rule: Rule) -> Option<&RulePlan> {
        self.rules.iter().find(|plan| plan.rule == rule)
    }
}

#[cfg(test)]
mod tests;
