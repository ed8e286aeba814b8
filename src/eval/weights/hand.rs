//! The weights set by hand, for rules without learned ones.
//!
//! Origin: the classes and the pairs are set by hand. The sizes follow a logistic
//! regression of the results of 3,300 games of Dolmen against itself (freestyle, 15×15 and
//! 20×20, random openings, 3,000 nodes a move) on the number of shapes and threats of
//! quiet positions; rounded, and evened out by hand where a class was too rare to say.

use crate::board::Color;
use crate::eval::weights::{GroupWeights, PARTS};
use crate::rules::{Rule, Shape};
use crate::threats::Threat;

/// Worth of a shape in one direction to the colour that could make it, by the number of
/// the shape: when it is to move, and when the other one is.
const SHAPE_VALUES: [(i16, i16); Shape::ALL.len()] = [
    (0, 0),   // none
    (0, 0),   // one
    (2, 2),   // two
    (2, 2),   // open two, one way
    (2, 2),   // open two, two ways
    (4, 2),   // open two, three ways
    (0, 2),   // three
    (46, 24), // open three, one way
    (61, 35), // open three, two ways
    (43, 38), // four
    (80, 60), // double four
    (80, 60), // open four
    (80, 60), // five
    (0, 0),   // overline
];

/// Further worth of the point as a whole, by the number of its class of threat.
const THREAT_VALUES: [(i16, i16); Threat::COUNT] = [
    (0, 0),      // nothing
    (0, 0),      // open two
    (10, 10),    // three
    (24, 15),    // double two
    (50, 33),    // three plus
    (1, 14),     // open three
    (115, 45),   // open three plus
    (250, 60),   // double three
    (28, 21),    // four
    (169, 129),  // four plus
    (988, 477),  // four-three
    (1100, 500), // open four
    (1100, 500), // five
    (0, 0),      // forbidden
];

/// Worth of being to move.
pub(super) const TEMPO: i16 = 150;

/// How much the value of a point to the mover, and to the opponent if he moved there,
/// counts in a move's score, in percent.
const ATTACK_PERCENT: i32 = 200;
const DEFENCE_PERCENT: i32 = 150;

/// The weights of a code of a colour.
pub(super) fn weights(rule: Rule, color: Color, shapes: [Shape; 4]) -> GroupWeights {
    let threat = Threat::of(shapes, rule, color);
    let parts = shapes.iter().map(|&shape| SHAPE_VALUES[shape as usize]);
    let parts = parts.filter(|_| threat != Threat::Forbidden);
    let mut weights = GroupWeights::default();
    for (to_move, waiting) in parts.chain([THREAT_VALUES[threat as usize]]) {
        weights.to_move += to_move;
        weights.waiting += waiting;
    }
    let percent = |part: i32| (i32::from(weights.to_move) * part / 100) as i16;
    (weights.attack, weights.defence) = (percent(ATTACK_PERCENT), percent(DEFENCE_PERCENT));
    weights.to_move *= PARTS;
    weights.waiting *= PARTS;
    weights
}
