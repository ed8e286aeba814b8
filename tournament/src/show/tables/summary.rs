//! The five lines about a match that developers paste into commit messages, in the form of `OpenBench`.

use crate::record::GameRecord;
use crate::show::results::Results;
use crate::statistics::{
    Counts, Estimate, Hypothesis, PairResult, Sprt, SprtConfig, SprtState, Wdl, pair_results,
};

use super::layout::{percent, shortened};

/// Returns Elo, conditions, test, games and pairs of the first engine against the second. Without a
/// test, normalised Elo and the likelihood of superiority take its line. If the games of the
/// tournament are paired, only complete pairs count. The test counts them in order; its line states
/// the number if there are more.
pub(super) fn summary(results: &Results, records: &[GameRecord], width: usize) -> String {
    let pairs = pair_results(records, &results.names()[..2], results.is_paired());
    let lines = summary_lines((0, 1), &pairs, results, results.conditions());
    lines.iter().map(|line| shortened(line, width) + "\n").collect()
}

/// Returns the same lines at full length for `one` against `other`; `pairs` are those between the
/// two.
pub(crate) fn summary_lines(
    (one, other): (usize, usize),
    pairs: &[PairResult],
    results: &Results,
    conditions: &str,
) -> [String; 5] {
    let is_paired = results.is_paired();
    let counts = Counts::between(pairs, one, other, is_paired);
    let mut games = Wdl::default();
    for half_points in
        pairs.iter().flat_map(|pair| &pair.games).filter_map(|g| g.half_points_of(one))
    {
        games.count(half_points);
    }
    let Wdl { won, drawn, lost } = games;
    let (name, test) = match results.sprt() {
        Some(sprt) => {
            ("SPRT ", test_line(sprt, &sprt.state(pairs, one, is_paired), counts.total()))
        }
        None => ("Conf ", normalized_line(&counts)),
    };
    let elo = match (counts.total(), is_paired) {
        (0, true) => "no pair of games is complete".to_owned(),
        (0, false) => "no game is finished".to_owned(),
        _ => elo(counts.elo(), Some(counts.elo_error())),
    };
    [
        format!("Elo   | {elo}"),
        format!("{name} | {conditions}"),
        test,
        format!("Games | N: {} W: {won} L: {lost} D: {drawn}", games.games()),
        format!("{} | {:?}", if is_paired { "Penta" } else { "Tri  " }, counts.cells()),
    ]
}

/// Writes an estimate with the usual symmetric error, where that is meaningful, and its interval.
fn elo(estimate: Estimate, error: Option<f64>) -> String {
    let error = error.filter(|&error| error.is_finite() && error > 0.0);
    let Estimate { value, low, high } = estimate;
    let (value_text, low_text, high_text) = (end(value), end(low), end(high));
    if [value, low, high].iter().all(|end| end.is_infinite()) {
        "–".to_owned()
    } else if value == f64::INFINITY && low.is_finite() {
        format!("above {low_text} (95%)")
    } else if value == f64::NEG_INFINITY && high.is_finite() {
        format!("below {high_text} (95%)")
    } else if let Some(error) = error.filter(|_| value.is_finite()) {
        format!("{value_text} +- {error:.2} (95%) [{low_text}, {high_text}]")
    } else {
        format!("{value_text} (95%) [{low_text}, {high_text}]")
    }
}

/// Returns a figure, or three dots for one without bounds. Zero has no sign.
fn end(value: f64) -> String {
    if value.is_infinite() {
        return "…".to_owned();
    }
    let text = format!("{value:.2}");
    if text == "-0.00" { "0.00".to_owned() } else { text }
}

fn normalized_line(counts: &Counts) -> String {
    if counts.total() == 0 {
        return "nElo  | –".to_owned();
    }
    let estimate = elo(counts.normalized_elo(), None);
    format!("nElo  | {estimate} LOS: {}", percent(counts.los()))
}

fn test_line(sprt: &Sprt, state: &SprtState, total: u64) -> String {
    let (low, high) = sprt.bounds();
    let SprtConfig { elo0, elo1, normalized, .. } = *sprt.config();
    let unit = if normalized { "nElo" } else { "Elo" };
    let mut line =
        format!("LLR   | {:.2} ({low:.2}, {high:.2}) [{elo0:.2}, {elo1:.2}] {unit}", state.llr);
    match state.accepted {
        Some(Hypothesis::Alternative) => line += " passed",
        Some(Hypothesis::Null) => line += " failed",
        None => {}
    }
    let counted = state.counts.total();
    if counted < total {
        line += &format!(" after {counted} of {total}");
    }
    line
}
