//! Makes openings: a few stones at random in a style, kept when an engine finds the position
//! even.
//!
//! Invariant: with an engine whose answers depend on nothing but the position and the limit
//! of nodes, the same settings give the same openings.

use std::collections::HashSet;
use std::time::Duration;

use dolmen::board::{BoardSize, Point};
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
pub use examiner::JudgeError;
use examiner::{Judge, Value};

/// The first look takes this part of the nodes, …
const FIRST_LOOK: u64 = 8;
/// … and lets pass this many times the value that is allowed in the end.
const FIRST_LIMIT: u64 = 3;
/// An engine that says no value of so many positions in turn never does.
const PATIENCE: u64 = 50;

/// The wanted openings, and their judge.
#[derive(Clone, Debug)]
pub struct GeneratorSettings {
    /// The engine. It has to obey `INFO max_node`, and to tell the value of the position to
    /// the side to move, as in `MESSAGE depth 9-14 ev -12 n 30000`.
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
    /// Nodes for the judgement of a position.
    pub nodes: u64,
    /// The largest value, of either sign, that counts as even, in the engine's units.
    pub limit: u64,
    /// The number of random positions that are tried before giving up.
    pub attempts: u64,
    /// The time that the engine may take to start, and for each answer.
    pub patience: Duration,
}

/// The progress of the generator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Random positions so far.
    pub tried: u64,
    /// Positions that the engine has judged, at the first look or for good.
    pub judged: u64,
    /// Openings kept.
    pub kept: usize,
}

/// Openings that cannot be made.
#[derive(Debug, Error)]
pub enum GenerateError {
    /// The engine does not do its part.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// The engine has told no value of any position.
    #[error(
        "the engine reports no evaluation: expected a message such as MESSAGE depth 9-14 ev -12"
    )]
    NoValue,
    /// Too many positions were tried.
    #[error(
        "found only {} of {wanted} openings in {} positions",
        progress.kept,
        progress.tried
    )]
    GaveUp {
        /// The progress until then.
        progress: Progress,
        /// The number of openings that were wanted.
        wanted: usize,
    },
}

/// Makes openings as the settings want them: legal, undecided, even by the engine's judgement
/// and no two the same up to symmetry and shift; named `1`, `2` and so on.
///
/// `progress` is told after every position that was judged.
///
/// # Errors
/// If the engine fails or tells no values, or too few openings are found.
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
        if value.is_some_and(|value| value.is_within(settings.limit)) {
            openings.push(opening);
            beginnings.keep();
            so_far.kept += 1;
        }
        progress(so_far);
    }
    judge.finish();
    Ok(openings)
}

/// The value of a position, or of a shorter search that shows it to be far from even; none if
/// the engine tells none.
fn look_twice(
    judge: &mut Judge,
    moves: &[Point],
    settings: &GeneratorSettings,
) -> Result<Option<Value>, JudgeError> {
    let first = judge.value(moves, (settings.nodes / FIRST_LOOK).max(1))?;
    let first_limit = settings.limit.saturating_mul(FIRST_LIMIT);
    if first.is_none_or(|value| !value.is_within(first_limit)) {
        return Ok(first);
    }
    judge.value(moves, settings.nodes)
}

#[cfg(test)]
mod tests;
