//! Records of Piskvork, which hold one line of moves.
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0     columns, rows, two levels, who began
//! 8,8,0                         column and row from 1 at the top left, milliseconds
//! 9,9,1250
//! one                           the name of the first player, who has black unless a 1 ends line 1
//! two                           the name of the other
//! -1                            a code for the end of the game, which says little
//! 1,freestyle                   the Gomocup judge adds the winner and the name of the tournament
//! ```
//!
//! The names may be missing. If the last line is the name of a rule, it is the rule of the game. Results are not
//! read, because programs count the players differently.

use std::fmt::Write;

use crate::board::BoardSize;
use crate::notation::builder::Builder;
use crate::notation::{Defaults, NotationError, Problem, Record, Remark, one_line, parse_rule};

/// The first word of a record.
const WORD: &str = "piskvorky";

/// Returns whether a text is a record.
#[must_use]
pub fn is_psq(text: &str) -> bool {
    let start = text.trim_start().get(..WORD.len());
    start.is_some_and(|word| word.eq_ignore_ascii_case(WORD))
}

/// A line with its number.
#[derive(Clone, Copy)]
struct NumberedLine<'a> {
    number: usize,
    text: &'a str,
}

/// The first line of a record.
struct Header {
    size: BoardSize,
    /// Indicates whether the second of the named players began.
    second_began: bool,
}

/// A stone as a record writes it.
struct Stone {
    column: i64,
    row: i64,
    ms: Option<u64>,
}

/// Reads a record.
///
/// # Errors
/// Returns an error if the text is not a record.
pub fn read(text: &str, defaults: &Defaults) -> Result<Record, NotationError> {
    let lines =
        text.lines().zip(1..).map(|(text, number)| NumberedLine { number, text: text.trim() });
    let mut lines = lines.filter(|line| !line.text.is_empty()).peekable();
    let first = lines.next().ok_or(Problem::Unknown)?;
    let header = header(first.text).map_err(|problem| problem.at_line(first.number))?;
    let mut builder = Builder::new(&Defaults { size: header.size, ..*defaults });
    while let Some(line) = lines.next_if(|line| stone(line.text).is_some()) {
        add(&mut builder, line).map_err(|problem| problem.at_line(line.number))?;
    }
    let rest: Vec<&str> = lines.map(|line| line.text).collect();
    let mut record = builder.finish();
    record.line = first.number;
    let rule = rest.last().and_then(|line| parse_rule(line.split_once(',')?.1));
    record.remarks.extend(rule.is_none().then_some(Remark::NoRule));
    record.rule = rule.unwrap_or(defaults.rule);
    record.names = match rest.as_slice() {
        [code, ..] if code.parse::<i64>().is_ok() => Default::default(),
        [first, second, ..] => [first, second].map(|&name| name.to_owned()),
        _ => Default::default(),
    };
    if header.second_began {
        record.names.reverse();
    }
    Ok(record)
}

fn header(line: &str) -> Result<Header, Problem> {
    let expected = || Problem::unexpected("a line such as Piskvorky 15x15, 11:11, 0", line);
    if !is_psq(line) {
        return Err(expected());
    }
    let (sides, rest) = line[WORD.len()..].split_once(',').ok_or_else(expected)?;
    let (width, height) = sides.split_once(['x', 'X']).ok_or_else(expected)?;
    let side = |text: &str| text.trim().parse().map_err(|_| expected());
    let size = BoardSize::new(side(width)?, side(height)?).map_err(Problem::Size)?;
    let second_began = rest.rsplit(',').next().is_some_and(|word| word.trim() == "1");
    Ok(Header { size, second_began })
}

/// Returns the stone of a line; `None` if the line does not begin with two numbers.
fn stone(line: &str) -> Option<Stone> {
    let mut words = line.split(',').map(str::trim);
    let mut number = || words.next()?.parse::<i64>().ok();
    let (column, row) = (number()?, number()?);
    Some(Stone { column, row, ms: number().and_then(|ms| u64::try_from(ms).ok()) })
}

fn add(builder: &mut Builder, line: NumberedLine<'_>) -> Result<(), Problem> {
    let Some(Stone { column, row, ms }) = stone(line.text) else { return Ok(()) };
    let point = builder.point(column.saturating_sub(1), row.saturating_sub(1), line.text)?;
    builder.line = line.number;
    builder.play(Some(point))?;
    if let Some(node) = builder.record.node_mut(builder.spot().node) {
        node.ms = ms;
    }
    Ok(())
}

/// The parts of a record that programs write in different ways.
///
/// ```
/// use dolmen::Rule;
/// use dolmen::notation::psq::{Style, read, write};
/// use dolmen::notation::{Defaults, moves};
///
/// let game = moves::read("h8", &Defaults::default())?;
/// let text = write(&game, game.end(), &Style { levels: [4, 4], end: "0" })?;
/// assert_eq!(text, "Piskvorky 15x15, 4:4, 0\n8,8,0\n0\n");
///
/// let end = format!("-1\n1,{}", Rule::Renju);
/// let text = write(&game, game.end(), &Style { levels: [4, 4], end: &end })?;
/// assert_eq!(read(&text, &Defaults::default())?.rule, Rule::Renju.into());
/// # Ok::<(), dolmen::notation::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style<'a> {
    /// The levels of both players. The Gomocup judge writes 11.
    pub levels: [usize; 2],
    /// The lines after the names: the code of the end and, by the judge, the result with the rule.
    /// Without such a line, as in `-1\n1,renju`, the record keeps no rule.
    pub end: &'a str,
}

/// Writes the moves that lead to a node, and the names unless both are empty.
///
/// # Errors
/// Returns an error if the node does not exist or a move is a pass.
pub fn write(record: &Record, at: usize, style: &Style<'_>) -> Result<String, NotationError> {
    const WRITING: &str = "text can always be written";
    let [first, second] = style.levels;
    let mut text = format!("Piskvorky {}, {first}:{second}, 0\n", record.size);
    let path = record.path(at);
    for &id in path.get(1..).ok_or(Problem::NoNode(at))? {
        let node = &record.nodes()[id];
        let point = node.point.ok_or(Problem::Pass)?;
        let ms = node.ms.unwrap_or(0);
        writeln!(text, "{},{},{ms}", point.column() + 1, point.row() + 1).expect(WRITING);
    }
    if record.names.iter().any(|name| !name.is_empty()) {
        record.names.iter().for_each(|name| writeln!(text, "{}", name_line(name)).expect(WRITING));
    }
    writeln!(text, "{}", style.end).expect(WRITING);
    Ok(text)
}

/// Returns a name on one line that cannot be mistaken for a stone or a code.
fn name_line(name: &str) -> String {
    let name = one_line(name);
    if name.is_empty() {
        "?".to_owned()
    } else if name.parse::<i64>().is_ok() || stone(&name).is_some() {
        format!("\"{name}\"")
    } else {
        name
    }
}
