//! A game says what the slow definitions say, and refuses what they forbid.

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
