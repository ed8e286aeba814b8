//! Corrections carry over to positions with the same threats, and stay within bounds.

use crate::board::{BoardSize, Point, Position};
use crate::eval::Score;
use crate::rules::Rule;
use crate::search::correction::Correction;
use crate::search::depth::PLY;
use crate::threats::ThreatBoard;

fn board(points: &[(usize, usize)]) -> ThreatBoard {
    let mut position = Position::new(BoardSize::square(15));
    for &(column, row) in points {
        position.play(Point::new(column, row)).expect("the point is empty");
    }
    ThreatBoard::new(&position, Rule::Freestyle)
}

#[test]
fn corrections_approach_the_difference_seen() {
    let quiet = board(&[(7, 7), (8, 8)]);
    let elsewhere = board(&[(3, 4), (5, 9)]);
    let three = board(&[(7, 7), (1, 1), (8, 7), (13, 1), (9, 7), (1, 13)]);
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
    let quiet = board(&[(7, 7), (8, 8)]);
    for score in [Score::MAX_UNPROVED, -Score::MAX_UNPROVED] {
        let mut correction = Correction::default();
        for _ in 0..1_000 {
            correction.learn(&quiet, score, Score::DRAW, 100 * PLY);
        }
        assert!(correction.of(&quiet).abs() <= 256, "{}", correction.of(&quiet));
    }
}
