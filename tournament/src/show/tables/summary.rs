//! The five lines about a match that people paste into commits, in the form that `OpenBench` made
//! usual.

use crate::record::GameRecord;
use crate::statistics::{
    Counts, Estimate, Hypothesis, PairResult, Sprt, SprtConfig, Verdict, Wdl, pair_results,
};

use super::layout::{percent, shortened};

/// Elo, conditions, test, games and pairs of the first of `engines` against the second. Without a
/// test, normalised Elo and the likelihood of superiority stand in its place. With `paired`, only
/// complete pairs count; the test counts them in order, and says so where that makes a difference.
///
/// # Panics
/// If there are fewer than two engines.
#[must_use]
pub fn summary(
    records: &[GameRecord],
    engines: &[String],
    paired: bool,
    sprt: Option<&Sprt>,
    conditions: &str,
    width: usize,
) -> String {
    assert!(engines.len() >= 2, "a match has two engines");
    let results = pair_results(records, &engines[..2], paired);
    let lines = summary_lines(&results, paired, sprt, conditions);
    lines.iter().map(|line| shortened(line, width) + "\n").collect()
}

/// The same lines, whole, from results of the engines 0 and 1 alone.
pub(crate) fn summary_lines(
    results: &[PairResult],
    paired: bool,
    sprt: Option<&Sprt>,
    conditions: &str,
) -> [String; 5] {
    if paired {
        lines::<5>(results, sprt, conditions)
    } else {
        lines::<3>(results, sprt, conditions)
    }
}

fn lines<const CELLS: usize>(
    results: &[PairResult],
    sprt: Option<&Sprt>,
    conditions: &str,
) -> [String; 5] {
    let counts = Counts::<CELLS>::between(results, 0, 1);
    let mut games = Wdl::default();
    for half_points in results.iter().flat_map(|r| &r.games).filter_map(|g| g.half_points_of(0)) {
        games.count(half_points);
    }
    let Wdl { won, drawn, lost } = games;
    let (name, test) = match sprt {
        Some(sprt) => {
            ("SPRT ", test_line(sprt, &sprt.verdict::<CELLS>(results, 0), counts.total()))
        }
        None => ("Conf ", normalized_line(&counts)),
    };
    [
        format!("Elo   | {}", elo(counts.elo(), counts.elo_error())),
        format!("{name} | {conditions}"),
        test,
        format!("Games | N: {} W: {won} L: {lost} D: {drawn}", games.games()),
        format!("{} | {:?}", if CELLS == 5 { "Penta" } else { "Tri  " }, counts.0),
    ]
}

/// An estimate with the usual radius, where that means anything, and its own interval.
fn elo(estimate: Estimate, error: f64) -> String {
    let Estimate { value, low, high } = estimate;
    if value == f64::INFINITY {
        format!("above {low:.2} (95%)")
    } else if value == f64::NEG_INFINITY {
        format!("below {high:.2} (95%)")
    } else if error.is_finite() && error > 0.0 {
        format!("{value:.2} +- {error:.2} (95%) [{}, {}]", end(low), end(high))
    } else {
        format!("{value:.2} (95%) [{}, {}]", end(low), end(high))
    }
}

fn end(value: f64) -> String {
    if value.is_infinite() { "…".to_owned() } else { format!("{value:.2}") }
}

fn normalized_line<const CELLS: usize>(counts: &Counts<CELLS>) -> String {
    let estimate = elo(counts.normalized_elo(), counts.normalized_error());
    format!("nElo  | {estimate} LOS: {}", percent(counts.los()))
}

fn test_line<const CELLS: usize>(sprt: &Sprt, verdict: &Verdict<CELLS>, total: u64) -> String {
    let (low, high) = sprt.bounds();
    let SprtConfig { elo0, elo1, normalized, .. } = *sprt.config();
    let unit = if normalized { "nElo" } else { "Elo" };
    let mut line =
        format!("LLR   | {:.2} ({low:.2}, {high:.2}) [{elo0:.2}, {elo1:.2}] {unit}", verdict.llr);
    match verdict.accepted {
        Some(Hypothesis::Alternative) => line += " passed",
        Some(Hypothesis::Null) => line += " failed",
        None => {}
    }
    let counted = verdict.counts.total();
    if counted < total {
        line += &format!(" after {counted} of {total}");
    }
    line
}

#[cfg(test)]
mod tests;
