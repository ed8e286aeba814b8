//! Tests that the learner finds hidden weights, and that its parts agree with the engine.

use dolmen::board::Color;
use dolmen::eval::Evaluator;
use dolmen::eval::weights::Weights;
use dolmen::rules::{Rule, Shape};
use dolmen::threats::{Code, GROUPS, ThreatBoard, group, sorted_shapes};
use fastrand::Rng;

use crate::generate::plan::testing::plan;
use crate::learn::calibration::{BINS, Calibration};
use crate::learn::groups::{Parts, group_of_code};
use crate::learn::losses::{Sharing, compare};
use crate::learn::passes::Fit;
use crate::learn::samples::{Features, Samples};
use crate::learn::targets::{Pair, Shares, Targets, UNITS, best_units, sigmoid};
use crate::learn::testing::{played_shard, samples_of};
use crate::learn::values::{self, Values};
use crate::learn::{Fitted, Units, moves, network};
use crate::store::Shard;
use crate::store::testing::labelled_positions;

/// A few games of the engine against itself.
fn shard(rule: Rule, count: u32) -> Shard {
    let shares = format!(
        "[rules.standard]\nsizes = {{ 15x15 = 1.0 }}\n\
         [[stages]]\npositions = 100\nrules = {{ {rule} = 1.0 }}"
    );
    played_shard(&plan(&shares), rule, count)
}

pub(super) fn samples(rule: Rule, count: u32) -> Samples {
    samples_of(&shard(rule, count), Features::All)
}

fn fit_values(samples: &Samples, rule: Rule, result_share: f32, fit: Fit) -> Values {
    let shares = Shares { result: result_share, ..Shares::default() };
    values::fit(samples, rule, Targets::new(samples, shares, None), fit, &mut |_, _| {})
}

fn fit_networks(samples: &Samples, values: &Values, passes: usize) -> Vec<Sharing> {
    let fit = Fit { passes, decay: 0.0, seed: 1 };
    let networks = network::fit(samples, values, fit, &mut |_, _| {});
    let sharing = |fitted: &network::RealNetwork| Sharing {
        network: fitted.rounded(UNITS),
        share: fitted.share(),
    };
    networks.iter().map(sharing).collect()
}

#[test]
fn codes_have_the_group_of_their_shapes() {
    let groups = group_of_code();
    let shapes = [Shape::Two, Shape::Four, Shape::One, Shape::OpenTwo3];
    assert_eq!(usize::from(groups[usize::from(Code::new(shapes).0)]), group(shapes));
    assert_eq!(groups[0], 0);
}

#[test]
fn gradients_of_parts_are_those_of_the_weights() {
    // The weights are linear in the parts, so that a gradient is exact.
    let groups = Parts::of_groups(Rule::Renju, Color::Black);
    let mut rng = Rng::with_seed(1);
    let parts: Vec<f32> = (0..groups.count()).map(|_| rng.f32() - 0.5).collect();
    let gradients_of_weights: Vec<f32> = (0..GROUPS).map(|_| rng.f32() - 0.5).collect();
    let mut weights = vec![0.0; GROUPS];
    groups.weights(&[0.0; GROUPS], &parts, &mut weights);
    assert_eq!(weights[0], 0.0);
    let mut gradients = vec![0.0; groups.count()];
    groups.gradients(&gradients_of_weights, &parts, 0.0, &mut gradients);
    let product = |a: &[f32], b: &[f32]| -> f64 {
        a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
    };
    let by_weights = product(&weights, &gradients_of_weights);
    let by_parts = product(&parts, &gradients);
    assert!((by_weights - by_parts).abs() < 0.01, "{by_weights} {by_parts}");
}

/// Gives positions a made-up value: the number of points where the side to move would make an open two
/// or better, less the number of such points of the other side.
fn set_worths(samples: &mut Samples, worth: impl Fn(i32) -> i32) {
    for index in 0..samples.positions.len() {
        let open_two = group([Shape::None, Shape::None, Shape::None, Shape::OpenTwo1]);
        let codes = samples.codes(index).iter();
        let codes = codes.filter(|code| usize::from(code.group) >= open_two);
        let signed = codes.map(|code| i32::from(code.count) * (1 - 2 * i32::from(code.side)));
        let score = worth(signed.sum());
        let sample = &mut samples.positions[index];
        sample.score = score;
        // The results are unrelated to such scores and their units.
        sample.is_disturbed = true;
    }
}

#[test]
fn values_of_positions_are_learned() {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let mut samples = samples(rule, 20);
        set_worths(&mut samples, |more| 40 * more);
        let fit = Fit { passes: 100, decay: 1e-3, seed: 1 };
        let fitted = fit_values(&samples, rule, 0.0, fit);
        let verdict = compare(&samples, rule, &fitted, &[], UNITS);
        let (before, after) = (verdict.before, verdict.learned);
        assert!(after.target < before.target - 0.05, "{rule} {before:?} {after:?}");
        assert_eq!(after, verdict.sums);
    }
}

#[test]
fn networks_learn_more_than_sums() {
    let mut samples = samples(Rule::Standard, 16);
    set_worths(&mut samples, |more| 100 * (more.abs() - 6));
    let fit = Fit { passes: 20, decay: 1e-3, seed: 1 };
    let values = fit_values(&samples, Rule::Standard, 0.0, fit);
    let networks = fit_networks(&samples, &values, 120);
    // So few positions do not generalize: the test measures the training set.
    samples.positions.iter_mut().for_each(|sample| sample.is_held_out = true);
    let verdict = compare(&samples, Rule::Standard, &values, &networks, UNITS);
    assert!(verdict.learned.target < verdict.sums.target - 0.05, "{verdict:?}");
}

#[test]
fn learned_weights_can_be_played_with() {
    let rule = Rule::Renju;
    let samples = samples(rule, 20);
    let fit = Fit { passes: 3, decay: 1e-4, seed: 1 };
    let values = fit_values(&samples, rule, 0.4, fit);
    let networks = fit_networks(&samples, &values, 3);
    assert_eq!(networks.len(), 2);
    let verdict = compare(&samples, rule, &values, &networks, UNITS);
    let moves = moves::fit(&samples, rule, Fit { passes: 2, ..fit }, &mut |_, _| {});
    let (before, after) = (moves.before, moves.after);
    assert!(after.loss > 0.0 && after.loss < 4.4 && before.loss > 0.0, "{before:?} {after:?}");
    let mut learned = Weights::default();
    let units = Units { values: UNITS, moves: moves::UNITS };
    let fitted = Fitted { values, networks, moves: Some(moves) };
    learned.rules[rule.index()] = Some(fitted.weights(rule, units));
    assert_eq!(Weights::from_bytes(&learned.to_bytes()), Ok(learned));
    assert!(verdict.learned.target > verdict.learned.least, "{verdict:?}");
}

#[test]
fn samples_agree_with_the_board() {
    let shard = shard(Rule::Standard, 3);
    let samples = samples_of(&shard, Features::All);
    assert!(samples.positions.len() > 20);
    let mut next = 0;
    for (position, label) in shard.games.iter().flat_map(labelled_positions) {
        let board = ThreatBoard::new(&position, Rule::Standard);
        let evaluation = Evaluator::built_in().rule(Rule::Standard).evaluate(&board);
        let is_next = samples.positions.get(next).is_some_and(|sample| {
            label.score().value() == sample.score
                && evaluation.value() == sample.eval
                && board.side_to_move() == sample.mover
        });
        if !is_next {
            continue;
        }
        let codes = samples.codes(next).iter();
        let counted: usize = codes.map(|code| usize::from(code.count)).sum();
        let expected = |color| {
            let empty = position.empty();
            empty.iter().filter(|&point| board.code(color, point) != Code(0)).count()
        };
        assert_eq!(counted, expected(Color::Black) + expected(Color::White));
        next += 1;
    }
    assert_eq!(next, samples.positions.len(), "every sample is a position of the games");
}

#[test]
fn units_are_found() {
    // The targets are the sigmoids of scores in certain units.
    for units in [55.0, 320.0, 3_000.0] {
        let pair = |step: i32| Pair {
            score: 40.0 * step as f32,
            worth: sigmoid(40.0 * step as f32 / units),
        };
        let pairs: Vec<Pair> = (-50..50).map(pair).collect();
        let found = best_units(&pairs);
        assert!((found / units - 1.0).abs() < 0.01, "{units} {found}");
    }
}

#[test]
fn bins_hold_what_falls_into_them() {
    let pairs = [(0.0, 0.0), (0.05, 1.0), (0.95, 1.0), (1.0, 1.0), (0.55, 0.5)];
    let calibration = Calibration::new("x", pairs.into_iter());
    let counts = calibration.bins.map(|bin| bin.count);
    assert_eq!(counts, [2, 0, 0, 0, 0, 1, 0, 0, 0, 2]);
    assert_eq!(calibration.bins[0].won, 0.5);
    let (low, high) = calibration.bins[BINS - 1].interval();
    assert!(low < 0.5 && high > 0.99, "{low} {high}");
    assert!((sigmoid(0.0) - 0.5).abs() < 1e-6 && sorted_shapes().count() == GROUPS);
}
