//! The learner finds weights that it was told to find, and its parts add up.

use dolmen::board::{Color, Position};
use dolmen::eval::Evaluator;
use dolmen::eval::weights::Weights;
use dolmen::rules::{Rule, Shape};
use dolmen::threats::{Code, ThreatBoard};
use dolmen::threats::{GROUPS, group, sorted_shapes};
use fastrand::Rng;

use crate::generate::plan::testing::plan;
use crate::generate::play::Player;
use crate::learn::adam::Adam;
use crate::learn::calibration::{BINS, Calibration};
use crate::learn::groups::{Groups, PARTS, group_of_code};
use crate::learn::losses::{Sharing, verdict};
use crate::learn::network;
use crate::learn::picture;
use crate::learn::samples::{Features, Samples};
use crate::learn::select::is_in_tenth;
use crate::learn::targets::{Pair, UNITS, best_units, sigmoid};
use crate::learn::values::{self, Fit};
use crate::learn::{moves, weights};
use crate::store::{Label, Shard, Source};

/// A few games of the engine against itself.
fn shard(rule: Rule, count: u32) -> Shard {
    let shares = format!(
        "[rules.standard]\nsizes = {{ 15x15 = 1.0 }}\n\
         [[stages]]\npositions = 100\nrules = {{ {rule} = 1.0 }}"
    );
    let plan = plan(&shares);
    let mut player = Player::new(plan.rule(rule).expect("the plan has the rule"), &plan.effort);
    Shard {
        header: None,
        rule,
        source: Source { engine: String::new(), nodes: plan.effort.nodes },
        seed: plan.seed,
        games: (0..count).map(|number| player.play(plan.seed, number)).collect(),
        damage: Vec::new(),
        blocks: 1,
        whole_bytes: 0,
    }
}

fn add_games(samples: &mut Samples, shard: &Shard) {
    shard.games.iter().for_each(|game| samples.add(shard, game, is_in_tenth(game)));
}

pub(super) fn samples(rule: Rule, count: u32) -> Samples {
    let mut samples = Samples::new(Features::All, Evaluator::built_in());
    add_games(&mut samples, &shard(rule, count));
    samples
}

#[test]
fn codes_have_the_group_of_their_shapes() {
    let groups = group_of_code();
    let shapes = [Shape::Two, Shape::Four, Shape::One, Shape::OpenTwo3];
    assert_eq!(usize::from(groups[usize::from(Code::new(shapes).0)]), group(shapes));
    assert_eq!(groups[0], 0);
}

#[test]
fn slopes_of_parts_are_those_of_the_weights() {
    // The weights are linear in the parts, so that a slope is exact.
    let groups = Groups::new(Rule::Renju, Color::Black);
    let mut rng = Rng::with_seed(1);
    let parts: Vec<f32> = (0..PARTS).map(|_| rng.f32() - 0.5).collect();
    let slopes_of_weights: Vec<f32> = (0..GROUPS).map(|_| rng.f32() - 0.5).collect();
    let mut weights = vec![0.0; GROUPS];
    groups.weights(&[0.0; GROUPS], &parts, &mut weights);
    assert_eq!(weights[0], 0.0);
    let mut slopes = vec![0.0; PARTS];
    groups.slopes(&slopes_of_weights, &parts, 0.0, &mut slopes);
    let product = |a: &[f32], b: &[f32]| -> f64 {
        a.iter().zip(b).map(|(&a, &b)| f64::from(a) * f64::from(b)).sum()
    };
    let by_weights = product(&weights, &slopes_of_weights);
    let by_parts = product(&parts, &slopes);
    assert!((by_weights - by_parts).abs() < 0.01, "{by_weights} {by_parts}");
}

#[test]
fn adam_finds_the_bottom() {
    let mut adam = Adam::new(vec![1.0; 2]);
    for _ in 0..2_000 {
        let [a, b] = [adam.parameters[0], adam.parameters[1]];
        adam.step(&[2.0 * (a - 3.0), 20.0 * (b + 1.0)], 0.02);
    }
    assert!((adam.parameters[0] - 3.0).abs() < 0.05, "{:?}", adam.parameters);
    assert!((adam.parameters[1] + 1.0).abs() < 0.05, "{:?}", adam.parameters);
}

/// Gives positions a worth that nobody knows beforehand, made of how many more points the
/// side to move has than the other one where it would make an open two or better.
fn set_worths(samples: &mut Samples, worth: impl Fn(i32) -> i32) {
    for index in 0..samples.positions.len() {
        let open_two = group([Shape::None, Shape::None, Shape::None, Shape::OpenTwo1]);
        let codes = samples.codes(index).iter();
        let codes = codes.filter(|code| usize::from(code.group) >= open_two);
        let signed = codes.map(|code| i32::from(code.count) * (1 - 2 * i32::from(code.side)));
        let score = worth(signed.sum());
        let sample = &mut samples.positions[index];
        sample.score = score;
        // Results say nothing of such scores, nor of their units.
        sample.is_disturbed = true;
    }
}

#[test]
fn what_positions_are_worth_is_learned() {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let mut samples = samples(rule, 60);
        set_worths(&mut samples, |more| 40 * more);
        let fit = Fit { epochs: 300, result_share: 0.0, decay: 1e-3, seed: 1 };
        let fitted = values::fit(&samples, rule, &fit, &mut |_, _| {});
        let verdict = verdict(&samples, rule, &fitted, &[], UNITS);
        let (before, after) = (verdict.before, verdict.learned);
        assert!(after.target < before.target - 0.05, "{rule} {before:?} {after:?}");
        assert_eq!(after, verdict.sums);
    }
}

#[test]
fn networks_learn_what_sums_cannot_say() {
    let mut samples = samples(Rule::Standard, 20);
    set_worths(&mut samples, |more| 100 * (more.abs() - 6));
    let fit = Fit { epochs: 20, result_share: 0.0, decay: 1e-3, seed: 1 };
    let values = values::fit(&samples, Rule::Standard, &fit, &mut |_, _| {});
    let networks = network::fit(&samples, &values, (300, 1), &mut |_, _| {});
    let networks: Vec<Sharing> =
        networks.iter().map(|fitted| (fitted.rounded(UNITS), fitted.share())).collect();
    // So few positions say little of others: those that were learned from are asked.
    samples.positions.iter_mut().for_each(|sample| sample.is_held_out = true);
    let verdict = verdict(&samples, Rule::Standard, &values, &networks, UNITS);
    assert!(verdict.learned.target < verdict.sums.target - 0.1, "{verdict:?}");
}

#[test]
fn learned_weights_can_be_played_with() {
    let rule = Rule::Renju;
    let samples = samples(rule, 40);
    let fit = Fit { epochs: 3, result_share: 0.4, decay: 1e-4, seed: 1 };
    let values = values::fit(&samples, rule, &fit, &mut |_, _| {});
    let networks = network::fit(&samples, &values, (3, 1), &mut |_, _| {});
    let networks: Vec<Sharing> =
        networks.iter().map(|fitted| (fitted.rounded(UNITS), fitted.share())).collect();
    assert_eq!(networks.len(), 2);
    let verdict = verdict(&samples, rule, &values, &networks, UNITS);
    let order = moves::fit(&samples, rule, (2, 1e-4, 1), &mut |_| {});
    let (before, after) = order.foresight;
    assert!(after.loss > 0.0 && after.loss < 4.4 && before.loss > 0.0, "{before:?} {after:?}");
    let mut learned = Weights::default();
    let fitted = weights(rule, (&values, UNITS), &networks, (&order, moves::UNITS));
    learned.rules[rule.index()] = Some(fitted);
    assert_eq!(Weights::from_bytes(&learned.to_bytes()), Ok(learned));
    let svg = picture::draw(&[("renju".to_owned(), &verdict.calibrations[..])]);
    assert!(svg.starts_with("<svg") && svg.contains("renju") && svg.trim_end().ends_with("</svg>"));
}

#[test]
fn samples_say_what_the_board_says() {
    let shard = shard(Rule::Standard, 3);
    let mut samples = Samples::new(Features::All, Evaluator::built_in());
    add_games(&mut samples, &shard);
    assert!(samples.positions.len() > 20);
    let mut checker = SampleChecker { samples: &samples, next: 0 };
    for game in &shard.games {
        let mut position = Position::new(game.size);
        for ply in &game.plies {
            if let Some(before) = &ply.before {
                checker.check(&position, &before.label);
                for interior in &before.interior {
                    let mut inside = position.clone();
                    for &point in &interior.path {
                        inside.play(point).expect("the path is possible");
                    }
                    checker.check(&inside, &interior.label);
                }
            }
            position.play(ply.point).expect("the move is possible");
        }
        if let Some(end) = &game.end {
            checker.check(&position, &end.label);
        }
    }
    let index = checker.next;
    assert_eq!(index, samples.positions.len(), "every sample is a position of the games");
}

#[test]
fn units_are_found() {
    // Worths that are the sigmoids of scores in certain units.
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

/// Compares samples with the positions that they come from, one after the other.
struct SampleChecker<'a> {
    samples: &'a Samples,
    next: usize,
}

impl SampleChecker<'_> {
    /// Takes the next sample for that of a position, if it is.
    fn check(&mut self, position: &Position, label: &Label) {
        let board = ThreatBoard::new(position, Rule::Standard);
        let sample = self.samples.positions.get(self.next);
        let is_next = sample.is_some_and(|sample| {
            label.score().value() == sample.score
                && Evaluator::built_in().rule(Rule::Standard).evaluate(&board).value()
                    == sample.eval
                && board.side_to_move() == sample.mover
        });
        if is_next {
            let codes = self.samples.codes(self.next);
            let counted: usize = codes.iter().map(|code| usize::from(code.count)).sum();
            let expected = |color| {
                let empty = position.empty();
                empty.iter().filter(|&point| board.code(color, point) != Code(0)).count()
            };
            assert_eq!(counted, expected(Color::Black) + expected(Color::White));
            self.next += 1;
        }
    }
}
