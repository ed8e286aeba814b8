//! The command `judge`: sets of the search's margins compared by the moves that they choose.
//!
//! Each set searches the same positions with few nodes; what a choice is worth is the score
//! of a search with many nodes after it. Where two sets choose alike, nothing need be
//! searched, so that a set is compared in a fraction of the time that games would take. The
//! verdicts are those of the usual margins: this is for the search, not for the evaluation.

pub mod positions;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::fmt;
use std::io;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use dolmen::board::Position;
use dolmen::eval::Evaluator;
use dolmen::eval::Score;
use dolmen::rules::{Outcome, Rule, outcome};
use dolmen::search::Margins;
use serde::{Deserialize, Serialize};

use crate::generate::on_threads;
use crate::generate::searcher::Searcher;
use crate::journal::{Journal, JournalError, Kind};

const VERDICTS: Kind = Kind { format: "dolmen verdicts 1", work: "judge" };

/// The settings that a file of verdicts belongs to: other settings need another file.
#[derive(Clone, Debug, Serialize)]
pub struct Settings {
    /// The engine's version and the signature of its search.
    pub engine: String,
    /// The rule, by name.
    pub rule: &'static str,
    /// Width and height of the board.
    pub size: String,
    /// Nodes of the search that a verdict comes from.
    pub deep_nodes: u64,
}

/// The worth of a position to the side that moved there, as its line has it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Verdict {
    /// The position's key, in hexadecimal digits.
    key: String,
    score: i32,
}

/// A reason for which a judge cannot work.
#[derive(Debug)]
pub enum JudgeError {
    /// His file cannot be used.
    Journal(JournalError),
    /// No thread can be started.
    Thread(io::Error),
}

impl fmt::Display for JudgeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Journal(error) => write!(f, "{error}"),
            Self::Thread(error) => write!(f, "cannot start a thread: {error}"),
        }
    }
}

impl std::error::Error for JudgeError {}

impl From<JournalError> for JudgeError {
    fn from(error: JournalError) -> Self {
        Self::Journal(error)
    }
}

/// The difference between the choices of two sets of margins.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Comparison {
    /// Mean gain in the probability of a win, per move.
    pub gain: f64,
    /// Its standard error.
    pub error: f64,
    /// The share of positions in which the choices are worth something else.
    pub differing: f64,
}

impl Comparison {
    /// Compares the values of two sets' choices in the same positions.
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

/// Positions, and what is known of the choices in them.
#[derive(Debug)]
pub struct Judge {
    rule: Rule,
    positions: Vec<Position>,
    deep_nodes: u64,
    known: Mutex<Known>,
}

#[derive(Debug)]
struct Known {
    journal: Journal,
    scores: HashMap<u64, i32>,
}

impl Judge {
    /// A judge of choices in these positions, all under one rule, with the verdicts that
    /// his file has.
    ///
    /// # Errors
    /// If the file is another's, damaged, in use or cannot be written.
    pub fn open(
        rule: Rule,
        positions: Vec<Position>,
        settings: &Settings,
        path: &Path,
    ) -> Result<Self, JournalError> {
        let mut scores = HashMap::new();
        let journal = Journal::open(path, &VERDICTS, settings, &mut |line| {
            let verdict: Verdict =
                serde_json::from_slice(line).map_err(|error| error.to_string())?;
            let key = u64::from_str_radix(&verdict.key, 16);
            scores.insert(key.map_err(|error| format!("{}: {error}", verdict.key))?, verdict.score);
            Ok(())
        })?;
        let known = Mutex::new(Known { journal, scores });
        Ok(Self { rule, positions, deep_nodes: settings.deep_nodes, known })
    }

    /// For each position the probability that the choice of these margins wins; `None` if
    /// `stop` was set before all were searched. Verdicts stay in the file.
    ///
    /// # Errors
    /// If the file cannot be written or a thread not be started.
    ///
    /// # Panics
    /// If a thread panics.
    pub fn worths(
        &self,
        margins: &Margins,
        nodes: u64,
        threads: usize,
        stop: &AtomicBool,
        on_position: &(dyn Fn() + Sync),
    ) -> Result<Option<Vec<f64>>, JudgeError> {
        let next = AtomicUsize::new(0);
        let worths = Mutex::new(vec![None; self.positions.len()]);
        let failure = Mutex::new(None);
        let work = || {
            while !stop.load(Ordering::Relaxed)
                && failure.lock().expect("no thread panicked while it held the lock").is_none()
            {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(position) = self.positions.get(index) else { return };
                match self.worth(position, margins, nodes) {
                    Ok(worth) => {
                        worths.lock().expect("no thread panicked while it held the lock")[index] =
                            Some(worth)
                    }
                    Err(error) => {
                        *failure.lock().expect("no thread panicked while it held the lock") =
                            Some(error)
                    }
                }
                on_position();
            }
        };
        on_threads(threads, work).map_err(JudgeError::Thread)?;
        match failure.into_inner().expect("no thread panicked while it held the lock") {
            Some(error) => Err(JudgeError::Journal(error)),
            None => Ok(worths
                .into_inner()
                .expect("no thread panicked while it held the lock")
                .into_iter()
                .collect()),
        }
    }

    /// The probability that the choice of these margins wins.
    fn worth(
        &self,
        position: &Position,
        margins: &Margins,
        nodes: u64,
    ) -> Result<f64, JournalError> {
        let chosen =
            Searcher::new(self.rule, &Evaluator::built_in(), *margins).search(position, nodes);
        let mut after = position.clone();
        after.play(chosen.best).expect("the engine chooses an empty point");
        match outcome(&after, self.rule) {
            Some(Outcome::Draw) => return Ok(0.5),
            Some(Outcome::Win(_)) => return Ok(1.0),
            None => {}
        }
        let key = after.key().0;
        let known = self
            .known
            .lock()
            .expect("no thread panicked while it held the lock")
            .scores
            .get(&key)
            .copied();
        let score = match known {
            Some(score) => score,
            None => {
                let mut judge =
                    Searcher::new(self.rule, &Evaluator::built_in(), Margins::default());
                let score = -judge.search(&after, self.deep_nodes).score.value();
                let mut known =
                    self.known.lock().expect("no thread panicked while it held the lock");
                known.journal.add(&Verdict { key: format!("{key:016x}"), score })?;
                known.scores.insert(key, score);
                score
            }
        };
        Ok(Score::from_value(score).win_probability())
    }
}
