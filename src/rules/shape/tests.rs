//! Tests of the definition of shapes, on lines that a player can check by eye.

use crate::board::lines::LINE_MARGIN;
use crate::rules::Five;
use crate::rules::shape::{Definition, LineRule, Shape};

/// Returns the shape that a stone on `*` makes in a line of own stones `O`, opponent's stones
/// `X` and empty cells `_`.
fn shape(line: &str, rule: LineRule) -> Shape {
    let cells_of = |signs: &str| {
        let cells = line.char_indices().filter(|&(_, sign)| signs.contains(sign));
        cells.fold(0, |word, (cell, _)| word | 1 << (cell + LINE_MARGIN))
    };
    Definition::new(rule, cells_of("OX_*"), cells_of("X")).shape(cells_of("O"), cells_of("*"))
}

/// Checks the shape in a line and its mirror image for each kind of five, in the order of
/// [`Five::ALL`].
fn check(line: &str, expected: [Shape; 4]) {
    for (five, expected) in Five::ALL.into_iter().zip(expected) {
        let rule = LineRule { five, forbids_overline: false };
        let reversed: String = line.chars().rev().collect();
        assert_eq!(shape(line, rule), expected, "{line} {five:?}");
        assert_eq!(shape(&reversed, rule), expected, "{reversed} {five:?}");
    }
}

#[test]
fn fives() {
    check("OO*OO", [Shape::Five; 4]);
    check("XOO*OOX", [Shape::Five, Shape::Five, Shape::None, Shape::None]);
    check("OOO*OO", [Shape::Five, Shape::None, Shape::None, Shape::Five]);
    check("XOOO*OOX", [Shape::Five, Shape::None, Shape::None, Shape::Five]);
    let forbids = LineRule { five: Five::Exactly, forbids_overline: true };
    assert_eq!(shape("OOO*OO", forbids), Shape::Overline);
    assert_eq!(shape("OO*OO", forbids), Shape::Five);
}

#[test]
fn fours() {
    check("_OO*O_", [Shape::OpenFour; 4]);
    check("X_OO*O_", [Shape::OpenFour, Shape::OpenFour, Shape::Four, Shape::Four]);
    check("XOO*O__", [Shape::Four; 4]);
    check("O_O*O_O", [Shape::DoubleFour; 4]);
    check("OO_*O_OO", [Shape::DoubleFour; 4]);
    check("O_OO*O__", [Shape::OpenFour, Shape::Four, Shape::Four, Shape::OpenFour]);
    check("XOO*OX", [Shape::None; 4]);
    check("O*O_O", [Shape::Four; 4]);
}

#[test]
fn threes() {
    check("__O*O__", [Shape::OpenThree2; 4]);
    check("_OO_*_", [Shape::OpenThree1; 4]);
    check("X_OO_*_X", [Shape::OpenThree1, Shape::OpenThree1, Shape::Three, Shape::Three]);
    check("X_O*O_X", [Shape::Three, Shape::Three, Shape::None, Shape::None]);
    check("_O_*O_O_", [Shape::OpenThree2, Shape::Three, Shape::Three, Shape::OpenThree2]);
    check("O__O*O__O", [Shape::OpenThree2, Shape::Three, Shape::Three, Shape::OpenThree2]);
    check("XO*O__", [Shape::Three; 4]);
}

#[test]
fn twos_and_ones() {
    check("___O*___", [Shape::OpenTwo3; 4]);
    check("__O*__", [Shape::OpenTwo1; 4]);
    check("_O__*_", [Shape::OpenTwo1; 4]);
    check("XO*___", [Shape::Two; 4]);
    check("XO*__X", [Shape::None; 4]);
    check("_____*____", [Shape::One; 4]);
    check("X_*__X", [Shape::None; 4]);
}
