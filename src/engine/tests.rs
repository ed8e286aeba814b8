//! The opening book and certificates within the engine.

use std::sync::Arc;

use crate::board::{Bitboard, BoardSize, Point};
use crate::certificate::{Certificate, Plan};
use crate::engine::{BookUse, Engine, Level, Options};
use crate::eval::Evaluator;
use crate::game::Game;
use crate::positions::Book;
use crate::rules::{GameRule, Rule};
use crate::search::{Control, Limits, Lines, Origin, Progress, Request, SearchResult, Silent};
use crate::tests::game;

/// Returns a position of the built-in book.
fn known() -> Game {
    let game = game("freestyle 15x15 h8");
    assert!(Book::built_in().choose(&game, None).is_some(), "the book knows the first move");
    game
}

fn think(game: &Game, options: Options, request: Request) -> SearchResult {
    let mut engine = Engine::new(Evaluator::built_in(), options);
    let control = Control::without_clock();
    engine.think(game, &request, &control, &mut Silent).expect("there is a move")
}

fn request() -> Request {
    Request::new(Limits { nodes: Some(200), ..Limits::unlimited() })
}

#[test]
fn the_book_answers_where_it_is_wanted() {
    let best = Options { book: BookUse::Best, ..Options::default() };
    let result = think(&known(), best.clone(), request());
    assert_eq!((result.summary.origin, result.summary.nodes), (Origin::Book, 0));
    assert_eq!(result.summary.principal_variation.first(), Some(&result.best));

    let searched = |options, request| think(&known(), options, request).summary.origin;
    assert_eq!(searched(Options::default(), request()), Origin::Search, "it is off");
    let level = Options { level: Level::new(9), ..best.clone() };
    assert_ne!(searched(level, request()), Origin::Book, "levels play without it");
    let several = Request { multi_pv: 2, ..request() };
    assert_eq!(searched(best.clone(), several), Origin::Search, "there is more to see");
    let blocked = Request { blocked: [result.best].into_iter().collect(), ..request() };
    assert_eq!(searched(best.clone(), blocked), Origin::Search, "the move is blocked");

    let mut continuous = known();
    continuous.set_rule(GameRule { rule: Rule::Freestyle, continuous: true });
    assert_eq!(think(&continuous, best, request()).summary.origin, Origin::Search);
}

#[test]
fn the_only_points_are_searched_wherever_they_are() {
    let game = game("freestyle 15x15 h8 i9");
    let point = |name: &str| name.parse::<Point>().expect("a point");
    let only: Bitboard = ["a1", "h9", "o15"].into_iter().map(point).collect();
    let limits = Limits { nodes: Some(2_000), ..Limits::unlimited() };
    let request = Request { only, multi_pv: 3, ..Request::new(limits) };
    let mut lines = Lines::default();
    let control = Control::without_clock();
    let mut engine = Engine::default();
    let best = engine.think(&game, &request, &control, &mut lines).expect("a move").best;
    let first = |line: &Progress| line.principal_variation.first().copied();
    let found: Bitboard = lines.best().iter().filter_map(first).collect();
    assert_eq!((best, found), (point("h9"), only));
    let alone = Request { only: [point("a1")].into_iter().collect(), ..Request::new(limits) };
    let result = engine.think(&game, &alone, &control, &mut Silent).expect("a move");
    assert_eq!(result.best, point("a1"));
    assert!(result.summary.depth > 1, "it is searched, not only played");
    let excluded = Request { blocked: only, ..alone };
    let result = engine.think(&game, &excluded, &control, &mut Silent).expect("a move");
    assert!(!only.contains(result.best), "none of them is left");
}

#[test]
fn a_proof_is_a_certificate_to_play_by() {
    let game = game("freestyle 15x15 h8 a1 i8 a5 g9 a9");
    let mut engine = Engine::default();
    let control = Control::without_clock();
    let limits = Limits { nodes: Some(2_000), ..Limits::unlimited() };
    let proved = engine.prove(&game, &Request::new(limits), &control, &mut Silent);
    let certificate = proved.certificate.expect("three stones against none win");
    assert!(certificate.check().is_ok());
    assert_eq!(proved.summary.origin, Origin::Proof);
    assert_eq!(proved.summary.principal_variation.first(), Some(&certificate.plan.point));
    let result = engine.think(&game, &request(), &control, &mut Silent).expect("there is a move");
    assert_eq!((result.best, result.summary.origin), (certificate.plan.point, Origin::Proof));
}

#[test]
fn proofs_end_when_they_must() {
    let prove = |game: &Game, limits: Limits, control: &Control| {
        Engine::default().prove(game, &Request::new(limits), control, &mut Silent)
    };
    let empty = Game::new(Rule::Freestyle, BoardSize::square(15));
    let stopped = Control::without_clock();
    stopped.stop();
    assert!(prove(&empty, Limits::unlimited(), &stopped).certificate.is_none());
    let control = Control::without_clock();
    let few = Limits { nodes: Some(2), ..Limits::unlimited() };
    let proved = prove(&empty, few, &control);
    assert!(proved.certificate.is_none() && proved.summary.nodes >= 2, "{proved:?}");
    assert!(proved.summary.principal_variation.is_empty());
    let undecided = game("freestyle 15x15 h8 a1 i8 a5 g9 a9");
    let proved = prove(&undecided, few, &control);
    assert!(proved.certificate.is_none() && proved.summary.nodes < 100, "{proved:?}");
    let mut game = game("freestyle 15x15 h8 a1 h9 a3 h10 a5 h11 a7");
    assert!(prove(&game, Limits::unlimited(), &control).certificate.is_some());
    let mut continuous = game.clone();
    continuous.set_rule(GameRule { rule: Rule::Freestyle, continuous: true });
    assert!(prove(&continuous, Limits::unlimited(), &control).certificate.is_none());
    game.play("h12".parse().expect("the point is valid")).expect("the move is legal");
    assert!(prove(&game, Limits::unlimited(), &control).certificate.is_none(), "it is over");
}

#[test]
fn certificates_answer_where_they_are_wanted() {
    let mut game = game("freestyle 15x15 h8 a1 h9 a3 h10 a5");
    let plan = Plan::of_move("h11".parse().expect("the point is valid"));
    let position = game.position().clone();
    let certificate = Arc::new(Certificate { rule: Rule::Freestyle, position, plan });
    let origin = |options: Options, game: &Game| {
        let mut engine = Engine::new(Evaluator::built_in(), options);
        engine.add_certificate(Arc::clone(&certificate));
        let control = Control::without_clock();
        let result = engine.think(game, &request(), &control, &mut Silent);
        result.expect("there is a move").summary.origin
    };
    assert_eq!(origin(Options::default(), &game), Origin::Proof);
    let off = Options { uses_certificates: false, ..Options::default() };
    assert_eq!(origin(off, &game), Origin::Search);
    let level = Options { level: Level::new(9), ..Options::default() };
    assert_eq!(origin(level, &game), Origin::Search, "levels play without them");
    game.set_rule(Rule::Standard);
    assert_eq!(origin(Options::default(), &game), Origin::Search, "it is one of another rule");
}
