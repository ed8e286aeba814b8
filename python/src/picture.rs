//! The options of pictures, read from arguments.

use dolmen::board::{Bitboard, Point, Position};
use dolmen::notation::PointNames;
use dolmen::svg::{Arrow, Fill, Form, GREEN, Look, Mark, Outline, Picture, Stroke};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::{Bound, PyAny, PyAnyMethods, PyResult};

use crate::values::{Integer, PointLike, on_board, points};

/// The opacity of coloured squares, in percent.
const FILL_OPACITY: u8 = 70;
/// The maximum width of a picture, in pixels.
const MAX_SIZE: u32 = 100_000;

/// The arguments of a picture.
pub(crate) struct Wishes<'a, 'py> {
    pub(crate) numbers: bool,
    pub(crate) last: bool,
    /// The names of columns and rows: `top`, `bottom` or `numbers`.
    pub(crate) coordinates: Option<&'a str>,
    /// A mapping from points to texts.
    pub(crate) marks: Option<&'a Bound<'py, PyAny>>,
    /// A mapping from points to colours.
    pub(crate) fill: Option<&'a Bound<'py, PyAny>>,
    /// Pairs of points.
    pub(crate) arrows: Option<&'a Bound<'py, PyAny>>,
    /// Points.
    pub(crate) circles: Option<&'a Bound<'py, PyAny>>,
    pub(crate) rings: Bitboard,
    pub(crate) crosses: Bitboard,
    pub(crate) size: Integer,
}

impl Wishes<'_, '_> {
    /// Returns the picture of a position.
    pub(crate) fn draw(&self, position: &Position) -> PyResult<String> {
        let marks = texts("marks", self.marks, position)?;
        let fills = texts("fill", self.fill, position)?;
        let circles = self.circles.map_or(Ok(Vec::new()), points)?;
        let circles = circles.into_iter().map(|point| on_board(point, position.size()));
        let mark = |(point, text)| Mark { point, text, look: Look::Plain };
        let fill = |(point, color)| Fill { point, color, opacity: FILL_OPACITY };
        let circle = |point: PyResult<Point>| {
            Ok(Outline {
                point: point?,
                form: Form::Circle,
                color: GREEN.to_owned(),
                stroke: Stroke::Bold,
            })
        };
        let picture = Picture {
            numbers: self.numbers,
            last: self.last,
            names: self.coordinates.map(names).transpose()?,
            marks: marks.into_iter().map(mark).collect(),
            fills: fills.into_iter().map(fill).collect(),
            outlines: circles.map(circle).collect::<PyResult<_>>()?,
            arrows: self.arrows.map_or(Ok(Vec::new()), |arrows| read_arrows(arrows, position))?,
            rings: self.rings,
            crosses: self.crosses,
            width: self.size.within("size", 1..=MAX_SIZE)?,
            ..Picture::default()
        };
        Ok(picture.draw(position))
    }
}

/// Parses a system of names of columns and rows.
fn names(name: &str) -> PyResult<PointNames> {
    match name {
        "top" => Ok(PointNames::Top),
        "bottom" => Ok(PointNames::Bottom),
        "numbers" => Ok(PointNames::Numbers),
        _ => Err(PyValueError::new_err(format!(
            "invalid coordinates {name:?}: expected top, bottom, numbers or None"
        ))),
    }
}

/// Returns the points and texts of a mapping, the argument of this name.
fn texts(
    name: &str,
    mapping: Option<&Bound<'_, PyAny>>,
    position: &Position,
) -> PyResult<Vec<(Point, String)>> {
    let Some(mapping) = mapping else { return Ok(Vec::new()) };
    let Some(items) = mapping.getattr_opt("items")? else {
        let text = format!(
            "invalid {name} {}: expected a dictionary of points and texts, such as {{'h8': 'A'}}",
            mapping.repr()?
        );
        return Err(PyTypeError::new_err(text));
    };
    let items = items.call0()?;
    let text = |item: PyResult<Bound<'_, PyAny>>| {
        let (point, text): (PointLike, Bound<'_, PyAny>) = item?.extract()?;
        Ok((on_board(point.0, position.size())?, text.str()?.to_string()))
    };
    items.try_iter()?.map(text).collect()
}

fn read_arrows(arrows: &Bound<'_, PyAny>, position: &Position) -> PyResult<Vec<Arrow>> {
    let arrow = |item: PyResult<Bound<'_, PyAny>>| {
        let (from, to): (PointLike, PointLike) = item?.extract()?;
        let (from, to) = (on_board(from.0, position.size())?, on_board(to.0, position.size())?);
        Ok(Arrow { from, to, color: GREEN.to_owned() })
    };
    arrows.try_iter()?.map(arrow).collect()
}
