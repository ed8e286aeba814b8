//! Whatever a search does, a legal move comes of it.

use std::sync::Arc;

use crate::board::{BoardSize, Point, diagram};
use crate::engine::options::Options;
use crate::engine::swap2::{Answer, Stage};
use crate::engine::{Engine, NoMove, Think};
use crate::protocol::task::{Decision, Question, Task, Thought};
use crate::search::{Control, Limits, Observer, Progress, Request, SearchResult, Silent};

fn perform(engine: Engine, question: Question, think: Think) -> Thought {
    let task = Task {
        engine: Box::new(engine),
        question,
        request: Request::new(Limits { nodes: Some(200), ..Limits::unlimited() }),
        control: Arc::new(Control::without_clock()),
        is_detailed: false,
    };
    task.perform(think, &mut Silent)
}

/// Spoils the position, says that a1 is best, and panics.
fn panics(
    engine: &mut Engine,
    _: &Request,
    _: &Control,
    observer: &mut dyn Observer,
) -> Result<SearchResult, NoMove> {
    engine.play(Point::new(1, 1)).expect("b2 is empty");
    let principal_variation = vec![Point::new(0, 0), Point::new(1, 0)];
    observer.progress(&Progress { principal_variation, ..Progress::default() });
    std::panic::resume_unwind(Box::new("a search that fails"));
}

/// Always chooses a1.
fn stubborn(
    _: &mut Engine,
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

#[test]
fn a_panic_ends_in_the_best_move_heard_of() {
    let options = Options { seed: Some(7), ..Options::default() };
    let engine = Engine::resume(crate::board::Position::new(BoardSize::square(5)), options.clone());
    let thought = perform(engine, Question::Move, panics);
    assert_eq!(thought.decision, Some(Decision::Move(Point::new(0, 0))));
    assert_eq!(thought.engine.position().ply(), 0, "the position is the one before");
    assert_eq!(thought.engine.options(), &options);
}

#[test]
fn a_panic_ends_in_a_legal_move() {
    let mut engine = Engine::new(BoardSize::square(5));
    engine.play(Point::new(0, 0)).expect("a1 is empty");
    let thought = perform(engine, Question::Move, panics);
    assert_eq!(thought.decision, Some(Decision::Move(Point::new(2, 2))));
}

#[test]
fn an_occupied_point_is_never_played() {
    let mut engine = Engine::new(BoardSize::square(5));
    engine.play(Point::new(0, 0)).expect("a1 is empty");
    let thought = perform(engine, Question::Move, stubborn);
    assert_eq!(thought.decision, Some(Decision::Move(Point::new(2, 2))));
}

#[test]
fn a_full_board_has_no_move() {
    let full = "XOXOX\nXOXOX\nOXOXO\nXOXOX\nXOXOX";
    let mut engine = Engine::new(BoardSize::square(5));
    engine.set_position(diagram::parse(full).expect("a board"));
    assert_eq!(perform(engine, Question::Move, Engine::think).decision, None);
}

#[test]
fn swap2_is_answered() {
    let engine = Engine::new(BoardSize::square(15));
    let thought = perform(engine, Question::Swap2(Stage::Open), Engine::think);
    assert!(matches!(thought.decision, Some(Decision::Swap2(Answer::Open(_)))));
}
