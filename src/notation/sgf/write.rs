//! Writing SGF.

use crate::board::{Color, Point};
use crate::notation::{Annotation, Arrow, Node, ROOT, Record, Sign, one_line};

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
        let nodes = record.nodes();
        if id != ROOT {
            text.push('\n');
        }
        if is_variation {
            text.push('(');
            steps.push(Step::Close);
        }
        if id != ROOT && !nodes[id].is_set_up {
            write_move(&mut text, &nodes[id], color);
        }
        let set_up = SetUp::at(record, id, color);
        if id != ROOT && nodes[id].is_set_up {
            text.push(';');
        }
        text.push_str(&set_up.properties());
        set_up.nodes.iter().for_each(|&id| write_notes(&mut text, &nodes[id]));
        let (id, color) = (set_up.end, set_up.last);
        let node = &nodes[id];
        let is_variation = node.children.len() > 1;
        let next = |&id: &usize| Step::Node { id, color: !color, is_variation };
        steps.extend(node.children.iter().rev().map(next));
    }
    text.push_str(")\n");
    text
}

/// The stones that one node of a file sets up, which are several nodes of a record.
struct SetUp {
    /// The node that a file writes, and the set-up stones after it up to a variation.
    nodes: Vec<usize>,
    /// The last of them.
    end: usize,
    /// The side that moves in the last of them.
    last: Color,
    stones: [String; 2],
    has_stones: bool,
}

impl SetUp {
    /// Returns the set-up at a node, in which a side moves.
    fn at(record: &Record, id: usize, color: Color) -> Self {
        let mut set_up = Self {
            nodes: Vec::new(),
            end: id,
            last: color,
            stones: Default::default(),
            has_stones: false,
        };
        set_up.take(record, id, color);
        // A node of SGF has either a move or a set-up.
        let may_go_on = id == ROOT || record.nodes()[id].is_set_up;
        while let [next] = record.nodes()[set_up.end].children[..]
            && may_go_on
            && record.nodes()[next].is_set_up
        {
            set_up.take(record, next, !set_up.last);
        }
        set_up
    }

    fn take(&mut self, record: &Record, id: usize, color: Color) {
        let node = &record.nodes()[id];
        self.nodes.push(id);
        (self.end, self.last) = (id, color);
        self.has_stones |= node.is_set_up;
        if let Some(point) = node.point.filter(|_| node.is_set_up) {
            self.stones[usize::from(color == Color::White)] += &format!("[{}]", point_text(point));
        }
    }

    /// Returns the stones and the side to move.
    fn properties(&self) -> String {
        let [black, white] = &self.stones;
        let stones = property("AB", black) + &property("AW", white);
        let to_move = if self.last == Color::White { "PL[B]" } else { "PL[W]" };
        if self.has_stones { stones + to_move } else { stones }
    }
}

/// Returns the beginning of the file and its first node, without a comment.
fn head(record: &Record, program: &str, more: &[(&str, &str)]) -> String {
    let (width, height) = (record.size.width(), record.size.height());
    let sides = if width == height { width.to_string() } else { format!("{width}:{height}") };
    // A rule that the reader did not know stays as the file wrote it.
    let is_foreign = record.nodes()[ROOT].others.iter().any(|other| other.name == "RU");
    let rule = if is_foreign { String::new() } else { record.rule.to_string() };
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

/// Returns the marks and arrows of a node.
fn drawings(node: &Node) -> String {
    let marks = |wanted: Sign| {
        let found = node.marks.iter().filter(move |mark| mark.sign == wanted);
        found.map(|mark| format!("[{}]", point_text(mark.point))).collect::<String>()
    };
    let texts = node.marks.iter().filter_map(|mark| match &mark.sign {
        Sign::Text(text) => Some(format!("[{}:{}]", point_text(mark.point), label_text(text))),
        _ => None,
    });
    let label = node.point.filter(|_| !node.label.is_empty());
    let label = label.map(|point| format!("[{}:{}]", point_text(point), label_text(&node.label)));
    let arrow = |arrow: &Arrow| format!("[{}:{}]", point_text(arrow.from), point_text(arrow.to));
    [
        property("LB", &label.into_iter().chain(texts).collect::<String>()),
        property("CR", &marks(Sign::Circle)),
        property("TR", &marks(Sign::Triangle)),
        property("SQ", &marks(Sign::Square)),
        property("MA", &marks(Sign::Cross)),
        property("AR", &node.arrows.iter().map(arrow).collect::<String>()),
    ]
    .concat()
}

/// Returns a property with its values, each in brackets; an empty text if there are none.
fn property(name: &str, values: &str) -> String {
    if values.is_empty() { String::new() } else { format!("{name}{values}") }
}

/// Returns the text of a label on one line.
fn label_text(text: &str) -> String {
    escaped(&one_line(text)).replace(':', "\\:")
}

/// Writes the notes on a node: everything except its stone.
fn write_notes(text: &mut String, node: &Node) {
    *text += &annotations(node);
    *text += &drawings(node);
    if !node.comment.is_empty() {
        *text += &format!("C[{}]", escaped(&node.comment));
    }
    let is_letter = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
    let is_name = |name: &str| !name.is_empty() && name.bytes().all(is_letter);
    for other in node.others.iter().filter(|other| is_name(&other.name)) {
        let values: String =
            other.values.iter().map(|value| format!("[{}]", escaped(value))).collect();
        *text += &property(&other.name, &values);
    }
}

fn point_text(point: Point) -> String {
    [point.column(), point.row()].map(|number| char::from(b'a' + number as u8)).iter().collect()
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
