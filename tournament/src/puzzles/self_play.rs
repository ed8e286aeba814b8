//! Games of weak levels against each other, which err as people do.

use dolmen::Engine;
use dolmen::board::{BoardSize, Position};
use dolmen::engine::{Level, Options};
use dolmen::eval::Evaluator;
use dolmen::game::Game;
use dolmen::rules::Rule;
use dolmen::search::{Control, Limits, Request, Silent};

/// The levels that play.
const LEVELS: std::ops::RangeInclusive<u8> = 4..=9;
/// The number of random stones with which a game begins, and the side of the square around the centre
/// in which they are.
const RANDOM_STONES: std::ops::RangeInclusive<usize> = 2..=4;
const SQUARE: usize = 7;
/// The number of stones at which a game ends: later positions are too crowded for puzzles.
const MAX_STONES: usize = 44;
/// The minimum number of stones of a puzzle.
const MIN_STONES: usize = 7;
/// The memory of each engine, in bytes.
const TABLE_BYTES: u64 = 1 << 20;

/// Plays a game, and returns its positions with enough stones for a puzzle, except the final one.
#[must_use]
pub fn play(rule: Rule, size: BoardSize, seed: u64) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut game = Game::new(rule, size);
    let mut engines = [(); 2].map(|()| {
        let options = Options {
            level: Level::new(random.u8(LEVELS)),
            seed: Some(random.u64(..)),
            max_table: Some(TABLE_BYTES),
            ..Options::default()
        };
        Engine::new(Evaluator::built_in(), options)
    });
    begin(&mut game, &mut random);
    let request = Request::new(Limits::unlimited());
    let mut positions = Vec::new();
    while game.outcome().is_none() && game.position().ply() < MAX_STONES {
        if game.position().ply() >= MIN_STONES {
            positions.push(game.position().clone());
        }
        let engine = &mut engines[game.position().ply() % 2];
        let thought = engine.think(&game, &request, &Control::without_clock(), &mut Silent);
        let Some(best) = thought.ok().map(|result| result.best) else { break };
        if game.play(best).is_err() {
            break;
        }
    }
    positions
}

/// Places the random stones with which a game begins.
fn begin(game: &mut Game, random: &mut fastrand::Rng) {
    let size = game.size();
    let (left, top) =
        (size.width().saturating_sub(SQUARE) / 2, size.height().saturating_sub(SQUARE) / 2);
    for _ in 0..random.usize(RANDOM_STONES) {
        let column = left + random.usize(0..SQUARE.min(size.width()));
        let row = top + random.usize(0..SQUARE.min(size.height()));
        // A stone on a taken point is left out.
        game.play(dolmen::board::Point::new(column, row)).ok();
    }
}
