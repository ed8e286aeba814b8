//! Draws histograms: a row of three panels for each rule, in each a line for each group.

use plotters::chart::{ChartBuilder, SeriesLabelPosition};
use plotters::style::colors::BLACK;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, IntoTextStyle, RGBColor};

use crate::generate::tally::{CROWDED_STONES, Kind};
use crate::histograms::bins::Bins;
use crate::histograms::{Facts, Row};
use crate::labelled::Group;
use crate::learn::losses::with_commas;
use crate::learn::picture::{Area, PictureError, draw_legend, draw_line, svg};

/// Width and height of a panel, in pixels.
const PANEL: (u32, u32) = (520, 400);
/// Height of the title, in pixels.
const TITLE: u32 = 92;
/// Height of a line of the explanation under the title, in pixels.
const EXPLANATION: i32 = 20;
/// The share of a panel's height that a line of its legend takes.
const LEGEND_LINE: f64 = 0.06;
/// Stones of a bin.
const STONES: f64 = 5.0;
/// The share of positions that may lie beyond the right end of the panel of stones.
const BEYOND: f64 = 0.01;

/// A panel: what is counted, and how.
struct Panel {
    caption: String,
    x: &'static str,
    bins: Bins,
    position: SeriesLabelPosition,
    lines: Vec<Line>,
}

/// The histogram of a group.
struct Line {
    color: RGBColor,
    text: String,
    shares: Vec<f64>,
}

/// Returns the picture of some rules as SVG.
#[must_use]
pub fn draw(rows: &[Row]) -> String {
    svg((3 * PANEL.0, TITLE + PANEL.1 * rows.len() as u32), |root| draw_all(root, rows))
}

fn draw_all<'a>(root: &Area<'a>, rows: &[Row]) -> Result<(), PictureError<'a>> {
    let (title, panels) = root.split_vertically(TITLE);
    let title = title.titled("Stored labelled positions", ("sans-serif", 26))?;
    let middle = Pos::new(HPos::Center, VPos::Top);
    let style = ("sans-serif", 14).into_text_style(&title).pos(middle);
    let column = (3 * PANEL.0 / 2) as i32;
    for (line, text) in (0..).zip(explanation()) {
        title.draw_text(&text, &style, (column, EXPLANATION * line))?;
    }
    let areas = panels.split_evenly((rows.len().max(1), 3));
    for (areas, row) in areas.chunks(3).zip(rows) {
        for (area, panel) in areas.iter().zip([stones(row), scores(row), errors(row)]) {
            draw_panel(area, &panel)?;
        }
    }
    Ok(())
}

/// Returns the explanation below the title.
fn explanation() -> [String; 2] {
    [
        format!(
            "game: positions of games; interior: positions reached by searches; crowded: those of \
             both kinds with {CROWDED_STONES} or more stones; version 1: positions of older games \
             with any number of stones"
        ),
        "scores and errors are win probabilities of the side to move; each line shows the \
         distribution of the positions of one kind"
            .to_owned(),
    ]
}

/// The colour of a group, told apart by the colour-blind too (Okabe and Ito 2008).
const fn color(group: Group) -> RGBColor {
    match group {
        Group::Of(Kind::Game) => RGBColor(0x00, 0x72, 0xb2),
        Group::Of(Kind::Interior) => RGBColor(0xd5, 0x5e, 0x00),
        Group::Of(Kind::Crowded) => RGBColor(0x00, 0x9e, 0x73),
        Group::Of(Kind::Foreign) => RGBColor(0xcc, 0x79, 0xa7),
        Group::VersionOne => RGBColor(0x80, 0x80, 0x80),
    }
}

/// Returns the name of a group in the picture.
fn name(group: Group) -> &'static str {
    match group {
        Group::Of(kind) => kind.name(),
        Group::VersionOne => "version 1",
    }
}

/// The lines of a panel: the values of each group's positions, and what follows its name.
fn lines(
    row: &Row,
    bins: &Bins,
    value: impl Fn(&Facts) -> Option<f64>,
    text: impl Fn(&[f64]) -> String,
) -> Vec<Line> {
    let lines = row.groups.iter().map(|(&group, facts)| {
        let values: Vec<f64> = facts.iter().filter_map(&value).collect();
        let text = format!("{}: {}", name(group), text(&values));
        Line { color: color(group), text, shares: bins.shares(values.iter().copied()) }
    });
    lines.collect()
}

/// A number beside bins of a width, zero without a sign.
fn number(value: f64, width: f64) -> String {
    let digits = usize::from(width < 1.0);
    let text = format!("{value:.digits$}");
    if text == "-0.0" { "0.0".to_owned() } else { text }
}

fn mean(values: impl Iterator<Item = f64> + Clone) -> f64 {
    values.clone().sum::<f64>() / values.count().max(1) as f64
}

fn stones(row: &Row) -> Panel {
    let mut stones: Vec<usize> = row.groups.values().flatten().map(|facts| facts.stones).collect();
    stones.sort_unstable();
    let last = stones.len() - 1 - (stones.len() as f64 * BEYOND) as usize;
    let most = stones.get(last).copied().unwrap_or(0);
    let count = (most as f64 / STONES) as usize + 1;
    let bins = Bins { least: 0.0, width: STONES, count };
    let value = |facts: &Facts| Some(facts.stones as f64);
    let text = |values: &[f64]| {
        let mean = mean(values.iter().copied());
        format!("{} positions, mean {mean:.0}", with_commas(values.len()))
    };
    Panel {
        caption: format!("{}: stones on the board", row.rule),
        x: "stones, in bins of 5; the last bin includes all larger numbers",
        bins,
        position: SeriesLabelPosition::UpperRight,
        lines: lines(row, &bins, value, text),
    }
}

fn scores(row: &Row) -> Panel {
    let bins = Bins { least: 0.0, width: 0.05, count: 20 };
    let is_even = |score: &f64| (0.1..=0.9).contains(score);
    let text = |values: &[f64]| {
        let even = values.iter().filter(|score| is_even(score)).count();
        let share = 100.0 * even as f64 / values.len().max(1) as f64;
        format!("{share:.0} % between 0.1 and 0.9")
    };
    Panel {
        caption: format!("{}: score of the label", row.rule),
        x: "win probability of the label",
        bins,
        position: SeriesLabelPosition::UpperMiddle,
        lines: lines(row, &bins, |facts| Some(facts.score), text),
    }
}

fn errors(row: &Row) -> Panel {
    let bins = Bins { least: -1.025, width: 0.05, count: 41 };
    let text = |values: &[f64]| {
        let distance = mean(values.iter().map(|error| error.abs()));
        format!("{} positions, mean |error| {distance:.2}", with_commas(values.len()))
    };
    Panel {
        caption: format!(
            "{}: error of the evaluation in positions without a deciding threat",
            row.rule
        ),
        x: "static evaluation minus label: too optimistic above 0",
        bins,
        position: SeriesLabelPosition::UpperLeft,
        lines: lines(row, &bins, |facts| facts.error, text),
    }
}

fn draw_panel<'a>(area: &Area<'a>, panel: &Panel) -> Result<(), PictureError<'a>> {
    let room = 1.0 - LEGEND_LINE * (panel.lines.len() + 2) as f64;
    let highest = panel.lines.iter().flat_map(|line| &line.shares).fold(0.0_f64, |a, b| a.max(*b));
    let Panel { bins, .. } = panel;
    let mut chart = ChartBuilder::on(area)
        .caption(&panel.caption, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(56)
        .build_cartesian_2d(bins.least..bins.most(), 0.0..(highest / room).max(0.01))?;
    chart
        .configure_mesh()
        .x_desc(panel.x)
        .y_desc("share of positions of the kind")
        .x_labels(11)
        .x_label_formatter(&|x| number(*x, bins.width))
        .y_label_formatter(&|share| format!("{:.0} %", 100.0 * share))
        .light_line_style(BLACK.mix(0.05))
        .draw()?;
    for Line { color, text, shares } in &panel.lines {
        draw_line(&mut chart, bins.outline(shares), *color, text)?;
    }
    draw_legend(&mut chart, panel.position.clone())
}
