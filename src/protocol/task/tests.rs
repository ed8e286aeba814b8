//! Tests that a task ends with a legal decision, even if the search fails.

use std::sync::Arc;

use crate::board::{BoardSize, Point, diagram};
use crate::engine::Options;
use crate::engine::swap2::{Answer, Stage};
use crate::engine::{Engine, Think};
use crate::eval::Evaluator;
use crate::game::Game;
use crate::protocol::task::{Decision, Question, Task, TaskResult};
use crate::protocol::testing::panics;
use crate::rules::Rule;
use crate::search::{Control, Limits, Progress, Request, SearchResult, Silent};

fn perform(game: Game, question: Question, think: Think) -> TaskResult {
    perform_with(Engine::default(), game, question, think)
}

fn perform_with(engine: Engine, game: Game, question: Question, think: Think) -> TaskResult {
    let task = Task {
        engine: Box::new(engine),
        game,
        question,
        request: Request::new(Limits { nodes: Some(200), ..Limits::unlimited() }),
        control: Arc::new(Control::without_clock()),
        is_detailed: false,
    };
    task.perform(think, &mut Silent)
}

/// Returns a game on a small board.
fn small_game() -> Game {
    Game::new(Rule::Freestyle, BoardSize::square(5))
}

#[test]
fn a_panic_ends_in_the_best_move_reported() {
    let options = Options { seed: Some(7), ..Options::default() };
    let engine = Engine::new(Evaluator::built_in(), options.clone());
    let result = perform_with(engine, small_game(), Question::Move, panics);
    assert_eq!(result.decision, Some(Decision::Move(Point::new(1, 1))));
    assert_eq!(result.engine.options(), &options);
}

#[test]
fn a_panic_or_an_occupied_point_ends_in_a_legal_move() {
    let always_b2: Think =
        |_, _, _, _, _| Ok(SearchResult::unsearched(Point::new(1, 1), Progress::default()));
    for think in [panics as Think, always_b2] {
        let mut game = small_game();
        game.play(Point::new(1, 1)).expect("b2 is empty");
        let result = perform(game, Question::Move, think);
        assert_eq!(result.decision, Some(Decision::Move(Point::new(2, 2))));
    }
}

#[test]
fn a_full_board_has_no_move() {
    let full = "XOXOX\nXOXOX\nOXOXO\nXOXOX\nXOXOX";
    let position = diagram::parse(full).expect("a board");
    let game = Game::from_position(Rule::Freestyle, position);
    assert_eq!(perform(game, Question::Move, Engine::think).decision, None);
}

#[test]
fn swap2_is_answered() {
    let game = Game::new(Rule::Freestyle, BoardSize::square(15));
    let result = perform(game, Question::Swap2(Stage::Open), Engine::think);
    assert!(matches!(result.decision, Some(Decision::Swap2(Answer::Open(_)))));
}
