//! The model of pairs, and the error rates of tests.

use fastrand::Rng;

use super::{PairModel, Simulation, simulate_sprt};
use crate::statistics::{Counts, Sprt, SprtConfig, expected_games};

#[test]
fn pairs_see_through_biased_openings() {
    let model = PairModel { elo: 30.0, bias: 400.0, draws: 0.0 };
    let mut random = Rng::with_seed(1);
    let [mut pairs, mut games] = [true, false].map(Counts::none);
    for _ in 0..2_000 {
        let results = model.play(&mut random);
        pairs.count(results[0] + results[1]);
        results.into_iter().for_each(|half_points| games.count(half_points));
    }
    assert!((pairs.score() - games.score()).abs() < 1e-12);
    let [pairs, games] = [pairs.elo(), games.elo()].map(|elo| elo.high - elo.low);
    assert!(1.5 * pairs < games, "{pairs} {games}");
}

/// The difference between the hypotheses, in normalised Elo.
const DIFFERENCE: f64 = 60.0;

/// Runs tests under the hypothesis of this Elo. Two standard errors of a rate of 5 % in 500 tests are
/// 2 %.
fn check_error_rate(truth: f64) {
    const RUNS: u32 = 500;
    let config =
        SprtConfig { elo0: 0.0, elo1: DIFFERENCE, alpha: 0.05, beta: 0.05, normalized: true };
    let sprt = Sprt::new(config).expect("the figures of a test are valid");
    let model = PairModel::with_normalized_elo(truth, 150.0, 0.02);
    let simulation = simulate_sprt(&sprt, &model, RUNS, 7);
    let Simulation { null, alternative, mean_pairs } = simulation;
    let wrong = if truth == 0.0 { alternative } else { null };
    let rate = f64::from(wrong) / f64::from(RUNS);
    assert!((0.02..=0.07).contains(&rate), "{truth}: {simulation:?}");
    let expected = expected_games(&sprt, 0.5);
    let row = expected.iter().find(|row| row.elo == truth).expect("a hypothesis");
    assert!((2.0 * mean_pairs / row.games - 1.0).abs() < 0.15, "{simulation:?} {row:?}");
}

#[test]
fn engines_are_rarely_misjudged() {
    check_error_rate(0.0);
    check_error_rate(DIFFERENCE);
}
