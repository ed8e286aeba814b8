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
//! The names may be missing. The last line tells the rule if it is the name of one. Results are not read,
//! because programs count the players differently.

use std::fmt::Write;

use dolmen::board::BoardSize;

use crate::formats::builder::Builder;
use crate::formats::{FormatError, GameResult, Imported, Problem, ReadDefaults, sgf};
use crate::message::{FileFormat, Side};
use crate::tree::{NodeId, Tree};

/// The first word of a record.
const WORD: &str = "piskvorky";

/// Returns whether a text is a record.
pub(super) fn is_psq(text: &str) -> bool {
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

/// A stone as a record tells it.
struct Stone {
    column: i64,
    row: i64,
    ms: Option<u64>,
}

/// Reads a record.
pub(super) fn read(text: &str, defaults: &ReadDefaults) -> Result<Imported, FormatError> {
    let lines =
        text.lines().zip(1..).map(|(text, number)| NumberedLine { number, text: text.trim() });
    let mut lines = lines.filter(|line| !line.text.is_empty()).peekable();
    let first = lines.next().ok_or(Problem::Unknown)?;
    let header = header(first.text).map_err(|problem| problem.at_line(first.number))?;
    let mut stones = Vec::new();
    while let Some(line) = lines.next_if(|line| stone(line.text).is_some()) {
        stones.push(line);
    }
    let rest: Vec<&str> = lines.map(|line| line.text).collect();
    let rule = rest.last().and_then(|line| sgf::parse_rule(line.split_once(',')?.1));
    let mut builder = Builder::new(rule.unwrap_or(defaults.rule), header.size);
    for line in stones {
        add(&mut builder, line).map_err(|problem| problem.at_line(line.number))?;
    }
    let mut names = match rest.as_slice() {
        [code, ..] if code.parse::<i64>().is_ok() => Default::default(),
        [first, second, ..] => [first, second].map(|&name| name.to_owned()),
        _ => <[String; 2]>::default(),
    };
    if header.second_began {
        names.reverse();
    }
    let end = builder.spot().node;
    Ok(Imported { format: FileFormat::Psq, tree: builder.tree, names, end, result: None })
}

fn header(line: &str) -> Result<Header, Problem> {
    let expected = || Problem::unexpected("a line such as Piskvorky 15x15, 11:11, 0", line);
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
    builder.play(Some(point))?;
    if let Some(node) = builder.tree.get_mut(builder.spot().node) {
        node.ms = ms;
    }
    Ok(())
}

/// Writes the moves that lead to a node.
pub(super) fn write(
    tree: &Tree,
    at: NodeId,
    names: &[String; 2],
    result: Option<GameResult>,
) -> Result<Vec<u8>, FormatError> {
    const WRITING: &str = "text can always be written";
    let mut text = format!("Piskvorky {}, 11:11, 0\n", tree.size());
    for id in tree.path(at).into_iter().skip(1) {
        let Some(node) = tree.get(id) else { continue };
        let point = node.point.ok_or(Problem::Pass)?;
        let ms = node.ms.unwrap_or(0);
        writeln!(text, "{},{},{ms}", point.column() + 1, point.row() + 1).expect(WRITING);
    }
    if names.iter().any(|name| !name.is_empty()) {
        names.iter().for_each(|name| writeln!(text, "{}", name_line(name)).expect(WRITING));
    }
    let winner = match result {
        None => -1,
        Some(GameResult { winner: None, .. }) => 0,
        Some(GameResult { winner: Some(Side::Black), .. }) => 1,
        Some(GameResult { winner: Some(Side::White), .. }) => 2,
    };
    writeln!(text, "-1\n{winner},{}", tree.rule()).expect(WRITING);
    Ok(text.into_bytes())
}

/// Returns a name on one line that is not taken for a stone or a code.
fn name_line(name: &str) -> String {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        "?".to_owned()
    } else if name.parse::<i64>().is_ok() || stone(&name).is_some() {
        format!("\"{name}\"")
    } else {
        name
    }
}
