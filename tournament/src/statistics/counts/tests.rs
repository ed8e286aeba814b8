//! The figures of other tools, and samples without variance.

use crate::statistics::{Counts, Estimate};

fn near(value: f64, expected: f64, tolerance: f64) {
    assert!((value - expected).abs() <= tolerance, "{value} instead of {expected}");
}

/// Elo of pairs with its radius, and normalised Elo, against figures printed with two decimals.
fn check(counts: [u64; 5], elo: (f64, f64), normalized: f64) {
    let counts = Counts::from(counts);
    near(counts.elo().value, elo.0, 0.006);
    near(counts.elo_error(), elo.1, 0.006);
    near(counts.normalized_elo().value, normalized, 0.006);
}

/// Returns the counts of the opponent.
fn reversed(mut counts: Counts) -> Counts {
    counts.cells.reverse();
    counts
}

#[test]
fn figures_of_fastchess() {
    let counts = [34, 54, 31 + 32, 64, 75];
    check(counts, (55.58, 27.65), 57.94);
    near(Counts::from(counts).score(), 0.579, 0.0005);

    let counts = Counts::from([332, 433, 457 + 41, 333, 334]);
    near(counts.elo().value, -8.64, 0.006);
    near(counts.elo_error(), 10.33, 0.006);
    near(counts.los(), 0.0505, 0.00006);
}

#[test]
fn figures_of_an_independent_implementation() {
    check([39, 8843, 26675, 9240, 44], (1.5768, 1.0303), 3.4800);
    let counts = Counts::from([379, 10170, 21828, 10640, 343]);
    near(counts.normalized_elo().value, 3.05, 0.006);
    check([30, 2, 150, 3, 55], (37.05, 26.28), 44.24);
    near(Counts::from([30, 2, 150, 3, 55]).los(), 0.9974, 0.00006);
}

#[test]
fn games_without_partners() {
    let counts = Counts::from([50, 0, 190]);
    near(counts.elo().value, 231.9, 0.1);
    assert_eq!(counts.games(), 240);
    let paired = Counts::from([25, 0, 0, 0, 95]);
    assert!(counts.elo_error() < paired.elo_error(), "pairs that agree are less evidence");
}

#[test]
fn even_results_are_no_difference() {
    let counts = Counts::from([0, 0, 50, 0, 0]);
    assert_eq!((counts.score(), counts.elo().value, counts.los()), (0.5, 0.0, 0.5));
    assert_eq!(counts.elo_error(), 0.0);
    let Estimate { value, low, high } = counts.normalized_elo();
    assert!(value == 0.0 && (low + high).abs() < 1e-9 && high.is_finite(), "{low} {high}");
    let Estimate { low, high, .. } = counts.elo();
    assert!(-30.0 < low && low < -5.0 && (low + high).abs() < 1e-9, "{low} {high}");
}

#[test]
fn winning_everything_leaves_a_lower_end() {
    for pairs in [1, 2, 5, 20, 200] {
        let counts = Counts::from([0, 0, 0, 0, pairs]);
        let (elo, normalized) = (counts.elo(), counts.normalized_elo());
        assert_eq!((elo.value, elo.high), (f64::INFINITY, f64::INFINITY));
        assert_eq!((normalized.value, normalized.high), (f64::INFINITY, f64::INFINITY));
        assert!(
            elo.low.is_finite() && (pairs < 5 || normalized.low > 0.0),
            "{elo:?} {normalized:?}"
        );
        assert!(0.5 < counts.los() && counts.los() <= 1.0);

        let lost = reversed(counts).elo();
        assert_eq!((lost.low, lost.value), (f64::NEG_INFINITY, f64::NEG_INFINITY));
        near(lost.high, -elo.low, 1e-9);
    }
}

#[test]
fn more_of_the_same_is_surer() {
    let low = |pairs| Counts::from([0, 0, 0, 0, pairs]).elo().low;
    assert!(low(5) < low(20) && low(20) < low(100));
    assert!(
        Counts::from([0, 0, 0, 1, 19]).elo().low < low(20),
        "a drawn game is no better than a win"
    );
}

#[test]
fn nothing_is_known_before_the_first_result() {
    let counts = Counts::none(true);
    assert_eq!(counts.elo(), Estimate::UNKNOWN);
    assert_eq!(counts.normalized_elo(), Estimate::UNKNOWN);
    assert_eq!((counts.score(), counts.los(), counts.elo_error()), (0.5, 0.5, f64::INFINITY));
}

#[test]
fn both_engines_see_the_same() {
    let counts = Counts::from([3, 1, 20, 4, 9]);
    let (ours, theirs) = (counts.elo(), reversed(counts).elo());
    near(ours.value, -theirs.value, 1e-9);
    near(ours.low, -theirs.high, 1e-9);
    near(counts.los(), 1.0 - reversed(counts).los(), 1e-12);
}

#[test]
fn results_are_counted_by_their_half_points() {
    let [mut pairs, mut games] = [true, false].map(Counts::none);
    (0..5).for_each(|half_points| pairs.count(half_points));
    (0..3).for_each(|half_points| games.count(half_points));
    assert_eq!((pairs, games), (Counts::from([1; 5]), Counts::from([1; 3])));
}
