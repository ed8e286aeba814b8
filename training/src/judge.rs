//! The command `judge`: compares sets of the search's margins by the moves that they choose.
//!
//! Each set searches the same positions with few nodes. The worth of a choice is the score of a
//! search with many nodes and the default margins after it. Nothing is searched twice, so that sets
//! that choose alike are compared in a fraction of the time that games would take. The evaluation
//! is the same in all searches: `judge` says nothing about it.

pub mod positions;
#[cfg(test)]
mod tests;

use std::path::Path;

use dolmen::board::Position;
use dolmen::eval::Score;
use dolmen::rules::{Outcome, Rule, outcome};
use dolmen::search::Margins;
use serde::{Deserialize, Serialize};

use crate::generate::searcher::Searcher;
use crate::journal::{Finding, Findings, Format, JournalError, WorkError};
use crate::workers::Workers;

const VERDICTS: Format = Format { name: "dolmen verdicts 1", work: "judge" };

/// The settings of a journal of verdicts; other settings need another journal.
#[derive(Clone, Debug, Serialize)]
pub struct Settings {
    /// The engine's version and the signature of its search.
    pub engine: String,
    /// The name of the rule.
    pub rule: &'static str,
    /// The width and the height of the board.
    pub size: String,
    /// The nodes of the search that a verdict comes from.
    pub deep_nodes: u64,
}

/// The worth of a position to the side that has just moved, as a text line of the journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Verdict {
    /// The position's key.
    #[serde(with = "hexadecimal")]
    key: u64,
    score: i32,
}

impl Finding for Verdict {
    type Key = u64;

    fn key(&self) -> u64 {
        self.key
    }
}

/// Numbers as hexadecimal digits.
mod hexadecimal {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(key: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{key:016x}"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let text = String::deserialize(deserializer)?;
        u64::from_str_radix(&text, 16).map_err(|error| D::Error::custom(format!("{text}: {error}")))
    }
}

/// The difference between the choices of two sets of margins.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Comparison {
    /// The mean gain of win probability per move.
    pub gain: f64,
    /// The standard error of the gain.
    pub error: f64,
    /// The share of positions in which the worths of the choices differ.
    pub differing: f64,
}

impl Comparison {
    /// Compares the worths of the choices of two sets in the same positions.
    #[must_use]
    pub fn of(base: &[f64], other: &[f64]) -> Self {
        let gains: Vec<f64> = base.iter().zip(other).map(|(base, other)| other - base).collect();
        let count = gains.len().max(1) as f64;
        let gain = gains.iter().sum::<f64>() / count;
        let squares = gains.iter().map(|own| (own - gain).powi(2)).sum::<f64>() / count;
        let differing = gains.iter().filter(|own| **own != 0.0).count() as f64 / count;
        Self { gain, error: (squares / count).sqrt(), differing }
    }
}

/// Positions, and the known verdicts on the choices in them.
#[derive(Debug)]
pub struct Judge {
    rule: Rule,
    positions: Vec<Position>,
    deep_nodes: u64,
    verdicts: Findings<Verdict>,
}

impl Judge {
    /// Returns a judge of choices in positions, all under one rule, with the verdicts of a journal.
    ///
    /// # Errors
    /// Returns an error if the journal has other settings, is damaged or in use, or cannot be
    /// written.
    pub fn open(
        rule: Rule,
        positions: Vec<Position>,
        settings: &Settings,
        path: &Path,
    ) -> Result<Self, JournalError> {
        let verdicts = Findings::open(path, &VERDICTS, settings)?;
        Ok(Self { rule, positions, deep_nodes: settings.deep_nodes, verdicts })
    }

    /// Returns the win probability after the choice of some margins in each position, or `None` if
    /// the workers were stopped before all were searched. The journal keeps the verdicts.
    ///
    /// # Errors
    /// Returns an error if the journal cannot be written or a thread cannot be started.
    ///
    /// # Panics
    /// Panics if a thread panics.
    pub fn worths(
        &self,
        margins: &Margins,
        nodes: u64,
        workers: Workers<'_>,
        on_position: &(dyn Fn() + Sync),
    ) -> Result<Option<Vec<f64>>, WorkError> {
        let worth = |(): &mut (), position: &Position| {
            let worth = self.worth(position, margins, nodes)?;
            on_position();
            Ok::<_, WorkError>(worth)
        };
        Ok(workers.map(&self.positions, || (), worth)?.into_iter().collect())
    }

    /// Returns the win probability after the choice of some margins.
    fn worth(
        &self,
        position: &Position,
        margins: &Margins,
        nodes: u64,
    ) -> Result<f64, JournalError> {
        let chosen = Searcher::with_margins(self.rule, *margins).search(position, nodes);
        let mut after = position.clone();
        after.play(chosen.best).expect("the engine chooses an empty point");
        match outcome(&after, self.rule) {
            Some(Outcome::Draw) => return Ok(0.5),
            Some(Outcome::Win(_)) => return Ok(1.0),
            None => {}
        }
        let key = after.key().0;
        let score = match self.verdicts.get(&key) {
            Some(verdict) => verdict.score,
            None => {
                let mut searcher = Searcher::with_margins(self.rule, Margins::default());
                let score = -searcher.search(&after, self.deep_nodes).score.value();
                self.verdicts.add(Verdict { key, score })?;
                score
            }
        };
        Ok(Score::from_value(score).win_probability())
    }
}
