//! The rules: any moves, played and taken back. The bytes are a rule, two sides, and moves as columns
//! and rows.

use dolmen::rules::{Rule, check_move};
use dolmen::{BoardSize, Game};
use fastrand::Rng;

/// Returns random moves.
pub fn input(random: &mut Rng) -> Vec<u8> {
    let sides = [random.u8(..), random.u8(..), random.u8(..)];
    sides.into_iter().chain((0..random.usize(..120)).map(|_| random.u8(..22))).collect()
}

/// Compares the legal moves of a game with the slow definition, and the position after undoing all moves
/// with the first one.
///
/// # Panics
/// Panics if the library fails.
pub fn check(data: &[u8]) {
    let [rule, width, height, moves @ ..] = data else { return };
    let rule = Rule::ALL[usize::from(*rule) % Rule::ALL.len()];
    let [width, height] = [width, height].map(|side| 5 + i64::from(*side) % 18);
    let size = BoardSize::new(width, height).expect("the sides are from 5 to 22");
    let mut game = Game::new(rule, size);
    let mut played = 0;
    for pair in moves.chunks_exact(2).take(200) {
        let Some(point) = size.point(pair[0].into(), pair[1].into()) else { continue };
        let is_open = game.outcome().is_none();
        let is_legal = is_open && check_move(game.position(), point, rule).is_ok();
        assert_eq!(game.legal_moves().contains(point), is_legal, "{rule} {point}");
        assert_eq!(game.play(point).is_ok(), is_legal, "{rule} {point}");
        played += usize::from(is_legal);
    }
    for _ in 0..played {
        game.undo().expect("a move was played");
    }
    assert_eq!(game.position(), Game::new(rule, size).position());
}
