//! Tests that a task ends with a legal decision, even if the search fails.

use std::sync::Arc;

use crate::board::{BoardSize, Point, diagram};
use crate::engine::Options;
use crate::engine::swap2::{Answer, Stage};
use crate::engine::{Engine, NoMove, Think};
use crate::eval::Evaluator;
use crate::game::Game;
use crate::protocol::task::{Decision, Question, Task, TaskResult};
use crate::rules::Rule;
use crate::search::{Control, Limits, Observer, Progress, Request, SearchResult, Silent};

fn perform(game: Game, question: Question, think: Think) -> TaskResult {
    let task = Task {
        engine: Box::default(),
        game,
        question,
        request: Request::new(Limits { nodes: Some(200), ..Limits::unlimited() }),
        control: Arc::new(Control::without_clock()),
        is_detailed: false,
    };
    task.perform(think, &mut Silent)
}

/// Reports a1 as the best move and panics.
fn panics(
    _: &mut Engine,
    _: &Game,
    _: &Request,
    _: &Control,
    observer: &mut dyn Observer,
) -> Result<SearchResult, NoMove> {
    let principal_variation = vec![Point::new(0, 0), Point::new(1, 0)];
    observer.progress(&Progress { principal_variation, ..Progress::default() });
    std::panic::resume_unwind(Box::new("a search that fails"));
}

/// Chooses a1.
fn always_a1(
    _: &mut Engine,
    _: &Game,
    _: &Request,
    _: &Control,
    _: &mut dyn Observer,
) -> Result<SearchResult, NoMove> {
    Ok(SearchResult {
        best: Point::new(0, 0),
        summary: Progress::default(),
        root_moves: Vec::new(),
    })
}

/// Returns a game on a small board.
fn small_game() -> Game {
    Game::new(Rule::Freestyle, BoardSize::square(5))
}

#[test]
fn a_panic_ends_in_the_best_move_reported() {
    let options = Options { seed: Some(7), ..Options::default() };
    let task = Task {
        engine: Box::new(Engine::new(Evaluator::built_in(), options.clone())),
        game: small_game(),
        question: Question::Move,
        request: Request::new(Limits { nodes: Some(200), ..Limits::unlimited() }),
        control: Arc::new(Control::without_clock()),
        is_detailed: false,
    };
    let result = task.perform(panics, &mut Silent);
    assert_eq!(result.decision, Some(Decision::Move(Point::new(0, 0))));
    assert_eq!(result.engine.options(), &options);
}

#[test]
fn a_panic_ends_in_a_legal_move() {
    let mut game = small_game();
    game.play(Point::new(0, 0)).expect("a1 is empty");
    let result = perform(game, Question::Move, panics);
    assert_eq!(result.decision, Some(Decision::Move(Point::new(2, 2))));
}

#[test]
fn an_occupied_point_is_never_played() {
    let mut game = small_game();
    game.play(Point::new(0, 0)).expect("a1 is empty");
    let result = perform(game, Question::Move, always_a1);
    assert_eq!(result.decision, Some(Decision::Move(Point::new(2, 2))));
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
