//! The model of pairs, and the error rates of tests.

use fastrand::Rng;

use super::{PairModel, Simulation, simulate_sprt};
use crate::statistics::{Pentanomial, Sprt, SprtConfig, Trinomial, expected_games, expected_score};

#[test]
fn shares_are_those_of_played_pairs() {
    let model = PairModel { elo: 60.0, bias: 200.0, draws: 0.1 };
    let shares = model.shares();
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-12);
    let mut random = Rng::with_seed(2);
    let mut counts = [0u32; 5];
    for _ in 0..20_000 {
        counts[usize::from(model.play(&mut random).iter().sum::<u8>())] += 1;
    }
    for (count, share) in counts.into_iter().zip(shares) {
        assert!((f64::from(count) / 20_000.0 - share).abs() < 0.01, "{counts:?} {shares:?}");
    }
}

#[test]
fn models_have_the_difference_that_was_asked_for() {
    let model = PairModel::with_normalized_elo(25.0, 300.0, 0.05);
    assert!((model.normalized_elo() - 25.0).abs() < 1e-6);
    let plain = PairModel { elo: 10.0, bias: 0.0, draws: 0.0 };
    assert!((plain.score() - expected_score(10.0)).abs() < 1e-12);
    assert!((plain.normalized_elo() - 10.0).abs() < 0.05, "both kinds of Elo agree without draws");
}

#[test]
fn pairs_see_through_biased_openings() {
    let model = PairModel { elo: 30.0, bias: 400.0, draws: 0.0 };
    let (mut random, mut pairs, mut games) =
        (Rng::with_seed(1), Pentanomial::default(), Trinomial::default());
    for _ in 0..2_000 {
        let results = model.play(&mut random);
        pairs.0[usize::from(results[0] + results[1])] += 1;
        results.into_iter().for_each(|half_points| games.count(half_points));
    }
    assert!((pairs.score() - games.score()).abs() < 1e-12);
    let [pairs, games] = [pairs.elo(), games.elo()].map(|elo| elo.high - elo.low);
    assert!(1.5 * pairs < games, "{pairs} {games}");
}

fn test(elo1: f64, normalized: bool) -> Sprt {
    Sprt::new(SprtConfig { elo0: 0.0, elo1, alpha: 0.05, beta: 0.05, normalized })
        .expect("the figures of a test are valid")
}

/// The difference between the hypotheses, in normalised Elo.
const DIFFERENCE: f64 = 60.0;

/// Runs tests under the hypothesis of this Elo. Two standard errors of a rate of 5 % in 500 tests are
/// 2 %.
fn check_error_rate(truth: f64) {
    const RUNS: u32 = 500;
    let sprt = test(DIFFERENCE, true);
    let model = PairModel::with_normalized_elo(truth, 150.0, 0.02);
    let simulation = simulate_sprt(&sprt, &model, RUNS, u64::MAX, 7);
    let Simulation { null, alternative, undecided, mean_pairs, .. } = simulation;
    let wrong = if truth == 0.0 { alternative } else { null };
    let rate = f64::from(wrong) / f64::from(RUNS);
    assert!((0.02..=0.07).contains(&rate), "{truth}: {simulation:?}");
    assert_eq!((null + alternative, undecided), (RUNS, 0));
    let expected = expected_games(&sprt, 0.5);
    let row = expected.iter().find(|row| row.elo == truth).expect("a hypothesis");
    assert!((2.0 * mean_pairs / row.games - 1.0).abs() < 0.15, "{simulation:?} {row:?}");
}

#[test]
fn equal_engines_are_rarely_called_unequal() {
    check_error_rate(0.0);
}

#[test]
fn unequal_engines_are_rarely_called_equal() {
    check_error_rate(DIFFERENCE);
}

#[test]
fn long_tests_are_broken_off() {
    let model = PairModel::with_normalized_elo(0.0, 0.0, 0.0);
    let simulation = simulate_sprt(&test(5.0, true), &model, 3, 50, 1);
    assert_eq!((simulation.undecided, simulation.longest, simulation.mean_pairs), (3, 50, 50.0));
    assert_eq!(simulation, simulate_sprt(&test(5.0, true), &model, 3, 50, 1));
}
