//! Tests of the charts of played games and of records.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use dolmen::rules::Rule;

use super::{KindRecord, Record, charts, quality_charts, record_charts};
use crate::generate::plan::testing::freestyle;
use crate::generate::tally::Kind;
use crate::learn::losses::HeldOut;
use crate::learn::samples::Features;
use crate::learn::targets::{Shares, Targets};
use crate::learn::testing::played_samples;
use crate::report::labels::{Settings, measure};
use crate::workers::Workers;

#[test]
fn games_are_drawn_and_their_labels_measured() {
    let samples = played_samples(&freestyle(), Rule::Freestyle, 6, Features::Stones);
    let targets = Targets::new(&samples, Shares::default(), None);
    let charts = charts(Rule::Freestyle, &samples, &HeldOut::all(&samples, &targets));
    assert_eq!(charts[0].series.len(), 2, "evaluation and search");
    for chart in &charts[1..] {
        assert!(chart.series.len() >= 2, "{}: games and searches", chart.title);
        for series in &chart.series {
            let sum: f64 = series.points.iter().map(|point| point.y).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{}: the shares sum to {sum}", series.name);
        }
    }
    let (stop, done) = (AtomicBool::new(false), AtomicUsize::new(0));
    let settings = Settings { positions: 2, reference_nodes: 1_000 };
    let on_position = || {
        done.fetch_add(1, Ordering::Relaxed);
    };
    let workers = Workers { threads: 1, stop: &stop };
    let qualities = measure(&samples, Rule::Freestyle, settings, workers, &on_position);
    let qualities = qualities.expect("the thread starts");
    assert_eq!(qualities.iter().map(|quality| quality.positions).sum::<usize>(), done.into_inner());
    let kinds: Vec<_> = qualities.iter().map(|quality| (quality.kind, quality.positions)).collect();
    assert!(kinds.starts_with(&[(Kind::Game, 2), (Kind::Interior, 2)]), "{kinds:?}");
    for quality in &qualities {
        // The reference is a search of 1,000 nodes, too.
        assert!(quality.accuracies[1].divergence.mean.abs() < 1e-12, "{quality:?}");
    }
    assert_eq!(quality_charts(Rule::Freestyle, &qualities)[1].series[0].points.len(), 3);
}

#[test]
fn records_are_read_and_drawn() {
    let record = |positions: usize, learned: f64| {
        let of =
            |kind: &str| KindRecord { kind: kind.to_owned(), before: 0.5, learned, least: 0.4 };
        Record { rule: "renju".to_owned(), positions, losses: vec![of("all"), of("game")] }
    };
    let records = [record(1_000_000, 0.45), record(100_000, 0.48)];
    let json = serde_json::to_string(&records).expect("records are plain");
    assert_eq!(serde_json::from_str::<Vec<Record>>(&json).expect("it is a list"), records);
    let charts = record_charts(&records);
    assert_eq!((charts.len(), charts[0].series.len()), (1, 2));
    let points: Vec<f64> = charts[0].series[0].points.iter().map(|point| point.x).collect();
    assert_eq!(points, [100_000.0, 1_000_000.0]);
}
