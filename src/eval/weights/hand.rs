//! The weights set by hand: the start of learning, and the weights of rules without learned ones.
//!
//! The classes and pairs were chosen by hand. The sizes follow a logistic regression of the results
//! of 3,300 games of Dolmen against itself (freestyle, 15×15 and 20×20, random openings, 3,000 nodes
//! a move) on the number of shapes and threats of quiet positions; they were rounded, and smoothed
//! by hand where a class was too rare.

use crate::board::Color;
use crate::eval::weights::{GroupWeights, PARTS};
use crate::rules::{Rule, Shape};
use crate::threats::Threat;

/// The worth of a point to the colour that could play there, in units.
#[derive(Clone, Copy)]
struct PointValue {
    /// The worth when that colour is to move.
    to_move: i16,
    /// The worth when the other colour is to move.
    waiting: i16,
}

impl PointValue {
    const fn new(to_move: i16, waiting: i16) -> Self {
        Self { to_move, waiting }
    }
}

/// The worth of a shape in one direction to the colour that could make it, by the number of the
/// shape.
const SHAPE_VALUES: [PointValue; Shape::ALL.len()] = [
    PointValue::new(0, 0),   // none
    PointValue::new(0, 0),   // one
    PointValue::new(2, 2),   // two
    PointValue::new(2, 2),   // open two, one way
    PointValue::new(2, 2),   // open two, two ways
    PointValue::new(4, 2),   // open two, three ways
    PointValue::new(0, 2),   // three
    PointValue::new(46, 24), // open three, one way
    PointValue::new(61, 35), // open three, two ways
    PointValue::new(43, 38), // four
    PointValue::new(80, 60), // double four
    PointValue::new(80, 60), // open four
    PointValue::new(80, 60), // five
    PointValue::new(0, 0),   // overline
];

/// The worth of the point as a whole, which is added, by the number of its class of threat.
const THREAT_VALUES: [PointValue; Threat::COUNT] = [
    PointValue::new(0, 0),      // nothing
    PointValue::new(0, 0),      // open two
    PointValue::new(10, 10),    // three
    PointValue::new(24, 15),    // double two
    PointValue::new(50, 33),    // three plus
    PointValue::new(1, 14),     // open three
    PointValue::new(115, 45),   // open three plus
    PointValue::new(250, 60),   // double three
    PointValue::new(28, 21),    // four
    PointValue::new(169, 129),  // four plus
    PointValue::new(988, 477),  // four-three
    PointValue::new(1100, 500), // open four
    PointValue::new(1100, 500), // five
    PointValue::new(0, 0),      // forbidden
];

/// The bonus for the side to move, in units.
pub(super) const TEMPO: i16 = 150;

/// The share of a point's value that counts in the score of a move there, in percent: of its value
/// to the mover, and of its value to the opponent.
const ATTACK_PERCENT: i32 = 200;
const DEFENCE_PERCENT: i32 = 150;

/// Returns the weights of four shapes of a colour.
pub(super) fn weights(rule: Rule, color: Color, shapes: [Shape; 4]) -> GroupWeights {
    let threat = Threat::of(shapes, rule, color);
    let parts = shapes.iter().map(|&shape| SHAPE_VALUES[shape as usize]);
    let parts = parts.filter(|_| threat != Threat::Forbidden);
    let mut weights = GroupWeights::default();
    for PointValue { to_move, waiting } in parts.chain([THREAT_VALUES[threat as usize]]) {
        weights.to_move += to_move;
        weights.waiting += waiting;
    }
    let percent = |part: i32| (i32::from(weights.to_move) * part / 100) as i16;
    (weights.attack, weights.defence) = (percent(ATTACK_PERCENT), percent(DEFENCE_PERCENT));
    weights.to_move *= PARTS;
    weights.waiting *= PARTS;
    weights
}
