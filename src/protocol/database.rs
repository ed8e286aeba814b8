//! Yixin-Board's commands for a file of positions, which it calls a database.
//!
//! Most of them are followed by the moves of a position as text lines `x,y` and DONE, some by one text
//! line with a path.

use std::fmt;

use crate::eval::Score;
use crate::positions::text::quoted;
use crate::positions::{KnownMove, Label, Line, Record};
use crate::protocol::coordinate::Coordinate;
use crate::protocol::integer;
use crate::protocol::rows::{Argument, ParseCommandError, commands};

/// The text lines that follow a command.
///
/// ```
/// use dolmen::protocol::command::{Command, Payload};
///
/// assert_eq!(Command::parse("YXHASHDUMP"), Ok(Command::Ignored(Payload::Line)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payload {
    /// No text line.
    Nothing,
    /// One text line, the path of a file.
    Line,
    /// All text lines up to DONE.
    List,
}

commands! {
    /// A command for a file of positions.
    ///
    /// ```
    /// use dolmen::protocol::command::{Command, Payload};
    /// use dolmen::protocol::database::DatabaseCommand;
    ///
    /// let command = Command::parse("yxquerydatabaseone");
    /// assert_eq!(command, Ok(Command::Database(DatabaseCommand::Show)));
    /// assert_eq!(DatabaseCommand::Open.payload(), Payload::Line);
    /// ```
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum DatabaseCommand;

    /// Opens the file of the path that follows.
    "YXSETDATABASE" => Open;
    /// Writes the file anew, with one line for each position.
    "YXSAVEDATABASE" | "YXDBFIX" => Save;
    /// Reports the number of positions.
    "YXDBCHECK" => Check;
    /// Writes the positions of this rule and board to the file of the path that follows.
    "YXDBTOTXT" => Export;
    /// Writes the positions of all rules and boards to the file of the path that follows.
    "YXDBTOTXTALL" => ExportAll;
    /// Writes the position on the board and the known ones after it to the file of the path that
    /// follows.
    "YXDBSPLIT" => ExportAfter;
    /// Takes over the positions of the file of the path that follows.
    "YXDBMERGE" | "YXTXTTODB" => Import;
    /// Asks for the known moves of a position.
    "YXQUERYDATABASEALL" => ShowMoves;
    /// Asks for the known moves of a position and the comment on it.
    "YXQUERYDATABASEALLT" => ShowMovesAndComment;
    /// Asks for the record of a position.
    "YXQUERYDATABASEONE" => Show;
    /// Asks for the comment on a position.
    "YXQUERYDATABASETEXT" => ShowComment;
    /// Changes the label, the value or the depth of a position.
    "YXEDITTVDDATABASE" => Edit(Edit);
    /// Changes the comment on a position.
    "YXEDITTEXTDATABASE" => SetComment(Comment);
    /// Changes the text on a point.
    "YXEDITLABELDATABASE" => SetMark(Mark);
    /// Makes the last move of a position the one to play.
    "YXSETBESTMOVEDATABASE" => SetBest;
    /// Removes the label of a position.
    "YXCLEARBESTMOVEDATABASE" => RemoveLabel;
    /// Forgets a position.
    "YXDELETEDATABASEONE" => Remove;
    /// Forgets the positions after one.
    "YXDELETEDATABASEALL" => RemoveAfter(Results);
}

/// A change of the label, the value or the depth of a position; `None` leaves it as it is.
///
/// ```
/// use dolmen::protocol::database::{DatabaseCommand, Edit};
///
/// let edit = Edit { depth: Some(12), ..Edit::default() };
/// assert_eq!(DatabaseCommand::Edit(edit).to_string(), "YXEDITTVDDATABASE 4 -1 0 12");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edit {
    /// The new label; no label at all for `Some(None)`.
    pub label: Option<Option<Label>>,
    /// The new score for the side to move.
    pub score: Option<Score>,
    /// The new depth in plies.
    pub depth: Option<u32>,
}

/// A comment on a position.
///
/// ```
/// use dolmen::protocol::database::{Comment, DatabaseCommand};
///
/// let command = DatabaseCommand::SetComment(Comment("a trap".to_owned()));
/// assert_eq!(command.to_string(), "YXEDITTEXTDATABASE \"a trap\"");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comment(pub String);

/// A text on a point.
///
/// ```
/// use dolmen::protocol::coordinate::Coordinate;
/// use dolmen::protocol::database::{DatabaseCommand, Mark};
///
/// let mark = Mark { coordinate: Coordinate { x: 7, y: 7 }, text: "A".to_owned() };
/// assert_eq!(DatabaseCommand::SetMark(mark).to_string(), "YXEDITLABELDATABASE 7,7 A");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The point.
    pub coordinate: Coordinate,
    /// The text; empty to remove it.
    pub text: String,
}

/// The positions that a command selects: those with certain results, or all others.
///
/// ```
/// use dolmen::protocol::command::Command;
/// use dolmen::protocol::database::{DatabaseCommand, Results};
///
/// let command = Command::parse("YXDELETEDATABASEALL")?;
/// assert_eq!(command, Command::Database(DatabaseCommand::RemoveAfter(Results::ALL)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Results {
    /// Indicates whether the command selects the positions without these results.
    is_negated: bool,
    /// The results as letters: a label of a person or a proof, for the side that has just moved.
    letters: &'static str,
}

impl Results {
    /// All positions.
    pub const ALL: Self = Self { is_negated: true, letters: "" };

    /// Returns whether the command selects a position.
    pub(super) fn contain(self, record: &Record) -> bool {
        let score = record.score().unwrap_or_default();
        let has = |letter| match letter {
            'w' => record.label == Some(Label::WIN) || score.is_loss(),
            'l' => record.label == Some(Label::LOSS) || score.is_win(),
            _ => record.label == Some(Label::DRAW),
        };
        self.letters.chars().any(has) != self.is_negated
    }
}

impl DatabaseCommand {
    /// Parses a command by its name in upper case and its argument; `None` if it is another command.
    pub(super) fn parse(name: &str, argument: &str) -> Option<Result<Self, ParseCommandError>> {
        Self::parse_row(name, argument)
    }

    /// Returns the names of the commands.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        Self::NAMES.iter().copied()
    }

    /// Returns whether the command asks about a position, and changes nothing.
    pub(super) const fn is_query(&self) -> bool {
        matches!(self, Self::ShowMoves | Self::ShowMovesAndComment | Self::Show | Self::ShowComment)
    }

    /// Returns the text lines that follow the command.
    #[must_use]
    pub const fn payload(&self) -> Payload {
        match self {
            Self::Save | Self::Check => Payload::Nothing,
            Self::Open | Self::Export | Self::ExportAll | Self::ExportAfter | Self::Import => {
                Payload::Line
            }
            _ => Payload::List,
        }
    }
}

impl fmt::Display for DatabaseCommand {
    /// Writes the text line without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.row_text())
    }
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { label, score, depth } = self;
        let bit = |is_set: bool, bit: u8| if is_set { bit } else { 0 };
        let mask = bit(label.is_some(), 1) | bit(score.is_some(), 2) | bit(depth.is_some(), 4);
        let label = label_number(&label.flatten().map_or_else(String::new, Label::text));
        let (value, depth) = (score.unwrap_or_default().value(), depth.unwrap_or(0));
        write!(f, "{mask} {label} {value} {depth}")
    }
}

impl Argument for Edit {
    const EXPECTED: &'static str =
        "a mask from 1 to 7, a label such as w or 119, a value and a depth";

    /// Parses `MASK LABEL VALUE DEPTH`, whose mask has a bit for each of the others.
    fn parse(text: &str) -> Option<Self> {
        let words = text.split(integer::is_blank).filter(|word| !word.is_empty());
        let words: Vec<&str> = words.collect();
        let [mask, label, value, depth] = words[..] else { return None };
        let mask = integer::parse(mask).filter(|mask| (1..=7).contains(mask))?;
        let label = parse_label(label)?;
        let units = i32::try_from(integer::parse(value)?).ok()?;
        let plies = u32::try_from(integer::parse(depth)?).ok()?;
        Some(Self {
            label: (mask & 1 != 0).then_some(label),
            score: (mask & 2 != 0).then(|| Score::new(units)),
            depth: (mask & 4 != 0).then_some(plies),
        })
    }
}

/// Parses a label: a character, or the code of one; -1 and 0 stand for no label.
fn parse_label(word: &str) -> Option<Option<Label>> {
    let character = match integer::parse(word) {
        Some(-1 | 0) => return Some(None),
        Some(code) => char::from(u8::try_from(code).ok()?),
        None => word.parse().ok()?,
    };
    Label::new(character).map(Some)
}

impl fmt::Display for Comment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&quoted(&self.0))
    }
}

impl Argument for Comment {
    const EXPECTED: &'static str = "a text";

    /// Parses a text between quotes, or without any.
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        Some(Self(inner.unwrap_or(text).replace("\\\"", "\"").replace("\\\\", "\\")))
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.coordinate, self.text)
    }
}

impl Argument for Mark {
    const EXPECTED: &'static str = "x,y and a text";

    fn parse(text: &str) -> Option<Self> {
        let (point, text) = text.split_once(integer::is_blank).unwrap_or((text, ""));
        Some(Self { coordinate: point.parse().ok()?, text: text.trim().to_owned() })
    }
}

impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let negation = if self.is_negated && *self != Self::ALL { "non" } else { "" };
        write!(f, "{negation}{}", self.letters)
    }
}

impl Argument for Results {
    const EXPECTED: &'static str = "w, l, wl or wld, or the same after non, such as nonwl";

    /// Parses results such as `nonwl`. The ending `recursive` has no effect, because Dolmen always goes down to the
    /// last position.
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        let text = text.strip_suffix("recursive").unwrap_or(&text);
        if text.is_empty() {
            return Some(Self::ALL);
        }
        let results = text.strip_prefix("non").unwrap_or(text);
        let letters = ["w", "l", "wl", "wld"].into_iter().find(|&letters| letters == results)?;
        Some(Self { is_negated: results != text, letters })
    }
}

/// The kind of value in Yixin-Board's databases: the value is exact.
const EXACT: u8 = 3;

/// Returns the message about a known move, whose label the window puts on the board, or about a point
/// that has only a text.
pub(super) fn move_message(coordinate: Coordinate, record: &Record, mark: &str) -> String {
    let Coordinate { x, y } = coordinate;
    let label = label_number(&short_label(record));
    let value = record.score().unwrap_or_default().value();
    let Record { depth, comment, .. } = record;
    let has_comment = u8::from(!comment.is_empty());
    let text = format!("DATABASE {x} {y} {label} {value} {depth} {EXACT} {has_comment} {mark}");
    text.trim_end().to_owned()
}

/// Returns the message about a position.
pub(super) fn position_message(record: Option<&Record>) -> String {
    let Some(record) = record else { return "DATABASE ONE 0 0 0 0".to_owned() };
    let label = label_number(&record.label.map_or_else(String::new, Label::text));
    let value = record.score().unwrap_or_default().value();
    let (depth, short_label) = (record.depth, short_label(record));
    format!("DATABASE ONE {label} {value} {depth} {EXACT} {short_label}").trim_end().to_owned()
}

/// Returns the message about the comment on a position.
pub(super) fn comment_message(record: Option<&Record>) -> String {
    let comment = record.map_or("", |record| &record.comment);
    format!("DATABASE TEXT {}", quoted(&comment.replace(['\r', '\n'], " ")))
}

/// Returns the label of the move that leads to a position, at most two characters long: the label that
/// a person has given, `w` or `l` for a proof, or the win rate of the side that has just moved in
/// percent.
fn short_label(record: &Record) -> String {
    let proof = match record.score() {
        Some(score) if score.is_loss() => Some(Label::WIN),
        Some(score) if score.is_win() => Some(Label::LOSS),
        _ => None,
    };
    let percent = |score: Score| ((100.0 * (-score).win_probability()) as u32).min(99).to_string();
    let label = record.label.or(proof).map(Label::text);
    label.or_else(|| record.score().map(percent)).unwrap_or_default()
}

/// Returns a label as a number: its characters as digits to the base of 256, or -1 for none.
fn label_number(label: &str) -> i64 {
    let digits = label.bytes().map(i64::from);
    digits.reduce(|number, digit| number << 8 | digit).unwrap_or(-1)
}

/// Adds the first moves of a position's own lines to its known moves, unless they are among these already.
pub(super) fn with_lines(mut moves: Vec<KnownMove>, record: Option<&Record>) -> Vec<KnownMove> {
    let Some(record) = record else { return moves };
    for line in &record.lines {
        let Some(&point) = line.moves.first() else { continue };
        if moves.iter().all(|known| known.point != point) {
            let score = (-line.score).later_by(-1);
            let rest = line.moves[1..].to_vec();
            let lines = vec![Line { score, moves: rest }];
            let depth = record.depth.saturating_sub(1);
            moves.push(KnownMove { point, record: Record { depth, lines, ..Record::default() } });
        }
    }
    moves
}

#[cfg(test)]
mod tests;
