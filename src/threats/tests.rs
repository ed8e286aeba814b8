//! Tests of the laws of the threat board, in random games on every size and under every rule.

mod answers;

use crate::board::point::POINT_INDICES;
use crate::board::{BoardSize, Color, LineIndex, Point, Position, Symmetry};
use crate::rules::shape::{Definition, bits};
use crate::rules::{LineRule, Rule, Shape};
use crate::tests::{random_point, sizes};
use crate::threats::{Code, Threat, ThreatBoard};

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
    let mut board = ThreatBoard::new(&start, rule);
    for _ in 0..plies {
        let Some(point) = random_point(random, &board) else { break };
        // One colour sometimes makes several moves in a row, so that threes and fours are more
        // frequent.
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
            let fresh = ThreatBoard::new(board.position(), board.rule());
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
    check_codes_of_games(69);
}

#[test]
#[ignore = "slow: the full sample"]
fn codes_equal_the_definition_on_more_sizes() {
    check_codes_of_games(23);
}

/// Checks a game of each rule on every `step`th size.
fn check_codes_of_games(step: usize) {
    for (seed, size) in (1_000..).zip(sizes()).step_by(step) {
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
fn a_stone_of_the_other_colour_makes_no_new_four() {
    let fours_and_fives = |board: &ThreatBoard, color: Color| {
        board.points_of_any(color, &Threat::FOURS) | board.points(color, Threat::Five)
    };
    for (seed, size) in (3_000..).zip(sizes()).step_by(3) {
        let mut random = fastrand::Rng::with_seed(seed);
        let rule = Rule::ALL[random.usize(0..6)];
        random_game(&mut random, (rule, size), size.area().min(60), |board| {
            let Some(point) = board.near().first() else { return };
            for color in Color::ALL.into_iter().filter(|&color| !rule.restricts(color)) {
                let before = fours_and_fives(board, color);
                board.place(point, !color);
                assert!(fours_and_fives(board, color).is_subset(&before), "{}", board.position());
                board.undo();
            }
        });
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

/// Checks that the image of a board has the images of its threats.
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
    let image = ThreatBoard::new(&image, board.rule());
    for color in Color::ALL {
        for point in size.points() {
            let there = image.threat(color_image(color), point_image(point));
            assert_eq!(board.threat(color, point), there);
        }
    }
}
