//! Fives and rows along lines, against the slow definitions.

use dolmen::board::{BoardSize, Direction, Position};
use dolmen::rules::{Rule, makes_five};
use fastrand::Rng;

use crate::grid::{Cell, Ends, Grid, Row};

#[test]
fn fives_are_those_of_the_rules() {
    for seed in 0..40 {
        let mut rng = Rng::with_seed(seed);
        let mut position = Position::new(BoardSize::square(7));
        for _ in 0..rng.usize(20..44) {
            let empty: Vec<_> = position.empty().iter().collect();
            let point = *rng.choice(&empty).expect("the board has 49 points");
            position.play(point).expect("the point is empty");
        }
        let grid = Grid::new(&position);
        for rule in Rule::ALL {
            for point in position.empty() {
                let color = position.side_to_move();
                let expected = makes_five(&position, point, color, rule);
                assert_eq!(grid.wins(point, color, rule), expected, "{seed} {rule} {point}");
            }
        }
    }
}

#[test]
fn rows_know_their_ends() {
    // `X` is the row's colour; the point is column e (index 4).
    let check = |line: &str, len, ends| {
        let mut position = Position::new(
            BoardSize::new(line.len() as i64, 5).expect("a board has 5 to 22 columns and rows"),
        );
        let color = position.side_to_move();
        for (column, symbol) in line.bytes().enumerate() {
            let point = dolmen::board::Point::new(column, 2);
            match symbol {
                b'X' => position.place(point, color).expect("the point is empty"),
                b'O' => position.place(point, !color).expect("the point is empty"),
                _ => {}
            }
        }
        let grid = Grid::new(&position);
        let point = dolmen::board::Point::new(4, 2);
        assert_eq!(grid.at(point, Direction::Horizontal, 0), Cell::Empty);
        assert_eq!(grid.row(point, Direction::Horizontal, color), Row { len, ends }, "{line}");
    };
    check(".XXX.....", 3, Ends::Open);
    check("OXXX.....", 3, Ends::Blocked);
    check("..XX.X...", 3, Ends::Open);
    check(".OXX.X...", 3, Ends::Blocked);
    check(".OXX.XO..", 3, Ends::Dead);
}
