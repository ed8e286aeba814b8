//! The boards of the gallery; the comment above each says what it shows.

use crate::rules::Rule;
use crate::rules::forbidden::tests::check;

#[test]
fn plain_double_threes() {
    // A double three.
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
    // Allowed, because one of the threes is blocked.
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
    // Allowed, because the threes are too close to the edge to become open fours.
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
    // Two crossing fours.
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
    // An open four counts as one four, and so does one that a sixth stone spoils on one
    // side.
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
    // Four stones that only six in a row would complete are not a four.
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
    // A five in another line permits an overline, a double four and a double three.
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
    // The open four needs a point that is an overline in its column.
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
    // The open four needs a point that is a double four.
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
    // The open four needs a point that is a double three itself.
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
    // The same with one three closed there, so that the first double three counts.
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
    // Three levels deep: the double three on e6 counts because g6 would not be a double
    // three after it. The column of g6 needs g5 for its open four, and g5 would then be a
    // double four.
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
    // Without those stones g5 would be allowed, and so is e6.
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
    // Both colours have the same restriction; double fours and overlines are allowed.
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
    // The point that makes the open four is a double three, which is irrelevant in omok.
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
    // A move that makes five is allowed regardless of its threes; six stones are not a
    // five.
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
