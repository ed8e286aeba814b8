//! The generators keep their promises on many sizes and seeds.

use fastrand::Rng;

use crate::referee::{
    Content, Field, Point, Rule, Side, blocking_move, foul, has_line, nearly_full, passive_move,
    quiet, random_move, random_position, wins,
};

/// Places the stones in order, and checks that the colours alternate, that no stone is a foul, and that
/// neither side has a line or can make one.
fn check(width: u16, height: u16, order: &[(Point, Side)], expected: usize, what: &str) -> Field {
    assert_eq!(order.len(), expected, "{what}");
    let mut field = Field::new(width, height);
    for (number, &(point, side)) in order.iter().enumerate() {
        let turn = if number % 2 == 0 { Side::Black } else { Side::White };
        assert_eq!(side, turn, "{what}, stone {number}");
        assert_eq!(field.get(point), Content::Empty, "{what}, {point}");
        assert_eq!(foul(&field, Rule::Renju, side, point), None, "{what}, {point}");
        field.set(point, Content::Stone(side));
    }
    assert_eq!(has_line(&field, Rule::Freestyle), None, "{what}");
    for point in field.empty_points() {
        for side in [Side::Black, Side::White] {
            assert!(!wins(&field, Rule::Freestyle, side, point), "{what}, {point}");
        }
    }
    field
}

#[test]
fn random_positions() {
    for (width, height, stones) in [
        (15, 15, 0),
        (15, 15, 30),
        (15, 15, 100),
        (20, 20, 350),
        (5, 5, 12),
        (30, 20, 60),
        (6, 9, 40),
    ] {
        for seed in 0..3 {
            let what = format!("{width}x{height}, {stones} stones, seed {seed}");
            let order = random_position(width, height, Rule::Renju, stones, seed);
            check(width, height, &order, stones, &what);
            assert_eq!(order, random_position(width, height, Rule::Renju, stones, seed));
        }
    }
}

#[test]
fn nearly_full_boards() {
    for size in 5..=20 {
        let corner = Point::new(size - 1, 0);
        let centre = Point::new(size / 2, size / 2);
        let three = vec![corner, centre, Point::new(0, 1)];
        let row = (0..size).map(|x| Point::new(x, 3)).collect();
        let column = (0..4).map(|y| Point::new(2, y)).collect();
        for empty in [vec![], vec![corner], three, row, column] {
            let what = format!("{size}, empty {empty:?}");
            let order = nearly_full(size, size, &empty);
            let room = usize::from(size) * usize::from(size);
            let field = check(size, size, &order, room - empty.len(), &what);
            assert!(empty.iter().all(|&point| field.get(point) == Content::Empty));
        }
    }
}

#[test]
fn quiet_positions() {
    for (width, height) in [(15, 15), (20, 20), (7, 7), (5, 5), (10, 6), (30, 20)] {
        let what = format!("{width}x{height}");
        let field = check(width, height, &quiet(width, height), 12, &what);
        for point in field.empty_points().into_iter().filter(|_| width.min(height) > 6) {
            for side in [Side::Black, Side::White] {
                let after = field.with(point, side);
                let fives = after
                    .empty_points()
                    .into_iter()
                    .filter(|&next| wins(&after, Rule::Freestyle, side, next));
                assert_eq!(fives.count(), 0, "{what}, four of {side:?} on {point}");
            }
        }
    }
    assert!(quiet(2, 2).len() <= 2);
}

#[test]
fn opponents_move_legally_until_the_board_is_full() {
    let choosers = [random_move, passive_move, blocking_move];
    for (seed, chooser) in choosers.into_iter().enumerate() {
        let mut rng = Rng::with_seed(u64::try_from(seed).expect("the seed fits into 64 bits"));
        let mut field = Field::new(9, 9);
        let mut side = Side::Black;
        while let Some(point) = chooser(&field, Rule::Renju, side, &mut rng) {
            assert_eq!(field.get(point), Content::Empty, "chooser {seed}");
            assert_eq!(foul(&field, Rule::Renju, side, point), None, "chooser {seed}");
            field.set(point, Content::Stone(side));
            side = side.other();
        }
        assert!(field.stones() > 60, "chooser {seed} stopped early");
    }
}

#[test]
fn a_blocking_opponent_blocks_and_a_passive_one_does_not() {
    let mut field = Field::new(15, 15);
    for x in 3..7 {
        field.set(Point::new(x, 7), Content::Stone(Side::Black));
    }
    field.set(Point::new(2, 7), Content::Stone(Side::White));
    let open = Point::new(7, 7);
    for seed in 0..10 {
        let mut rng = Rng::with_seed(seed);
        let block = blocking_move(&field, Rule::Standard, Side::White, &mut rng);
        assert_eq!(block, Some(open), "seed {seed}");
        let away = passive_move(&field, Rule::Standard, Side::White, &mut rng);
        assert!(away.is_some_and(|point| point.y == 0 || point.x == 14), "seed {seed}: {away:?}");
    }
}
