//! Tests that corrections carry over to positions with the same threats, and stay within bounds.

use crate::eval::Score;
use crate::rules::Rule;
use crate::search::correction::Correction;
use crate::search::depth::PLY;
use crate::tests::position;
use crate::threats::ThreatBoard;

fn board(moves: &str) -> ThreatBoard {
    ThreatBoard::new(&position(&format!("15x15 {moves}")), Rule::Freestyle)
}

#[test]
fn corrections_approach_the_difference_seen() {
    let quiet = board("h8 i9");
    let elsewhere = board("d5 f10");
    let three = board("h8 b2 i8 n2 j8 b14");
    let mut correction = Correction::default();
    assert_eq!(correction.of(&quiet), 0);
    for _ in 0..100 {
        let eval = Score::new(correction.of(&quiet));
        correction.learn(&quiet, Score::new(50), eval, 6 * PLY);
    }
    assert!((40..=60).contains(&correction.of(&quiet)), "{}", correction.of(&quiet));
    assert_eq!(correction.of(&elsewhere), correction.of(&quiet), "the same threats");
    assert_eq!(correction.of(&three), 0, "other threats");
}

#[test]
fn corrections_are_bounded() {
    let quiet = board("h8 i9");
    for score in [Score::MAX_UNPROVED, -Score::MAX_UNPROVED] {
        let mut correction = Correction::default();
        for _ in 0..1_000 {
            correction.learn(&quiet, score, Score::DRAW, 100 * PLY);
        }
        assert!(correction.of(&quiet).abs() <= 256, "{}", correction.of(&quiet));
    }
}
