//! Draws calibrations: a panel for each rule, predicted against actual results.

use plotters::backend::SVGBackend;
use plotters::chart::{ChartBuilder, SeriesLabelPosition};
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, DrawingAreaErrorKind, IntoDrawingArea};
use plotters::element::{Circle, PathElement};
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

/// The error of drawing into memory.
pub type PictureError<'a> =
    DrawingAreaErrorKind<<SVGBackend<'a> as plotters::prelude::DrawingBackend>::ErrorType>;

/// The picture of calibrations, by the name of what each is of, as SVG.
///
/// # Panics
/// If the picture cannot be drawn, which needs no file and no font.
#[must_use]
pub fn draw(panels: &[(String, &[Calibration])]) -> String {
    let mut svg = String::new();
    {
        let columns = panels.len().clamp(1, COLUMNS);
        let rows = panels.len().div_ceil(columns).max(1);
        let size = (PANEL.0 * columns as u32, PANEL.1 * rows as u32);
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        root.fill(&WHITE).expect("drawing into memory never fails");
        let areas = root.split_evenly((rows, columns));
        for (area, (name, calibrations)) in areas.iter().zip(panels) {
            draw_panel(area, name, calibrations).expect("drawing into memory never fails");
        }
        root.present().expect("drawing into memory never fails");
    }
    svg
}

fn draw_panel<'a>(
    area: &DrawingArea<SVGBackend<'a>, Shift>,
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
        chart
            .draw_series(LineSeries::new(middles.clone(), color.stroke_width(2)))?
            .label(text)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], color.stroke_width(2)));
        chart.draw_series(middles.map(|at| Circle::new(at, 3, color.filled())))?;
        chart.draw_series(bins.iter().map(|bin| {
            let (low, high) = bin.interval();
            PathElement::new([(bin.predicted, low), (bin.predicted, high)], color)
        }))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.2))
        .draw()?;
    Ok(())
}
