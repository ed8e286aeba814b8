//! Positions as pictures: SVG without a style sheet, scripts or names, so that a page can hold many.
//!
//! A unit of the picture is the distance of two lines. Row 1 is at the top, as everywhere in Dolmen. A
//! picture brings its own board, and looks the same on light and dark pages.

use std::fmt::Write;

use crate::board::{Bitboard, BoardSize, Color, Point, Position};
use crate::notation::Arrow;

/// The expectation of all writing into a string.
const WRITING: &str = "text can always be written";
/// The space around the outer lines: for labels at the left and the bottom, and at the other sides.
const LABELS: f64 = 1.15;
const MARGIN: f64 = 0.75;

/// A text on a point: on its stone, or in its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The point.
    pub point: Point,
    /// The text, of a few letters.
    pub text: String,
}

/// A coloured square behind a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fill {
    /// The point.
    pub point: Point,
    /// The colour, as CSS writes it.
    pub color: String,
}

/// The options of a picture. Points off the board are left out.
///
/// ```
/// use dolmen::Position;
/// use dolmen::svg::Picture;
///
/// let position = Position::from_moves("15x15 h8 i9")?;
/// let text = Picture::default().draw(&position);
/// assert!(text.starts_with("<svg") && text.contains(">2</text>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// Indicates whether stones have the numbers of their moves.
    pub numbers: bool,
    /// The texts on points; on a stone they replace its number.
    pub marks: Vec<Mark>,
    /// The coloured squares.
    pub fills: Vec<Fill>,
    /// The arrows.
    pub arrows: Vec<Arrow>,
    /// The stones with a ring, such as those of a five.
    pub rings: Bitboard,
    /// The points with a cross, such as the forbidden ones.
    pub crosses: Bitboard,
    /// The width in pixels.
    pub width: u32,
}

impl Default for Picture {
    /// Returns the options of a picture with numbers and nothing else, 400 pixels wide.
    fn default() -> Self {
        Self {
            numbers: true,
            marks: Vec::new(),
            fills: Vec::new(),
            arrows: Vec::new(),
            rings: Bitboard::EMPTY,
            crosses: Bitboard::EMPTY,
            width: 400,
        }
    }
}

impl Picture {
    /// Returns the picture of a position as an SVG element.
    #[must_use]
    pub fn draw(&self, position: &Position) -> String {
        let size = position.size();
        let mut svg = Svg { text: String::with_capacity(8 << 10), size };
        svg.frame(self.width);
        svg.fills(&self.fills);
        svg.grid();
        for color in Color::ALL {
            svg.stones(position, color);
        }
        svg.dead(position.dead());
        svg.rings(self.rings & position.occupied());
        svg.last(position);
        svg.texts(self, position);
        svg.crosses(self.crosses & position.geometry().on_board());
        svg.arrows(&self.arrows);
        svg.text + "</svg>\n"
    }

    /// Returns whether a point has a text of its own.
    fn is_marked(&self, point: Point) -> bool {
        self.marks.iter().any(|mark| mark.point == point)
    }
}

/// A picture under way.
struct Svg {
    text: String,
    size: BoardSize,
}

impl Svg {
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

    /// Begins the element, and draws the wood.
    fn frame(&mut self, pixels: u32) {
        let (columns, rows) = (self.size.width() as f64, self.size.height() as f64);
        let width = columns - 1.0 + LABELS + MARGIN;
        let height = rows - 1.0 + LABELS + MARGIN;
        let high = (f64::from(pixels) * height / width).round();
        self.add(format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{pixels}\" height=\"{high}\" \
             viewBox=\"{} {} {width:.2} {height:.2}\" font-family=\"sans-serif\" text-anchor=\"middle\">\n\
             <rect x=\"{}\" y=\"{}\" width=\"{width:.2}\" height=\"{height:.2}\" rx=\".3\" fill=\"#e4bb78\"/>\n",
            -LABELS, -MARGIN, -LABELS, -MARGIN
        ));
    }

    /// Draws the lines, the star points and the names of columns and rows.
    fn grid(&mut self) {
        let (right, bottom) = (self.size.width() - 1, self.size.height() - 1);
        let mut path = String::new();
        for x in 0..=right {
            write!(path, "M{x} 0V{bottom}").expect(WRITING);
        }
        for y in 0..=bottom {
            write!(path, "M0 {y}H{right}").expect(WRITING);
        }
        self.add(format_args!(
            "<path d=\"{path}\" fill=\"none\" stroke=\"#7a5a2a\" stroke-width=\".035\" \
             stroke-linecap=\"square\"/>\n"
        ));
        let stars = stars(self.size);
        self.group("fill=\"#7a5a2a\"", stars, |point| circle(point, ".1"));
        let bottom_label = bottom as f64 + 0.95;
        self.add(format_args!("<g fill=\"#4f3810\" font-size=\".4\">"));
        for x in 0..=right {
            let letter = char::from(b'a' + x as u8);
            self.add(format_args!("<text x=\"{x}\" y=\"{bottom_label}\">{letter}</text>"));
        }
        for y in 0..=bottom {
            let (base, number) = (y as f64 + 0.14, y + 1);
            self.add(format_args!("<text x=\"-.8\" y=\"{base:.2}\">{number}</text>"));
        }
        self.add(format_args!("</g>\n"));
    }

    fn fills(&mut self, fills: &[Fill]) {
        let size = self.size;
        for Fill { point, color } in fills.iter().filter(|fill| has(size, fill.point)) {
            let (x, y) = (point.column() as f64 - 0.5, point.row() as f64 - 0.5);
            let color = escaped(color);
            self.text += &format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"1\" height=\"1\" fill=\"{color}\" fill-opacity=\".7\"/>\n"
            );
        }
    }

    fn stones(&mut self, position: &Position, color: Color) {
        let style = match color {
            Color::Black => "fill=\"#222\" stroke=\"#000\" stroke-width=\".04\"",
            Color::White => "fill=\"#f7f5f0\" stroke=\"#6d675b\" stroke-width=\".04\"",
        };
        self.group(style, position.stones(color), |point| circle(point, ".44"));
    }

    fn dead(&mut self, points: Bitboard) {
        self.group("fill=\"#8c8271\"", points, |point| {
            let (x, y) = (point.column() as f64 - 0.42, point.row() as f64 - 0.42);
            format!("<rect x=\"{x:.2}\" y=\"{y:.2}\" width=\".84\" height=\".84\" rx=\".1\"/>")
        });
    }

    fn rings(&mut self, points: Bitboard) {
        let style = "fill=\"none\" stroke=\"#1f9d63\" stroke-width=\".13\"";
        self.group(style, points, |point| circle(point, ".4"));
    }

    /// Marks the last stone.
    fn last(&mut self, position: &Position) {
        let last = position.last_move().map(|stone| stone.point);
        let style = "fill=\"none\" stroke=\"#e2572b\" stroke-width=\".085\"";
        self.group(style, last, |point| circle(point, ".46"));
    }

    /// Writes the numbers of stones and the marks.
    fn texts(&mut self, picture: &Picture, position: &Position) {
        let numbered = position.history().iter().zip(1..).filter(|_| picture.numbers);
        let numbers = numbered.filter(|(stone, _)| !picture.is_marked(stone.point));
        let numbers = numbers.map(|(stone, number)| (stone.point, number.to_string()));
        let marks = picture.marks.iter().filter(|mark| has(self.size, mark.point));
        let marks = marks.map(|mark| (mark.point, escaped(&mark.text)));
        let texts: Vec<(Point, String)> = numbers.chain(marks).collect();
        let is_bare = |point: &Point| !position.occupied().contains(*point);
        let bare = texts.iter().map(|(point, _)| *point).filter(is_bare);
        self.group("fill=\"#e4bb78\"", bare, |point| circle(point, ".4"));
        for color in [Some(Color::Black), Some(Color::White), None] {
            let ink = match color {
                Some(Color::Black) => "#fff",
                Some(Color::White) => "#1a1a1a",
                None => "#1c1a16",
            };
            let here = texts.iter().filter(|(point, _)| position.color_at(*point) == color);
            let elements: String = here.map(|(point, text)| label(*point, text)).collect();
            if !elements.is_empty() {
                self.add(format_args!("<g fill=\"{ink}\" font-weight=\"600\">{elements}</g>\n"));
            }
        }
    }

    fn crosses(&mut self, points: Bitboard) {
        let style = "stroke=\"#d4351c\" stroke-width=\".09\" stroke-linecap=\"round\"";
        self.group(style, points, |point| {
            let (x, y) = (point.column() as f64, point.row() as f64);
            let (left, right, top, bottom) = (x - 0.22, x + 0.22, y - 0.22, y + 0.22);
            format!(
                "<path d=\"M{left:.2} {top:.2}L{right:.2} {bottom:.2}M{left:.2} {bottom:.2}L{right:.2} {top:.2}\"/>"
            )
        });
    }

    fn arrows(&mut self, arrows: &[Arrow]) {
        for Arrow { from, to } in arrows {
            if from != to && has(self.size, *from) && has(self.size, *to) {
                self.text += &arrow(*from, *to);
            }
        }
    }
}

/// Returns whether a point is on a board.
fn has(size: BoardSize, point: Point) -> bool {
    point.column() < size.width() && point.row() < size.height()
}

fn circle(point: Point, radius: &str) -> String {
    format!("<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\"/>", point.column(), point.row())
}

/// Returns a text in the middle of a point, smaller the longer it is.
fn label(point: Point, text: &str) -> String {
    let font = match text.chars().count() {
        0..=1 => 0.5,
        2 => 0.44,
        3 => 0.36,
        _ => 0.26,
    };
    let (x, y) = (point.column(), point.row() as f64 + 0.36 * font);
    format!("<text x=\"{x}\" y=\"{y:.2}\" font-size=\"{font}\">{text}</text>")
}

/// Returns an arrow as one shape: a shaft and a head.
fn arrow(from: Point, to: Point) -> String {
    let (x, y) = (to.column() as f64, to.row() as f64);
    let (dx, dy) = (x - from.column() as f64, y - from.row() as f64);
    let length = dx.hypot(dy);
    let (dx, dy) = (dx / length, dy / length);
    // `along` steps back from the tip, and `aside` from the shaft.
    let corner = |along: f64, aside: f64| {
        format!("{:.2} {:.2}", x - along * dx - aside * dy, y - along * dy + aside * dx)
    };
    let corners = [
        (length, 0.09),
        (0.5, 0.09),
        (0.5, 0.26),
        (0.0, 0.0),
        (0.5, -0.26),
        (0.5, -0.09),
        (length, -0.09),
    ];
    let path = corners.map(|(along, aside)| corner(along, aside)).join("L");
    format!("<path d=\"M{path}Z\" fill=\"#17924a\" fill-opacity=\".8\"/>\n")
}

/// Returns the points that boards of a size mark: the centre, and four around it where there is room.
fn stars(size: BoardSize) -> Vec<Point> {
    let near = |side: usize| if side >= 13 { vec![3, side - 4] } else { Vec::new() };
    let (columns, rows) = (near(size.width()), near(size.height()));
    let corners =
        columns.iter().flat_map(|&column| rows.iter().map(move |&row| Point::new(column, row)));
    let is_odd = size.width() % 2 == 1 && size.height() % 2 == 1;
    let center = is_odd.then(|| Point::new(size.width() / 2, size.height() / 2));
    center.into_iter().chain(corners).collect()
}

/// Returns a text that stands for itself in an element and an attribute; control characters are left out.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars().filter(|letter| !letter.is_control()) {
        match letter {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use crate::board::Position;
    use crate::notation::Arrow;
    use crate::svg::{Fill, Mark, Picture};

    fn position(text: &str) -> Position {
        Position::from_moves(text).expect("the moves are right")
    }

    #[test]
    fn draws_each_stone_once_with_its_number() {
        let text = Picture::default().draw(&position("15x15 #a1 h8 i9 j10"));
        assert_eq!(text.matches("r=\".44\"").count(), 3);
        assert!([">1<", ">2<", ">3<"].iter().all(|number| text.contains(number)));
        let plain = Picture { numbers: false, ..Picture::default() };
        assert!(!plain.draw(&position("5x5 a1")).contains("font-weight"));
    }

    #[test]
    fn a_mark_replaces_the_number_and_is_escaped() {
        let mark = Mark { point: "h8".parse().expect("a point"), text: "<&\"\n".to_owned() };
        let picture = Picture { marks: vec![mark], ..Picture::default() };
        let text = picture.draw(&position("15x15 h8"));
        assert!(text.contains(">&lt;&amp;&quot;</text>") && !text.contains(">1</text></g>"));
    }

    #[test]
    fn leaves_out_points_off_the_board() {
        let far = "s19".parse().expect("a point");
        let picture = Picture {
            marks: vec![Mark { point: far, text: "far".to_owned() }],
            fills: vec![Fill { point: far, color: "red".to_owned() }],
            arrows: vec![Arrow { from: far, to: "h8".parse().expect("a point") }],
            crosses: [far].into_iter().collect(),
            ..Picture::default()
        };
        assert_eq!(
            picture.draw(&position("15x15 h8")),
            Picture::default().draw(&position("15x15 h8"))
        );
    }

    #[test]
    fn all_sizes_have_lines_and_labels() {
        for (size, stars) in [("5x5", 1), ("15x15", 5), ("20x20", 4), ("22x13", 4)] {
            let text = Picture::default().draw(&position(size));
            assert_eq!(text.matches("r=\".1\"").count(), stars, "{size}");
            let (width, height) = size.split_once('x').expect("a size");
            let labels = [width, height].map(|side| side.parse::<usize>().expect("a number"));
            assert_eq!(text.matches("<text").count(), labels.iter().sum::<usize>(), "{size}");
        }
    }
}
