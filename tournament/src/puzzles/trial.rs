//! Levels that try to solve puzzles.

use dolmen::Engine;
use dolmen::engine::{Level, Options};
use dolmen::eval::Evaluator;
use dolmen::game::Game;
use dolmen::rules::Rule;
use dolmen::search::{Control, Limits, Request, Silent};

use crate::puzzles::puzzle::Puzzle;

/// The memory of an engine, in bytes.
const TABLE_BYTES: u64 = 2 << 20;

/// Returns whether a level plays the right move of a puzzle; `seed` varies what it overlooks.
#[must_use]
pub fn solved(level: Level, puzzle: &Puzzle, rule: Rule, seed: u64) -> bool {
    let game = Game::from_position(rule, puzzle.position.clone());
    let request = Request::new(Limits::unlimited());
    let options = Options {
        level: Some(level),
        seed: Some(seed),
        max_table: Some(TABLE_BYTES),
        ..Options::default()
    };
    let mut engine = Engine::new(Evaluator::built_in(), options);
    let thought = engine.think(&game, &request, &Control::without_clock(), &mut Silent);
    thought.is_ok_and(|result| result.best == puzzle.key)
}
