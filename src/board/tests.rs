//! Laws of the board types, on every board size.

use crate::board::diagram;
use crate::board::point::STRIDE;
use crate::board::{
    Bitboard, BoardSize, Color, Direction, Geometry, LineIndex, LineSpot, Point, Position, Symmetry,
};
use crate::tests::sizes;

fn random_set(random: &mut fastrand::Rng, size: BoardSize) -> Bitboard {
    size.points().filter(|_| random.bool()).collect()
}

#[test]
fn points_and_lines_name_each_other() {
    for size in sizes() {
        let geometry = Geometry::of(size);
        for direction in Direction::ALL {
            let mut cells = 0;
            for point in size.points() {
                let spot = LineSpot::of(point, direction);
                assert_eq!(spot.line.direction(), direction);
                assert_eq!(spot.line.point(u32::from(spot.bit)), point);
                assert!(geometry.cells(spot.line) & 1 << spot.bit != 0);
                if let Some(next) = point.offset(direction, 1, size) {
                    let next = LineSpot::of(next, direction);
                    assert_eq!((next.line, next.bit), (spot.line, spot.bit + 1));
                }
                cells += 1;
            }
            let lines = LineIndex::all().filter(|line| line.direction() == direction);
            let total: u32 = lines.map(|line| geometry.cells(line).count_ones()).sum();
            assert_eq!(total, cells, "no line has cells off the board");
        }
    }
}

#[test]
fn set_operators_agree_with_points_one_by_one() {
    let seed = 1;
    let mut random = fastrand::Rng::with_seed(seed);
    for size in sizes() {
        let [a, b] = std::array::from_fn(|_| random_set(&mut random, size));
        for point in size.points() {
            let (in_a, in_b) = (a.contains(point), b.contains(point));
            assert_eq!((a & b).contains(point), in_a && in_b);
            assert_eq!((a | b).contains(point), in_a || in_b);
            assert_eq!((a ^ b).contains(point), in_a != in_b);
            assert_eq!((a - b).contains(point), in_a && !in_b);
        }
        assert_eq!(a.iter().count(), a.len());
        assert_eq!(a.iter().collect::<Bitboard>(), a);
        let mut visited = Vec::new();
        a.iter().for_each(|point| visited.push(point));
        assert_eq!(visited, a.iter().collect::<Vec<Point>>(), "all at once and one by one");
        assert!((a & b).is_subset(&a) && (a - b).is_disjoint(&b));
    }
}

#[test]
fn shifts_are_steps_and_never_wrap() {
    let mut random = fastrand::Rng::with_seed(2);
    for size in sizes() {
        let on_board = Geometry::of(size).on_board();
        let set = random_set(&mut random, size);
        for direction in Direction::ALL {
            let step = direction.step();
            let distance = i32::from(step.rows) * 23 + i32::from(step.columns);
            for sense in [1, -1] {
                let stepped: Bitboard =
                    set.iter().filter_map(|point| point.offset(direction, sense, size)).collect();
                assert_eq!(set.shifted(sense * distance) & on_board, stepped);
            }
        }
        let near: Bitboard =
            size.points().filter(|p| set.iter().any(|q| p.distance(q) <= 1)).collect();
        assert_eq!(set.dilated() & on_board, near);
    }
}

#[test]
fn shifts_agree_with_bitvec() {
    let mut random = fastrand::Rng::with_seed(3);
    for distance in -120..=120_i32 {
        let set: Bitboard = (0..512).filter(|_| random.bool()).map(Point::from_index).collect();
        let slow: Bitboard = set
            .iter()
            .map(|point| point.index() as i32 + distance)
            .filter(|index| (0..512).contains(index))
            .map(|index| Point::from_index(index as usize))
            .collect();
        assert_eq!(set.shifted(distance), slow, "distance {distance}");
    }
}

#[test]
fn symmetries_permute_the_points() {
    for size in sizes() {
        for symmetry in Symmetry::all(size) {
            let image: Bitboard = size.points().map(|point| symmetry.apply(point, size)).collect();
            assert_eq!(image, Geometry::of(size).on_board());
            let is_undone = |point: &Point| {
                symmetry.inverse().apply(symmetry.apply(*point, size), size) == *point
            };
            assert!(size.points().all(|point| is_undone(&point)), "{symmetry:?}");
        }
    }
}

#[test]
fn images_have_the_stones_on_the_images_of_their_points() {
    let size = BoardSize::new(7, 7).expect("a valid size");
    let mut position = Position::new(size);
    for (column, row) in [(0, 0), (1, 2), (6, 3)] {
        position.play(Point::new(column, row)).expect("the point is empty");
    }
    position.block(Point::new(5, 0)).expect("the point is empty");
    position.set_side_to_move(Color::Black);
    for symmetry in Symmetry::all(size) {
        let image = position.image(symmetry);
        for point in size.points() {
            let turned = symmetry.apply(point, size);
            assert_eq!(image.color_at(turned), position.color_at(point), "{symmetry:?}, {point}");
            assert_eq!(image.dead().contains(turned), position.dead().contains(point));
        }
        assert_eq!(image.side_to_move(), Color::Black);
        assert_eq!(image.image(symmetry.inverse()), position);
    }
}

#[test]
fn undo_takes_play_back() {
    let mut random = fastrand::Rng::with_seed(4);
    for size in sizes().step_by(7) {
        let mut position = Position::new(size);
        let mut points: Vec<_> = size.points().collect();
        random.shuffle(&mut points);
        let mut seen = vec![position.clone()];
        for &point in &points {
            position.play(point).expect("the point is free");
            assert!(position.play(point).is_err());
            seen.push(position.clone());
        }
        assert!(position.empty().is_empty());
        while let Some(expected) = seen.pop() {
            assert_eq!(position, expected);
            assert_eq!(position.key(), expected.key());
            assert_eq!(position.history(), expected.history());
            position.undo();
        }
    }
}

#[test]
fn keys_depend_on_stones_not_on_their_order() {
    let size = BoardSize::square(15);
    let (mut a, mut b) = (Position::new(size), Position::new(size));
    let moves = [(7, 7), (8, 8), (6, 6), (9, 9)].map(|(x, y)| Point::new(x, y));
    for index in [0, 1, 2, 3] {
        a.play(moves[index]).expect("free");
    }
    for index in [2, 3, 0, 1] {
        b.play(moves[index]).expect("free");
    }
    assert_eq!(a.key(), b.key());
    b.set_side_to_move(Color::White);
    assert_ne!(a.key(), b.key());
    assert_eq!(a.remove(moves[1]).map(|placement| placement.color), Some(Color::White));
    assert_eq!(a.side_to_move(), Color::Black);
    a.place(moves[1], Color::White).expect("free again");
    assert_eq!(a.key(), Position::key(&b) ^ crate::board::Key::WHITE_TO_MOVE);
}

#[test]
fn diagrams_read_what_they_draw() {
    let mut random = fastrand::Rng::with_seed(5);
    for size in sizes() {
        let mut position = Position::new(size);
        for point in size.points() {
            match random.u8(0..8) {
                0 => position.place(point, Color::Black).expect("free"),
                1 => position.place(point, Color::White).expect("free"),
                2 => position.block(point).expect("free"),
                _ => {}
            }
        }
        let mut read = diagram::parse(&position.to_string()).expect("a drawn board");
        read.set_side_to_move(position.side_to_move());
        assert_eq!(read, position);
    }
}

#[test]
fn errors_of_diagrams() {
    let check = |text: &str, message: &str| {
        let error = diagram::parse(text).expect_err("no board");
        assert!(error.to_string().contains(message), "{error}");
    };
    check(".....\n....\n.....\n.....\n.....", "differs in length");
    check(".....\n..?..\n.....\n.....\n.....", "'?'");
    check("...\n...\n...", "3x3");
    check("", "0x0");
}

#[test]
fn the_cover_meets_every_line() {
    for size in [BoardSize::square(5), BoardSize::square(22), BoardSize::new(20, 7).expect("legal")]
    {
        let geometry = Geometry::of(size);
        let meets = |line: LineIndex| {
            let lines = |&point: &Point| {
                Direction::ALL.map(|direction| LineSpot::of(point, direction).line)
            };
            geometry.cover().iter().any(|point| lines(point).contains(&line))
        };
        let on_board = |line: &LineIndex| geometry.cells(*line) != 0;
        assert!(LineIndex::all().filter(on_board).all(meets), "{size}");
        assert!(geometry.cover().len() < 4 * size.width().max(size.height()), "{size}");
    }
}

#[cfg(feature = "engine")]
#[test]
fn squares_have_the_points_near_their_center() {
    let mut random = fastrand::Rng::with_seed(2);
    // Wider boards have squares that wrap.
    for size in sizes().filter(|size| size.width() < BoardSize::MAX) {
        let set = random_set(&mut random, size);
        for center in size.points() {
            let mut expected = 0_u128;
            for (row, column) in (0..5).flat_map(|row| (0..5).map(move |column| (row, column))) {
                let x = (center.column() + column) as i64 - 2;
                let y = (center.row() + row) as i64 - 2;
                if size.point(x, y).is_some_and(|point| set.contains(point)) {
                    expected |= 1 << (STRIDE * row + column);
                }
            }
            assert_eq!(set.square_around(center), expected, "{center} of {size}");
        }
    }
}
