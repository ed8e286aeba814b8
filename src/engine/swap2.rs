//! Swap2, the negotiation that makes an opening fair.
//!
//! The opener places a black, a white and a black stone. The chooser swaps to black, or stays
//! white and plays move 4, or adds a white and a black stone and lets the opener choose. The
//! engine as chooser takes the better side and never adds two stones: its score on the better
//! side is at least zero, whereas after two more stones the opponent takes the better side.

use std::time::Duration;

use crate::board::{BoardSize, Color, Point, Position, Symmetry};
use crate::engine::fairness::{advantage, unfairness};
use crate::engine::{Engine, NoMove, Think};
use crate::eval::Score;
use crate::game::Game;
use crate::rules::GameRule;
use crate::search::{Control, Limits, Observer, Progress, Request, Silent};

/// A decision that swap2 asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The board is empty: place three stones.
    Open,
    /// There are three or five stones, in the order of play, and white is to move: choose a side.
    Choose(Vec<Point>),
}

/// The error for a number of stones with which swap2 offers no choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnexpectedStones(pub(crate) usize);

impl std::fmt::Display for UnexpectedStones {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "swap2 offers no choice with {} stones: expected 0, 3 or 5", self.0)
    }
}

impl std::error::Error for UnexpectedStones {}

impl Stage {
    /// Returns the stage for the stones on the board, in the order of play.
    ///
    /// # Errors
    /// Returns an error if there are not 0, 3 or 5 stones.
    pub(crate) fn of(stones: Vec<Point>) -> Result<Self, UnexpectedStones> {
        match stones.len() {
            0 => Ok(Self::Open),
            3 | 5 => Ok(Self::Choose(stones)),
            count => Err(UnexpectedStones(count)),
        }
    }
}

/// A decision in swap2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Place these stones: black, white, black.
    Open([Point; 3]),
    /// Take black.
    Swap,
    /// Stay white and play this move.
    Stay(Point),
}

/// The openings that the engine knows: black, white and black.
///
/// The stones lie in the corner of the board, where black's extra stone is worth least.
const OPENINGS: [[Point; 3]; 6] = [
    [Point::new(1, 3), Point::new(2, 2), Point::new(4, 1)],
    [Point::new(0, 2), Point::new(3, 3), Point::new(2, 4)],
    [Point::new(1, 1), Point::new(2, 3), Point::new(4, 4)],
    [Point::new(2, 1), Point::new(3, 3), Point::new(4, 2)],
    [Point::new(0, 4), Point::new(2, 2), Point::new(4, 3)],
    [Point::new(3, 3), Point::new(4, 4), Point::new(1, 2)],
];

/// The opener compares the openings in this fraction of the time for the move.
const TURN_DIVISOR: u32 = 2;
/// Several searches for one decision take at most this fraction of the time left for the game.
pub(super) const GAME_DIVISOR: u32 = 20;
/// The maximum time for one opening; more time would not make the choice fairer.
const MAX_TIME_PER_OPENING: Duration = Duration::from_secs(1);

/// Decides a stage of swap2 by searches with `think`.
///
/// Only the rule and the board size of the game matter.
///
/// # Errors
/// Returns an error if the stones fill the board.
pub(crate) fn negotiate(
    engine: &mut Engine,
    game: &Game,
    stage: &Stage,
    request: &Request,
    control: &Control,
    observer: &mut dyn Observer,
    think: Think,
) -> Result<Negotiation, NoMove> {
    let placed = |stones: &[Point]| placed(game.rule(), game.size(), stones);
    match stage {
        Stage::Open => {
            let (stones, summary) = open(engine, &placed(&[]), request, control, think)?;
            Ok(Negotiation { answer: Answer::Open(stones), summary })
        }
        Stage::Choose(stones) => choose(engine, &placed(stones), request, control, observer, think),
    }
}

/// A decision in swap2 and the search behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Negotiation {
    /// The decision.
    pub(crate) answer: Answer,
    /// The last progress of the search.
    pub(crate) summary: Progress,
}

/// Returns the opening to place if no search can be made.
#[must_use]
pub(crate) fn default_opening(size: BoardSize, seed: Option<u64>) -> [Point; 3] {
    opening(0, size, seed)
}

/// Returns the opening with this number, in the symmetry that the seed selects.
fn opening(number: usize, size: BoardSize, seed: Option<u64>) -> [Point; 3] {
    let seed = usize::try_from(seed.unwrap_or(0) % (1 << 16)).expect("it is below 2^16");
    let symmetries: Vec<Symmetry> = Symmetry::all(size).collect();
    let symmetry = symmetries[seed % symmetries.len()];
    let index = (number + seed / symmetries.len()) % OPENINGS.len();
    OPENINGS[index].map(|point| symmetry.apply(point, size))
}

/// Returns the opening in the symmetry that the seed selects whose first stones are those of the position.
#[must_use]
pub(crate) fn opening_with(position: &Position, seed: Option<u64>) -> Option<[Point; 3]> {
    let openings = (0..OPENINGS.len()).map(|number| opening(number, position.size(), seed));
    let placed = position.history();
    let begins_so = |stones: &[Point; 3]| {
        placed.len() <= stones.len()
            && placed.iter().zip(stones).all(|(placed, &stone)| placed.point == stone)
    };
    openings.into_iter().find(begins_so)
}

/// An opening that was searched.
struct Candidate {
    unfairness: Score,
    stones: [Point; 3],
    summary: Progress,
}

/// Searches each opening and returns the fairest one.
pub(crate) fn open(
    engine: &mut Engine,
    game: &Game,
    request: &Request,
    control: &Control,
    think: Think,
) -> Result<([Point; 3], Progress), NoMove> {
    let (rule, size) = (game.rule(), game.size());
    let seed = engine.options().seed;
    let time = time_per_opening(&request.limits);
    let mut fairest: Option<Candidate> = None;
    for number in 0..OPENINGS.len() {
        let stones = opening(number, size, seed);
        // All searches count their time from the same start, so each needs a later end.
        let until = time * (number as u32 + 1);
        let limits = Limits { turn: Some(until), ..request.limits };
        let request = Request { limits, ..*request };
        let result = think(engine, &placed(rule, size, &stones), &request, control, &mut Silent)?;
        let unfairness = unfairness(rule, Color::White, result.summary.score);
        if fairest.as_ref().is_none_or(|fairest| unfairness < fairest.unfairness) {
            fairest = Some(Candidate { unfairness, stones, summary: result.summary });
        }
    }
    let Candidate { stones, summary, .. } = fairest.expect("there is an opening");
    Ok((stones, Progress { principal_variation: Vec::new(), ..summary }))
}

/// Returns the time for the search of one opening.
fn time_per_opening(limits: &Limits) -> Duration {
    const MAX: Duration = MAX_TIME_PER_OPENING;
    let count = OPENINGS.len() as u32;
    let by_turn = limits.turn.map_or(MAX, |turn| turn / TURN_DIVISOR / count);
    let by_game = limits.match_left.map_or(MAX, |left| left / GAME_DIVISOR / count);
    by_turn.min(by_game).min(MAX)
}

/// Searches a move for white, and swaps if white is worse.
fn choose(
    engine: &mut Engine,
    game: &Game,
    request: &Request,
    control: &Control,
    observer: &mut dyn Observer,
    think: Think,
) -> Result<Negotiation, NoMove> {
    let result = think(engine, game, request, control, observer)?;
    let is_worse = advantage(game.rule(), Color::White, result.summary.score) < Score::DRAW;
    let answer = if is_worse { Answer::Swap } else { Answer::Stay(result.best) };
    Ok(Negotiation { answer, summary: result.summary })
}

/// Returns a game with these stones, placed in turn.
fn placed(rule: GameRule, size: BoardSize, stones: &[Point]) -> Game {
    let mut position = Position::new(size);
    for &stone in stones {
        position.play(stone).expect("swap2's stones are distinct points of the board");
    }
    Game::from_position(rule, position)
}

#[cfg(test)]
mod tests;
