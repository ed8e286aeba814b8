//! The curve of losses against the number of positions that a network was learned from.
//!
//! `learn-network` appends a record for each training to a file; [`draw`] turns records into a
//! picture with a panel for each rule.

use std::collections::BTreeMap;

use plotters::chart::{ChartBuilder, SeriesLabelPosition};
use plotters::element::Circle;
use plotters::prelude::IntoLogRange;
use plotters::series::{DashedLineSeries, LineSeries};
use plotters::style::colors::BLACK;
use plotters::style::{Color, RGBColor};
use serde::{Deserialize, Serialize};

use crate::learn::losses::{KindLosses, with_commas};
use crate::learn::picture::{Area, PictureError, draw_legend, svg};

/// Width and height of a panel, in pixels.
const PANEL: (u32, u32) = (520, 420);
/// The room above the highest and below the lowest loss, as a share of their distance.
const ROOM: f64 = 0.08;
/// Colours of the kinds, told apart by the colour-blind too (Okabe and Ito 2008).
const COLORS: [RGBColor; 5] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0x00, 0x00, 0x00),
];

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
    /// Returns the record of losses by kind, where the first evaluation is that before the training
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

/// The losses of a kind above the least possible one.
#[derive(Debug, Default)]
struct Line {
    before: f64,
    /// The number of positions learned from, and the loss.
    points: Vec<(f64, f64)>,
}

/// Returns the lines of a rule, by the names of their kinds.
fn lines<'a>(records: &[&'a Record]) -> BTreeMap<&'a str, Line> {
    let mut lines: BTreeMap<&str, Line> = BTreeMap::new();
    for record in records {
        for kind in &record.losses {
            let line = lines.entry(&kind.kind).or_default();
            line.before = kind.before - kind.least;
            line.points.push((record.positions as f64, kind.learned - kind.least));
        }
    }
    for line in lines.values_mut() {
        line.points.sort_by(|(a, _), (b, _)| a.total_cmp(b));
    }
    lines
}

/// Returns the picture of records as SVG: for each rule, the loss of every kind above the least
/// possible one against the number of positions learned from.
#[must_use]
pub fn draw(records: &[Record]) -> String {
    let mut rules: BTreeMap<&str, Vec<&Record>> = BTreeMap::new();
    for record in records {
        rules.entry(&record.rule).or_default().push(record);
    }
    svg((PANEL.0 * rules.len().max(1) as u32, PANEL.1), |root| {
        let areas = root.split_evenly((1, rules.len().max(1)));
        areas
            .iter()
            .zip(&rules)
            .try_for_each(|(area, (rule, records))| draw_panel(area, rule, &lines(records)))
    })
}

fn draw_panel<'a>(
    area: &Area<'a>,
    rule: &str,
    lines: &BTreeMap<&str, Line>,
) -> Result<(), PictureError<'a>> {
    let points = || lines.values().flat_map(|line| &line.points);
    let (fewest, most) = range(points().map(|&(positions, _)| positions));
    let befores = lines.values().map(|line| line.before);
    let (lowest, highest) = range(points().map(|&(_, loss)| loss).chain(befores));
    let room = ROOM * (highest - lowest);
    let mut chart = ChartBuilder::on(area)
        .caption(rule, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(
            (0.8 * fewest..1.25 * most).log_scale(),
            lowest - room..highest + room,
        )?;
    chart
        .configure_mesh()
        .x_desc("positions learned from; dashes: without the network")
        .y_desc("loss above the least possible")
        .x_label_formatter(&|positions| with_commas(*positions as usize))
        .y_label_formatter(&|loss| format!("{loss:.3}"))
        .light_line_style(BLACK.mix(0.05))
        .draw()?;
    for ((kind, line), color) in lines.iter().zip(COLORS) {
        let gain = line.points.last().map_or(0.0, |(_, loss)| line.before - loss);
        chart
            .draw_series(LineSeries::new(line.points.iter().copied(), color.stroke_width(2)))?
            .label(format!("{kind}: {gain:.4} less"))
            .legend(move |(x, y)| Circle::new((x + 9, y), 4, color.filled()));
        chart.draw_series(line.points.iter().map(|&at| Circle::new(at, 3, color.filled())))?;
        let ends = [(0.8 * fewest, line.before), (1.25 * most, line.before)];
        chart.draw_series(DashedLineSeries::new(ends, 4, 4, color.into()))?;
    }
    draw_legend(&mut chart, SeriesLabelPosition::UpperRight)
}

/// Returns the smallest and the largest number.
fn range(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    numbers
        .fold((f64::MAX, f64::MIN), |(least, most), number| (least.min(number), most.max(number)))
}

#[cfg(test)]
mod tests {
    use super::{KindRecord, Record, draw};

    fn record(positions: usize, learned: f64) -> Record {
        let of =
            |kind: &str| KindRecord { kind: kind.to_owned(), before: 0.5, learned, least: 0.4 };
        Record { rule: "renju".to_owned(), positions, losses: vec![of("all"), of("game")] }
    }

    #[test]
    fn a_curve_has_a_point_for_each_record_and_kind() {
        let picture = draw(&[record(1_000_000, 0.45), record(100_000, 0.48)]);
        let circles = picture.matches("<circle").count();
        assert_eq!(circles, 2 * 2 + 2, "two records and the legend, of two kinds");
        assert!(picture.contains("renju") && picture.contains("all: 0.0500 less"), "{picture}");
    }

    #[test]
    fn records_survive_a_file() {
        let record = record(5, 0.41);
        let json = serde_json::to_string(&record).expect("records are plain");
        assert_eq!(serde_json::from_str::<Record>(&json).expect("it was written so"), record);
    }
}
