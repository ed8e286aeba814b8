//! Known ratings, the figures of `BayesElo`, anchors, and how often intervals hold the truth.

use fastrand::Rng;

use crate::statistics::{
    GameResult, PairModel, PairResult, RatingList, RatingModel, RatingSettings, UnknownAnchor,
    ratings,
};

fn names(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("engine {number}")).collect()
}

/// Games between `first`, which moves first, and `second`: won, drawn and lost ones.
fn games((first, second): (usize, usize), won_drawn_lost: [usize; 3]) -> Vec<PairResult> {
    [2, 1, 0]
        .into_iter()
        .zip(won_drawn_lost)
        .flat_map(|(half_points, count)| {
            let game = GameResult { first, second, half_points };
            std::iter::repeat_n(PairResult { pair: 0, games: vec![game] }, count)
        })
        .collect()
}

fn rate(count: usize, results: &[PairResult], settings: &RatingSettings) -> RatingList {
    ratings(&names(count), results, settings).expect("the anchors are engines")
}

/// Returns the ratings by the number of the engine.
fn values(list: &RatingList) -> Vec<f64> {
    let mut ratings: Vec<_> = list.ratings.iter().collect();
    ratings.sort_by_key(|rating| rating.engine);
    ratings.into_iter().map(|rating| rating.value).collect()
}

fn close(values: &[f64], expected: &[f64], tolerance: f64) {
    let near = |(one, other): (&f64, &f64)| (one - other).abs() <= tolerance;
    assert!(values.iter().zip(expected).all(near), "{values:?} instead of {expected:?}");
}

/// Settings without intervals.
fn plain() -> RatingSettings {
    RatingSettings { bootstrap: 0, ..RatingSettings::default() }
}

/// The list that `BayesElo` prints after `readpgn`, `elo`, `offset 1600`, `mm`, `exactdist`, for the
/// same games with the first engine as White.
fn check_bayeselo(results: &[PairResult], expected: &[f64]) {
    let settings = RatingSettings { model: RatingModel::Gomocup, ..plain() };
    close(&values(&rate(expected.len(), results, &settings)), expected, 0.6);
}

#[test]
fn the_gomocup_model_prints_what_bayeselo_prints() {
    let both = |won, lost| [games((0, 1), [won, 0, lost]), games((1, 0), [lost, 0, won])].concat();
    check_bayeselo(&both(95, 25), &[1736.0, 1464.0]);
    check_bayeselo(&both(12, 0), &[1848.0, 1352.0]);
    let four = [
        games((0, 1), [14, 1, 5]),
        games((1, 0), [8, 0, 12]),
        games((0, 2), [20, 0, 0]),
        games((2, 0), [1, 0, 19]),
        games((1, 2), [13, 2, 5]),
        games((2, 1), [7, 1, 12]),
        games((2, 3), [9, 0, 1]),
        games((3, 2), [2, 0, 8]),
        games((0, 3), [10, 0, 0]),
        games((3, 0), [0, 0, 10]),
    ]
    .concat();
    check_bayeselo(&four, &[1922.0, 1722.0, 1532.0, 1224.0]);
}

#[test]
fn two_engines_are_as_far_apart_as_their_score_says() {
    // Two virtual draws stand beside the 24 games.
    let elo = 400.0 * (20.0f64 / 6.0).log10();
    let list = rate(2, &games((0, 1), [19, 0, 5]), &plain());
    close(&values(&list), &[elo / 2.0, -elo / 2.0], 0.01);
    let list = rate(2, &games((0, 1), [14, 10, 0]), &plain());
    close(&values(&list), &[elo / 2.0, -elo / 2.0], 0.01);
}

#[test]
fn the_prior_keeps_the_unbeaten_within_reach() {
    let results = games((0, 1), [24, 0, 0]);
    let list = values(&rate(2, &results, &plain()));
    assert!((list[0] - list[1] - 400.0 * 25f64.log10()).abs() < 0.01);
}

#[test]
fn anchors_stay_where_they_are() {
    let results = [games((0, 1), [15, 0, 5]), games((1, 2), [12, 0, 8])].concat();
    let free = values(&rate(3, &results, &plain()));
    let anchors = |anchors: &[(usize, f64)]| {
        let anchors = anchors.iter().map(|&(engine, value)| (names(3)[engine].clone(), value));
        RatingSettings { anchors: anchors.collect(), bootstrap: 50, ..plain() }
    };
    let list = rate(3, &results, &anchors(&[(1, 2000.0)]));
    let shifted: Vec<_> = free.iter().map(|value| value - free[1] + 2000.0).collect();
    close(&values(&list), &shifted, 0.1);
    let anchor =
        list.ratings.iter().find(|rating| rating.engine == 1).expect("the engine has a rating");
    assert!((anchor.low - 2000.0).abs() < 1e-9 && (anchor.high - 2000.0).abs() < 1e-9);

    let list = values(&rate(3, &results, &anchors(&[(0, 500.0), (2, -500.0)])));
    close(&[list[0], list[2]], &[500.0, -500.0], 1e-9);
    assert!(-300.0 < list[1] && list[1] < -100.0, "{list:?}");

    let settings = RatingSettings { anchors: vec![("nobody".to_owned(), 0.0)], ..plain() };
    let error = ratings(&names(3), &results, &settings).expect_err("unknown");
    assert_eq!(error, UnknownAnchor("nobody".to_owned()));
    assert!(error.to_string().contains("\"nobody\""));
}

#[test]
fn engines_that_never_met_are_centred_each_for_itself() {
    let results = [games((0, 1), [15, 0, 5]), games((2, 3), [15, 0, 5])].concat();
    let list = rate(5, &results, &RatingSettings { bootstrap: 20, ..plain() });
    let values = values(&list);
    close(&values[..4], &[values[0], -values[0], values[0], -values[0]], 0.01);
    let absent = &list.ratings[4];
    assert_eq!((absent.engine, absent.games, absent.score), (4, 0, 0.5));
    assert_eq!((absent.low, absent.high), (f64::NEG_INFINITY, f64::INFINITY));
}

#[test]
fn equal_seeds_give_equal_intervals() {
    let results = simulated(&[50.0, 0.0, -50.0], 10, &mut Rng::with_seed(1));
    let with = |seed| rate(3, &results, &RatingSettings { bootstrap: 50, seed, ..plain() });
    assert_eq!(with(1), with(1));
    assert_ne!(with(1), with(2));
    assert_eq!(values(&with(1)), values(&with(2)));
}

/// A round robin of `pairs` pairs each.
fn simulated(truth: &[f64], pairs: u64, random: &mut Rng) -> Vec<PairResult> {
    let mut results = Vec::new();
    for first in 0..truth.len() {
        for second in first + 1..truth.len() {
            let model = PairModel { elo: truth[first] - truth[second], bias: 0.0, draws: 0.0 };
            for pair in 0..pairs {
                let [one, two] = model.play(random);
                let games = vec![
                    GameResult { first, second, half_points: one },
                    GameResult { first: second, second: first, half_points: 2 - two },
                ];
                results.push(PairResult { pair, games });
            }
        }
    }
    results
}

const TRUTH: [f64; 6] = [300.0, 150.0, 50.0, 0.0, -100.0, -400.0];

/// The share of true ratings outside their intervals, over `runs` tournaments.
fn misses(truth: &[f64], pairs: u64, runs: u64, bootstrap: u32) -> f64 {
    let mut misses = 0;
    for seed in 0..runs {
        let results = simulated(truth, pairs, &mut Rng::with_seed(seed));
        let settings = RatingSettings { bootstrap, seed, ..RatingSettings::default() };
        for rating in rate(truth.len(), &results, &settings).ratings {
            let truth = truth[rating.engine];
            misses += u64::from(truth < rating.low || rating.high < truth);
        }
    }
    misses as f64 / (runs * truth.len() as u64) as f64
}

#[test]
fn intervals_hold_the_true_ratings() {
    let share = misses(&TRUTH, 10, 40, 100);
    assert!((0.01..=0.10).contains(&share), "{share}");
}
