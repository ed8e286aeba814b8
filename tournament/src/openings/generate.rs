//! Generates openings: random positions of a few stones, or those of a file, kept if an engine evaluates
//! them as balanced.
//!
//! Invariant: with a deterministic engine, equal settings give equal openings.

use std::collections::{HashMap, HashSet};
use std::num::NonZero;
use std::slice;
use std::time::Duration;

use dolmen::board::{BoardSize, Point};
use dolmen::protocol::info::Info;
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

/// The divisor of the effort for the preliminary search.
const FIRST_LOOK: u32 = 8;
/// The multiple of the limit of balance that the preliminary search accepts.
const FIRST_LIMIT: u64 = 3;
/// The number of positions without any evaluation after which the generator gives up.
const PATIENCE: u64 = 5;

/// The settings of the generator.
#[derive(Clone, Debug)]
pub struct GeneratorSettings {
    /// The engine. It must obey the limit of the effort and report its evaluation for the side to move, as in
    /// `MESSAGE depth 9-14 ev -12 n 30000`.
    pub engine: EngineCommand,
    /// The settings of the engine beside the limits of a search.
    pub options: Vec<Info>,
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: BoardSize,
    /// The positions to judge.
    pub source: Source,
    /// The number of openings, at most those of the source.
    pub count: usize,
    /// The limit of the search of a position.
    pub effort: Effort,
    /// The evaluation for Black that counts as even, in the engine's units: not zero under a rule where
    /// the engine prefers a colour that wins no more often.
    pub even_at: i64,
    /// The largest distance from `even_at` that counts as balanced.
    pub limit: u64,
    /// The time limit for the start of the engine and for each answer.
    pub patience: Duration,
    /// The time between an answer of the engine and the next command, for engines that lose commands
    /// that arrive too early.
    pub pause: Duration,
}

/// The limit of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// A number of nodes, sent as `INFO max_node`.
    Nodes(NonZero<u64>),
    /// A time, sent as `INFO timeout_turn`.
    Time(Duration),
}

impl Effort {
    /// Returns the effort of a preliminary search.
    fn first_look(self) -> Self {
        match self {
            Self::Nodes(nodes) => {
                let share = NonZero::new(nodes.get() / u64::from(FIRST_LOOK));
                Self::Nodes(share.unwrap_or(NonZero::<u64>::MIN))
            }
            Self::Time(time) => Self::Time(time / FIRST_LOOK),
        }
    }
}

/// The positions that an engine judges.
#[derive(Clone, Debug)]
pub enum Source {
    /// Random positions.
    Random {
        /// The number of stones of an opening, and their part of the board.
        style: OpeningStyle,
        /// The seed of all randomness.
        seed: u64,
        /// The number of positions after which the generator gives up.
        attempts: u64,
    },
    /// Openings to choose from, in their order.
    Given(Vec<Opening>),
}

/// The progress of the generator.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The number of positions.
    pub tried: u64,
    /// The number of positions that the engine has searched.
    pub judged: u64,
    /// The number of those of which it has reported no evaluation.
    pub without_value: u64,
    /// The number of openings kept.
    pub kept: usize,
}

/// The values of positions for the side to move, by their moves; `None` if the engine reported none.
pub type Known = HashMap<Vec<Point>, Option<Value>>;

/// The judgement of an engine about a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judgement<'a> {
    /// The moves of the position.
    pub moves: &'a [Point],
    /// The evaluation for the side to move; `None` if the engine reported none.
    pub value: Option<Value>,
    /// Indicates whether the engine has searched the position now, not in an earlier call.
    pub is_new: bool,
    /// The progress after it.
    pub progress: Progress,
}

/// The error for openings that cannot be generated.
#[derive(Debug, Error)]
pub enum GenerateError {
    /// The engine failed.
    #[error("position {position}: {reason}")]
    Judge {
        /// The number of the position among all, from 1.
        position: u64,
        /// The failure.
        reason: JudgeError,
    },
    /// The caller has stopped the generator.
    #[error("stopped")]
    Stopped,
    /// The engine reported no evaluation of any position.
    #[error(
        "the engine reported no evaluation of the first {0} positions: expected a message such as MESSAGE depth \
         9-14 ev -12"
    )]
    NoValue(u64),
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
    /// No opening of the source is balanced.
    #[error("none of the {0} openings is balanced")]
    NoneBalanced(u64),
}

/// Generates openings that are legal, undecided, balanced by the engine's evaluation and different
/// from one another up to symmetry and shift. Their names are `1`, `2` and so on.
///
/// `known` has the values of positions from earlier calls with the same settings, by their moves; the engine judges the
/// others. The generator calls `observe` after each judgement, and ends with [`GenerateError::Stopped`] soon after
/// `must_stop` returns `true`.
///
/// # Errors
/// Returns an error if the engine fails or reports no evaluations, if it finds too few openings: fewer than
/// requested among random positions, none among given ones, or if the caller stops it.
pub fn generate(
    settings: &GeneratorSettings,
    known: &Known,
    must_stop: &dyn Fn() -> bool,
    mut observe: impl FnMut(Judgement<'_>),
) -> Result<Vec<Opening>, GenerateError> {
    let mut judge: Option<Judge> = None;
    let mut candidates = Candidates::new(&settings.source, settings.size);
    let mut seen: HashSet<Shape> = HashSet::new();
    let mut openings = Vec::new();
    let mut progress = Progress::default();
    while openings.len() < settings.count {
        let Some(drawn) = candidates.next() else {
            settings.check_found(progress)?;
            break;
        };
        progress.tried += 1;
        let Some(moves) = drawn else { continue };
        let opening = Opening { name: (openings.len() + 1).to_string(), moves };
        let is_playable = check(&opening, settings.size, settings.rule).is_ok();
        if !is_playable || !seen.insert(shape(&opening, settings.size)) {
            continue;
        }
        let stored = known.get(&opening.moves);
        let value =
            match stored {
                Some(&value) => value,
                None => ask(&mut judge, &opening.moves, settings, must_stop).map_err(|reason| {
                    match reason {
                        JudgeError::Stopped => GenerateError::Stopped,
                        reason => GenerateError::Judge { position: progress.tried, reason },
                    }
                })?,
            };
        let is_balanced = value.is_some_and(|value| settings.is_balanced(value, &opening.moves, 1));
        progress.judged += 1;
        progress.without_value += u64::from(value.is_none());
        progress.kept += usize::from(is_balanced);
        observe(Judgement { moves: &opening.moves, value, is_new: stored.is_none(), progress });
        if is_balanced {
            openings.push(opening);
            candidates.keep();
        }
        if progress.without_value == PATIENCE && progress.judged == PATIENCE {
            return Err(GenerateError::NoValue(PATIENCE));
        }
    }
    if let Some(judge) = judge {
        judge.finish();
    }
    Ok(openings)
}

/// The positions of a source that are still to be judged.
enum Candidates<'a> {
    Random { random: fastrand::Rng, beginnings: Beginnings, left: u64 },
    Given(slice::Iter<'a, Opening>),
}

impl<'a> Candidates<'a> {
    fn new(source: &'a Source, size: BoardSize) -> Self {
        match *source {
            Source::Random { style, seed, attempts } => Self::Random {
                random: fastrand::Rng::with_seed(seed),
                beginnings: Beginnings::new(style, size),
                left: attempts,
            },
            Source::Given(ref openings) => Self::Given(openings.iter()),
        }
    }

    /// Notes that the last position has become an opening.
    const fn keep(&mut self) {
        if let Self::Random { beginnings, .. } = self {
            beginnings.keep();
        }
    }
}

impl Iterator for Candidates<'_> {
    /// The moves of a position; `None` if random stones do not fit on the board.
    type Item = Option<Vec<Point>>;

    fn next(&mut self) -> Option<Self::Item> {
        match self {
            Self::Random { random, beginnings, left } => {
                *left = left.checked_sub(1)?;
                Some(beginnings.draw(random))
            }
            Self::Given(openings) => openings.next().map(|opening| Some(opening.moves.clone())),
        }
    }
}

/// Returns the evaluation of a position by the engine, which is started for the first one.
fn ask(
    judge: &mut Option<Judge>,
    moves: &[Point],
    settings: &GeneratorSettings,
    must_stop: &dyn Fn() -> bool,
) -> Result<Option<Value>, JudgeError> {
    let judge = match judge {
        Some(judge) => judge,
        None => judge.insert(Judge::start(settings)?),
    };
    look_twice(judge, moves, settings, must_stop)
}

/// Returns the evaluation of a position, or `None` if the engine reports none. A full search follows a short
/// one, unless that shows the position to be far from balanced.
fn look_twice(
    judge: &mut Judge,
    moves: &[Point],
    settings: &GeneratorSettings,
    must_stop: &dyn Fn() -> bool,
) -> Result<Option<Value>, JudgeError> {
    let first = judge.value(moves, settings.effort.first_look(), must_stop)?;
    if first.is_none_or(|value| !settings.is_balanced(value, moves, FIRST_LIMIT)) {
        return Ok(first);
    }
    judge.value(moves, settings.effort, must_stop)
}

impl GeneratorSettings {
    /// Returns an error if too few openings were found among all positions of the source.
    fn check_found(&self, progress: Progress) -> Result<(), GenerateError> {
        if progress.judged > 0 && progress.without_value == progress.judged {
            return Err(GenerateError::NoValue(progress.judged));
        }
        match self.source {
            Source::Random { .. } => Err(GenerateError::GaveUp { progress, wanted: self.count }),
            Source::Given(_) if progress.kept == 0 => {
                Err(GenerateError::NoneBalanced(progress.tried))
            }
            Source::Given(_) => Ok(()),
        }
    }

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
