//! Tests that the accumulator agrees with the sums over all points after every move and undo.

use std::sync::Arc;

use fastrand::Rng;

use crate::board::{BoardSize, Color, PerColor, Point, Position};
use crate::eval::line_network::testing::arbitrary_network;
use crate::eval::network::{FEATURES, Features, Network};
use crate::eval::sums::Sums;
use crate::eval::weights::{ColorWeights, GroupWeights};
use crate::eval::{Accumulator, RuleEvaluator};
use crate::rules::Rule;
use crate::threats::code::{GROUPS, group};
use crate::threats::{Threat, ThreatBoard};

/// Returns small numbers, none of them for the group or the pair of no shapes.
fn scattered(number: usize) -> Features {
    std::array::from_fn(|index| {
        let product = number.wrapping_mul(0x9e37_79b9 + 2 * index);
        (product >> 16 & 0x3f) as i16
    })
}

/// Returns weights that differ from group to group, and from colour to colour.
fn arbitrary_weights(color: Color) -> ColorWeights {
    let seed = 7 + color.index();
    let mut network = Network::default();
    for (side, rows) in network.groups.iter_mut().enumerate() {
        for (group, row) in rows.iter_mut().enumerate().skip(1) {
            *row = scattered((group * 2 + side) * seed);
        }
    }
    for own in Threat::ALL {
        for other in Threat::ALL {
            let number = 1_000 * (Threat::COUNT * own as usize + other as usize);
            network.pairs[own as usize][other as usize] = scattered(number * seed);
        }
    }
    let weights = |group: usize| GroupWeights {
        to_move: (group * seed % 300) as i16,
        waiting: (group * seed % 170) as i16,
        attack: (group * seed % 130) as i16,
        defence: (group * seed % 90) as i16,
    };
    let by_hand = ColorWeights::by_hand(Rule::Renju, color);
    let groups = (0..GROUPS).map(weights).collect();
    ColorWeights { groups, network: Some(network), ..by_hand }
}

/// Returns the sums by their definition, from the weights themselves.
fn slow_sums(evaluator: &RuleEvaluator, board: &ThreatBoard, mover: Color) -> Sums {
    let weights = evaluator.weights();
    let network = weights[mover].network.as_ref().expect("there is a network");
    let mut sums = Sums::default();
    let mut add = |row: &Features| {
        std::iter::zip(&mut sums.features, row).for_each(|(sum, number)| *sum += number);
    };
    let mut value = 0;
    for point in board.position().empty() {
        let [own, other] = [mover, !mover].map(|color| board.threat(color, point) as usize);
        add(&network.pairs[own][other]);
        let [own, other] = [mover, !mover].map(|color| {
            group(board.code(color, point).shapes().expect("codes of points are made of shapes"))
        });
        add(&network.groups[0][own]);
        add(&network.groups[1][other]);
        value += i32::from(weights[mover].groups[own].to_move);
        value -= i32::from(weights[!mover].groups[other].waiting);
    }
    Sums { value, ..sums }
}

#[test]
fn sums_follow_every_move_and_undo() {
    check_sums(PerColor::from_fn(arbitrary_weights));
}

#[test]
fn sums_are_right_where_both_colours_have_the_same_weights() {
    check_sums(PerColor::from_fn(|_| arbitrary_weights(Color::Black)));
}

/// Checks the sums over random games under every rule.
fn check_sums(weights: PerColor<ColorWeights>) {
    const _: () = assert!(FEATURES == 16);
    let evaluator =
        Arc::new(RuleEvaluator::new(weights, Some(Arc::new(arbitrary_network(true))), None));
    let mut random = Rng::with_seed(9);
    for rule in Rule::ALL {
        let mut board = ThreatBoard::new(&Position::new(BoardSize::square(15)), rule);
        let mut accumulator = Accumulator::new(&evaluator, &board);
        let mut played = 0;
        for _ in 0..150 {
            let empty: Vec<Point> = board.position().empty().iter().collect();
            if played > 0 && random.u8(..3) == 0 {
                board.undo();
                accumulator.follow_undo(&board);
                played -= 1;
            } else {
                let near: Vec<Point> = board.near().iter().collect();
                let from = if near.is_empty() { &empty } else { &near };
                let color = if random.bool() { Color::Black } else { Color::White };
                board.place(from[random.usize(..from.len())], color);
                played += 1;
            }
            if random.u8(..3) == 0 {
                accumulator.keep(&board);
            }
            for mover in Color::ALL {
                let expected = slow_sums(&evaluator, &board, mover);
                assert_eq!(evaluator.sums(&board, mover), expected, "{rule} {mover}");
                assert_eq!(accumulator.sums(&board, mover), expected, "{rule} {mover}");
            }
            assert_eq!(accumulator.evaluate(&board), evaluator.evaluate(&board));
            check_move_scores(&accumulator, &board);
        }
    }
}

/// Checks the scores of moves on some points against the weights themselves.
fn check_move_scores(accumulator: &Accumulator, board: &ThreatBoard) {
    let mover = board.side_to_move();
    for point in board.position().empty().iter().step_by(17) {
        let weights = |color| accumulator.evaluator().weights_at(board, color, point);
        let expected = i32::from(weights(mover).attack) + i32::from(weights(!mover).defence);
        assert_eq!(accumulator.move_scores(board)(point), expected, "{point}");
    }
}

#[test]
fn a_solver_between_moves_changes_nothing() {
    let evaluator = Arc::new(RuleEvaluator::new(PerColor::from_fn(arbitrary_weights), None, None));
    let mut board = ThreatBoard::new(&Position::new(BoardSize::square(15)), Rule::Freestyle);
    let mut accumulator = Accumulator::new(&evaluator, &board);
    board.play(Point::new(7, 7));
    accumulator.keep(&board);
    for point in [Point::new(8, 8), Point::new(6, 6), Point::new(9, 7)] {
        board.play(point);
    }
    (0..3).for_each(|_| board.undo());
    assert_eq!(accumulator.evaluate(&board), evaluator.evaluate(&board));
}
