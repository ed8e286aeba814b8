//! Groups are numbered without gaps, files of weights round and refused when damaged.

use crate::board::{Color, PerColor};
use crate::eval::weights::{
    ColorWeights, GROUPS, GroupWeights, ReadWeightsError, Weights, group, sorted_shapes,
};
use crate::rules::{Rule, Shape};

#[test]
fn every_group_has_its_number() {
    let numbers: Vec<usize> = sorted_shapes().map(group).collect();
    assert_eq!(numbers.len(), GROUPS);
    let mut sorted = numbers;
    sorted.sort_unstable();
    assert_eq!(sorted, (0..GROUPS).collect::<Vec<_>>());
    let [a, b, c, d] = [Shape::Two, Shape::Four, Shape::None, Shape::OpenThree1];
    assert_eq!(group([a, b, c, d]), group([c, d, b, a]));
}

/// Weights of two rules, one of which tells the colours apart.
fn weights() -> Weights {
    let mut weights =
        Weights { command: "learn".to_owned(), notes: "few".to_owned(), ..Weights::default() };
    for rule in [Rule::Standard, Rule::Renju] {
        weights.rules[rule.index()] =
            Some(PerColor::from_fn(|color| ColorWeights::by_hand(rule, color)));
    }
    weights
}

#[test]
fn files_round() {
    let bytes = weights().to_bytes();
    let read = Weights::from_bytes(&bytes).expect("they are weights");
    assert_eq!(read, weights());
    let renju = read.rules[Rule::Renju.index()].as_ref().expect("it is there");
    assert_ne!(renju[Color::Black], renju[Color::White]);
    assert_eq!(read.rules[Rule::Caro.index()], None);
}

#[test]
fn all_rules_have_built_in_weights() {
    let weights = Weights::built_in();
    assert!(weights.rules.iter().all(Option::is_some));
    assert!(weights.command.starts_with("training learn "), "{}", weights.command);
}

#[test]
fn damage_is_refused() {
    let bytes = weights().to_bytes();
    assert_eq!(Weights::from_bytes(b"GIF89a"), Err(ReadWeightsError::Foreign));
    assert_eq!(Weights::from_bytes(b""), Err(ReadWeightsError::Foreign));
    let newer = Weights::from_bytes(b"dolmen weights 3\n....");
    assert_eq!(newer, Err(ReadWeightsError::Version("3".to_owned())));
    for length in (17..bytes.len()).step_by(97) {
        assert_eq!(Weights::from_bytes(&bytes[..length]), Err(ReadWeightsError::Damaged));
    }
    for byte in (17..bytes.len()).step_by(89) {
        let mut damaged = bytes.clone();
        damaged[byte] ^= 4;
        assert_eq!(Weights::from_bytes(&damaged), Err(ReadWeightsError::Damaged), "byte {byte}");
    }
}

#[test]
fn occupied_points_must_be_worth_nothing() {
    let mut weights = weights();
    let set = weights.rules[Rule::Standard.index()].as_mut().expect("it is there");
    for color in Color::ALL {
        set[color].groups[0] = GroupWeights { to_move: 1, ..GroupWeights::default() };
    }
    let read = Weights::from_bytes(&weights.to_bytes());
    assert!(matches!(read, Err(ReadWeightsError::Meaningless(_))), "{read:?}");
}
