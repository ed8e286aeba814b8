//! Lines and fouls on diagrams.

use super::diagram;
use crate::referee::{Foul, Point, Rule, Side, foul, has_line, wins};

const RULES: [(i64, Rule); 5] = [
    (0, Rule::Freestyle),
    (1, Rule::Standard),
    (4, Rule::Renju),
    (8, Rule::CaroPlus),
    (9, Rule::Caro),
];

/// Checks that a stone on `*` of the one-row diagram wins under exactly these rule codes, also if the
/// row is turned into a column or a diagonal.
fn check_row(row: &str, side: Side, codes: &[i64]) {
    let letters: Vec<char> = row.chars().collect();
    let (size, letters) = (letters.len(), &letters);
    let shown = |cell: &dyn Fn(usize, usize) -> Option<usize>| -> Vec<String> {
        let cells = |y: usize| (0..size).map(move |x| cell(x, y).map_or('.', |i| letters[i]));
        (0..size).map(|y| cells(y).collect()).collect()
    };
    let boards = [
        shown(&|x, y| (y == 0).then_some(x)),
        shown(&|x, y| (x == size - 1).then_some(y)),
        shown(&|x, y| (x == y).then_some(x)),
        shown(&|x, y| (x + y == size - 1).then_some(x)),
    ];
    for board in boards {
        let rows: Vec<&str> = board.iter().map(String::as_str).collect();
        let (field, marked) = diagram(&rows);
        for (code, rule) in RULES {
            assert_eq!(Rule::from_code(code), Some(rule));
            let expected = codes.contains(&code);
            assert_eq!(wins(&field, rule, side, marked[0]), expected, "{code} {rows:?}");
            let after = field.with(marked[0], side);
            assert_eq!(has_line(&after, rule), expected.then_some(side), "{code} {rows:?}");
            assert_eq!(has_line(&field, rule), None, "{code} {rows:?}");
        }
    }
}

#[test]
fn five_wins_everywhere() {
    check_row("..XX*XX..", Side::Black, &[0, 1, 4, 8, 9]);
    check_row("..OO*OO..", Side::White, &[0, 1, 4, 8, 9]);
    check_row("XXXX*", Side::Black, &[0, 1, 4, 8, 9]);
    check_row(".OOOO*", Side::White, &[0, 1, 4, 8, 9]);
    check_row("..XXX*.", Side::Black, &[]);
    check_row("..XXO*XX", Side::Black, &[]);
    check_row("..XX*XDX..", Side::Black, &[]);
}

#[test]
fn six_wins_where_the_rule_says_so() {
    check_row(".XXX*XX.", Side::Black, &[0, 8]);
    check_row(".OOO*OO.", Side::White, &[0, 4, 8]);
    check_row("XOOO*OOX", Side::White, &[0, 4, 8]);
    check_row("XXXX*XXXX", Side::Black, &[0, 8]);
}

#[test]
fn only_the_opponent_blocks_ends() {
    check_row("OXX*XXO", Side::Black, &[0, 1, 4]);
    check_row("OXX*XX.", Side::Black, &[0, 1, 4, 8, 9]);
    check_row("OXX*XX", Side::Black, &[0, 1, 4, 8, 9]);
    check_row("XX*XX", Side::Black, &[0, 1, 4, 8, 9]);
    check_row("OXX*XXD", Side::Black, &[0, 1, 4, 8, 9]);
}

/// The kind of foul on each marked point, row by row.
fn check_fouls(rows: &[&str], expected: &[Option<Foul>]) {
    let (field, marked) = diagram(rows);
    let found: Vec<Option<Foul>> =
        marked.iter().map(|&point| foul(&field, Rule::Renju, Side::Black, point)).collect();
    assert_eq!(found, expected, "{rows:?}");
    for point in marked {
        assert_eq!(foul(&field, Rule::Standard, Side::Black, point), None);
        assert_eq!(foul(&field, Rule::Renju, Side::White, point), None);
    }
}

#[test]
fn double_three() {
    let foul = Some(Foul::DoubleThree);
    check_fouls(
        &[
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . X . . . .",
            ". . . . X . . . .",
            ". . X X * . . . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
        ],
        &[foul],
    );
    check_fouls(
        &[
            ". . . . . . . . .",
            ". . . . . . . . .",
            ". . . . X . . . .",
            ". . . . X . . . .",
            ". O X X * . O . .",
            ". . . . . . . . .",
            ". . . . . . . . .",
        ],
        &[None],
    );
}

#[test]
fn a_three_needs_a_legal_point_for_its_straight_four() {
    let without = [
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . X . . . .",
        ". . . . X . . . .",
        "O . X X * . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . . . . . .",
    ];
    check_fouls(&without, &[Some(Foul::DoubleThree)]);
    let with_overline = [
        ". . . . . . . . .",
        ". . . . . . . . .",
        ". . . . X X . . .",
        ". . . . X X . . .",
        "O . X X * * . . .",
        ". . . . . X . . .",
        ". . . . . X . . .",
        ". . . . . X . . .",
    ];
    check_fouls(&with_overline, &[None, Some(Foul::Overline)]);
}

#[test]
fn double_four_also_in_one_line() {
    let foul = Some(Foul::DoubleFour);
    check_fouls(&["X . X * X . X ."], &[foul]);
    check_fouls(&["X X . X * . X X"], &[foul]);
    check_fouls(&[". X X * X . ."], &[None]);
    check_fouls(&["X X . * X . X X"], &[foul]);
    check_fouls(&["X X X * .", ". . . X .", ". . . X .", ". . . X .", ". . . . ."], &[foul]);
}

#[test]
fn overline_unless_it_makes_five_too() {
    check_fouls(&["X X X * X X"], &[Some(Foul::Overline)]);
    check_fouls(
        &["X X X * X X", ". . . X . .", ". . . X . .", ". . . X . .", ". . . X . ."],
        &[None],
    );
}

#[test]
fn points_are_read_and_written() {
    let point: Point = "3,14".parse().expect("the name is a point");
    assert_eq!((point, point.to_string().as_str()), (Point::new(3, 14), "3,14"));
    for text in ["", "3", "3,", ",3", "3,4,5", "-1,2", "+1,2", " 1,2", "1,70000"] {
        let error = text.parse::<Point>().expect_err(text);
        assert!(error.to_string().contains(text), "{error}");
    }
}
