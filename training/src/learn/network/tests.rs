//! Tests of the gradients against finite differences, and that rounding changes little.

use dolmen::eval::network::FEATURES;
use dolmen::rules::Rule;
use fastrand::Rng;

use crate::learn::network::{RealNetwork, Task, for_each_row, rounded_worth};
use crate::learn::passes::Fit;
use crate::learn::samples::Samples;
use crate::learn::targets::{Shares, Targets, UNITS};
use crate::learn::tests::samples;
use crate::learn::values::{self, Values};

fn fitted(samples: &Samples, rule: Rule) -> Values {
    let fit = Fit { passes: 1, decay: 1e-3, seed: 1 };
    values::fit(samples, rule, Targets::new(samples, Shares::default(), None), fit, &mut |_, _| {})
}

fn random(samples: &Samples, seed: u64) -> RealNetwork {
    let all: Vec<usize> = (0..samples.positions.len()).collect();
    RealNetwork::random(samples, &all, &mut Rng::with_seed(seed))
}

#[test]
fn gradients_are_those_of_the_loss() {
    const STEP: f32 = 2e-3;
    let samples = samples(Rule::Freestyle, 5);
    let values = fitted(&samples, Rule::Freestyle);
    let task = Task { samples: &samples, values: &values };
    let mut network = random(&samples, 1);
    let (mut steep, mut wrong, mut checked) = (0, 0, 0);
    let logit =
        |network: &RealNetwork, index| network.forward(&network.rows.values, task, index).output;
    for index in (0..samples.positions.len()).step_by(7) {
        // Beyond, the rounding of the loss hides differences.
        if logit(&network, index).abs() > 4.0 {
            continue;
        }
        let mut with_gradients = network.clone();
        with_gradients.add_gradients(&network.rows.values, task, index);
        // A table, and the place of a parameter in it.
        let mut places = vec![(1, 5), (2, 2), (3, 3), (4, 0)];
        for_each_row(&samples, index, |row, count| {
            if count < 3.0 {
                places.push((0, row * FEATURES + row % FEATURES));
            }
        });
        for (table, place) in places {
            let mut loss_at = |change: f32| {
                let old = network.tables_mut()[table].values()[place];
                network.tables_mut()[table].values_mut()[place] = old + change;
                let rows = network.rows.values.clone();
                let loss = network.add_gradients(&rows, task, index);
                network.tables_mut()[table].values_mut()[place] = old;
                loss
            };
            let difference = loss_at(STEP) - loss_at(-STEP);
            let expected = difference / f64::from(2.0 * STEP);
            let found = f64::from(with_gradients.tables_mut()[table].gradients()[place]);
            checked += 1;
            steep += usize::from(expected.abs() > 0.005);
            wrong += usize::from((found - expected).abs() > 0.002 + 0.1 * expected.abs());
        }
        network.tables_mut().into_iter().for_each(|table| table.gradients_mut().fill(0.0));
    }
    // The loss has a kink where a unit becomes active within the step.
    assert!(50 * wrong < checked, "{wrong} of {checked}");
    assert!(steep > 40, "some parameters matter: {steep}");
}

#[test]
fn rounding_changes_little() {
    let samples = samples(Rule::Renju, 5);
    let mut values = fitted(&samples, Rule::Renju);
    values.sums.fill(0.0);
    let task = Task { samples: &samples, values: &values };
    let network = random(&samples, 2);
    let mut played = Vec::new();
    network.play(&mut played);
    let rounded = network.rounded(UNITS);
    for index in 0..samples.positions.len() {
        let expected = network.forward(&played, task, index).output * UNITS;
        let found = rounded_worth(&rounded, &samples, index) as f32;
        assert!((found - expected).abs() < 12.0, "{index}: {found} {expected}");
    }
}
