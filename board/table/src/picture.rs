//! Pictures of the board as a page shows it. The colours are those of the page on a light board.

use dolmen::board::{BoardSize, InvalidSize, PlacementError, Point, Position};
use dolmen::notation::Sign;
use dolmen::svg::{
    Arrow, Disc, Fill, Form, GREEN, Ghost, Look, Mark, Outline, Palette, Picture, Row, Stroke,
};

use crate::message::{RowKind, Shown, ShownGhost, ShownSign, ShownValue, SignKind};
use crate::tree::{DrawColor, Drawing};

/// The width of a picture, in pixels.
const WIDTH: u32 = 1200;
const FIVE: &str = "#1f9d63";
const THREE: &str = "#b86a00";
const ALARM: &str = "#d4351c";
const LAST: &str = "#e2572b";
const VALUE: &str = "#3f8fd0";

/// The reasons why a board cannot be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    /// There is no board of this size.
    #[error(transparent)]
    Size(#[from] InvalidSize),
    /// A stone is off the board, or on an occupied point.
    #[error(transparent)]
    Stone(#[from] PlacementError),
}

/// Returns the picture of a board as an SVG element.
///
/// ```
/// use board_table::message::Shown;
/// use board_table::picture::draw;
///
/// let shown: Shown = serde_json::from_str(
///     r#"{"width": 15, "height": 15, "stones": [{"point": "h8", "color": "black", "number": 1}]}"#,
/// )?;
/// assert!(draw(&shown)?.contains(">1</text>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if there is no board of the size, or a stone cannot be placed.
pub fn draw(shown: &Shown) -> Result<String, PictureError> {
    let size = BoardSize::new(shown.width.into(), shown.height.into())?;
    let mut position = Position::new(size);
    for stone in &shown.stones {
        position.place(stone.point, stone.color)?;
    }
    let mut picture = Picture {
        numbers: false,
        last: shown.last,
        names: shown.names,
        marks: marks(shown),
        fills: shown.values.iter().map(fill).collect(),
        rows: rows(shown, size),
        outlines: outlines(shown),
        arrows: shown.drawings.iter().filter_map(arrow).collect(),
        ghosts: shown.ghosts.iter().map(ghost).collect(),
        rings: shown.five.iter().copied().collect(),
        crosses: shown.forbidden.iter().copied().collect(),
        excluded: shown.area.excluded.iter().copied().collect(),
        cornered: shown.area.only.iter().copied().collect(),
        within: shown.within.map(|within| square(position.geometry().center(), within, size)),
        palette: Palette::Wood,
        width: WIDTH,
    };
    if shown.print {
        print(&mut picture);
    }
    Ok(picture.draw(&position))
}

/// Makes a picture black and white.
fn print(picture: &mut Picture) {
    let black = || "#000".to_owned();
    picture.palette = Palette::Print;
    // The values keep their numbers and lose their colours.
    picture.fills.clear();
    picture.rows.iter_mut().for_each(|row| row.color = black());
    picture.outlines.iter_mut().for_each(|outline| outline.color = black());
    picture.arrows.iter_mut().for_each(|arrow| arrow.color = black());
    for mark in &mut picture.marks {
        match &mut mark.look {
            Look::Plain => {}
            Look::Disc(disc) => {
                (disc.fill, disc.rim, disc.ink) = ("#fff".to_owned(), black(), black());
            }
            Look::Badge(color) => *color = black(),
        }
    }
}

/// Returns two opposite corners of the square around a point, as far as the board goes.
fn square(center: Point, within: u8, size: BoardSize) -> [Point; 2] {
    let within = usize::from(within);
    let low = |at: usize| at.saturating_sub(within);
    let high = |at: usize, side: usize| (at + within).min(side - 1);
    let (x, y) = (center.column(), center.row());
    [Point::new(low(x), low(y)), Point::new(high(x, size.width()), high(y, size.height()))]
}

/// Returns the lines through points, those to the last stone first.
fn rows(shown: &Shown, size: BoardSize) -> Vec<Row> {
    let last = shown.stones.last().filter(|_| shown.crosshair).map(|stone| stone.point);
    let across =
        last.map(|last| (Point::new(0, last.row()), Point::new(size.width() - 1, last.row())));
    let down = last
        .map(|last| (Point::new(last.column(), 0), Point::new(last.column(), size.height() - 1)));
    let crosshair = across.into_iter().chain(down).map(|(from, to)| Row {
        from,
        to,
        color: LAST.to_owned(),
        stroke: Stroke::Thin,
    });
    let lines = shown.rows.iter().map(|row| {
        let (color, stroke) = match row.kind {
            RowKind::Five => (FIVE, Stroke::Bold),
            RowKind::Three => (THREE, Stroke::Dashed),
        };
        Row { from: row.from, to: row.to, color: color.to_owned(), stroke }
    });
    crosshair.chain(lines).collect()
}

/// Returns the coloured square of a value.
fn fill(value: &ShownValue) -> Fill {
    Fill { point: value.point, color: VALUE.to_owned(), opacity: value.strength }
}

/// Returns the texts on points: the texts of signs and drawings, and numbers and values on the other points.
fn marks(shown: &Shown) -> Vec<Mark> {
    let plain = |point, text: String| Mark { point, text, look: Look::Plain };
    let is_text =
        |sign: &ShownSign| !sign.text.is_empty() && !matches!(look(sign), Some(Look::Badge(_)));
    let drawn = shown.drawings.iter().filter_map(|drawing| match &drawing.sign {
        Sign::Text(text) if drawing.to.is_none() => Some(plain(drawing.from, text.clone())),
        _ => None,
    });
    let drawn: Vec<Mark> = drawn.collect();
    let has_text = |point| {
        shown.signs.iter().any(|sign| sign.point == point && is_text(sign))
            || drawn.iter().any(|mark| mark.point == point)
    };
    let numbers =
        shown.stones.iter().filter_map(|stone| Some((stone.point, stone.number?.to_string())));
    let values = shown.values.iter().map(|value| (value.point, value.text.clone()));
    let texts = numbers.chain(values).filter(|(point, _)| !has_text(*point));
    let texts: Vec<Mark> = texts.map(|(point, text)| plain(point, text)).collect();
    let signs = shown.signs.iter().filter_map(|sign| {
        Some(Mark { point: sign.point, text: sign.text.clone(), look: look(sign)? })
    });
    texts.into_iter().chain(drawn).chain(signs).collect()
}

/// Returns the background of a sign's text; `None` for a sign without text.
fn look(sign: &ShownSign) -> Option<Look> {
    let opacity = if sign.faint { 55 } else { 100 };
    let disc = |fill: &str, rim: &str, ink: &str| {
        let [fill, rim, ink] = [fill, rim, ink].map(str::to_owned);
        Some(Look::Disc(Disc { fill, rim, ink, opacity }))
    };
    let badge = |color: &str| Some(Look::Badge(color.to_owned()));
    match sign.kind {
        SignKind::Best => disc("#12807a", "#fff", "#fff"),
        SignKind::Good => disc("#a9dcd5", "#7a5a2a", "#1c1a16"),
        SignKind::Fair => disc("#f3d48a", "#7a5a2a", "#1c1a16"),
        SignKind::Poor => disc("#f0b39a", "#7a5a2a", "#1c1a16"),
        SignKind::Vcf => disc("#fff0ee", ALARM, ALARM),
        SignKind::Vct => disc("#fff7e8", THREE, "#7d4800"),
        SignKind::Defence => disc("#fff", "#0b5a8a", "#0b5a8a"),
        SignKind::Variation => disc("#e4bb78", "#7a5a2a", "#1c1a16"),
        SignKind::Brilliant => badge("#12807a"),
        SignKind::Interesting => badge("#2f6fb0"),
        SignKind::Inaccuracy => badge("#8a6a00"),
        SignKind::Mistake => badge("#b8560f"),
        SignKind::Blunder => badge("#b3261e"),
        SignKind::FivePoint | SignKind::FourPoint => None,
    }
}

/// Returns the outlines: circles on the points of threats, and the drawings of the person.
fn outlines(shown: &Shown) -> Vec<Outline> {
    let threats = shown.signs.iter().filter_map(|sign| {
        let (color, stroke) = match sign.kind {
            SignKind::FivePoint => (ALARM, Stroke::Thin),
            SignKind::FourPoint => (THREE, Stroke::Dashed),
            _ => return None,
        };
        Some(Outline { point: sign.point, form: Form::Circle, color: color.to_owned(), stroke })
    });
    let drawn =
        shown.drawings.iter().filter(|drawing| drawing.to.is_none()).filter_map(|drawing| {
            Some(Outline {
                point: drawing.from,
                form: form(&drawing.sign)?,
                color: draw_color(drawing.color).to_owned(),
                stroke: Stroke::Bold,
            })
        });
    threats.chain(drawn).collect()
}

/// Returns the figure of a mark; `None` for a text.
const fn form(sign: &Sign) -> Option<Form> {
    match sign {
        Sign::Circle => Some(Form::Circle),
        Sign::Triangle => Some(Form::Triangle),
        Sign::Square => Some(Form::Square),
        Sign::Cross => Some(Form::Cross),
        Sign::Text(_) => None,
    }
}

fn ghost(ghost: &ShownGhost) -> Ghost {
    Ghost { point: ghost.point, color: ghost.color, text: ghost.text.clone() }
}

fn arrow(drawing: &Drawing) -> Option<Arrow> {
    let color = draw_color(drawing.color).to_owned();
    Some(Arrow { from: drawing.from, to: drawing.to?, color })
}

const fn draw_color(color: DrawColor) -> &'static str {
    match color {
        DrawColor::Green => GREEN,
        DrawColor::Red => "#b3261e",
        DrawColor::Blue => "#1d4f9e",
        DrawColor::Yellow => "#d98a00",
    }
}
