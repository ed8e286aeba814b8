//! Forbidden points: a gallery of boards, lines that are or are not threes in omok, and a
//! comparison with the definition of shapes on line words.
//!
//! The boards show the most serious reason at every point that is forbidden to black: `3`
//! double three, `4` double four, `6` overline. All other points are allowed.

use crate::board::diagram::{Diagram, cell, parse_marked};
use crate::board::{
    BoardSize, Color, Direction, Geometry, LineIndex, LineSpot, Point, Position, Symmetry,
};
use crate::rules::shape::{Definition, LineRule, Shape};
use crate::rules::{
    Forbidden, IllegalMove, Rule, check_move, forbidden, forbidden_kinds, forbidden_points,
    makes_five,
};

mod gallery;

const fn mark(kind: Forbidden) -> char {
    match kind {
        Forbidden::DoubleThree => '3',
        Forbidden::DoubleFour => '4',
        Forbidden::Overline => '6',
    }
}

/// Returns the image of a position under a symmetry, with the colours exchanged if `swap`.
fn transformed(position: &Position, symmetry: Symmetry, swap: bool) -> Position {
    let size = position.size();
    let mut image = Position::new(size);
    for placement in position.history() {
        let color = if swap { !placement.color } else { placement.color };
        image.place(symmetry.apply(placement.point, size), color).expect("free");
    }
    for point in position.dead() {
        image.block(symmetry.apply(point, size)).expect("free");
    }
    image
}

/// Draws a position with its forbidden points.
fn drawn(position: &Position, color: Color, rule: Rule) -> String {
    let size = position.size();
    let marked = |point| match cell(position, point) {
        empty @ '.' => forbidden(position, point, color, rule).map_or(empty, mark),
        taken => taken,
    };
    let row = |row| {
        let cells = (0..size.width()).map(|column| format!(" {}", marked(Point::new(column, row))));
        cells.collect::<String>()
    };
    (0..size.height()).map(|r| row(r) + "\n").collect()
}

/// Checks the forbidden points of a board and of its images under all symmetries.
fn check(rule: Rule, text: &str) {
    let Diagram { position, marks } = parse_marked(text, "346").expect("a board");
    let drawing = drawn(&position, Color::Black, rule);
    let redrawn = parse_marked(&drawing, "346").expect("a drawn board");
    assert_eq!(redrawn.marks, marks, "{rule}, forbidden are:\n{drawing}");
    for symmetry in Symmetry::all(position.size()) {
        let colors = if rule == Rule::Omok { &Color::ALL[..] } else { &Color::ALL[..1] };
        for &color in colors {
            let image = transformed(&position, symmetry, color == Color::White);
            let expected =
                marks.iter().map(|&(point, _)| symmetry.apply(point, position.size())).collect();
            assert_eq!(forbidden_points(&image, color, rule), expected, "{symmetry:?}\n{image}");
        }
    }
}

/// Checks whether the stones `X` of a line, which runs from edge to edge, are a three in
/// omok.
///
/// If so, each of them, placed last, makes a double three with an open three that crosses
/// the line there. `x` are other own stones.
fn check_three(line: &str, expected: bool) {
    let mirrored: String = line.chars().rev().collect();
    for line in [line, &mirrored] {
        for last in line.match_indices('X').map(|(index, _)| index) {
            for transpose in [false, true] {
                for color in Color::ALL {
                    let (position, point) = crossed(line, last, transpose, color);
                    let kind = forbidden(&position, point, color, Rule::Omok);
                    let expected = expected.then_some(Forbidden::DoubleThree);
                    assert_eq!(kind, expected, "{line}, {point} last\n{position}");
                }
            }
        }
    }
}

/// Returns a line without its stone at `last`, crossed there by two own stones, and the
/// point of that stone.
fn crossed(line: &str, last: usize, transpose: bool, color: Color) -> (Position, Point) {
    const HEIGHT: usize = 11;
    let (width, height) = if transpose { (HEIGHT, line.len()) } else { (line.len(), HEIGHT) };
    let size = BoardSize::new(width as i64, height as i64).expect("a valid size");
    let at = |along, across| {
        if transpose { Point::new(across, along) } else { Point::new(along, across) }
    };
    let mut position = Position::new(size);
    for (step, cell) in line.chars().enumerate().filter(|&(step, _)| step != last) {
        match cell {
            'X' | 'x' => position.place(at(step, HEIGHT / 2), color).expect("free"),
            'O' => position.place(at(step, HEIGHT / 2), !color).expect("free"),
            '#' => position.block(at(step, HEIGHT / 2)).expect("free"),
            _ => {}
        }
    }
    for across in [HEIGHT / 2 - 1, HEIGHT / 2 + 1] {
        position.place(at(last, across), color).expect("free");
    }
    (position, at(last, HEIGHT / 2))
}

#[test]
fn lines_that_are_threes_in_omok() {
    let threes = "
        O.XX.X.O .XX.X. ..XXX.. .XXX.. O.XXX..O O.XXX.. ..XXX.O O..XXX..O O..XX.X.O O.X.XX..O
        ..X.XX.. .X.XX.. #.XXX.. #.XX.X.# ..XXX..x. x...XXX..x Ox..XXX... xO.XXX..Ox O.XX.X.Ox
        x...XX.X. O.X.XX..x O.XXX..#x x.O.XXX.. ..XXX..OOO";
    threes.split_whitespace().for_each(|line| check_three(line, true));
}

#[test]
fn lines_that_are_not_threes_in_omok() {
    let others = "
        O.XXX.O .XXX. OX.XX.X.XO O.XXX..X X..XXX..X .XXX..X. OXXX... XXX... XX.X... OXX.X..
        OX.XX.. #XXX... ..XX.X .XX..X. .X.X.X. O.XX..X.O OX.XX.XO X.XX.X.. .X.XX.X. .XX.X.X.
        X.XXX... ..XXXX.. .XXX.X. ..XXX.X.. ..XXX.XX. X.X.X.X O.XX#X.O O.XXX#.. X.XX.X.X XX..X
        O.XX.XO.";
    others.split_whitespace().for_each(|line| check_three(line, false));
}

/// Returns the shape of a stone in each direction, by the definition on line words.
fn shapes(position: &Position, point: Point, color: Color, rule: Rule) -> [Shape; 4] {
    let word = |line: LineIndex, set: crate::board::Bitboard| {
        set.iter()
            .map(|point| LineSpot::of(point, line.direction()))
            .filter(|spot| spot.line == line)
            .fold(0, |word, spot| word | 1_u32 << spot.bit)
    };
    Direction::ALL.map(|direction| {
        let LineSpot { line, bit } = LineSpot::of(point, direction);
        let cells = Geometry::of(position.size()).cells(line) & !word(line, position.dead());
        let [own, opponent] = [color, !color].map(|color| word(line, position.stones(color)));
        Definition::new(LineRule::of(rule, color), cells, opponent).shape(own, 1 << bit)
    })
}

/// Returns the reasons that follow from the shapes alone; in renju, a double three among
/// them may not count.
fn kinds_by_shapes(shapes: [Shape; 4], rule: Rule) -> Vec<Forbidden> {
    let count = |is: fn(Shape) -> usize| shapes.into_iter().map(is).sum::<usize>();
    let fours = count(|shape| match shape {
        Shape::Four | Shape::OpenFour => 1,
        Shape::DoubleFour => 2,
        _ => 0,
    });
    let kinds = [
        (Forbidden::DoubleThree, count(|shape| usize::from(shape.is_open_three())) >= 2),
        (Forbidden::DoubleFour, rule == Rule::Renju && fours >= 2),
        (Forbidden::Overline, shapes.contains(&Shape::Overline)),
    ];
    let five = shapes.contains(&Shape::Five);
    kinds.into_iter().filter(|&(_, holds)| holds && !five).map(|(kind, _)| kind).collect()
}

#[test]
fn kinds_agree_with_shapes() {
    let mut random = fastrand::Rng::with_seed(1);
    let (mut forbidden, mut false_threes) = (0, 0);
    for _ in 0..60 {
        let size = BoardSize::new(random.i64(5..=15), random.i64(5..=15)).expect("a valid size");
        let mut position = Position::new(size);
        for point in size.points() {
            match random.u8(0..100) {
                0..25 => position.place(point, Color::Black).expect("free"),
                25..35 => position.place(point, Color::White).expect("free"),
                35..37 => position.block(point).expect("free"),
                _ => {}
            }
        }
        for (rule, color) in
            [(Rule::Renju, Color::Black), (Rule::Omok, Color::Black), (Rule::Omok, Color::White)]
        {
            for point in position.empty() {
                let kinds = forbidden_kinds(&position, point, color, rule);
                let shapes = shapes(&position, point, color, rule);
                assert_eq!(
                    makes_five(&position, point, color, rule),
                    shapes.contains(&Shape::Five)
                );
                let expected = kinds_by_shapes(shapes, rule);
                forbidden += usize::from(!kinds.is_empty());
                if rule == Rule::Renju && kinds != expected {
                    let mut with_threes = kinds.clone();
                    with_threes.insert(0, Forbidden::DoubleThree);
                    assert_eq!(with_threes, expected, "{point}\n{position}");
                    false_threes += 1;
                } else {
                    assert_eq!(kinds, expected, "{rule} {color} {point} {shapes:?}\n{position}");
                }
            }
        }
    }
    assert!(forbidden > 100 && false_threes > 10, "{forbidden} and {false_threes} are too few");
}

#[test]
fn moves_are_checked_for_the_side_to_move() {
    let text = "
        . . . . . . .
        . . . X . . .
        . . . X . . .
        . X X 3 . . .
        . . . . . . .
        . . . . . . .
        . . . . . . #";
    let Diagram { mut position, marks } = parse_marked(text, "3").expect("a board");
    let point = marks[0].0;
    position.set_side_to_move(Color::Black);
    let foul = IllegalMove::Forbidden(point, Forbidden::DoubleThree);
    assert_eq!(check_move(&position, point, Rule::Renju), Err(foul));
    assert_eq!(foul.to_string(), "point d4 is forbidden: double three");
    assert_eq!(check_move(&position, point, Rule::Standard), Ok(()));
    let occupied = Point::new(3, 1);
    assert_eq!(check_move(&position, occupied, Rule::Renju), Err(IllegalMove::Occupied(occupied)));
    let dead = Point::new(6, 6);
    assert_eq!(check_move(&position, dead, Rule::Renju), Err(IllegalMove::Occupied(dead)));
    let beyond = Point::new(7, 0);
    assert_eq!(check_move(&position, beyond, Rule::Renju), Err(IllegalMove::OffBoard(beyond)));
    position.set_side_to_move(Color::White);
    assert_eq!(check_move(&position, point, Rule::Renju), Ok(()));
    assert!(forbidden_points(&position, Color::White, Rule::Renju).is_empty());
}

#[test]
fn the_forbidden_points_of_a_board_are_those_of_its_points() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut found = 0;
    for _ in 0..300 {
        let size = BoardSize::new(random.i64(5..=22), random.i64(5..=22)).expect("5 to 22");
        let mut position = Position::new(size);
        let black_share = random.u8(1..=3);
        for point in Geometry::of(size).on_board() {
            match random.u8(..8) {
                n if n < black_share => position.place(point, Color::Black).expect("free"),
                7 => position.place(point, Color::White).expect("free"),
                _ => {}
            }
        }
        for rule in Rule::ALL {
            for color in Color::ALL {
                let is_forbidden =
                    |&point: &Point| forbidden(&position, point, color, rule).is_some();
                let expected = position.empty().iter().filter(is_forbidden).collect();
                assert_eq!(
                    forbidden_points(&position, color, rule),
                    expected,
                    "{rule}\n{position}"
                );
                found += expected.len();
            }
        }
    }
    assert!(found > 1_000, "{found} forbidden points");
}
