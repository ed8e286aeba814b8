//! Points, colours, rules and outcomes as objects of Python, whose classes are in `dolmen._types`.
//!
//! Points and stones are interned: tables hold one object for each, so that lists of them allocate no new objects.

use std::fmt::Display;
use std::io;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

use dolmen::Game;
use dolmen::board::{BoardSize, Color, Placement, Point};
use dolmen::engine::Options;
use dolmen::notation::PointNames;
use dolmen::rules::{Forbidden, IllegalMove, Outcome, Rule};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::{
    Borrowed, Bound, FromPyObject, Py, PyAny, PyAnyMethods, PyErr, PyModule, PyResult, Python,
};
use pyo3::sync::PyOnceLock;
use pyo3::types::PyString;

/// The number of columns and rows of the largest board.
const SIDE: usize = BoardSize::MAX;

/// The classes and values of `dolmen._types`.
#[derive(Debug)]
pub(crate) struct Types {
    points: Vec<Py<PyAny>>,
    /// The stones of both colours on each point.
    stones: Vec<[Py<PyAny>; 2]>,
    colors: [Py<PyAny>; 2],
    rules: Vec<Py<PyAny>>,
    /// The wins of both colours, then the draw.
    outcomes: [Py<PyAny>; 3],
    forbidden: [Py<PyAny>; 3],
    illegal_move: Py<PyAny>,
    module: Py<PyModule>,
}

/// Returns the index of a point in the tables.
const fn number(point: Point) -> usize {
    point.row() * SIDE + point.column()
}

static TYPES: PyOnceLock<Types> = PyOnceLock::new();

impl Types {
    /// Returns the types, which the first call initializes.
    pub(crate) fn get(py: Python<'_>) -> PyResult<&Self> {
        TYPES.get_or_try_init(py, || Self::load(py))
    }

    fn load(py: Python<'_>) -> PyResult<Self> {
        let module = py.import("dolmen._types")?;
        let class = |name: &str| module.getattr(name);
        let value = |class: &Bound<'_, PyAny>, name: &str| class.call1((name,)).map(Bound::unbind);
        let point = class("Point")?;
        let all = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| (x, y)));
        let points = all.map(|xy| point.call1(xy).map(Bound::unbind));
        let points = points.collect::<PyResult<Vec<_>>>()?;
        let color = class("Color")?;
        let [black, white] = Color::ALL.map(|one| value(&color, &one.to_string()));
        let colors = [black?, white?];
        let stone = class("Move")?;
        let stones = points.iter().map(|point| {
            let [black, white] = colors.each_ref().map(|color| stone.call1((point, color)));
            Ok([black?.unbind(), white?.unbind()])
        });
        let stones = stones.collect::<PyResult<_>>()?;
        let rule = class("Rule")?;
        let rules = Rule::ALL.into_iter().map(|one| value(&rule, one.name()));
        let outcome = class("Outcome")?;
        let outcomes =
            [value(&outcome, "black")?, value(&outcome, "white")?, value(&outcome, "draw")?];
        let reason = |kind: Forbidden| PyString::new(py, &kind.to_string()).into_any().unbind();
        Ok(Self {
            points,
            stones,
            colors,
            rules: rules.collect::<PyResult<_>>()?,
            outcomes,
            forbidden: Forbidden::ALL.map(reason),
            illegal_move: class("IllegalMove")?.unbind(),
            module: module.clone().unbind(),
        })
    }

    /// Returns a class by its name.
    pub(crate) fn class<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.module.bind(py).getattr(name)
    }

    /// Returns an exception of a class by its name.
    pub(crate) fn exception(&self, py: Python<'_>, name: &str, message: &str) -> PyErr {
        match self.class(py, name).and_then(|class| class.call1((message,))) {
            Ok(exception) => PyErr::from_value(exception),
            Err(error) => error,
        }
    }

    /// Returns the exception of an engine that cannot start a search or change, because it is searching.
    pub(crate) fn engine_busy(py: Python<'_>) -> PyErr {
        let text = "the engine searches already: stop that search, or use another engine";
        Self::get(py).map_or_else(|error| error, |types| types.exception(py, "EngineBusy", text))
    }

    /// Returns a point.
    pub(crate) fn point(&self, py: Python<'_>, point: Point) -> Py<PyAny> {
        self.points[number(point)].clone_ref(py)
    }

    /// Returns a colour.
    pub(crate) fn color(&self, py: Python<'_>, color: Color) -> Py<PyAny> {
        self.colors[color.index()].clone_ref(py)
    }

    /// Returns a rule.
    pub(crate) fn rule(&self, py: Python<'_>, rule: Rule) -> Py<PyAny> {
        self.rules[rule.index()].clone_ref(py)
    }

    /// Returns an outcome.
    pub(crate) fn outcome(&self, py: Python<'_>, outcome: Outcome) -> Py<PyAny> {
        let index = match outcome {
            Outcome::Win(color) => color.index(),
            Outcome::Draw => 2,
        };
        self.outcomes[index].clone_ref(py)
    }

    /// Returns the reason why a point is forbidden.
    pub(crate) fn forbidden(&self, py: Python<'_>, kind: Forbidden) -> Py<PyAny> {
        let index = Forbidden::ALL.iter().position(|one| *one == kind);
        self.forbidden[index.expect("all kinds are listed")].clone_ref(py)
    }

    /// Returns a stone with its point and colour.
    pub(crate) fn placement(&self, py: Python<'_>, placement: Placement) -> Py<PyAny> {
        self.stones[number(placement.point)][placement.color.index()].clone_ref(py)
    }

    /// Returns the exception for a move that is not legal.
    pub(crate) fn illegal_move(&self, py: Python<'_>, error: IllegalMove, point: Point) -> PyErr {
        self.illegal_move_of(py, error, point, "")
    }

    /// Returns the exception for a move that is not legal, with a text that names the board.
    pub(crate) fn illegal_move_of(
        &self,
        py: Python<'_>,
        error: IllegalMove,
        point: Point,
        board: &str,
    ) -> PyErr {
        let reason = match error {
            IllegalMove::OffBoard(_) => "off the board".to_owned(),
            IllegalMove::Occupied(_) => "occupied".to_owned(),
            IllegalMove::Forbidden(_, kind) => kind.to_string(),
            IllegalMove::GameOver(_) => "the game has ended".to_owned(),
        };
        let fields = (format!("{board}{error}"), self.point(py, point), reason);
        match self.illegal_move.call1(py, fields) {
            Ok(exception) => PyErr::from_value(exception.into_bound(py)),
            Err(error) => error,
        }
    }
}

/// Returns a `ValueError` with the text of an error.
pub(crate) fn value_error(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Returns an error if a game has ended.
pub(crate) fn check_goes_on(game: &Game) -> PyResult<()> {
    let error = |outcome| PyValueError::new_err(format!("the game has ended: {outcome}"));
    game.outcome().map_or(Ok(()), |outcome| Err(error(outcome)))
}

/// Returns the exception for a file that cannot be read or written.
pub(crate) fn about(path: &Path, error: &io::Error) -> PyErr {
    io::Error::new(error.kind(), format!("{}: {error}", path.display())).into()
}

/// Returns the system of names of points.
pub(crate) fn point_names(rows: &str) -> PyResult<PointNames> {
    match rows {
        "top" => Ok(PointNames::Top),
        "bottom" => Ok(PointNames::Bottom),
        "numbers" => Ok(PointNames::Numbers),
        _ => {
            let text = format!("unknown rows {rows:?}: expected one of top, bottom, numbers");
            Err(PyValueError::new_err(text))
        }
    }
}

/// Returns the point if it is on a board of this size.
pub(crate) fn on_board(point: Point, size: BoardSize) -> PyResult<Point> {
    let is_on_board = point.column() < size.width() && point.row() < size.height();
    let error = || value_error(format!("point {point} is off the board of {size}"));
    is_on_board.then_some(point).ok_or_else(error)
}

/// Returns an error if an argument is not a function.
pub(crate) fn check_function(name: &str, function: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    let Some(other) = function.filter(|function| !function.is_callable()) else { return Ok(()) };
    let text = format!("invalid {name} {}: expected a function", other.repr()?);
    Err(PyTypeError::new_err(text))
}

/// Returns the duration of an argument in seconds.
pub(crate) fn seconds(name: &str, time: f64) -> PyResult<Duration> {
    let text = || format!("invalid {name} {time}: expected a number of seconds from 0 on");
    Duration::try_from_secs_f64(time).map_err(|_| value_error(text()))
}

/// Returns the number of threads of an argument, by default the number of cores.
pub(crate) fn thread_count(threads: Option<Integer>) -> PyResult<usize> {
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let most = Options::MAX_THREADS;
    threads.map_or_else(|| Ok(cores().min(most)), |threads| threads.within("threads", 1..=most))
}

/// Returns the number of lines of an argument.
pub(crate) fn line_count(lines: Integer) -> PyResult<usize> {
    lines.within("lines", 1..=SIDE * SIDE)
}

/// Returns the bytes of an amount of memory in megabytes, the argument `memory_mb`.
pub(crate) fn memory_bytes(megabytes: Integer) -> PyResult<usize> {
    let megabytes: usize = megabytes.within("memory_mb", 1..=Options::MAX_MEMORY_MB)?;
    Ok(megabytes.saturating_mul(1 << 20))
}

/// An integer as an argument, whose range is not checked yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Integer(pub(crate) i128);

impl Integer {
    /// Returns the number if it is in a range; `name` is the name of the argument.
    pub(crate) fn within<T: TryFrom<i128> + PartialOrd + Display>(
        self,
        name: &str,
        range: RangeInclusive<T>,
    ) -> PyResult<T> {
        let number = T::try_from(self.0).ok().filter(|number| range.contains(number));
        let (least, most) = range.into_inner();
        let text = || format!("invalid {name} {}: expected {least} to {most}", self.0);
        number.ok_or_else(|| value_error(text()))
    }
}

impl<'py> FromPyObject<'_, 'py> for Integer {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        object.extract().map(Self)
    }
}

/// A point as an argument: its name, or its column and row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PointLike(pub(crate) Point);

impl<'py> FromPyObject<'_, 'py> for PointLike {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok((x, y)) = object.extract::<(i64, i64)>() {
            let is_near = (0..SIDE as i64).contains(&x) && (0..SIDE as i64).contains(&y);
            let none =
                || format!("invalid point ({x}, {y}): expected a column and a row from 0 to 21");
            return is_near
                .then(|| Self(Point::new(x as usize, y as usize)))
                .ok_or_else(|| PyValueError::new_err(none()));
        }
        if let Ok(name) = object.extract::<&str>() {
            return name.parse().map(Self).map_err(value_error);
        }
        let text = "expected a point: a name such as 'h8', or a column and a row such as (7, 7)";
        Err(PyTypeError::new_err(text))
    }
}

/// Returns the points of an argument: each as [`PointLike`], or one text without spaces.
pub(crate) fn points(object: &Bound<'_, PyAny>) -> PyResult<Vec<Point>> {
    let point = |item: PyResult<Bound<'_, PyAny>>| Ok(item?.extract::<PointLike>()?.0);
    object.try_iter()?.map(point).collect()
}

/// A colour as an argument: `black` or `white`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ColorLike(pub(crate) Color);

impl<'py> FromPyObject<'_, 'py> for ColorLike {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let text = "expected a colour: 'black' or 'white'";
        let name: &str = object.extract().map_err(|_| PyTypeError::new_err(text))?;
        name.parse().map(Self).map_err(value_error)
    }
}

/// A rule as an argument: its name.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RuleLike(pub(crate) Rule);

impl<'py> FromPyObject<'_, 'py> for RuleLike {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let text = || format!("expected a rule: one of {}", Rule::ALL.map(Rule::name).join(", "));
        let name: &str = object.extract().map_err(|_| PyTypeError::new_err(text()))?;
        name.parse().map(Self).map_err(value_error)
    }
}

/// A board size as an argument: a side, or a width and a height.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SizeLike(pub(crate) BoardSize);

impl Default for SizeLike {
    /// Returns 15×15.
    fn default() -> Self {
        Self(BoardSize::square(15))
    }
}

impl<'py> FromPyObject<'_, 'py> for SizeLike {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let sides = object.extract::<i64>().map(|side| (side, side));
        let (width, height) = sides.or_else(|_| object.extract::<(i64, i64)>()).map_err(|_| {
            PyTypeError::new_err("expected a size: a side such as 15, or a width and a height")
        })?;
        BoardSize::new(width, height).map(Self).map_err(value_error)
    }
}
