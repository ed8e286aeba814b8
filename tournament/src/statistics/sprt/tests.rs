//! The figures of other tools, symmetry, and expected lengths.

use crate::statistics::{
    Counts, GameResult, Hypothesis, PairResult, Sprt, SprtConfig, expected_games,
};

fn test(elo0: f64, elo1: f64, normalized: bool) -> Sprt {
    Sprt::new(SprtConfig { elo0, elo1, alpha: 0.05, beta: 0.05, normalized })
        .expect("the figures of a test are valid")
}

fn check(
    counts: impl Into<Counts>,
    (elo0, elo1): (f64, f64),
    normalized: bool,
    expected: f64,
    tolerance: f64,
) {
    let counts = counts.into();
    let llr = test(elo0, elo1, normalized).llr(&counts);
    assert!((llr - expected).abs() <= tolerance, "{counts:?}: {llr} instead of {expected}");
}

#[test]
fn figures_of_fastchess() {
    // Losses, draws, wins; listed there as wins, losses, draws. Its solver stops early, which
    // shows where the ratio is large.
    check([36_027, 68_692, 36_433], (0.0, 2.0), true, 0.92, 0.006);
    check([10_650, 20_431, 10_871], (-1.75, 0.25), true, 2.30, 0.006);
    check([0, 0, 4_250], (0.0, 10.0), true, 120.56, 0.02);
    check([21_184, 40_708, 21_404], (0.5, 2.5), false, -1.57, 0.006);
    check([57_030, 106_593, 57_433], (0.0, 2.0), false, -2.59, 0.006);
    check([365, 16_618, 36_029 + 200, 16_974, 390], (0.0, 2.0), true, 2.25, 0.006);
    check([127, 4_883, 10_311 + 401, 5_150, 104], (-1.75, 0.25), true, 3.01, 0.006);
    check([0, 0, 0, 0, 5_550], (0.0, 5.0), true, 111.82, 0.03);
    check([223, 9_863, 20_279 + 1_000, 10_037, 246], (0.5, 2.5), false, -3.07, 0.006);
}

#[test]
fn figures_of_an_independent_implementation() {
    check([39, 8_843, 26_675, 9_240, 44], (0.5, 2.5), true, 2.941_68, 2e-5);
    check([39, 8_843, 26_675, 9_240, 44], (0.5, 2.5), false, 0.555_52, 2e-5);
    check([379, 10_170, 21_828, 10_640, 343], (0.0, 2.0), true, 2.9455, 6e-5);
    check([158, 5_733, 11_998, 5_828, 201], (0.0, 3.0), true, 1.2153, 6e-5);
    check([30, 2, 150, 3, 55], (0.0, 5.0), true, 0.816_55, 2e-5);
    check([30, 2, 150, 3, 55], (0.0, 5.0), false, 0.954_99, 2e-5);
    check([0, 0, 10, 0, 3], (0.0, 10.0), true, 0.245_52, 2e-5);
}

/// Tables of counts that cover balanced, lopsided and sparse samples; the same on each run.
fn samples() -> Vec<Counts> {
    let mut random = fastrand::Rng::with_seed(5);
    (0..300)
        .map(|_| {
            Counts::from([(); 5].map(|()| {
                let most = 10u64.pow(random.u32(0..5));
                random.u64(0..=most)
            }))
        })
        .collect()
}

#[test]
fn exchanging_the_engines_turns_the_sign() {
    for counts in samples() {
        for normalized in [false, true] {
            let ours = test(-1.0, 4.0, normalized).llr(&counts);
            let mut reversed = counts;
            reversed.cells.reverse();
            let theirs = test(-4.0, 1.0, normalized).llr(&reversed);
            assert!(
                (ours + theirs).abs() < 1e-6 * (1.0 + ours.abs()),
                "{counts:?} {ours} {theirs}"
            );
        }
    }
}

#[test]
fn near_an_even_score_the_closed_form_holds() {
    let counts = Counts::from([390, 16_618, 36_229, 16_974, 390]);
    let games = counts.games() as f64;
    let scale = crate::statistics::NORMALIZED_SCALE;
    let seen = counts.normalized_elo().value / scale;
    let distance = |elo: f64| 1.0 + (seen - elo / scale).powi(2);
    let expected = games / 2.0 * (distance(0.0) / distance(2.0)).ln();
    let llr = test(0.0, 2.0, true).llr(&counts);
    assert!((llr - expected).abs() < 0.02, "{llr} {expected}");
}

#[test]
fn bounds_and_decisions() {
    let sprt = test(0.0, 5.0, true);
    let (low, high) = sprt.bounds();
    assert!((high - 19f64.ln()).abs() < 1e-12 && (low + high).abs() < 1e-12);
    assert_eq!(sprt.decide(&Counts::none(true)), None);
    assert_eq!(sprt.decide(&Counts::from([0, 0, 10, 0, 3])), None);
    assert_eq!(sprt.decide(&Counts::from([100, 0, 300, 0, 900])), Some(Hypothesis::Alternative));
    assert_eq!(sprt.decide(&Counts::from([900, 0, 300, 0, 100])), Some(Hypothesis::Null));
}

#[test]
fn unsound_figures_are_refused() {
    let check = |elo0, elo1, alpha, beta| {
        let config = SprtConfig { elo0, elo1, alpha, beta, normalized: true };
        let error = Sprt::new(config).expect_err("unsound");
        assert!(error.to_string().starts_with("invalid "), "{error}");
    };
    check(5.0, 0.0, 0.05, 0.05);
    check(0.0, 0.0, 0.05, 0.05);
    check(f64::NAN, 5.0, 0.05, 0.05);
    check(0.0, 500.0, 0.05, 0.05);
    check(0.0, 5.0, 0.0, 0.05);
    check(0.0, 5.0, 0.05, 0.5);
    check(0.0, 5.0, f64::NAN, 0.05);
}

#[test]
fn expected_lengths_are_those_of_wald() {
    let table = expected_games(&test(0.0, 5.0, true), 0.5);
    let at = |elo: f64| table.iter().find(|row| row.elo == elo).expect("in the table");
    assert_eq!(table.len(), 7);
    // At a hypothesis, the chances are the error rates.
    assert!((at(0.0).pass - 0.05).abs() < 1e-9 && (at(5.0).pass - 0.95).abs() < 1e-9);
    assert!((at(2.5).pass - 0.5).abs() < 1e-9);
    // (1 − 2α)·ln((1 − α)/α) / (½·(5/347.4)²), and B²/(5/347.4)² half way.
    assert!((at(0.0).games - 25_594.0).abs() < 100.0, "{}", at(0.0).games);
    assert!((at(2.5).games - 41_862.0).abs() < 100.0, "{}", at(2.5).games);
    assert!(table.windows(2).all(|rows| rows[0].pass < rows[1].pass));
}

#[test]
fn a_test_ends_at_its_first_bound_whatever_is_played_later() {
    let pair = |pair, half_points: [u8; 2]| PairResult {
        pair,
        games: vec![
            GameResult { first: 0, second: 1, half_points: half_points[0] },
            GameResult { first: 1, second: 0, half_points: 2 - half_points[1] },
        ],
    };
    let mut random = fastrand::Rng::with_seed(1);
    let won: Vec<_> = (0..400).map(|n| pair(n, [2, 2 * random.u8(0..2)])).collect();
    let sprt = test(0.0, 40.0, true);
    let early = sprt.state(&won, 0, true);
    let end = early.counts.total();
    assert_eq!(early.accepted, Some(Hypothesis::Alternative));
    assert!(10 < end && end < 400, "{early:?}");
    assert_eq!(sprt.llr(&early.counts), early.llr);

    let mut later = won.clone();
    later[end as usize..].iter_mut().for_each(|result| *result = pair(result.pair, [0, 0]));
    assert_eq!(sprt.state(&later, 0, true), early);

    later.remove(3);
    let waiting = sprt.state(&later, 0, true);
    assert_eq!((waiting.counts.total(), waiting.accepted), (3, None));
    assert_eq!(sprt.state(&won, 1, true).accepted, Some(Hypothesis::Null));
    assert_eq!(sprt.state(&won, 0, false).counts.total(), 0, "pairs are no single games");
}
