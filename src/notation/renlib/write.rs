//! Writing libraries of RenLib.

use crate::board::{BoardSize, Point};
use crate::notation::renlib::{HEADER_BYTES, MAGIC, SIDE, STRIDE, TITLE_END, VERSION, flags};
use crate::notation::{Node, NotationError, Problem, ROOT, Record, one_line, printable};

/// The next node of a file.
struct Next {
    id: usize,
    has_sibling: bool,
}

/// Writes a whole game; the position of the node `at` is shown first.
///
/// # Errors
/// Returns an error if the board is not 15×15.
pub fn write(record: &Record, at: usize) -> Result<Vec<u8>, NotationError> {
    if record.size != BoardSize::square(SIDE) {
        return Err(Problem::Only15(record.size).into());
    }
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION);
    bytes.resize(HEADER_BYTES, 0xFF);
    let mut todo = vec![Next { id: ROOT, has_sibling: false }];
    while let Some(Next { id, has_sibling }) = todo.pop() {
        let node = &record.nodes()[id];
        let mut flags = if id == at && id != ROOT { flags::START } else { 0 };
        if has_sibling {
            flags |= flags::SIBLING;
        }
        if node.children.is_empty() && id != ROOT {
            flags |= flags::LEAF;
        }
        write_node(&mut bytes, node, flags);
        let last = node.children.last();
        let next = |id: &usize| Next { id: *id, has_sibling: Some(id) != last };
        todo.extend(node.children.iter().rev().map(next));
    }
    Ok(bytes)
}

fn write_node(bytes: &mut Vec<u8>, node: &Node, flags: u8) {
    let comment = comment_text(&node.comment);
    let label = one_line(&node.label);
    let comment_flag = if comment.is_empty() { 0 } else { flags::COMMENT };
    let label_flag = if label.is_empty() { 0 } else { flags::EXTENSION };
    bytes.extend([node.point.map_or(0, point_number), flags | comment_flag | label_flag]);
    if label_flag != 0 {
        bytes.extend([0, flags::BOARD_TEXT]);
    }
    if comment_flag != 0 {
        write_text(bytes, &comment);
    }
    if label_flag != 0 {
        write_text(bytes, &label);
    }
}

const fn point_number(point: Point) -> u8 {
    point.column() as u8 + 1 + STRIDE * point.row() as u8
}

fn write_text(bytes: &mut Vec<u8>, text: &str) {
    bytes.extend(text.as_bytes());
    let length = (text.len() + 1).next_multiple_of(2);
    bytes.extend(std::iter::repeat_n(0, length - text.len()));
}

/// Returns a comment as the format holds it: a title, and perhaps a text with Windows' ends of lines.
fn comment_text(comment: &str) -> String {
    let mut lines = comment.trim().lines().map(printable);
    let title = lines.next().unwrap_or_default();
    let rest: Vec<String> = lines.collect();
    if rest.is_empty() {
        title
    } else {
        format!("{title}{}{}", char::from(TITLE_END), rest.join("\r\n"))
    }
}
