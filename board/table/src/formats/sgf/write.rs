//! Writing SGF.

use dolmen::board::{Color, Point};

use crate::formats::GameResult;
use crate::message::{OverReason, Side};
use crate::tree::{Node, NodeId, ROOT, Tree};

/// The number of moves on a text line.
const MOVES_ON_A_LINE: usize = 10;

/// What is to be written next.
enum Step {
    /// A node and what comes after it.
    Node {
        id: NodeId,
        /// The side that moves in the node.
        color: Color,
        /// Indicates whether the node begins one of several variations.
        is_variation: bool,
    },
    /// The end of a variation.
    Close,
}

/// Writes a whole game in UTF-8.
pub(in crate::formats) fn write(
    tree: &Tree,
    names: &[String; 2],
    result: Option<GameResult>,
) -> Vec<u8> {
    let mut text = head(tree, names, result);
    let mut steps = vec![Step::Node { id: ROOT, color: Color::White, is_variation: false }];
    let mut moves = 0;
    while let Some(step) = steps.pop() {
        let Step::Node { id, color, is_variation } = step else {
            text.push(')');
            continue;
        };
        let Some(node) = tree.get(id) else { continue };
        if is_variation {
            text.push_str("\n(");
            moves = 0;
            steps.push(Step::Close);
        } else if moves == MOVES_ON_A_LINE {
            text.push('\n');
            moves = 0;
        }
        moves += 1;
        if id != ROOT {
            write_move(&mut text, node, color);
        }
        if !node.comment.is_empty() {
            text.push_str(&format!("C[{}]", escaped(&node.comment)));
        }
        let is_variation = node.children.len() > 1;
        let next = |&id: &NodeId| Step::Node { id, color: !color, is_variation };
        steps.extend(node.children.iter().rev().map(next));
    }
    text.push_str(")\n");
    text.into_bytes()
}

/// Returns the beginning of the file and its first node, without a comment.
fn head(tree: &Tree, names: &[String; 2], result: Option<GameResult>) -> String {
    let size = tree.size();
    let sides = if size.width() == size.height() {
        size.width().to_string()
    } else {
        format!("{}:{}", size.width(), size.height())
    };
    let version = env!("CARGO_PKG_VERSION");
    let mut text =
        format!("(;FF[4]GM[4]CA[UTF-8]AP[Dolmen:{version}]SZ[{sides}]RU[{}]", tree.rule());
    for (name, property) in names.iter().zip(["PB", "PW"]) {
        if !name.is_empty() {
            text.push_str(&format!("{property}[{}]", escaped(&one_line(name))));
        }
    }
    if let Some(result) = result {
        text.push_str(&format!("RE[{}]", result_text(result)));
    }
    text
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

fn point_text(point: Point) -> String {
    [point.column(), point.row()].map(|number| char::from(b'a' + number as u8)).iter().collect()
}

fn result_text(result: GameResult) -> String {
    let Some(winner) = result.winner else { return "0".to_owned() };
    let winner = if winner == Side::Black { 'B' } else { 'W' };
    let reason = match result.reason {
        OverReason::Resigned => "R",
        OverReason::Time => "T",
        OverReason::Foul => "F",
        OverReason::Five | OverReason::Full => "",
    };
    format!("{winner}+{reason}")
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}
