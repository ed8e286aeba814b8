//! Plain moves: `h8i9j10`, as Gomocalc writes them, or pairs of numbers, `7,7`, as the Gomocup protocol
//! writes them, from 0 at the top left; and offsets from the centre, as Gomocup's openings have them.
//!
//! Spaces, commas and other separators may stand between the moves, and numbers such as `12.` before them. A pass is
//! `--` or `pass`. [`PointNames`] says where the rows of `h8` begin; with [`PointNames::Numbers`], pairs count from
//! 1.

use crate::board::{BoardSize, Point};
use crate::notation::builder::Builder;
use crate::notation::{Defaults, NotationError, PointNames, Problem, Record};

/// The words for a pass; the first one is written.
const PASSES: [&str; 2] = ["--", "pass"];

/// Reads the plain moves of a file. An error names the text line.
///
/// # Errors
/// Returns an error if the text is not a list of moves.
pub fn read(text: &str, defaults: &Defaults) -> Result<Record, NotationError> {
    let mut builder = begin(text, defaults)?;
    let read = read_all(&mut builder, text, defaults);
    read.map_err(|problem| problem.at_line(builder.line))?;
    Ok(builder.finish())
}

/// Reads the plain moves of a text that is not a file. An error names the number of the move.
///
/// ```
/// use dolmen::notation::{Defaults, moves};
///
/// let error = moves::read_sequence("h8 i9 h8", &Defaults::default()).unwrap_err();
/// assert_eq!(error.to_string(), "move 3: point h8 is occupied");
/// ```
///
/// # Errors
/// Returns an error if the text is not a list of moves.
pub fn read_sequence(text: &str, defaults: &Defaults) -> Result<Record, NotationError> {
    let mut builder = begin(text, defaults)?;
    let read = read_all(&mut builder, text, defaults);
    read.map_err(|problem| problem.at_move(builder.record.nodes().len()))?;
    Ok(builder.finish())
}

/// Returns whether a text is a word for a pass.
#[must_use]
pub fn is_pass(text: &str) -> bool {
    PASSES.iter().any(|pass| text.eq_ignore_ascii_case(pass))
}

/// Returns a builder for a text that looks like moves.
fn begin(text: &str, defaults: &Defaults) -> Result<Builder, Problem> {
    if looks_like_moves(text) { Ok(Builder::new(defaults)) } else { Err(Problem::Unknown) }
}

/// Adds the moves of a text.
fn read_all(builder: &mut Builder, text: &str, defaults: &Defaults) -> Result<(), Problem> {
    let other_words = text.to_ascii_lowercase().replace(PASSES[1], "");
    let has = |is_wanted: fn(&char) -> bool| other_words.chars().any(|c| is_wanted(&c));
    let are_pairs = has(char::is_ascii_digit) && !has(char::is_ascii_alphabetic);
    let read_line = if are_pairs { read_pairs } else { read_names };
    for (line, number) in text.lines().zip(1..) {
        builder.line = number;
        read_line(builder, line.trim(), defaults.points)?;
    }
    Ok(())
}

/// Returns whether a text begins like a move, or like the number of a move.
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

/// Strips a word, in upper or lower case, from the beginning of a text.
fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let start = text.get(..word.len())?;
    start.eq_ignore_ascii_case(word).then(|| &text[word.len()..])
}

/// Reads a line of points such as `h8`.
fn read_names(builder: &mut Builder, line: &str, names: PointNames) -> Result<(), Problem> {
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
            let number: i64 = name[1..].parse().map_err(|_| wrong())?;
            let column = i64::from(first.to_ascii_lowercase() as u32) - i64::from(b'a');
            let row = match names {
                PointNames::Bottom => (builder.record.size.height() as i64).saturating_sub(number),
                PointNames::Top | PointNames::Numbers => number - 1,
            };
            play(builder, [column, row], name)?;
            rest = after;
        }
        rest = rest.trim_start_matches(is_separator);
    }
    Ok(())
}

/// Reads a line with pairs of numbers, a pass, or nothing.
fn read_pairs(builder: &mut Builder, line: &str, names: PointNames) -> Result<(), Problem> {
    if is_pass(line) {
        return builder.play(None);
    }
    let first = i64::from(names == PointNames::Numbers);
    for [column, row] in pairs(line)? {
        let place = [column, row].map(|number| number.saturating_sub(first));
        play(builder, place, &format!("{column},{row}"))?;
    }
    Ok(())
}

/// Adds a move on a column and a row from the top, each from 0; `name` is the text of the file.
fn play(builder: &mut Builder, [column, row]: [i64; 2], name: &str) -> Result<(), Problem> {
    let point = builder.point(column, row, name)?;
    builder.play(Some(point)).map_err(|problem| match problem {
        Problem::Occupied(_) => Problem::Occupied(name.to_owned()),
        other => other,
    })
}

/// Reads the pairs of numbers of a text line, which commas or blanks separate.
fn pairs(line: &str) -> Result<Vec<[i64; 2]>, Problem> {
    let wrong = || Problem::unexpected("pairs of numbers such as 7,7", line);
    if line.is_empty() {
        return Ok(Vec::new());
    }
    // Two commas in a row mean that a number was forgotten.
    let words = line.strip_suffix(',').unwrap_or(line).split(',').flat_map(|part| {
        let words: Vec<&str> = part.split_ascii_whitespace().collect();
        if words.is_empty() { vec![""] } else { words }
    });
    let numbers = words.map(|word| word.parse().map_err(|_| wrong()));
    let numbers: Vec<i64> = numbers.collect::<Result<_, _>>()?;
    let (pairs, rest) = numbers.as_chunks::<2>();
    if rest.is_empty() { Ok(pairs.to_vec()) } else { Err(wrong()) }
}

/// Reads the moves of a text line as offsets from the centre, `dx,dy, dx,dy`. On an even side, the
/// centre is the point right of the middle or below it.
///
/// ```
/// use dolmen::notation::moves::{offsets, read_offsets};
/// use dolmen::BoardSize;
///
/// let size = BoardSize::square(15);
/// let moves = read_offsets("0,0, 1,-2", size)?;
/// assert_eq!(moves, ["h8".parse()?, "i6".parse()?]);
/// assert_eq!(offsets(&moves, size), "0,0, 1,-2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if the line is not a list of offsets, or a move is off the board.
pub fn read_offsets(line: &str, size: BoardSize) -> Result<Vec<Point>, Problem> {
    let [middle_x, middle_y] = centre(size);
    let point = |[dx, dy]: [i64; 2]| {
        let point = size.point(middle_x.saturating_add(dx), middle_y.saturating_add(dy));
        point.ok_or_else(|| Problem::OffBoard { point: format!("{dx},{dy} from the centre"), size })
    };
    pairs(line)?.into_iter().map(point).collect()
}

/// Writes moves as offsets from the centre, in the format of [`read_offsets`].
#[must_use]
pub fn offsets(moves: &[Point], size: BoardSize) -> String {
    let [middle_x, middle_y] = centre(size);
    let pair = |point: &Point| {
        format!("{},{}", point.column() as i64 - middle_x, point.row() as i64 - middle_y)
    };
    moves.iter().map(pair).collect::<Vec<_>>().join(", ")
}

fn centre(size: BoardSize) -> [i64; 2] {
    [size.width(), size.height()].map(|side| (side / 2) as i64)
}

/// Writes the moves that lead to a node, in the form `h8i9j10`; pairs of numbers are on a line each.
#[must_use]
pub fn write(record: &Record, at: usize, names: PointNames) -> String {
    let points = record.path(at).into_iter().skip(1).map(|id| record.nodes()[id].point);
    let pass = || PASSES[0].to_owned();
    let words = points.map(|point| point.map_or_else(pass, |point| names.name(point, record.size)));
    let separator = if names == PointNames::Numbers { "\n" } else { "" };
    words.collect::<Vec<_>>().join(separator) + "\n"
}
