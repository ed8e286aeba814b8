//! A picture under way: one method for each layer, from bottom to top.

use std::fmt::Write;

use super::colors::Colors;
use super::parts::{Arrow, Fill, Form, Ghost, Look, Mark, Outline, Palette, Row, Stroke};
use super::shapes::{
    arrow, circle, corners, cross, escaped, ink, label, label_at, small_square, stars, triangle,
};
use crate::board::{Bitboard, BoardSize, Color, Point, Position};
use crate::notation::PointNames;

/// The expectation of all writing into a string.
const WRITING: &str = "text can always be written";
/// The space around the outer lines: for names at the left and the bottom, and at the other sides.
const NAMES: f64 = 1.2;
const MARGIN: f64 = 0.75;
/// The light on a stone: the diameters of its steps, and how far each is from the centre.
const LIGHTS: [(&str, &str); 4] =
    [(".74", "-.04 -.04"), (".58", "-.08 -.08"), (".42", "-.12 -.12"), (".26", "-.15 -.15")];
/// The opacity of faint stones.
const GHOST_OPACITY: &str = ".55";

/// A picture under way.
pub(super) struct Canvas {
    text: String,
    size: BoardSize,
    names: Option<PointNames>,
    colors: &'static Colors,
}

impl Canvas {
    /// Returns an empty picture.
    pub(super) fn new(size: BoardSize, names: Option<PointNames>, palette: Palette) -> Self {
        Self { text: String::with_capacity(8 << 10), size, names, colors: Colors::of(palette) }
    }

    /// Returns the whole element.
    pub(super) fn finish(self) -> String {
        self.text + "</svg>\n"
    }

    fn add(&mut self, part: std::fmt::Arguments<'_>) {
        self.text.write_fmt(part).expect(WRITING);
    }

    /// Writes one element for each point, as parts of one group.
    fn group(
        &mut self,
        attributes: &str,
        points: impl IntoIterator<Item = Point>,
        element: impl Fn(Point) -> String,
    ) {
        let mut elements = points.into_iter().map(element).peekable();
        if elements.peek().is_some() {
            let elements: String = elements.collect();
            self.add(format_args!("<g {attributes}>{elements}</g>\n"));
        }
    }

    /// Returns whether a point is on the board.
    fn has(&self, point: Point) -> bool {
        point.column() < self.size.width() && point.row() < self.size.height()
    }

    /// Begins the element, and draws the wood.
    pub(super) fn frame(&mut self, pixels: u32) {
        let left = if self.names.is_some() { NAMES } else { MARGIN };
        let width = self.size.width() as f64 - 1.0 + left + MARGIN;
        let height = self.size.height() as f64 - 1.0 + left + MARGIN;
        let high = (f64::from(pixels) * height / width).round();
        self.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{pixels}\" height=\"{high}\" \
             viewBox=\"{} {} {width:.2} {height:.2}\" font-family=\"sans-serif\" text-anchor=\"middle\">\n\
             <rect x=\"{}\" y=\"{}\" width=\"{width:.2}\" height=\"{height:.2}\" rx=\".3\" fill=\"{}\"/>\n",
            -left, -MARGIN, -left, -MARGIN, self.colors.ground
        ));
    }

    /// Draws the lines, the star points and the names of columns and rows.
    pub(super) fn grid(&mut self) {
        let (right, bottom) = (self.size.width() - 1, self.size.height() - 1);
        let lines = self.colors.lines;
        let mut path = String::new();
        for x in 1..right {
            write!(path, "M{x} 0V{bottom}").expect(WRITING);
        }
        for y in 1..bottom {
            write!(path, "M0 {y}H{right}").expect(WRITING);
        }
        self.add(format_args!(
            "<g fill=\"none\" stroke=\"{lines}\"><path d=\"{path}\" stroke-width=\".03\"/>\
             <rect width=\"{right}\" height=\"{bottom}\" stroke-width=\".065\"/></g>\n"
        ));
        let stars = stars(self.size);
        self.group(&format!("fill=\"{lines}\""), stars, |point| circle(point, ".1"));
        let Some(names) = self.names else { return };
        self.add(format_args!("<g fill=\"{}\">", self.colors.names));
        for x in 0..=right {
            self.text += &label_at(x as f64, bottom as f64 + 0.82, 0.38, &names.column(x));
        }
        for y in 0..=bottom {
            self.text += &label_at(-0.82, y as f64, 0.38, &names.row(y, self.size));
        }
        self.add(format_args!("</g>\n"));
    }

    /// Colours squares.
    pub(super) fn fills(&mut self, fills: &[Fill]) {
        for fill in fills {
            if self.has(fill.point) {
                let square = square(fill);
                self.add(format_args!("{square}\n"));
            }
        }
    }

    /// Draws a rectangle with a dashed edge.
    pub(super) fn within(&mut self, ends: Option<[Point; 2]>) {
        let Some([one, other]) = ends.filter(|ends| ends.iter().all(|&end| self.has(end))) else {
            return;
        };
        let span = |one: usize, other: usize| {
            (one.min(other) as f64 - 0.5, one.abs_diff(other) as f64 + 1.0)
        };
        let (x, width) = span(one.column(), other.column());
        let (y, height) = span(one.row(), other.row());
        self.add(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\".2\" fill=\"none\" \
             stroke=\"{}\" stroke-width=\".07\" stroke-dasharray=\".22 .14\"/>\n",
            self.colors.within
        ));
    }

    /// Strikes points out.
    pub(super) fn excluded(&mut self, points: Bitboard) {
        let style = format!(
            "fill=\"{}\" stroke=\"{}\" stroke-width=\".075\" stroke-linecap=\"round\"",
            self.colors.ground, self.colors.excluded
        );
        self.group(&style, points, |point| {
            let (x, y) = (point.column() as f64 - 0.21, point.row() as f64 + 0.21);
            circle(point, ".3") + &format!("<path d=\"M{x:.2} {y:.2}l.42 -.42\"/>")
        });
    }

    /// Puts points between corners.
    pub(super) fn cornered(&mut self, points: Bitboard) {
        let color = self.colors.cornered;
        let style = format!(
            "fill=\"none\" stroke=\"{color}\" stroke-width=\".09\" stroke-linecap=\"round\""
        );
        self.group(&style, points, corners);
    }

    /// Draws lines through points.
    pub(super) fn rows(&mut self, rows: &[Row]) {
        for Row { from, to, color, stroke } in rows {
            if self.has(*from) && self.has(*to) {
                let (color, stroke) = (escaped(color), line_style(*stroke));
                self.add(format_args!(
                    "<path d=\"M{} {}L{} {}\" fill=\"none\" stroke=\"{color}\" stroke-linecap=\"round\" {stroke}/>\n",
                    from.column(),
                    from.row(),
                    to.column(),
                    to.row()
                ));
            }
        }
    }

    /// Draws the shadows of stones.
    pub(super) fn shadows(&mut self, points: Bitboard) {
        if self.colors.is_round {
            let style = "stroke=\"#000\" stroke-opacity=\".22\" stroke-width=\".94\"";
            self.dots(points, style, ".03 .06");
        }
    }

    /// Draws stones of a colour, each with a little light on it.
    pub(super) fn stones(&mut self, points: Bitboard, color: Color) {
        let light = if color == Color::Black { ".055" } else { ".35" };
        let [fill, rim] = self.colors.stones[usize::from(color == Color::White)];
        let style = format!("fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\".03\"");
        self.group(&style, points, |point| circle(point, ".45"));
        for (width, offset) in LIGHTS.into_iter().filter(|_| self.colors.is_round) {
            let style =
                format!("stroke=\"#fff\" stroke-opacity=\"{light}\" stroke-width=\"{width}\"");
            self.dots(points, &style, offset);
        }
    }

    /// Draws a round dot beside each point, as one path, which is much shorter than a circle for each.
    fn dots(&mut self, points: Bitboard, style: &str, offset: &str) {
        if points.is_empty() {
            return;
        }
        let dot = |point: Point| format!("M{} {}h0", point.column(), point.row());
        let path: String = points.into_iter().map(dot).collect();
        self.add(format_args!(
            "<path d=\"{path}\" {style} stroke-linecap=\"round\" transform=\"translate({offset})\"/>\n"
        ));
    }

    /// Draws dead points.
    pub(super) fn dead(&mut self, points: Bitboard) {
        self.group("fill=\"#8c8271\"", points, |point| {
            let (x, y) = (point.column() as f64 - 0.42, point.row() as f64 - 0.42);
            format!("<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\".84\" height=\".84\" rx=\".1\"/>")
        });
    }

    /// Draws rings on stones.
    pub(super) fn rings(&mut self, points: Bitboard) {
        let style = format!("fill=\"none\" stroke=\"{}\" stroke-width=\".13\"", self.colors.ring);
        self.group(&style, points, |point| circle(point, ".4"));
    }

    /// Marks the last stone, around its text if it has one.
    pub(super) fn last(&mut self, last: Option<Point>, has_text: bool) {
        let radius = if has_text { ".42" } else { ".17" };
        let style = format!("fill=\"none\" stroke=\"{}\" stroke-width=\".085\"", self.colors.last);
        self.group(&style, last, |point| circle(point, radius));
    }

    /// Writes the numbers of stones and the plain marks.
    pub(super) fn texts(
        &mut self,
        numbers: impl Iterator<Item = (Point, String)>,
        marks: &[Mark],
        fills: &[Fill],
        position: &Position,
    ) {
        let is_plain = |mark: &&Mark| mark.look == Look::Plain && self.has(mark.point);
        let marks = marks.iter().filter(is_plain).map(|mark| (mark.point, mark.text.clone()));
        let texts: Vec<(Point, String)> = numbers.chain(marks).collect();
        let bare = texts
            .iter()
            .map(|(point, _)| *point)
            .filter(|&point| !position.occupied().contains(point));
        let bare: Bitboard = bare.collect();
        self.clear(bare, fills);
        for color in [Some(Color::Black), Some(Color::White), None] {
            let here = texts.iter().filter(|(point, _)| position.color_at(*point) == color);
            let elements: String = here.map(|(point, text)| label(*point, text)).collect();
            if !elements.is_empty() {
                let ink = ink(color);
                self.add(format_args!("<g fill=\"{ink}\" font-weight=\"600\">{elements}</g>\n"));
            }
        }
    }

    /// Clears the lines behind points that have a text.
    fn clear(&mut self, points: Bitboard, fills: &[Fill]) {
        let is_here = |fill: &&Fill| points.contains(fill.point);
        let filled: Bitboard = fills.iter().filter(is_here).map(|fill| fill.point).collect();
        let wood = format!("fill=\"{}\"", self.colors.ground);
        self.group(&wood, points - filled, |point| circle(point, ".4"));
        self.group(&wood, filled, |point| square_at(point, ""));
        let squares: String = fills.iter().filter(is_here).map(square).collect();
        self.text += &squares;
    }

    /// Draws crosses.
    pub(super) fn crosses(&mut self, points: Bitboard) {
        let color = self.colors.cross;
        let style = format!("stroke=\"{color}\" stroke-width=\".09\" stroke-linecap=\"round\"");
        self.group(&style, points, cross);
    }

    /// Draws the marks with discs, large and small.
    pub(super) fn discs(&mut self, marks: &[Mark]) {
        for Mark { point, text, look } in marks {
            if !self.has(*point) {
                continue;
            }
            match look {
                Look::Plain => {}
                Look::Disc(disc) => {
                    let [fill, rim, ink] =
                        [&disc.fill, &disc.rim, &disc.ink].map(|color| escaped(color));
                    let (opacity, disc) = (share(disc.opacity), circle(*point, ".42"));
                    let text = label(*point, text);
                    self.add(format_args!(
                        "<g opacity=\"{opacity}\" font-weight=\"600\" fill=\"{ink}\">\
                         <g fill=\"{fill}\" stroke=\"{rim}\" stroke-width=\".045\">{disc}</g>{text}</g>\n"
                    ));
                }
                Look::Badge(color) => {
                    let (x, y) = (point.column() as f64 + 0.32, point.row() as f64 - 0.32);
                    let (color, text) = (escaped(color), label_at(x, y, 0.3, &escaped(text)));
                    self.add(format_args!(
                        "<g font-weight=\"700\" fill=\"#fff\"><circle cx=\"{x:.2}\" cy=\"{y:.2}\" r=\".25\" \
                         fill=\"{color}\" stroke=\"#fff\" stroke-width=\".03\"/>{text}</g>\n"
                    ));
                }
            }
        }
    }

    /// Draws faint stones with their texts.
    pub(super) fn ghosts(&mut self, ghosts: &[Ghost]) {
        for Ghost { point, color, text } in ghosts {
            if self.has(*point) {
                self.add(format_args!("<g opacity=\"{GHOST_OPACITY}\">\n"));
                self.stones([*point].into_iter().collect(), *color);
                let (ink, text) = (ink(Some(*color)), label(*point, text));
                self.add(format_args!("</g><g fill=\"{ink}\" font-weight=\"600\">{text}</g>\n"));
            }
        }
    }

    /// Draws figures around points.
    pub(super) fn outlines(&mut self, outlines: &[Outline]) {
        for Outline { point, form, color, stroke } in outlines {
            if self.has(*point) {
                let (color, style) = (escaped(color), line_style(*stroke));
                let figure = match form {
                    Form::Circle if *stroke == Stroke::Bold => circle(*point, ".48"),
                    Form::Circle => circle(*point, ".46"),
                    Form::Triangle => triangle(*point),
                    Form::Square => small_square(*point),
                    Form::Cross => cross(*point),
                };
                self.add(format_args!(
                    "<g fill=\"none\" stroke=\"{color}\" {style}>{figure}</g>\n"
                ));
            }
        }
    }

    /// Draws arrows.
    pub(super) fn arrows(&mut self, arrows: &[Arrow]) {
        for Arrow { from, to, color } in arrows {
            if from != to && self.has(*from) && self.has(*to) {
                let (color, path) = (escaped(color), arrow(*from, *to));
                self.add(format_args!(
                    "<path d=\"M{path}Z\" fill=\"{color}\" fill-opacity=\".8\"/>\n"
                ));
            }
        }
    }
}

/// Returns the attributes of a stroke.
const fn line_style(stroke: Stroke) -> &'static str {
    match stroke {
        Stroke::Bold => "stroke-width=\".11\" stroke-opacity=\".9\"",
        Stroke::Thin => "stroke-width=\".075\"",
        Stroke::Dashed => "stroke-width=\".075\" stroke-dasharray=\".18 .13\"",
    }
}

/// Returns a coloured square.
fn square(fill: &Fill) -> String {
    let (color, opacity) = (escaped(&fill.color), share(fill.opacity));
    square_at(fill.point, &format!(" fill=\"{color}\" fill-opacity=\"{opacity}\""))
}

fn square_at(point: Point, attributes: &str) -> String {
    let (x, y) = (point.column() as f64 - 0.5, point.row() as f64 - 0.5);
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\"{attributes}/>")
}

/// Returns percents as a part of one.
fn share(percent: u8) -> f64 {
    f64::from(percent.min(100)) / 100.0
}
