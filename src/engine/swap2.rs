//! Swap2: the negotiation that makes an opening fair.
//!
//! The opener places black, white and black. The chooser takes black (swap), stays white
//! and makes move 4, or adds a white and a black stone and lets the opener choose. Who
//! chooses is best off on the better side. Adding two stones is never needed: the better
//! of swapping and staying is worth at least nothing, and after two more stones it is the
//! opponent who takes the better side.

use std::time::Duration;

use crate::board::{BoardSize, Point, Position, Symmetry};
use crate::engine::{Engine, NoMove, Think};
use crate::eval::Score;
use crate::game::Game;
use crate::rules::GameRule;
use crate::search::{Control, Limits, Observer, Progress, Request, Silent};

/// A stage of the negotiation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// No stone yet: place three.
    Open,
    /// Three or five stones in the order of play, white to move: choose a side.
    Choose(Vec<Point>),
}

/// A number of stones at which nobody has anything to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnexpectedStones(pub usize);

impl std::fmt::Display for UnexpectedStones {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "swap2 offers no choice with {} stones: expected 0, 3 or 5", self.0)
    }
}

impl std::error::Error for UnexpectedStones {}

impl Stage {
    /// The stage at which these stones are on the board.
    ///
    /// # Errors
    /// If they are not 0, 3 or 5.
    pub fn of(stones: Vec<Point>) -> Result<Self, UnexpectedStones> {
        match stones.len() {
            0 => Ok(Self::Open),
            3 | 5 => Ok(Self::Choose(stones)),
            count => Err(UnexpectedStones(count)),
        }
    }
}

/// What the engine decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Place these: black, white, black.
    Open([Point; 3]),
    /// Take black.
    Swap,
    /// Stay white and play here.
    Stay(Point),
}

/// Opening stones, black, white and black, by distance from two sides of the board: in
/// the five lines next to a corner, where black's extra stone is worth least.
const OPENINGS: [[(usize, usize); 3]; 6] = [
    [(1, 3), (2, 2), (4, 1)],
    [(0, 2), (3, 3), (2, 4)],
    [(1, 1), (2, 3), (4, 4)],
    [(2, 1), (3, 3), (4, 2)],
    [(0, 4), (2, 2), (4, 3)],
    [(3, 3), (4, 4), (1, 2)],
];

/// Share of a move's time that the opener spends on comparing openings.
const OPENER_SHARE: u32 = 2;
/// Longest look at one opening; more would not make it fairer.
const LONGEST_LOOK: Duration = Duration::from_secs(1);
/// Share of the game's time that the opener spends at most.
const GAME_SHARE: u32 = 20;

/// Decides a stage of swap2 in a game under a rule, on a board of a size, by what `think` makes
/// of it.
///
/// # Errors
/// If the stones fill the board.
pub fn negotiate(
    engine: &mut Engine,
    game: &Game,
    stage: &Stage,
    request: &Request,
    control: &Control,
    observer: &mut dyn Observer,
    think: Think,
) -> Result<Negotiated, NoMove> {
    let placed = |stones: &[Point]| placed(game.rule(), game.size(), stones);
    match stage {
        Stage::Open => open(engine, game.size(), placed, request, control, think),
        Stage::Choose(stones) => choose(engine, &placed(stones), request, control, observer, think),
    }
}

/// What the engine decided, and the state of the search that the decision rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Negotiated {
    /// The decision.
    pub answer: Answer,
    /// The last state of the search.
    pub summary: Progress,
}

/// The opening to place without any thought, if thinking fails.
#[must_use]
pub fn usual_opening(size: BoardSize, seed: Option<u64>) -> [Point; 3] {
    opening(0, size, seed)
}

/// The opening of this number, turned round the board as the seed says.
fn opening(number: usize, size: BoardSize, seed: Option<u64>) -> [Point; 3] {
    let seed = usize::try_from(seed.unwrap_or(0) % (1 << 16)).expect("it is below 2^16");
    let symmetries: Vec<Symmetry> = Symmetry::all(size).collect();
    let symmetry = symmetries[seed % symmetries.len()];
    let turned = number + seed / symmetries.len();
    OPENINGS[turned % OPENINGS.len()]
        .map(|(column, row)| symmetry.apply(Point::new(column, row), size))
}

/// What a look at an opening found.
struct Look {
    /// The distance of the score from even.
    unfairness: Score,
    stones: [Point; 3],
    summary: Progress,
}

/// Looks at each opening for a moment and takes the one nearest to even.
fn open(
    engine: &mut Engine,
    size: BoardSize,
    placed: impl Fn(&[Point]) -> Game,
    request: &Request,
    control: &Control,
    think: Think,
) -> Result<Negotiated, NoMove> {
    let seed = engine.options().seed;
    let look = length_of_a_look(&request.limits);
    let mut fairest: Option<Look> = None;
    for number in 0..OPENINGS.len() {
        let stones = opening(number, size, seed);
        // Every look ends at its own time after the common start.
        let until = look * (number as u32 + 1);
        let limits = Limits { turn: Some(until), ..request.limits };
        let request = Request { limits, ..*request };
        let result = think(engine, &placed(&stones), &request, control, &mut Silent)?;
        let unfairness = result.summary.score.max(-result.summary.score);
        if fairest.as_ref().is_none_or(|fairest| unfairness < fairest.unfairness) {
            fairest = Some(Look { unfairness, stones, summary: result.summary });
        }
    }
    let Look { stones, summary, .. } = fairest.expect("there is an opening");
    let summary = Progress { principal_variation: Vec::new(), ..summary };
    Ok(Negotiated { answer: Answer::Open(stones), summary })
}

fn length_of_a_look(limits: &Limits) -> Duration {
    let looks = OPENINGS.len() as u32;
    let of_turn = limits.turn.map_or(LONGEST_LOOK, |turn| turn / OPENER_SHARE / looks);
    let of_game = limits.match_left.map_or(LONGEST_LOOK, |left| left / GAME_SHARE / looks);
    of_turn.min(of_game).min(LONGEST_LOOK)
}

/// Thinks about white's move, and takes black if white is worse off.
fn choose(
    engine: &mut Engine,
    game: &Game,
    request: &Request,
    control: &Control,
    observer: &mut dyn Observer,
    think: Think,
) -> Result<Negotiated, NoMove> {
    let result = think(engine, game, request, control, observer)?;
    let is_worse = result.summary.score < Score::DRAW;
    let answer = if is_worse { Answer::Swap } else { Answer::Stay(result.best) };
    Ok(Negotiated { answer, summary: result.summary })
}

/// Returns the game after these stones.
fn placed(rule: GameRule, size: BoardSize, stones: &[Point]) -> Game {
    let mut position = Position::new(size);
    for &stone in stones {
        position.play(stone).expect("swap2's stones are distinct points of the board");
    }
    Game::from_position(rule, position)
}

#[cfg(test)]
mod tests;
