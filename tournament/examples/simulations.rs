//! Checks the statistics against games whose truth is known: how often sequential tests err, and
//! how often rating intervals miss. Takes minutes; every line is a function of its seed.
//!
//! `cargo run --release -p tournament --example simulations`

use std::io::{self, Write};

use fastrand::Rng;
use tournament::statistics::{
    BadSprt, GameResult, PairModel, PairResult, RatingSettings, Sprt, SprtConfig, ratings,
    simulate_sprt,
};

/// Tests for each hypothesis.
const TESTS: u32 = 2_000;
/// Tournaments for each size.
const TOURNAMENTS: u64 = 400;
/// Share of drawn games.
const DRAWS: f64 = 0.02;

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    sequential_tests(&mut out)?;
    rating_lists(&mut out)
}

/// Error rates of tests with α = β = 5 %, for openings from even to decided.
fn sequential_tests(out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "sequential tests, {TESTS} per line, error rate 5 % asked for")?;
    writeln!(
        out,
        "{:>12} {:>8} {:>6} {:>8} {:>10}",
        "bounds", "openings", "truth", "errors", "pairs"
    )?;
    for elo1 in [10.0, 40.0] {
        let config = SprtConfig { elo0: 0.0, elo1, alpha: 0.05, beta: 0.05, normalized: true };
        let sprt = Sprt::new(config).map_err(|error: BadSprt| io::Error::other(error))?;
        for bias in [0.0, 150.0, 400.0] {
            for truth in [0.0, elo1] {
                let model = PairModel::with_normalized_elo(truth, bias, DRAWS);
                let simulation = simulate_sprt(&sprt, &model, TESTS, u64::MAX, 7);
                let wrong = if truth == 0.0 { simulation.alternative } else { simulation.null };
                let rate = 100.0 * f64::from(wrong) / f64::from(TESTS);
                let bounds = format!("[0, {elo1}]");
                let pairs = simulation.mean_pairs;
                writeln!(out, "{bounds:>12} {bias:>8} {truth:>6} {rate:>6.2} % {pairs:>10.1}")?;
                out.flush()?;
            }
        }
    }
    Ok(())
}

/// Prints how many true ratings lie outside their intervals of 95 %.
fn rating_lists(out: &mut impl Write) -> io::Result<()> {
    const SIX: [f64; 6] = [300.0, 150.0, 50.0, 0.0, -100.0, -400.0];
    const TWO: [f64; 2] = [60.0, -60.0];
    writeln!(out, "rating lists, {TOURNAMENTS} per line, 5 % outside their intervals asked for")?;
    writeln!(out, "{:>12} {:>8} {:>8}", "engines", "pairs", "outside")?;
    for (truth, pairs) in [(&SIX[..], 3), (&SIX, 10), (&SIX, 30), (&TWO, 20)] {
        let share = 100.0 * misses(truth, pairs).map_err(io::Error::other)?;
        writeln!(out, "{:>12} {pairs:>8} {share:>6.2} %", truth.len())?;
        out.flush()?;
    }
    Ok(())
}

fn misses(truth: &[f64], pairs: u64) -> Result<f64, tournament::statistics::UnknownAnchor> {
    let names: Vec<String> = (0..truth.len()).map(|engine| engine.to_string()).collect();
    let mut misses = 0;
    for seed in 0..TOURNAMENTS {
        let results = round_robin(truth, pairs, &mut Rng::with_seed(seed));
        let settings = RatingSettings { bootstrap: 1000, seed, ..RatingSettings::default() };
        for rating in ratings(&names, &results, &settings)?.ratings {
            let truth = truth[rating.engine];
            misses += u64::from(truth < rating.low || rating.high < truth);
        }
    }
    Ok(misses as f64 / (TOURNAMENTS * truth.len() as u64) as f64)
}

/// Everybody plays everybody `pairs` times from even openings.
fn round_robin(truth: &[f64], pairs: u64, random: &mut Rng) -> Vec<PairResult> {
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
