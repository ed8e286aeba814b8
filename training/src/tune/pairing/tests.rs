//! Tests that contestants in one process do not influence each other.

use std::sync::Arc;

use dolmen::board::BoardSize;
use dolmen::eval::{Evaluator, Weights};
use dolmen::rules::Rule;
use dolmen::search::Margins;

use crate::tune::pairing::{Contestant, Pairing};

fn with_weights(weights: Weights) -> Contestant {
    let evaluator = Arc::new(Evaluator::new(weights));
    Contestant { evaluator, margins: Margins::default() }
}

/// Plays pairs with so few nodes that a test can wait for them.
fn points(pairs: u64, first: &Contestant, second: &Contestant) -> i64 {
    let rules = [Rule::Freestyle, Rule::Renju];
    let pairing = Pairing { rules: &rules, size: BoardSize::square(15), nodes: 600, seed: 5 };
    (0..pairs).map(|number| pairing.play(number, first, second)).sum()
}

#[test]
fn equal_weights_share_every_pair() {
    let [first, second] = [(); 2].map(|()| with_weights(Weights::built_in()));
    for pairs in 1..4 {
        assert_eq!(points(pairs, &first, &second), 0);
    }
}

#[test]
fn two_sets_of_weights_play_each_other_in_one_process() {
    let learned = with_weights(Weights::built_in());
    let by_hand = with_weights(Weights::by_hand());
    let points = points(16, &learned, &by_hand);
    assert!(points > 0, "the learned weights are the better ones: {points} points of 32");
    assert_eq!(self::points(16, &by_hand, &learned), -points);
}
