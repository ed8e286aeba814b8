//! Fives in lines from edge to edge of the board, in every direction.

use crate::board::{BoardSize, Color, Direction, Point, Position, diagram};
use crate::rules::{Outcome, Rule, five_points, five_through, makes_five, outcome, winner};

/// Returns the points of the main line in a direction on a square board, with the cells of
/// `line`.
fn cells(line: &str, direction: Direction) -> Vec<(Point, char)> {
    let side = line.len();
    let at = |step: usize| match direction {
        Direction::Horizontal => Point::new(step, side / 2),
        Direction::Vertical => Point::new(side / 2, step),
        Direction::Diagonal => Point::new(step, step),
        Direction::AntiDiagonal => Point::new(step, side - 1 - step),
    };
    line.chars().enumerate().map(|(step, cell)| (at(step), cell)).collect()
}

/// Returns a square board with the line on it and the point drawn as `*`.
///
/// `X` are stones of `color`, `O` of the other colour, `#` are dead points.
fn board(line: &str, direction: Direction, color: Color) -> (Position, Point) {
    let mut position = Position::new(BoardSize::square(line.len()));
    let cells = cells(line, direction);
    for &(point, cell) in &cells {
        match cell {
            'X' => position.place(point, color).expect("free"),
            'O' => position.place(point, !color).expect("free"),
            '#' => position.block(point).expect("free"),
            _ => {}
        }
    }
    let star = cells.iter().find(|(_, cell)| *cell == '*').expect("the line has a star");
    (position, star.0)
}

/// Checks whether a stone on `*` makes five (`5`) or not (`-`) in freestyle, standard, renju
/// for black and for white, caro and caro6.
fn check(line: &str, expected: &str) {
    let cases = [
        (Rule::Freestyle, Color::White),
        (Rule::Standard, Color::White),
        (Rule::Renju, Color::Black),
        (Rule::Renju, Color::White),
        (Rule::Caro, Color::Black),
        (Rule::Caro6, Color::Black),
    ];
    for direction in Direction::ALL {
        let actual: String = cases
            .into_iter()
            .map(|(rule, color)| {
                let (mut position, star) = board(line, direction, color);
                let makes = makes_five(&position, star, color, rule);
                assert_eq!(five_points(&position, color, rule).contains(star), makes);
                position.place(star, color).expect("free");
                assert_eq!(winner(&position, rule), makes.then_some(color), "{rule} {line}");
                assert_eq!(outcome(&position, rule), makes.then_some(Outcome::Win(color)));
                if makes { '5' } else { '-' }
            })
            .collect();
        assert_eq!(actual, expected, "{line} {direction:?}");
    }
}

#[test]
fn a_five_is_counted_by_each_rule() {
    check("XXXX*", "555555");
    check("*XXXX", "555555");
    check("XX*XX", "555555");
    check(".XX*X.", "------");
    check(".XX*XX.", "555555");
    check("OXX*XX.", "555555");
    check("OXX*XX", "555555");
    check("XX*XXO", "555555");
    check("OXX*XXO", "5555--");
    check("#XX*XXO", "555555");
    check("#XX*XX#", "555555");
    check(".XXX*XX.", "5--5-5");
    check("OXXX*XXO", "5--5-5");
    check("XXXX*XXXX", "5--5-5");
    check("XX#*XXX.", "------");
    check("XXO*XXX.", "------");
}

#[test]
fn fives_of_one_stone_are_found_together() {
    let diagram = "
        . . . . . . .
        X X X X . . .
        . . . . X . .
        . . . X X . .
        . . X . X . .
        . X . . X . .
        X . . . . . .";
    let position = diagram::parse(diagram).expect("a board");
    let stones = |point| {
        five_through(&position, point, Color::Black, Rule::Standard).map_or(0, |fives| fives.len())
    };
    assert_eq!(stones(Point::new(4, 1)), 5 + 4, "a row and a column");
    assert_eq!(stones(Point::new(4, 6)), 5);
    assert_eq!(stones(Point::new(5, 1)), 0);
    assert_eq!(stones(Point::new(4, 2)), 5, "the diagonal through a stone that is there");
    assert_eq!(stones(Point::new(7, 7)), 0, "off the board");
    let white = five_through(&position, Point::new(0, 1), Color::White, Rule::Standard);
    assert_eq!(white, None, "another's stone");
}

#[test]
fn a_full_board_is_a_draw_unless_the_last_stone_wins() {
    let full = "
        X X O O X
        O O X X O
        X X O O X
        O O X X O
        X X O O .";
    let mut position = diagram::parse(full).expect("a board");
    assert_eq!(outcome(&position, Rule::Freestyle), None);
    position.place(Point::new(4, 4), Color::Black).expect("free");
    assert_eq!(outcome(&position, Rule::Freestyle), Some(Outcome::Draw));
    assert_eq!(winner(&position, Rule::Freestyle), None);

    let last = "
        X X O O X
        O O X X X
        X X O O X
        O O X X X
        X X O O .";
    let mut position = diagram::parse(last).expect("a board");
    position.place(Point::new(4, 4), Color::Black).expect("free");
    assert_eq!(outcome(&position, Rule::Freestyle), Some(Outcome::Win(Color::Black)));
}
