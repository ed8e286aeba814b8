//! Whole games of every player under every rule, and what each sees at once.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use dolmen::board::{BoardSize, Point, Position};
use dolmen::rules::{Rule, check_move, outcome};

use crate::budget::{Budget, Limits};
use crate::players::{Player, Request};

fn limits() -> Limits {
    Limits { turn: Duration::from_secs(600), nodes: Some(60), ..Limits::default() }
}

fn choose(player: Player, position: &Position, rule: Rule, seed: u64) -> Option<Point> {
    let quit = AtomicBool::new(false);
    let mut budget = Budget::new(&limits(), Duration::ZERO, &quit);
    player.choose(&Request { position, rule, seed }, &mut budget)
}

/// Plays a game against the random player; the referee checks every move.
fn play(player: Player, rule: Rule, size: usize, seed: u64) -> Vec<Point> {
    let mut position = Position::new(BoardSize::square(size));
    while outcome(&position, rule).is_none() {
        let is_own = position.ply() as u64 % 2 == seed % 2;
        let mover = if is_own { player } else { Player::Random };
        let point = choose(mover, &position, rule, seed).expect("the board is not full");
        let has_legal =
            position.empty().iter().any(|point| check_move(&position, point, rule).is_ok());
        let legal = check_move(&position, point, rule);
        assert!(legal.is_ok() || !has_legal, "{player} {rule} seed {seed}: {legal:?}");
        position.play(point).expect("the point is empty");
    }
    position.history().iter().map(|placement| placement.point).collect()
}

#[test]
fn games_are_legal_and_repeat() {
    for player in Player::ALL {
        for (rule, size) in Rule::ALL.into_iter().zip([15, 5, 9, 12, 22, 11]) {
            for seed in 0..2 {
                let game = play(player, rule, size, seed);
                assert_eq!(game, play(player, rule, size, seed), "{player} {rule} {size} {seed}");
            }
        }
    }
}

/// Checks that every player but the random one answers with one of the points.
fn check(stones: &str, answers: &str) {
    for player in Player::ALL.into_iter().filter(|player| *player != Player::Random) {
        for rule in Rule::ALL {
            let mut position = Position::new(BoardSize::square(15));
            for name in stones.split(' ') {
                position
                    .play(name.parse().expect("the name is a point"))
                    .expect("the point is empty");
            }
            let point = choose(player, &position, rule, 1).expect("the board is not full");
            let is_answer = answers.split(' ').any(|answer| answer == point.to_string());
            assert!(is_answer, "{player} {rule}: {point}");
        }
    }
}

#[test]
fn a_five_is_made() {
    // Rather than the opponent's four stopped.
    check("f8 a1 g8 c1 h8 d1 i8 b1", "e8 j8");
}

#[test]
fn a_four_is_stopped() {
    check("f8 e8 g8 c1 h8 d3 i8", "j8");
    check("f8 a2 g8 c1 i8 d4 j8", "h8");
}

#[test]
fn names_are_found() {
    for player in Player::ALL {
        assert_eq!(Player::of(player.name()), Some(player));
    }
    assert_eq!(Player::of("d"), None);
}
