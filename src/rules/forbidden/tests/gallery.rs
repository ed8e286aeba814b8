//! The boards. A heading above each says what it shows.

use crate::rules::Rule;
use crate::rules::forbidden::tests::check;

#[test]
fn plain_double_threes() {
    // Two threes across, and the gaps that make the same threes.
    check(
        Rule::Renju,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . 3 X X . . .
        . . . X . . . . .
        . . . X . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
    // One of them blocked: allowed.
    check(
        Rule::Renju,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . X X O . .
        . . . X . . . . .
        . . . X . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
    // Too near to the edge to become an open four.
    check(
        Rule::Renju,
        "
        . . . . . . .
        . . X . X . .
        . X . . . X .
        . . . . . . .
        . . . . . . .
        . . . . . . .",
    );
}

#[test]
fn double_fours() {
    // Two fours across.
    check(
        Rule::Renju,
        "
        . . . . O . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . X . . . .
        O X X X 4 . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
    // Two fours in one line, in three ways.
    check(
        Rule::Renju,
        "
        . . . . . . . . . . .
        . X . X 4 X . X . . .
        . . . . . . . . . . .
        . . . . . 3 . . . . .
        X X . 4 X . X X . . .
        . . . . . . . . . . .
        . . . . . . 3 . . . .
        X X X . 4 . X X X . .
        . . . . . . . . . . .",
    );
    // An open four is one four; so is one that a sixth stone closes on one side.
    check(
        Rule::Renju,
        "
        . . . . . . . . . . .
        . . X X . X . . . . .
        . . . 3 . . . . . . .
        . . . 3 . . . . . . .
        X . X X . X . . . . .
        . . . . . . . . . . .",
    );
    // A four that only a sixth stone would complete is none.
    check(
        Rule::Renju,
        "
        . . . . . O . . . . .
        . . . . . X . . . . .
        . . . . 3 X . . . . .
        . . . . . X . . . . .
        O X X X . . X . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .",
    );
}

#[test]
fn overlines_and_the_five_that_saves() {
    check(
        Rule::Renju,
        "
        . . . . . . . . . .
        . X X X 6 X X . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .
        . . . . . . . . . .",
    );
    // A five in another row saves an overline, a double four, a double three.
    check(
        Rule::Renju,
        "
        . . . . X . . . . .
        . . . . X . . . . .
        . . . 3 X . . . . .
        . . . . X . . . . .
        . X X X . X X . . .
        . . . . O . . . . .",
    );
    check(
        Rule::Renju,
        "
        . . . . . . . . .
        . . . . X . . . .
        . . . . . . . . .
        . . 3 . X . . . .
        X X X X . . . . .
        . . 3 . X . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . . . . . . . .",
    );
    check(
        Rule::Renju,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        X X X X . . . . .
        . . . 3 X X . . .
        . . . . X 3 X . .
        . . . . . . . . .
        . . . . . . . . .",
    );
}

#[test]
fn false_threes() {
    // The row becomes an open four only on a point that is an overline in its column.
    check(
        Rule::Renju,
        "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . X . . . .
        . . . . . . X . . . .
        . . . . X . X . . . .
        . O . X . X 6 . O . .
        . . . . X . X . . . .
        . . . . . . X . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .",
    );
    // Only on a point that is a double four.
    check(
        Rule::Renju,
        "
        . . . . . . . . . . .
        . . . . . . O . . . O
        . . . . . . X . . X .
        . . . . . . X . X . .
        . . . . X . X X . . .
        . O . X . X 4 . . . .
        . . . . X . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .",
    );
    // Only on a point that is a double three itself.
    check(
        Rule::Renju,
        "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . X . . . .
        . . . . . . X . . . .
        . . . . X . 3 . . . .
        . O . X . X 3 . O . .
        . . . . X . 3 X . . .
        . . . . . . . . X . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .",
    );
    // It would be, but for one closed three: the first double three is real.
    check(
        Rule::Renju,
        "
        . . . . . . . . . . .
        . . . . . . O . . . .
        . . . . . . X . . . .
        . . . . . . X . . . .
        . . . . X . . . . . .
        . O . X 3 X 3 . O . .
        . . . . X . 3 X . . .
        . . . . . . O . X . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .",
    );
    // Three deep: e6 is real, since g6 then is no double three, since its column becomes
    // an open four only on g5, which then is a double four.
    check(
        Rule::Renju,
        "
        . . O . . . . . . . .
        . . . X . . . . . . .
        . . . . X 3 X . . . .
        . . . . . X X . . . .
        . . . . . 3 3 . . . .
        . O . X 3 X 3 . . . .
        . . . . X 3 . X . . .
        . . . . . . . . X . .
        . . . . X . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .",
    );
    // Without those stones g5 is allowed then, and so is e6.
    check(
        Rule::Renju,
        "
        . . O . . . . . . . .
        . . . . . . . . . . .
        . . . . . . X . . . .
        . . . . . X X 3 . . .
        . . . . . 3 3 . . . .
        . O . X . X 3 . . . .
        . . . . X 3 . X . . .
        . . . . . . . . X . .
        . . . . X . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .",
    );
}

#[test]
fn omok_double_threes() {
    // The same for both colours; the colour's own fours and overlines are no matter.
    check(
        Rule::Omok,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . 3 X X . . .
        . . . X . . . . .
        . . . X . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
    check(
        Rule::Omok,
        "
        . . . . O . . . .
        . . . . X . . . .
        . . . . X . . . .
        . . . . X . . . .
        O X X X . . . . .
        . . . . . . . . .
        . X X X . X X . .",
    );
    // A four together with two threes is forbidden; with one it is not.
    check(
        Rule::Omok,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . X . . . X . .
        . . 3 X . X . . .
        O X X X 3 . . . .
        . . . 3 . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
    // The point that makes the open four is a double three: no matter in omok.
    check(
        Rule::Omok,
        "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . X . . . .
        . . . . . . X . . . .
        . . . . X . 3 . . . .
        . O . X 3 X 3 . O . .
        . . . . X . 3 X . . .
        . . . . . . . . X . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .",
    );
    // A move that makes five is allowed, whatever threes it makes; six do not save.
    check(
        Rule::Omok,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        X X X X . . . . .
        . . . 3 X X . . .
        . . . . X 3 X . .
        . . . . . . . . .
        . . . . . . . . .",
    );
    check(
        Rule::Omok,
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        X X X X 3 X . . .
        . . . 3 X X . . .
        . . . 3 X 3 X . .
        . . . . . 3 . . .
        . . . . . . . . .",
    );
}
