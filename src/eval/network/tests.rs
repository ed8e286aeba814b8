//! Tests that the network in integers agrees with the network in real numbers.

use fastrand::Rng;

use crate::board::{BoardSize, Color, Position};
use crate::eval::network::{
    FEATURES, Features, HIDDEN_PARTS, MAX_SUM, MAX_VALUE, MAX_WEIGHT, Network, OUTPUT_PARTS,
    ROW_PARTS, VALUE_PARTS,
};
use crate::eval::{Accumulator, Evaluator};
use crate::rules::Rule;
use crate::threats::code::group;
use crate::threats::{Threat, ThreatBoard};

/// A network of random numbers as small as learned ones are.
fn random_network(rng: &mut Rng) -> Network {
    let numbers: Vec<i16> = (0..Network::NUMBERS).map(|_| rng.i16(-600..600)).collect();
    Network::from_numbers(numbers)
}

/// The slow definition, in real numbers.
fn worth(network: &Network, sums: &[i16; FEATURES], urgency: usize) -> f64 {
    let one = |number: i16, parts: i32| f64::from(number) / f64::from(parts);
    let most_sum = one(MAX_SUM, ROW_PARTS);
    let most_value = f64::from(MAX_VALUE) / f64::from(VALUE_PARTS);
    let inputs: Vec<f64> = std::iter::zip(sums, &network.urgencies[urgency])
        .map(|(&sum, &row)| (one(sum, ROW_PARTS) + one(row, ROW_PARTS)).clamp(0.0, most_sum))
        .collect();
    let values = network.hidden.iter().zip(&network.biases).map(|(weights, &bias)| {
        let terms = weights.iter().zip(&inputs).map(|(&w, input)| one(w, HIDDEN_PARTS) * input);
        (one(bias, HIDDEN_PARTS) + terms.sum::<f64>()).clamp(0.0, most_value)
    });
    values.zip(&network.output).map(|(value, &w)| value * one(w, OUTPUT_PARTS)).sum()
}

#[test]
fn whole_numbers_agree_with_real_ones() {
    let mut rng = Rng::with_seed(3);
    let mut largest = 0.0_f64;
    for _ in 0..20 {
        let network = random_network(&mut rng);
        for urgency in 0..200 {
            let sums = std::array::from_fn(|_| rng.i16(-6_000..6_000));
            let expected = worth(&network, &sums, urgency);
            let found = f64::from(network.worth(&sums, urgency));
            // Each hidden value loses less than a part, each output weight is at most 75.
            assert!((found - expected).abs() < 6.0, "{found} {expected}");
            largest = largest.max(expected.abs());
        }
    }
    assert!(largest > 100.0, "the networks say something: {largest}");
}

#[test]
fn extreme_numbers_do_not_overflow() {
    for weight in [-MAX_WEIGHT, MAX_WEIGHT] {
        let mut network = Network::from_numbers(std::iter::repeat_n(weight, Network::NUMBERS));
        network.groups.iter_mut().for_each(|rows| rows[0].fill(0));
        network.pairs[0][0].fill(0);
        assert!(network.is_sound());
        for sum in [i16::MIN, i16::MAX] {
            let expected = worth(&network, &[sum; FEATURES], 0);
            let found = f64::from(network.worth(&[sum; FEATURES], 0));
            assert!((found - expected).abs() <= 1.0 + expected.abs() / 100.0, "{found} {expected}");
        }
    }
}

/// The sums of a position for the side to move, without an overflow.
fn wide_sums(board: &ThreatBoard, network: &Network) -> [i32; FEATURES] {
    let mover = board.side_to_move();
    let mut sums = [0; FEATURES];
    let mut add = |row: &Features| {
        sums.iter_mut().zip(row).for_each(|(sum, &number)| *sum += i32::from(number));
    };
    for point in board.position().empty() {
        for (side, color) in [mover, !mover].into_iter().enumerate() {
            let shapes = board.code(color, point).shapes().expect("shapes");
            add(&network.groups[side][group(shapes)]);
        }
        let [own, other] = [mover, !mover].map(|color| board.threat(color, point) as usize);
        add(&network.pairs[own][other]);
    }
    sums
}

#[test]
fn sums_of_the_learned_network_do_not_overflow() {
    let mut rng = Rng::with_seed(5);
    let mut evaluated = 0;
    let mut largest = 0;
    let built_in = Evaluator::built_in();
    for rule in Rule::ALL {
        for game in 0..60 {
            let side = [15, 20, 22][game % 3];
            let start = Position::new(BoardSize::square(side));
            let mut board = ThreatBoard::new(&start, rule);
            let evaluator = built_in.rule(rule);
            let mut accumulator = Accumulator::new(evaluator, &board);
            for _ in 0..side * side / 2 {
                // Stones of one colour close together make more threats than any game has.
                let near = if board.near().is_empty() { start.empty() } else { board.near() };
                let point = near.iter().nth(rng.usize(..near.len())).expect("it is in the set");
                let color = if rng.u8(..4) == 0 { Color::Black } else { board.side_to_move() };
                board.place(point, color);
                // Other positions are decided by their threats, and no search evaluates them. Sums
                // that overflow there are right again after the moves are taken back.
                let strong = [Threat::Five, Threat::OpenFour];
                if Color::ALL.into_iter().any(|color| board.has_any(color, &strong)) {
                    continue;
                }
                evaluated += 1;
                let mover = board.side_to_move();
                let network = evaluator.weights()[mover].network.as_ref();
                let sums = wide_sums(&board, network.expect("all rules have one"));
                assert_eq!(
                    accumulator.sums(&board, mover).features.map(i32::from),
                    sums,
                    "{rule} {side}"
                );
                largest = sums.into_iter().fold(largest, |most, sum| most.max(sum.abs()));
            }
        }
    }
    assert!(evaluated > 5_000, "{evaluated} positions");
    assert!(largest < i32::from(i16::MAX) * 3 / 4, "{largest} is close to the edge");
}
