//! Tests that a game agrees with the slow definitions, and refuses illegal moves.

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

#[test]
fn the_published_counts_are_those_of_the_slow_definitions() {
    let rows =
        include_str!("perft.rs").lines().filter_map(|line| line.trim().strip_prefix("/// | "));
    let rows = rows.map(|row| row.trim_end_matches(" |").split(" | ").collect::<Vec<&str>>());
    let (positions, counts): (Vec<_>, Vec<_>) = rows.partition(|cells| cells.len() == 2);
    let (header, counts) = counts.split_first().expect("the table has a header");
    assert_eq!(header[2..], Rule::ALL.map(Rule::name));
    assert_eq!(counts.len(), 4 * (positions.len() - 1), "four depths of each position");
    for row in counts {
        let moves = positions.iter().find(|cells| cells[0] == row[0]).expect("a position")[1];
        let depth = row[1].parse().expect("a depth");
        let counts = Rule::ALL.map(|rule| {
            let game: Game = format!("{rule} {}", moves.trim_matches('`')).parse().expect("a game");
            let count = game.perft(depth);
            if count < 3_000 {
                assert_eq!(count, slow_perft(game.position(), rule, depth), "{game}");
            }
            count.to_string()
        });
        assert_eq!(row[2..], counts, "{row:?}");
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

#[test]
fn small_values_obey_the_width_of_a_format() {
    let game: Game = "renju continuous 15x15 h8".parse().expect("a game");
    assert_eq!(format!("[{:>4}]", game.position().history()[0].point), "[  h8]");
    assert_eq!(format!("[{:<7}]", game.size()), "[15x15  ]");
    assert_eq!(format!("[{:^18}]", game.rule()), "[ renju continuous ]");
    assert_eq!(format!("[{:>6}]", Outcome::Draw), "[  draw]");
    assert_eq!(format!("[{:>12}]", Outcome::Win(Color::Black)), "[  black wins]");
}
