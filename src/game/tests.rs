//! A game says what the slow definitions say, and refuses what they forbid.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::board::{BoardSize, Color, Point, Position};
use crate::game::Game;
use crate::rules::{GameRule, IllegalMove, Outcome, Rule, check_move, outcome};

#[test]
fn random_games_follow_the_slow_definitions() {
    for (seed, rule) in (0..).zip(Rule::ALL.into_iter().cycle().take(30)) {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut game = Game::new(rule, BoardSize::square(9));
        while game.outcome().is_none() {
            let legal = game.legal_moves();
            for point in game.size().points() {
                let expected = check_move(game.position(), point, rule).is_ok();
                assert_eq!(legal.contains(point), expected, "{rule} {point}\n{}", game.position());
            }
            let Some(point) = legal.iter().nth(random.usize(..legal.len().max(1))) else { break };
            let ended = game.play(point).expect("the move is legal");
            assert_eq!(ended, outcome(game.position(), rule));
        }
        let over = game.outcome();
        assert_eq!(game.legal_moves().is_empty(), over.is_some());
    }
}

#[test]
fn illegal_moves_change_nothing() {
    let mut game = Game::new(Rule::Freestyle, BoardSize::square(5));
    let center = Point::new(2, 2);
    game.play(center).expect("the board is empty");
    let before = game.clone();
    assert_eq!(game.play(center), Err(IllegalMove::Occupied(center)));
    let outside = Point::new(7, 0);
    assert_eq!(game.play(outside), Err(IllegalMove::OffBoard(outside)));
    assert_eq!(game, before);
}

#[test]
fn a_five_ends_the_game_unless_play_is_continuous() {
    let mut position = Position::new(BoardSize::square(9));
    for x in 0..5 {
        position.place(Point::new(x, 0), Color::White).expect("the point is empty");
    }
    let game = Game::from_position(Rule::Freestyle, position.clone());
    assert_eq!(game.outcome(), Some(Outcome::Win(Color::White)));
    assert!(game.legal_moves().is_empty());
    let continuous = GameRule { rule: Rule::Freestyle, continuous: true };
    let mut game = Game::from_position(continuous, position);
    assert_eq!(game.outcome(), None);
    assert_eq!(game.play(Point::new(8, 8)), Ok(None));
}

/// Counts move sequences by the slow definitions, point by point.
fn slow_perft(position: &Position, rule: Rule, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if outcome(position, rule).is_some() {
        return 0;
    }
    let legal = position.size().points().filter(|&p| check_move(position, p, rule).is_ok());
    let count = |point| {
        let mut next = position.clone();
        next.play(point).expect("the move is legal");
        slow_perft(&next, rule, depth - 1)
    };
    legal.map(count).sum()
}

/// The positions of the table in the documentation of [`Game::perft`].
const PERFT: [&str; 2] =
    ["7x7 b2 e2 c3 d3 f3 b4 e4 d5 c5 g5 b6 e6", "8x8 b2 b3 c2 c3 d2 d3 e2 e3 g2 f5 a3 h7 g3 b7"];

#[test]
fn the_published_counts_are_those_of_the_slow_definitions() {
    let documentation = include_str!("perft.rs");
    for (moves, name) in PERFT.into_iter().zip(["threes", "fours"]) {
        for depth in 1..=4 {
            let counts = Rule::ALL.map(|rule| {
                let game: Game = format!("{rule} {moves}").parse().expect("a game");
                let count = game.perft(depth);
                if depth < 3 {
                    assert_eq!(count, slow_perft(game.position(), rule, depth), "{game}");
                }
                count.to_string()
            });
            let row = format!("| {name} | {depth} | {} |", counts.join(" | "));
            assert!(documentation.contains(&row), "expected {row}");
        }
    }
}

#[test]
fn games_and_their_texts_correspond() {
    let text = "standard continuous 9x8 #a1 e5 pass d4 pass";
    let game: Game = text.parse().expect("a game");
    assert_eq!(game.to_string(), text);
    assert_eq!(game.position().stones(Color::Black).len(), 2);
    let wrong = [
        ("go 15x15", "unknown rule"),
        ("renju", "invalid board size \"\""),
        ("renju 4x15", "invalid board size \"4x15\""),
        ("renju 15x15 h8 z99", "invalid point \"z99\""),
        ("renju 5x5 e6", "point e6 is off the board"),
    ];
    for (text, message) in wrong {
        let error = text.parse::<Game>().expect_err("no game").to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn equal_positions_have_equal_hashes() {
    let hash = |text: &str| {
        let mut hasher = DefaultHasher::new();
        text.parse::<Game>().expect("a game").hash(&mut hasher);
        hasher.finish()
    };
    assert_eq!(hash("renju 15x15 h8 i9 j10"), hash("renju 15x15 j10 i9 h8"));
    assert_ne!(hash("renju 15x15 h8 i9"), hash("renju 15x15 h8 i9 pass"));
    assert_ne!(hash("renju 15x15 h8"), hash("renju 14x15 h8"));
}
