//! The command `report`: charts of the losses of weights on stored games, of the contents of the games,
//! of the quality of their labels, and of losses against the number of positions.

pub mod chart;
pub mod labels;

use std::collections::BTreeMap;

use dolmen::eval::Score;
use dolmen::rules::Rule;
use serde::{Deserialize, Serialize};
use strum::VariantArray;

use crate::estimate::Estimate;
use crate::generate::tally::Kind;
use crate::learn::calibration::{Bin, Calibration};
use crate::learn::losses::{HeldOut, KindLosses, with_commas};
use crate::learn::samples::{Sample, Samples};
use crate::report::chart::{Chart, Point, Series};
use crate::report::labels::{Accuracy, Quality};

/// Returns the charts of the positions of a rule: the calibration of the evaluation and of the
/// search, and the distributions of stones, scores and errors of the evaluation.
///
/// # Panics
/// Panics if the samples have no stones.
#[must_use]
pub fn charts(rule: Rule, samples: &Samples, held_out: &HeldOut<'_>) -> Vec<Chart> {
    let probability = |value: i32| Score::from_value(value).win_probability();
    let stones = |index: usize, _: &Sample| {
        let stones = samples.stones(index);
        (stones.own.len() + stones.other.len()) as f64
    };
    let score = |_: usize, sample: &Sample| probability(sample.score);
    let error = |_: usize, sample: &Sample| probability(sample.eval) - probability(sample.score);
    let calibrations = [("evaluation", held_out.in_use()), ("search", held_out.searched())]
        .map(|(name, forecast)| held_out.calibration(name, &forecast));
    vec![
        calibration(rule, &calibrations),
        histogram(format!("{rule}: stones"), "stones on the board", 5.0, samples, stones),
        histogram(format!("{rule}: labels"), "win probability of the label", 0.05, samples, score),
        histogram(
            format!("{rule}: errors of the evaluation"),
            "win probability of the evaluation minus that of the label",
            0.05,
            samples,
            error,
        ),
    ]
}

/// Returns the chart of predictions against results.
fn calibration(rule: Rule, calibrations: &[Calibration]) -> Chart {
    let series = calibrations.iter().map(|calibration| {
        let bins = calibration.bins.iter().filter(|bin| bin.count > 0);
        let point = |bin: &Bin| Point { x: bin.predicted, y: bin.won, interval: bin.interval() };
        let name = format!("{}, calibration error {:.3}", calibration.name, calibration.error());
        Series { name, points: bins.map(point).collect() }
    });
    Chart {
        title: format!("{rule}: calibration"),
        x: "predicted win probability",
        y: "actual score",
        series: series.collect(),
    }
}

/// Returns the distribution of a value over the positions of each kind, in bins of a width.
fn histogram(
    title: String,
    x: &'static str,
    width: f64,
    samples: &Samples,
    value: impl Fn(usize, &Sample) -> f64,
) -> Chart {
    let series = Kind::VARIANTS.iter().map(|&kind| {
        let positions = samples.positions.iter().enumerate();
        let of_kind = positions.filter(|(_, sample)| sample.kind == kind);
        let values: Vec<f64> = of_kind.map(|(index, sample)| value(index, sample)).collect();
        let mut bins = BTreeMap::<i64, usize>::new();
        for value in &values {
            // A value on a boundary counts in the upper bin, in spite of rounding errors.
            *bins.entry((value / width + 1e-9).floor() as i64).or_default() += 1;
        }
        let count = values.len() as f64;
        let point = |(bin, &positions): (&i64, &usize)| {
            Point::new((*bin as f64 + 0.5) * width, positions as f64 / count)
        };
        let Estimate { mean, .. } = Estimate::of(&values);
        let name =
            format!("{}: {} positions, mean {mean:.2}", kind.name(), with_commas(values.len()));
        Series { name, points: bins.iter().map(point).collect() }
    });
    let series = series.filter(|series| !series.points.is_empty()).collect();
    Chart { title, x, y: "share of the kind", series }
}

/// Returns the charts of the quality of labels.
#[must_use]
pub fn quality_charts(rule: Rule, qualities: &[Quality]) -> Vec<Chart> {
    let chart = |title: &str, y, estimate: fn(&Accuracy) -> Estimate| {
        let series = qualities.iter().map(|quality| {
            let point = |accuracy: &Accuracy| {
                let Estimate { mean, error } = estimate(accuracy);
                let interval = (mean - 1.96 * error, mean + 1.96 * error);
                Point { x: accuracy.nodes as f64, y: mean, interval }
            };
            let name = format!("{}: {} positions", quality.kind.name(), quality.positions);
            Series { name, points: quality.accuracies.iter().map(point).collect() }
        });
        let x = "nodes of the search; 0: the stored label";
        Chart { title: format!("{rule}: {title}"), x, y, series: series.collect() }
    };
    vec![
        chart("labels against the reference", "divergence in nats", |found| found.divergence),
        chart("grossly wrong labels", "share", |found| found.grossly_wrong),
    ]
}

/// The losses of a network, and the number of positions that it was learned from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The name of the rule.
    pub rule: String,
    /// The number of positions learned from.
    pub positions: usize,
    /// The losses on held-out positions.
    pub losses: Vec<KindRecord>,
}

/// The losses on held-out positions of a kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KindRecord {
    /// The name of the kind, or "all".
    pub kind: String,
    /// The loss without the network.
    pub before: f64,
    /// The loss with the network.
    pub learned: f64,
    /// The least possible loss.
    pub least: f64,
}

impl Record {
    /// Returns the record of losses by kind, of which the first evaluation is the one before the training
    /// and the last one the result.
    #[must_use]
    pub fn new(rule: &str, positions: usize, kinds: &[KindLosses]) -> Self {
        let record = |losses: &KindLosses| {
            let [(_, before), .., (_, learned)] = &losses.by[..] else { return None };
            Some(KindRecord {
                kind: losses.kind.map_or("all", |kind| kind.name()).to_owned(),
                before: before.target,
                learned: learned.target,
                least: before.least,
            })
        };
        let losses = kinds.iter().filter_map(record).collect();
        Self { rule: rule.to_owned(), positions, losses }
    }
}

/// Returns a chart for each rule: the loss of every kind above the least possible one against the
/// number of positions learned from.
#[must_use]
pub fn record_charts(records: &[Record]) -> Vec<Chart> {
    let mut rules = BTreeMap::<&str, BTreeMap<&str, Vec<Point>>>::new();
    for record in records {
        let kinds = rules.entry(&record.rule).or_default();
        for KindRecord { kind, learned, least, .. } in &record.losses {
            let point = Point::new(record.positions as f64, learned - least);
            kinds.entry(kind).or_default().push(point);
        }
    }
    let chart = |(rule, kinds): (&str, BTreeMap<&str, Vec<Point>>)| {
        let series = kinds.into_iter().map(|(kind, mut points)| {
            points.sort_by(|a, b| a.x.total_cmp(&b.x));
            Series { name: kind.to_owned(), points }
        });
        Chart {
            title: format!("{rule}: losses of line networks"),
            x: "positions learned from",
            y: "loss above the least possible",
            series: series.collect(),
        }
    };
    rules.into_iter().map(chart).collect()
}

#[cfg(test)]
mod tests;
