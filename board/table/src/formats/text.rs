//! Plain moves: `h8i9j10`, as Gomocalc writes them, or a pair of numbers on each line, `7,7`, as the
//! Gomocup protocol writes them, from 0 at the top left.
//!
//! Spaces, commas and the like may stand between the moves, and numbers such as `12.` before them. A
//! pass is `--` or `pass`.

use crate::formats::builder::Builder;
use crate::formats::{FormatError, Imported, Problem, ReadDefaults};
use crate::message::FileFormat;
use crate::tree::{NodeId, Tree};

/// The words for a pass; the first one is written.
const PASSES: [&str; 2] = ["--", "pass"];

/// Reads plain moves.
pub(super) fn read(text: &str, defaults: &ReadDefaults) -> Result<Imported, FormatError> {
    if !looks_like_moves(text) {
        return Err(Problem::Unknown.into());
    }
    let mut builder = Builder::new(defaults.rule, defaults.size);
    let other_words = text.to_ascii_lowercase().replace(PASSES[1], "");
    let has = |is_wanted: fn(&char) -> bool| other_words.chars().any(|c| is_wanted(&c));
    let are_pairs = has(char::is_ascii_digit) && !has(char::is_ascii_alphabetic);
    let read_line = if are_pairs { read_pair } else { read_names };
    for (line, number) in text.lines().zip(1..) {
        read_line(&mut builder, line.trim()).map_err(|problem| problem.at_line(number))?;
    }
    let (end, names) = (builder.spot().node, Default::default());
    Ok(Imported { format: FileFormat::Text, tree: builder.tree, names, end, result: None })
}

/// Returns whether a text begins like moves, or like a number before one.
fn looks_like_moves(text: &str) -> bool {
    let is_text = text.chars().all(|c| !c.is_control() || c.is_whitespace());
    let start = text.trim_start_matches(is_separator);
    let is_pass = PASSES.iter().any(|pass| strip_word(start, pass).is_some());
    let mut letters = start.chars();
    let (first, second) = (letters.next(), letters.next());
    let is_digit = |letter: Option<char>| letter.is_some_and(|letter| letter.is_ascii_digit());
    let is_name = first.is_some_and(|letter| letter.is_ascii_alphabetic()) && is_digit(second);
    is_text && (is_pass || is_name || is_digit(first))
}

fn is_separator(letter: char) -> bool {
    letter.is_whitespace() || ",;.|".contains(letter)
}

/// Returns a text without a word that it begins with, in upper or lower case.
fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let start = text.get(..word.len())?;
    start.eq_ignore_ascii_case(word).then(|| &text[word.len()..])
}

/// Reads a line of points such as `h8`.
fn read_names(builder: &mut Builder, line: &str) -> Result<(), Problem> {
    let mut rest = line.trim_start_matches(is_separator);
    while let Some(first) = rest.chars().next() {
        let is_digit = |letter: char| letter.is_ascii_digit();
        if let Some(after) = PASSES.iter().find_map(|pass| strip_word(rest, pass)) {
            builder.play(None)?;
            rest = after;
        } else if first.is_ascii_digit() {
            let after = rest.trim_start_matches(is_digit);
            let is_number = after.starts_with(['.', ')']);
            let wrong = || Problem::unexpected("a point such as h8", rest);
            rest = after.get(1..).filter(|_| is_number).ok_or_else(wrong)?;
        } else {
            let after = rest.get(1..).filter(|_| first.is_ascii_alphabetic());
            let after = after.map(|after| after.trim_start_matches(is_digit));
            let wrong = || Problem::unexpected("a point such as h8", rest);
            let after = after.ok_or_else(wrong)?;
            let name = &rest[..rest.len() - after.len()];
            let row: i64 = name[1..].parse().map_err(|_| wrong())?;
            let column = i64::from(first.to_ascii_lowercase() as u32) - i64::from(b'a');
            let point = builder.point(column, row - 1, name)?;
            builder.play(Some(point))?;
            rest = after;
        }
        rest = rest.trim_start_matches(is_separator);
    }
    Ok(())
}

/// Reads a line with a pair of numbers, or nothing.
fn read_pair(builder: &mut Builder, line: &str) -> Result<(), Problem> {
    if line.is_empty() {
        return Ok(());
    }
    if PASSES.iter().any(|pass| line.eq_ignore_ascii_case(pass)) {
        return builder.play(None);
    }
    let wrong = || Problem::unexpected("two numbers such as 7,7", line);
    let (column, row) = line.split_once(',').ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse::<i64>().map_err(|_| wrong());
    let point = builder.point(number(column)?, number(row)?, line)?;
    builder.play(Some(point))
}

/// Writes the moves that lead to a node, in the form `h8i9j10`.
pub(super) fn write(tree: &Tree, at: NodeId) -> Vec<u8> {
    let moves = tree.path(at).into_iter().skip(1).filter_map(|id| tree.get(id));
    let name = |point: Option<dolmen::Point>| {
        point.map_or_else(|| PASSES[0].to_owned(), |point| point.to_string())
    };
    let mut text: String = moves.map(|node| name(node.point)).collect();
    text.push('\n');
    text.into_bytes()
}
