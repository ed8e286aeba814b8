//! Line charts: a page of them as SVG, and their points as CSV.

use std::fmt::Write;

/// Charts in a row of the page.
const COLUMNS: usize = 4;
/// Width and height of a chart, in pixels.
const SIZE: (f64, f64) = (480.0, 400.0);
/// The space around the plot for titles and labels: left, top, right, bottom.
const SPACE: (f64, f64, f64, f64) = (60.0, 34.0, 14.0, 46.0);
/// Height of a row of the legend, in pixels.
const LEGEND_ROW: f64 = 16.0;
/// The number of ticks to aim for.
const TICKS: f64 = 7.0;
/// Colours of the series, distinguishable by the colour-blind (Okabe and Ito 2008).
const COLORS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#000000"];

/// A point of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// The horizontal value.
    pub x: f64,
    /// The vertical value.
    pub y: f64,
    /// The confidence interval of `y`; equal to `y` if there is none.
    pub interval: (f64, f64),
}

impl Point {
    /// Returns a point without an interval.
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y, interval: (y, y) }
    }
}

/// Points that a line connects.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// The name in the legend.
    pub name: String,
    /// The points, in the order of the line.
    pub points: Vec<Point>,
}

/// A chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// The title.
    pub title: String,
    /// The label of the horizontal axis.
    pub x: &'static str,
    /// The label of the vertical axis.
    pub y: &'static str,
    /// The lines.
    pub series: Vec<Series>,
}

/// The names of the columns of CSV.
pub const COLUMN_NAMES: &str = "chart,series,x,y,low,high";

/// Returns the points of charts as CSV.
#[must_use]
pub fn csv(charts: &[Chart]) -> String {
    let mut text = format!("{COLUMN_NAMES}\n");
    for Chart { title, series, .. } in charts {
        for Series { name, points } in series {
            let name = name.replace('"', "\"\"");
            for Point { x, y, interval: (low, high) } in points {
                text += &format!("\"{title}\",\"{name}\",{x},{y},{low},{high}\n");
            }
        }
    }
    text
}

/// Returns a page of charts as SVG. Charts without points are left out.
#[must_use]
pub fn svg(charts: &[Chart]) -> String {
    let has_points = |chart: &&Chart| chart.series.iter().any(|series| !series.points.is_empty());
    let charts: Vec<&Chart> = charts.iter().filter(has_points).collect();
    let (width, height) = SIZE;
    let columns = charts.len().clamp(1, COLUMNS);
    let rows = charts.len().div_ceil(COLUMNS);
    let mut page = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        width * columns as f64,
        height * rows as f64
    );
    for (number, chart) in charts.into_iter().enumerate() {
        let (column, row) = (number % COLUMNS, number / COLUMNS);
        let (x, y) = (width * column as f64, height * row as f64);
        page += &format!("<g transform=\"translate({x},{y})\">\n{}</g>\n", Plot::new(chart).draw());
    }
    page + "</svg>\n"
}

/// The range of an axis, which begins and ends at a tick.
struct Axis {
    least: f64,
    most: f64,
    step: f64,
}

impl Axis {
    /// Returns an axis that shows some values, of which there is at least one.
    fn of(values: impl Iterator<Item = f64>) -> Self {
        let ends = (f64::INFINITY, f64::NEG_INFINITY);
        let (least, most) = values.fold(ends, |(a, b), value| (a.min(value), b.max(value)));
        let exact = ((most - least) / TICKS).max(1e-6);
        let power = 10.0_f64.powf(exact.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        let step = steps.into_iter().find(|step| *step >= exact).unwrap_or(10.0 * power);
        let least = (least / step).floor() * step;
        Self { least, most: ((most / step).ceil() * step).max(least + step), step }
    }

    /// Returns the ticks with their labels.
    fn ticks(&self) -> impl Iterator<Item = (f64, String)> {
        let digits = (-self.step.log10().floor()).max(0.0) as usize;
        let count = ((self.most - self.least) / self.step).round() as usize;
        let tick = move |number: usize| self.least + self.step * number as f64;
        (0..=count).map(move |number| (tick(number), format!("{:.digits$}", tick(number))))
    }

    /// Returns the position of a value, from 0 to 1.
    fn share(&self, value: f64) -> f64 {
        (value - self.least) / (self.most - self.least)
    }
}

/// A chart with its axes.
struct Plot<'a> {
    chart: &'a Chart,
    x: Axis,
    y: Axis,
}

impl<'a> Plot<'a> {
    fn new(chart: &'a Chart) -> Self {
        let points = || chart.series.iter().flat_map(|series| &series.points);
        let ends = points().flat_map(|point| [point.y, point.interval.0, point.interval.1]);
        Self { chart, x: Axis::of(points().map(|point| point.x)), y: Axis::of(ends) }
    }

    /// Returns the place of a point, in pixels.
    fn place(&self, x: f64, y: f64) -> (f64, f64) {
        let (left, top, right, bottom) = SPACE;
        // The legend stands above the lines.
        let top = top + LEGEND_ROW * (self.chart.series.len() as f64 + 0.5);
        let (width, height) = (SIZE.0 - left - right, SIZE.1 - top - bottom);
        (left + width * self.x.share(x), top + height * (1.0 - self.y.share(y)))
    }

    fn draw(&self) -> String {
        let mut svg = String::new();
        self.draw_axes(&mut svg).expect("writing to a string never fails");
        for (number, series) in self.chart.series.iter().enumerate() {
            self.draw_series(&mut svg, number, series).expect("writing to a string never fails");
        }
        svg
    }

    fn draw_axes(&self, svg: &mut String) -> std::fmt::Result {
        let Chart { title, x, y, .. } = self.chart;
        let (left, bottom) = self.place(self.x.least, self.y.least);
        let (right, top) = self.place(self.x.most, self.y.most);
        let middle = (left + right) / 2.0;
        let text = |svg: &mut String, x: f64, y: f64, anchor: &str, text: &str| {
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>")
        };
        text(svg, middle, 18.0, "middle", title)?;
        text(svg, middle, SIZE.1 - 10.0, "middle", x)?;
        text(svg, 6.0, top - 10.0, "start", y)?;
        for (tick, label) in self.x.ticks() {
            let (x, _) = self.place(tick, self.y.least);
            writeln!(svg, "<path d=\"M{x:.1} {bottom:.1}V{top:.1}\" stroke=\"#eee\"/>")?;
            text(svg, x, bottom + 16.0, "middle", &label)?;
        }
        for (tick, label) in self.y.ticks() {
            let (_, y) = self.place(self.x.least, tick);
            writeln!(svg, "<path d=\"M{left:.1} {y:.1}H{right:.1}\" stroke=\"#eee\"/>")?;
            text(svg, left - 4.0, y + 4.0, "end", &label)?;
        }
        Ok(())
    }

    fn draw_series(&self, svg: &mut String, number: usize, series: &Series) -> std::fmt::Result {
        let color = COLORS[number % COLORS.len()];
        let mut line = String::new();
        for &Point { x, y, interval: (low, high) } in &series.points {
            let (at, height) = self.place(x, y);
            write!(line, "{at:.1},{height:.1} ")?;
            if low < high {
                let (from, to) = (self.place(x, low).1, self.place(x, high).1);
                writeln!(svg, "<path d=\"M{at:.1} {from:.1}V{to:.1}\" stroke=\"{color}\"/>")?;
            }
        }
        let line = line.trim_end();
        writeln!(svg, "<polyline points=\"{line}\" fill=\"none\" stroke=\"{color}\"/>")?;
        let (x, y) = (SPACE.0 + 8.0, SPACE.1 + LEGEND_ROW * number as f64);
        let name = series.name.replace('&', "&amp;").replace('<', "&lt;");
        writeln!(svg, "<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{color}\">{name}</text>")
    }
}

#[cfg(test)]
mod tests {
    use super::{Axis, Chart, Point, Series, csv, svg};

    #[test]
    fn ticks_are_round_and_enclose_the_values() {
        for (values, first, last) in
            [([0.0, 1.0], "0.0", "1.0"), ([3.0, 64.0], "0", "70"), ([0.47, 0.47], "0.4", "0.4")]
        {
            let axis = Axis::of(values.into_iter());
            let ticks: Vec<_> = axis.ticks().map(|(_, label)| label).collect();
            assert!(ticks[0].starts_with(first), "{ticks:?}");
            assert!(ticks[ticks.len() - 1].starts_with(last), "{ticks:?}");
        }
    }

    #[test]
    fn a_page_has_a_line_for_each_series_and_csv_a_line_for_each_point() {
        let series = |name: &str, points| Series { name: name.to_owned(), points };
        let interval = Point { interval: (0.2, 0.4), ..Point::new(1.0, 0.3) };
        let chart = |series| Chart { title: "renju: scores".to_owned(), x: "x", y: "y", series };
        let points = vec![Point::new(0.0, 0.1), interval];
        let charts = [
            chart(vec![series("a < b", points), series("c", vec![Point::new(0.0, 0.5)])]),
            chart(vec![series("empty", Vec::new())]),
        ];
        let page = svg(&charts);
        assert_eq!((page.matches("<polyline").count(), page.matches("<g ").count()), (2, 1));
        assert!(page.contains("a &lt; b") && page.trim_end().ends_with("</svg>"), "{page}");
        assert!(!page.contains("NaN") && !page.contains("inf"), "{page}");
        let csv = csv(&charts);
        assert_eq!(csv.lines().count(), 4);
        assert!(csv.contains("\"renju: scores\",\"a < b\",1,0.3,0.2,0.4\n"), "{csv}");
    }
}
