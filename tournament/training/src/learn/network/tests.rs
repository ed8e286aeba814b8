//! Slopes are those of the loss, and rounding changes little.

use dolmen::eval::network::FEATURES;
use dolmen::rules::Rule;
use fastrand::Rng;

use crate::learn::network::{
    BIASES_AT, HIDDEN_AT, OUTPUT_AT, RealNetwork, SHARE_AT, Task, add_slopes, for_each_row,
    round_rows, rounded_worth, score, start,
};
use crate::learn::targets::UNITS;
use crate::learn::tests::samples;
use crate::learn::values::{self, Fit};

#[test]
fn slopes_are_those_of_the_loss() {
    const STEP: f32 = 2e-3;
    let samples = samples(Rule::Freestyle, 5);
    let fit = Fit { epochs: 1, result_share: 0.0, decay: 1e-3, seed: 1 };
    let values = values::fit(&samples, Rule::Freestyle, &fit, &mut |_, _| {});
    let task = Task { samples: &samples, values: &values };
    let all: Vec<usize> = (0..samples.positions.len()).collect();
    let mut parameters = start(&samples, &all, &mut Rng::with_seed(1)).parameters;
    let (mut steep, mut wrong, mut checked) = (0, 0, 0);
    for index in (0..samples.positions.len()).step_by(7) {
        let mut slopes = vec![0.0; parameters.len()];
        add_slopes(&parameters, task, index, &mut slopes);
        let mut places = vec![HIDDEN_AT + 5, BIASES_AT + 2, OUTPUT_AT + 3, SHARE_AT];
        for_each_row(&samples, index, |row, count| {
            if count < 3.0 {
                places.push(row * FEATURES + row % FEATURES);
            }
        });
        for place in places {
            let old = parameters[place];
            let mut loss_at = |value: f32| {
                parameters[place] = value;
                add_slopes(&parameters, task, index, &mut vec![0.0; parameters.len()])
            };
            let difference = loss_at(old + STEP) - loss_at(old - STEP);
            parameters[place] = old;
            let expected = difference / f64::from(2.0 * STEP);
            let found = f64::from(slopes[place]);
            checked += 1;
            steep += usize::from(expected.abs() > 0.005);
            wrong += usize::from((found - expected).abs() > 0.002 + 0.1 * expected.abs());
        }
    }
    // A unit that begins to count within the step has two slopes.
    assert!(50 * wrong < checked, "{wrong} of {checked}");
    assert!(steep > 40, "some parameters matter: {steep}");
}

#[test]
fn rounding_changes_little() {
    let samples = samples(Rule::Renju, 5);
    let fit = Fit { epochs: 1, result_share: 0.0, decay: 1e-3, seed: 1 };
    let mut values = values::fit(&samples, Rule::Renju, &fit, &mut |_, _| {});
    values.sums.fill(0.0);
    let task = Task { samples: &samples, values: &values };
    let all: Vec<usize> = (0..samples.positions.len()).collect();
    let parameters = start(&samples, &all, &mut Rng::with_seed(2)).parameters;
    let mut rounded = parameters.clone();
    round_rows(&parameters, &mut rounded);
    let network = RealNetwork { parameters }.rounded(UNITS);
    for index in all {
        let expected = score(&rounded, task, index).0 * UNITS;
        let found = rounded_worth(&network, &samples, index) as f32;
        assert!((found - expected).abs() < 12.0, "{index}: {found} {expected}");
    }
}
