//! Pictures: what all have in common, and those of calibrations, a panel for each rule with
//! predicted against actual results.

use plotters::backend::SVGBackend;
use plotters::chart::{ChartBuilder, ChartContext, SeriesLabelPosition};
use plotters::coord::Shift;
use plotters::coord::ranged1d::Ranged;
use plotters::coord::types::RangedCoordf64;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::{Circle, PathElement};
use plotters::prelude::{Cartesian2d, DrawingBackend};
use plotters::series::LineSeries;
use plotters::style::colors::{BLACK, WHITE};
use plotters::style::{Color, RGBColor};

use crate::learn::calibration::{Bin, Calibration};

/// Panels in a row.
const COLUMNS: usize = 3;
/// Width and height of a panel, in pixels.
const PANEL: (u32, u32) = (460, 480);
/// Colours of the sources, told apart by the colour-blind too (Okabe and Ito 2008).
const COLORS: [RGBColor; 3] =
    [RGBColor(0x99, 0x99, 0x99), RGBColor(0xd5, 0x5e, 0x00), RGBColor(0x00, 0x72, 0xb2)];

/// A part of a picture.
pub(crate) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// A chart of real numbers, whose horizontal axis may have another scale.
type Chart<'a, 'b, X> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<X, RangedCoordf64>>;
/// The error of drawing into memory.
pub(crate) type PictureError<'a> =
    DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>;

/// Returns a picture of some width and height as SVG.
///
/// # Panics
/// Panics if the picture cannot be drawn, which needs no file and no font.
pub(crate) fn svg(
    size: (u32, u32),
    draw: impl for<'a> FnOnce(&Area<'a>) -> Result<(), PictureError<'a>>,
) -> String {
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        let drawn = root.fill(&WHITE).and_then(|()| draw(&root));
        drawn.and_then(|()| root.present()).expect("drawing into memory never fails");
    }
    svg
}

/// Draws a line with its entry in the legend.
pub(crate) fn draw_line<'c, 'b: 'c>(
    chart: &mut Chart<'c, 'b, RangedCoordf64>,
    points: impl IntoIterator<Item = (f64, f64)>,
    color: RGBColor,
    text: &str,
) -> Result<(), PictureError<'b>> {
    chart
        .draw_series(LineSeries::new(points, color.stroke_width(2)))?
        .label(text)
        .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2)));
    Ok(())
}

/// Draws the legend.
pub(crate) fn draw_legend<'c, 'b: 'c, X: Ranged<ValueType = f64>>(
    chart: &mut Chart<'c, 'b, X>,
    position: SeriesLabelPosition,
) -> Result<(), PictureError<'b>> {
    chart
        .configure_series_labels()
        .position(position)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.2))
        .draw()
}

/// Returns the picture of calibrations, by the name of what each is of, as SVG.
#[must_use]
pub fn draw(panels: &[(String, &[Calibration])]) -> String {
    let columns = panels.len().clamp(1, COLUMNS);
    let rows = panels.len().div_ceil(columns).max(1);
    let size = (PANEL.0 * columns as u32, PANEL.1 * rows as u32);
    svg(size, |root| {
        let areas = root.split_evenly((rows, columns));
        let mut panels = areas.iter().zip(panels);
        panels.try_for_each(|(area, (name, calibrations))| draw_panel(area, name, calibrations))
    })
}

fn draw_panel<'a>(
    area: &Area<'a>,
    name: &str,
    calibrations: &[Calibration],
) -> Result<(), PictureError<'a>> {
    let mut chart = ChartBuilder::on(area)
        .caption(name, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(46)
        .build_cartesian_2d(0.0..1.0, 0.0..1.0)?;
    chart
        .configure_mesh()
        .x_desc("predicted win probability")
        .y_desc("actual score")
        .light_line_style(BLACK.mix(0.05))
        .draw()?;
    let diagonal = [(0.0, 0.0), (1.0, 1.0)];
    chart.draw_series(LineSeries::new(diagonal, BLACK.mix(0.5)))?;
    for (calibration, color) in calibrations.iter().zip(COLORS) {
        let bins: Vec<&Bin> = calibration.bins.iter().filter(|bin| bin.count > 0).collect();
        let middles = bins.iter().map(|bin| (bin.predicted, bin.won));
        let text = format!("{}, calibration error {:.3}", calibration.name, calibration.error());
        draw_line(&mut chart, middles.clone(), color, &text)?;
        chart.draw_series(middles.map(|at| Circle::new(at, 3, color.filled())))?;
        chart.draw_series(bins.iter().map(|bin| {
            let (low, high) = bin.interval();
            PathElement::new([(bin.predicted, low), (bin.predicted, high)], color)
        }))?;
    }
    draw_legend(&mut chart, SeriesLabelPosition::UpperLeft)
}
