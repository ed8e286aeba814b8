//! Laws of the threat board, over random games on every size and rule.

mod answers;

use once_cell::sync::Lazy;

use crate::board::point::POINT_INDICES;
use crate::board::{BoardSize, Color, LineIndex, PerColor, Point, Position, Symmetry};
use crate::rules::shape::{Definition, bits};
use crate::rules::{LineRule, Rule, Shape};
use crate::threats::class::group;
use crate::threats::sums::FEATURES;
use crate::threats::{Code, CodeTables, CodeValue, Features, Sums, Threat, ThreatBoard};

/// Values that differ from code to code and from colour to colour only under renju.
fn arbitrary_value(_color: Color, shapes: [Shape; 4]) -> CodeValue {
    let sum: i16 = shapes.iter().map(|&shape| (shape as i16) * (shape as i16)).sum();
    CodeValue { to_move: 3 * sum, waiting: -sum }
}

/// Features that differ from group to group, from colour to colour, and from place to place.
fn arbitrary_features(mover: Color, color: Color, group: usize) -> Features {
    scattered(if group == 0 { 0 } else { group * 2 + color.index() }, mover)
}

/// The same of pairs of classes.
fn arbitrary_pair_features(mover: Color, threats: PerColor<Threat>) -> Features {
    let [black, white] = Color::ALL.map(|color| threats[color] as usize);
    scattered(1_000 * (Threat::COUNT * black + white), mover)
}

/// Numbers small enough for sums; none for 0.
fn scattered(number: usize, mover: Color) -> Features {
    std::array::from_fn(|index| {
        let product = number.wrapping_mul(0x9e37_79b9 + 2 * (FEATURES * mover.index() + index));
        (product >> 16 & 0x3f) as i16
    })
}

fn tables(rule: Rule) -> &'static CodeTables {
    static TABLES: Lazy<[CodeTables; 6]> = Lazy::new(|| {
        Rule::ALL.map(|rule| {
            let tables = CodeTables::new(rule).with_values(arbitrary_value);
            tables.with_features(arbitrary_features, arbitrary_pair_features)
        })
    });
    &TABLES[rule.index()]
}

fn sizes() -> impl Iterator<Item = BoardSize> {
    let sides = BoardSize::MIN as i64..=BoardSize::MAX as i64;
    sides.clone().flat_map(move |width| {
        sides.clone().map(move |height| BoardSize::new(width, height).expect("a valid size"))
    })
}

/// A random point, mostly near other stones so that rows come up.
fn random_point(random: &mut fastrand::Rng, board: &ThreatBoard) -> Option<Point> {
    let near: Vec<Point> = board.near().iter().collect();
    let empty: Vec<Point> = board.position().empty().iter().collect();
    let from = if near.is_empty() || random.u8(0..8) == 0 { &empty } else { &near };
    (!from.is_empty()).then(|| from[random.usize(0..from.len())])
}

/// Plays a random game of at most `plies`, calling `check` after each stone.
fn random_game(
    random: &mut fastrand::Rng,
    (rule, size): (Rule, BoardSize),
    plies: usize,
    mut check: impl FnMut(&mut ThreatBoard),
) -> ThreatBoard {
    let mut start = Position::new(size);
    if random.u8(0..4) == 0 {
        let dead = Point::new(random.usize(0..size.width()), random.usize(0..size.height()));
        start.block(dead).expect("the board is empty");
    }
    let mut board = ThreatBoard::new(&start, tables(rule));
    for _ in 0..plies {
        let Some(point) = random_point(random, &board) else { break };
        // A few moves in a row by one colour: threes and fours come up more often.
        let color = if random.u8(0..3) == 0 { Color::Black } else { board.side_to_move() };
        board.place(point, color);
        check(&mut board);
    }
    board
}

#[test]
fn play_equals_rebuild_and_undo_restores() {
    for (seed, size) in (0..).zip(sizes()) {
        let mut random = fastrand::Rng::with_seed(seed);
        let rule = Rule::ALL[random.usize(0..6)];
        let mut seen = Vec::new();
        let plies = if seed % 16 == 0 { size.area() } else { 20 };
        let mut board = random_game(&mut random, (rule, size), plies, |board| {
            let fresh = ThreatBoard::new(board.position(), board.tables());
            assert!(*board == fresh, "seed {seed} {rule} {size}\n{}", board.position());
            seen.push(fresh);
        });
        while let Some(expected) = seen.pop() {
            assert!(board == expected, "undo: seed {seed} {rule} {size}");
            board.undo();
        }
    }
}

#[test]
fn codes_equal_the_definition() {
    for (seed, size) in (1_000..).zip(sizes()).step_by(23) {
        let mut random = fastrand::Rng::with_seed(seed);
        for rule in Rule::ALL {
            let plies = random.usize(1..=size.area().min(80));
            let board = random_game(&mut random, (rule, size), plies, |_| {});
            check_codes(&board);
        }
    }
}

fn check_codes(board: &ThreatBoard) {
    for color in Color::ALL {
        let mut expected = vec![[Shape::None; 4]; POINT_INDICES];
        for line in LineIndex::all() {
            let content = board.line(color, line);
            let rule = LineRule::of(board.rule(), color);
            let mut definition = Definition::new(rule, content.cells, content.opponent);
            for cell in bits(content.empty()) {
                let point = line.point(cell.trailing_zeros());
                expected[point.index()][line.direction().index()] =
                    definition.shape(content.own, cell);
            }
        }
        for point in board.position().geometry().on_board() {
            let shapes = expected[point.index()];
            assert_eq!(board.code(color, point), Code::new(shapes), "{}", board.position());
            let threat = Threat::of(shapes, board.rule(), color);
            assert_eq!(board.threat(color, point), threat);
            for kept in Threat::ALL.into_iter().filter(|&threat| threat >= Threat::WEAKEST_KEPT) {
                assert_eq!(board.points(color, kept).contains(point), kept == threat);
                assert_eq!(board.points(color, kept).len(), board.count(color, kept));
            }
        }
    }
}

#[test]
fn symmetries_and_colour_swap_commute() {
    for (seed, size) in (2_000..).zip(sizes()).step_by(3) {
        let mut random = fastrand::Rng::with_seed(seed);
        let rule = Rule::ALL[random.usize(0..6)];
        let board = random_game(&mut random, (rule, size), size.area().min(60), |_| {});
        for symmetry in Symmetry::all(size) {
            check_image(&board, |point| symmetry.apply(point, size), |color| color);
        }
        if rule != Rule::Renju {
            check_image(&board, |point| point, |color| !color);
        }
    }
}

/// Checks that the image of a board has the images of its threats and values.
fn check_image(
    board: &ThreatBoard,
    point_image: impl Fn(Point) -> Point,
    color_image: impl Fn(Color) -> Color,
) {
    let size = board.position().size();
    let mut image = Position::new(size);
    for point in board.position().dead() {
        image.block(point_image(point)).expect("each point has its own image");
    }
    for stone in board.position().history() {
        let (point, color) = (point_image(stone.point), color_image(stone.color));
        image.place(point, color).expect("each point has its own image");
    }
    let image = ThreatBoard::new(&image, board.tables());
    for color in Color::ALL {
        assert_eq!(board.sums(color).value, image.sums(color_image(color)).value);
        for point in size.points() {
            let there = image.threat(color_image(color), point_image(point));
            assert_eq!(board.threat(color, point), there);
        }
    }
}

/// The sums by their definition.
fn slow_sums(board: &ThreatBoard, mover: Color) -> Sums {
    let mut sums = Sums::default();
    let mut add = |features: Features| {
        std::iter::zip(&mut sums.features, features).for_each(|(sum, feature)| *sum += feature);
    };
    for point in board.position().empty() {
        let threats = PerColor::from_fn(|color| board.threat(color, point));
        add(arbitrary_pair_features(mover, threats));
        for color in Color::ALL {
            let shapes = board.code(color, point).shapes().expect("shapes");
            add(arbitrary_features(mover, color, group(shapes)));
            let value = arbitrary_value(color, shapes);
            let worth = if mover == color { value.to_move } else { -value.waiting };
            sums.value += i32::from(worth);
        }
    }
    sums
}

#[test]
fn sums_are_over_all_points() {
    let mut random = fastrand::Rng::with_seed(7);
    for rule in Rule::ALL {
        let mut choice = fastrand::Rng::with_seed(9);
        random_game(&mut random, (rule, BoardSize::square(15)), 60, |board| {
            if choice.u32(..3) == 0 {
                board.keep_sums();
            }
            for mover in Color::ALL {
                assert_eq!(board.sums(mover), slow_sums(board, mover), "{rule} {mover}");
            }
        });
    }
}
