//! Generates openings: random positions of a few stones, kept if an engine evaluates them as balanced.
//!
//! Invariant: with a deterministic engine, equal settings give equal openings.

use std::collections::HashSet;
use std::time::Duration;

use dolmen::board::{BoardSize, Point};
use dolmen::protocol::reading::Value;
use dolmen::rules::Rule;
use game_engine_process::EngineCommand;
use thiserror::Error;

use crate::openings::check::check;
use crate::openings::symmetry::{Shape, shape};
use crate::openings::{Opening, OpeningStyle};

mod beginnings;
mod contest;
mod examiner;

use beginnings::Beginnings;
use examiner::Judge;
pub use examiner::JudgeError;

/// The divisor of the node limit for the preliminary search.
const FIRST_LOOK: u64 = 8;
/// The multiple of the limit of balance that the preliminary search accepts.
const FIRST_LIMIT: u64 = 3;
/// The number of positions without any evaluation after which the generator gives up.
const PATIENCE: u64 = 50;

/// The settings of the generator.
#[derive(Clone, Debug)]
pub struct GeneratorSettings {
    /// The engine. It must obey `INFO max_node` and report its evaluation for the side to move, as in
    /// `MESSAGE depth 9-14 ev -12 n 30000`.
    pub engine: EngineCommand,
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// The number of stones of an opening, and their part of the board.
    pub style: OpeningStyle,
    /// The number of openings.
    pub count: usize,
    /// The seed of all randomness.
    pub seed: u64,
    /// The node limit of the search of a position.
    pub nodes: u64,
    /// The evaluation for Black that counts as even, in the engine's units: not zero under a rule where
    /// the engine prefers a colour that wins no more often.
    pub even_at: i64,
    /// The largest distance from `even_at` that counts as balanced.
    pub limit: u64,
    /// The number of random positions after which the generator gives up.
    pub attempts: u64,
    /// The time limit for the start of the engine and for each answer.
    pub patience: Duration,
}

/// The progress of the generator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The number of random positions.
    pub tried: u64,
    /// The number of positions that the engine has searched.
    pub judged: u64,
    /// The number of openings kept.
    pub kept: usize,
}

/// The error for openings that cannot be generated.
#[derive(Debug, Error)]
pub enum GenerateError {
    /// The engine failed.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// The engine reported no evaluation of any position.
    #[error(
        "the engine reports no evaluation: expected a message such as MESSAGE depth 9-14 ev -12"
    )]
    NoValue,
    /// The limit of positions is reached.
    #[error(
        "found only {} of {wanted} openings in {} positions",
        progress.kept,
        progress.tried
    )]
    GaveUp {
        /// The progress at that time.
        progress: Progress,
        /// The requested number of openings.
        wanted: usize,
    },
}

/// Generates openings that are legal, undecided, balanced by the engine's evaluation and different
/// from one another up to symmetry and shift. Their names are `1`, `2` and so on.
///
/// It calls `progress` after every position that the engine has searched.
///
/// # Errors
/// Returns an error if the engine fails or reports no evaluations, or if it finds too few openings.
pub fn generate(
    settings: &GeneratorSettings,
    mut progress: impl FnMut(Progress),
) -> Result<Vec<Opening>, GenerateError> {
    let mut judge = Judge::start(settings)?;
    let mut random = fastrand::Rng::with_seed(settings.seed);
    let mut beginnings = Beginnings::new(settings.style, settings.size);
    let mut seen: HashSet<Shape> = HashSet::new();
    let mut openings = Vec::with_capacity(settings.count);
    let mut so_far = Progress::default();
    let mut has_value = false;
    while openings.len() < settings.count {
        if so_far.tried == settings.attempts {
            return Err(GenerateError::GaveUp { progress: so_far, wanted: settings.count });
        }
        so_far.tried += 1;
        let Some(moves) = beginnings.draw(&mut random) else { continue };
        let opening = Opening { name: (openings.len() + 1).to_string(), moves };
        let is_playable = check(&opening, settings.size, settings.rule).is_ok();
        if !is_playable || !seen.insert(shape(&opening, settings.size)) {
            continue;
        }
        let value = look_twice(&mut judge, &opening.moves, settings)?;
        has_value |= value.is_some();
        so_far.judged += 1;
        if !has_value && so_far.judged == PATIENCE {
            return Err(GenerateError::NoValue);
        }
        if value.is_some_and(|value| settings.is_balanced(value, &opening.moves, 1)) {
            openings.push(opening);
            beginnings.keep();
            so_far.kept += 1;
        }
        progress(so_far);
    }
    judge.finish();
    Ok(openings)
}

/// Returns the evaluation of a position, or `None` if the engine reports none. A full search follows a short
/// one, unless that shows the position to be far from balanced.
fn look_twice(
    judge: &mut Judge,
    moves: &[Point],
    settings: &GeneratorSettings,
) -> Result<Option<Value>, JudgeError> {
    let first = judge.value(moves, (settings.nodes / FIRST_LOOK).max(1))?;
    if first.is_none_or(|value| !settings.is_balanced(value, moves, FIRST_LIMIT)) {
        return Ok(first);
    }
    judge.value(moves, settings.nodes)
}

impl GeneratorSettings {
    /// Returns whether a value, for the side to move after `moves`, lies within `limits` times the limit
    /// around an even one. A decided position is never balanced.
    fn is_balanced(&self, value: Value, moves: &[Point], limits: u64) -> bool {
        let Value::Units(units) = value else { return false };
        let for_black = if moves.len().is_multiple_of(2) { units } else { -units };
        (for_black - self.even_at as f64).abs() <= self.limit.saturating_mul(limits) as f64
    }
}

#[cfg(test)]
mod tests;
