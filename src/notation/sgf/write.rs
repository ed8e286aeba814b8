//! Writing SGF.

use crate::board::{Color, Point};
use crate::notation::{Annotation, Arrow, Node, ROOT, Record, one_line};

/// The properties of the first node, in the order in which they are written.
const ORDER: [&str; 14] =
    ["FF", "GM", "CA", "AP", "SZ", "GN", "RO", "DT", "RU", "PB", "PW", "RE", "ON", "GC"];

/// The next part of a file.
enum Step {
    /// A node and the moves after it.
    Node {
        id: usize,
        /// The side that moves in the node.
        color: Color,
        /// Indicates whether the node begins one of several variations.
        is_variation: bool,
    },
    /// The end of a variation.
    Close,
}

/// Writes a whole game in UTF-8, one move a line. `program` is the name and the version of the
/// writer, such as `Dolmen:1.0`, and `more` has properties of the game that the record lacks.
///
/// ```
/// use dolmen::notation::{Defaults, moves, sgf};
///
/// let game = moves::read("h8i9", &Defaults::default())?;
/// let text = sgf::write(&game, "Mine:1", &[("GN", "a game")]);
/// let head = "(;FF[4]GM[4]CA[UTF-8]AP[Mine:1]SZ[15]GN[a game]RU[freestyle]";
/// assert_eq!(text, format!("{head}\n;B[hh]\n;W[ii])\n"));
/// # Ok::<(), dolmen::notation::NotationError>(())
/// ```
#[must_use]
pub fn write(record: &Record, program: &str, more: &[(&str, &str)]) -> String {
    let mut text = head(record, program, more);
    let mut steps = vec![Step::Node { id: ROOT, color: Color::White, is_variation: false }];
    while let Some(step) = steps.pop() {
        let Step::Node { id, color, is_variation } = step else {
            text.push(')');
            continue;
        };
        let node = &record.nodes()[id];
        if id != ROOT {
            text.push('\n');
        }
        if is_variation {
            text.push('(');
            steps.push(Step::Close);
        }
        if id != ROOT {
            write_move(&mut text, node, color);
        }
        text.push_str(&annotations(node));
        text.push_str(&drawings(node));
        if !node.comment.is_empty() {
            text.push_str(&format!("C[{}]", escaped(&node.comment)));
        }
        let is_variation = node.children.len() > 1;
        let next = |&id: &usize| Step::Node { id, color: !color, is_variation };
        steps.extend(node.children.iter().rev().map(next));
    }
    text.push_str(")\n");
    text
}

/// Returns the beginning of the file and its first node, without a comment.
fn head(record: &Record, program: &str, more: &[(&str, &str)]) -> String {
    let (width, height) = (record.size.width(), record.size.height());
    let sides = if width == height { width.to_string() } else { format!("{width}:{height}") };
    let rule = record.rule.to_string();
    let Record { names: [black, white], title, date, result, .. } = record;
    let [black, white, title, date, result] =
        [black, white, title, date, result].map(|text| one_line(text));
    let mut properties = vec![
        ("FF", "4"),
        ("GM", "4"),
        ("CA", "UTF-8"),
        ("AP", program),
        ("SZ", &sides),
        ("GN", &title),
        ("DT", &date),
        ("RU", &rule),
        ("PB", &black),
        ("PW", &white),
        ("RE", &result),
    ];
    properties.extend(more);
    properties.sort_by_key(|(name, _)| ORDER.iter().position(|known| known == name));
    let written = properties.iter().filter(|(_, value)| !value.is_empty());
    let text = |(name, value): &(&str, &str)| format!("{name}[{}]", escaped(value));
    format!("(;{}", written.map(text).collect::<String>())
}

fn write_move(text: &mut String, node: &Node, color: Color) {
    let letter = if color == Color::Black { 'B' } else { 'W' };
    let point = node.point.map(point_text).unwrap_or_default();
    text.push_str(&format!(";{letter}[{point}]"));
    if !node.label.is_empty() && node.point.is_some() {
        let label = escaped(&one_line(&node.label)).replace(':', "\\:");
        text.push_str(&format!("LB[{point}:{label}]"));
    }
}

/// Returns the annotation of a move and the value of its position: 1 for a win of Black, −1 for a win of
/// White.
fn annotations(node: &Node) -> String {
    let annotation = node.annotation.map_or("", |annotation| match annotation {
        Annotation::VeryGood => "TE[2]",
        Annotation::Good => "TE[1]",
        Annotation::Interesting => "IT[]",
        Annotation::Doubtful => "DO[]",
        Annotation::Bad => "BM[1]",
        Annotation::VeryBad => "BM[2]",
    });
    let value = node.black_wins.map(|chance| format!("V[{:.3}]", 2.0 * chance - 1.0));
    annotation.to_owned() + &value.unwrap_or_default()
}

/// Returns the circles and arrows of a node.
fn drawings(node: &Node) -> String {
    let property = |name: &str, values: String| match values.as_str() {
        "" => String::new(),
        values => name.to_owned() + values,
    };
    let circles = node.circles.iter().map(|&point| format!("[{}]", point_text(point)));
    let arrow = |arrow: &Arrow| format!("[{}:{}]", point_text(arrow.from), point_text(arrow.to));
    property("CR", circles.collect()) + &property("AR", node.arrows.iter().map(arrow).collect())
}

fn point_text(point: Point) -> String {
    [point.column(), point.row()].map(|number| char::from(b'a' + number as u8)).iter().collect()
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
