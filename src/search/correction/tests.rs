//! Tests that corrections carry over to positions with the same threats or the same stones around
//! the last ones, and stay within bounds.

use crate::eval::Score;
use crate::rules::Rule;
use crate::search::Margins;
use crate::search::correction::{Correction, surroundings};
use crate::search::depth::PLY;
use crate::tests::position;
use crate::threats::ThreatBoard;

fn board(moves: &str) -> ThreatBoard {
    ThreatBoard::new(&position(&format!("15x15 {moves}")), Rule::Freestyle)
}

#[test]
fn corrections_approach_the_difference_seen() {
    let quiet = board("h8 i9");
    let same_threats = board("d5 f10");
    let same_surroundings = board("b2 n2 b14 n14 h8 i9");
    let different = board("h8 b2 i8 n2 j8 b14");
    let mut correction = Correction::default();
    assert_eq!(correction.of(&quiet), 0);
    for _ in 0..100 {
        let eval = Score::new(correction.of(&quiet));
        correction.learn(&quiet, Score::new(50), eval, Margins::default().error_weight(6 * PLY));
    }
    let learned = correction.of(&quiet);
    assert!((40..=60).contains(&learned), "{learned}");
    assert!((1..learned).contains(&correction.of(&same_threats)));
    assert!((1..=learned).contains(&correction.of(&same_surroundings)));
    assert_eq!(correction.of(&different), 0);
    assert_eq!(correction.of(&board("d5 f10 b2")), 0, "the other side is to move");
    correction.clear();
    assert_eq!(correction.of(&quiet), 0);
}

#[test]
fn surroundings_are_the_stones_near_the_last_two() {
    let of = |moves: &str| surroundings(board(moves).position());
    let [last, before] = of("h8 i9 b2 n14 h7 g8");
    assert_eq!(of("h8 i9 n2 b14 d14 c3 h7 g8"), [last, before], "far stones do not count");
    assert_ne!(of("h8 i9 b2 n14 h7 j8")[0], last);
    assert_ne!(of("h8 i9 h6 n14 h7 g8")[1], before);
    assert_eq!(of("k4 l5 b2 n14 k3 j4"), [last, before], "only the shape counts");
    assert_eq!(of("h8")[1], 0, "there is only one stone");
}

#[test]
fn corrections_are_bounded() {
    let quiet = board("h8 i9");
    for score in [Score::MAX_UNPROVED, -Score::MAX_UNPROVED] {
        let mut correction = Correction::default();
        for _ in 0..1_000 {
            correction.learn(
                &quiet,
                score,
                Score::DRAW,
                Margins::default().error_weight(100 * PLY),
            );
        }
        assert!(correction.of(&quiet).abs() <= 3 * 256, "{}", correction.of(&quiet));
    }
}
