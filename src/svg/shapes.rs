//! The shapes of pictures, as texts.

use crate::board::{BoardSize, Color, Point};

/// Returns a circle around a point.
pub(super) fn circle(point: Point, radius: &str) -> String {
    format!("<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\"/>", point.column(), point.row())
}

/// Returns the outline of a cross on a point.
pub(super) fn cross(point: Point) -> String {
    let (x, y) = (point.column() as f64, point.row() as f64);
    let (left, right, top, bottom) = (x - 0.22, x + 0.22, y - 0.22, y + 0.22);
    format!(
        "<path d=\"M{left:.2} {top:.2}L{right:.2} {bottom:.2}M{left:.2} {bottom:.2}L{right:.2} {top:.2}\"/>"
    )
}

/// Returns the outline of a triangle on a point.
pub(super) fn triangle(point: Point) -> String {
    format!("<path d=\"M{} {:.2}l.29 .5h-.58Z\"/>", point.column(), point.row() as f64 - 0.33)
}

/// Returns the outline of a square on a point.
pub(super) fn small_square(point: Point) -> String {
    let (x, y) = (point.column() as f64 - 0.23, point.row() as f64 - 0.23);
    format!("<path d=\"M{x:.2} {y:.2}h.46v.46h-.46Z\"/>")
}

/// Returns the outline of four corners around a point.
pub(super) fn corners(point: Point) -> String {
    let (x, y) = (point.column() as f64, point.row() as f64);
    let corner = |dx: f64, dy: f64| {
        let (near_x, near_y) = (x + 0.22 * dx, y + 0.22 * dy);
        let (far_x, far_y) = (x + 0.44 * dx, y + 0.44 * dy);
        format!("M{far_x:.2} {near_y:.2}V{far_y:.2}H{near_x:.2}")
    };
    let all = [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)].map(|(dx, dy)| corner(dx, dy));
    format!("<path d=\"{}\"/>", all.concat())
}

/// Returns a text in the middle of a point, smaller the longer it is.
pub(super) fn label(point: Point, text: &str) -> String {
    let font = match text.chars().count() {
        0..=1 => 0.46,
        2 => 0.43,
        3 => 0.36,
        _ => 0.26,
    };
    label_at(point.column() as f64, point.row() as f64, font, &escaped(text))
}

/// Returns an escaped text in the middle of a place.
pub(super) fn label_at(x: f64, y: f64, font: f64, text: &str) -> String {
    let base = y + 0.36 * font;
    format!("<text x=\"{x}\" y=\"{base:.2}\" font-size=\"{font}\">{text}</text>")
}

/// Returns the colour of a text that can be read on a stone, or on the wood.
pub(super) const fn ink(color: Option<Color>) -> &'static str {
    match color {
        Some(Color::Black) => "#fff",
        Some(Color::White) => "#1a1a1a",
        None => "#1c1a16",
    }
}

/// Returns an arrow as one outline: a shaft and a head.
pub(super) fn arrow(from: Point, to: Point) -> String {
    let (x, y) = (to.column() as f64, to.row() as f64);
    let (dx, dy) = (x - from.column() as f64, y - from.row() as f64);
    let length = dx.hypot(dy);
    let (dx, dy) = (dx / length, dy / length);
    // `along` steps back from the middle of the last point, and `aside` from the shaft.
    let corner = |along: f64, aside: f64| {
        format!("{:.2} {:.2}", x - along * dx - aside * dy, y - along * dy + aside * dx)
    };
    let corners = [
        (length - 0.2, 0.08),
        (0.56, 0.08),
        (0.56, 0.25),
        (0.1, 0.0),
        (0.56, -0.25),
        (0.56, -0.08),
        (length - 0.2, -0.08),
    ];
    corners.map(|(along, aside)| corner(along, aside)).join("L")
}

/// Returns the points that boards of a size mark: the centre, and four around it where there is room.
pub(super) fn stars(size: BoardSize) -> Vec<Point> {
    let near = |side: usize| if side >= 13 { vec![3, side - 4] } else { Vec::new() };
    let (columns, rows) = (near(size.width()), near(size.height()));
    let corners =
        columns.iter().flat_map(|&column| rows.iter().map(move |&row| Point::new(column, row)));
    let is_odd = size.width() % 2 == 1 && size.height() % 2 == 1;
    let center = is_odd.then(|| Point::new(size.width() / 2, size.height() / 2));
    center.into_iter().chain(corners).collect()
}

/// Escapes a text for an element or an attribute, without its control characters.
pub(super) fn escaped(text: &str) -> String {
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
