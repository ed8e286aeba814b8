//! The numbers of the evaluation, each with its meaning and origin. All were set by hand,
//! from the proportions of the reference design's table, and checked by play.
//!
//! Unit: 200 are worth a win probability of 73 % (the sigmoid of one).

use once_cell::sync::OnceCell;

use crate::board::Color;
use crate::rules::{Rule, Shape};
use crate::threats::{CodeTables, CodeValue, Threat};

/// Worth of a shape in one direction to the colour that could make it, by the number of
/// the shape: when it is to move, and when the other one is.
const SHAPE_VALUES: [(i16, i16); Shape::ALL.len()] = [
    (0, 0),   // none
    (0, 0),   // one
    (0, 0),   // two
    (0, 0),   // open two, one way
    (1, 1),   // open two, two ways
    (2, 1),   // open two, three ways
    (1, 0),   // three
    (17, 7),  // open three, one way
    (35, 19), // open three, two ways
    (20, 17), // four
    (36, 24), // double four
    (36, 24), // open four
    (36, 24), // five
    (0, 0),   // overline
];

/// Further worth of the point as a whole, by the number of its class of threat.
const THREAT_VALUES: [(i16, i16); Threat::COUNT] = [
    (0, 0),     // nothing
    (0, 0),     // open two
    (3, 5),     // three
    (16, 10),   // double two
    (23, 22),   // three plus
    (0, 3),     // open three
    (53, 19),   // open three plus
    (160, 36),  // double three
    (15, 13),   // four
    (75, 52),   // four plus
    (516, 174), // four-three
    (540, 180), // open four
    (540, 180), // five
    (0, 0),     // forbidden
];

/// Worth of being to move, in the balance of two quiet sides.
pub const TEMPO: i32 = 58;

fn value(color: Color, shapes: [Shape; 4], rule: Rule) -> CodeValue {
    let threat = Threat::of(shapes, rule, color);
    let mut value = CodeValue::default();
    let parts = shapes.iter().map(|&shape| SHAPE_VALUES[shape as usize]);
    let parts = parts.filter(|_| threat != Threat::Forbidden);
    for (to_move, waiting) in parts.chain([THREAT_VALUES[threat as usize]]) {
        value.to_move += to_move;
        value.waiting += waiting;
    }
    value
}

/// The threats and values of all codes under a rule, built when first asked for.
#[must_use]
pub fn tables(rule: Rule) -> &'static CodeTables {
    static TABLES: [OnceCell<CodeTables>; Rule::ALL.len()] =
        [const { OnceCell::new() }; Rule::ALL.len()];
    TABLES[rule.index()]
        .get_or_init(|| CodeTables::new(rule, |color, shapes| value(color, shapes, rule)))
}
