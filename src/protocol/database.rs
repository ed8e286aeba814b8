//! Yixin-Board's commands for a file of positions, which it calls a database.
//!
//! Most of them are followed by the moves of a position as text lines `x,y` and DONE, some by one text
//! line with a path.

use std::fmt;

use crate::eval::Score;
use crate::positions::{KnownMove, Label, Record};
use crate::protocol::coordinate::Coordinate;
use crate::protocol::integer;

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
pub enum DatabaseCommand {
    /// `YXSETDATABASE`: opens the file of the path that follows.
    Open,
    /// `YXSAVEDATABASE` and `YXDBFIX`: write the file anew, with one line for each position.
    Save,
    /// `YXDBCHECK`: tells how many positions there are.
    Check,
    /// `YXDBTOTXT` and `YXDBTOTXTALL`: write the positions to the file of the path that follows.
    Export {
        /// Indicates whether to write the positions of all rules and boards.
        is_whole: bool,
    },
    /// `YXDBSPLIT`: writes the position on the board and the known ones after it to the file of the
    /// path that follows.
    ExportAfter,
    /// `YXDBMERGE` and `YXTXTTODB`: take over the positions of the file of the path that follows.
    Import,
    /// `YXQUERYDATABASEALL` and `YXQUERYDATABASEALLT`: ask for the known moves of a position.
    ShowMoves {
        /// Indicates whether to show the comment as well.
        has_comment: bool,
    },
    /// `YXQUERYDATABASEONE`: asks what is known about a position.
    Show,
    /// `YXQUERYDATABASETEXT`: asks for the comment on a position.
    ShowComment,
    /// `YXEDITTVDDATABASE`: changes the label, the value or the depth of a position.
    Edit(Edit),
    /// `YXEDITTEXTDATABASE`: changes the comment on a position.
    SetComment(String),
    /// `YXEDITLABELDATABASE`: changes the text on a point.
    SetMark {
        /// The point.
        coordinate: Coordinate,
        /// The text; empty to remove it.
        text: String,
    },
    /// `YXSETBESTMOVEDATABASE` and `YXCLEARBESTMOVEDATABASE`: say whether the last move of a position
    /// is the one to play.
    SetBest(bool),
    /// `YXDELETEDATABASEONE`: forgets a position.
    Remove,
    /// `YXDELETEDATABASEALL`: forgets the positions after one.
    RemoveAfter(Results),
}

/// A change of the label, the value or the depth of a position; `None` leaves it as it is.
///
/// ```
/// use dolmen::protocol::database::Edit;
///
/// let edit = Edit { depth: Some(12), ..Edit::default() };
/// assert_eq!(edit.to_string(), "4 -1 0 12");
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

/// The positions that a command is about, by their results.
///
/// ```
/// use dolmen::protocol::command::Command;
/// use dolmen::protocol::database::{DatabaseCommand, Results};
///
/// let command = Command::parse("YXDELETEDATABASEALL")?;
/// assert_eq!(command, Command::Database(DatabaseCommand::RemoveAfter(Results::All)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Results {
    /// All positions.
    All,
    /// Those that are labelled with these results, or proved.
    Only(Decided),
    /// All but those.
    AllBut(Decided),
}

/// A set of results.
///
/// ```
/// use dolmen::protocol::database::{Decided, Results};
///
/// let decided = Decided { wins: true, losses: true, draws: false };
/// assert_eq!(Results::AllBut(decided).to_string(), " nonwl");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided {
    /// Wins of the side that has just moved.
    pub wins: bool,
    /// Losses of the side that has just moved.
    pub losses: bool,
    /// Draws.
    pub draws: bool,
}

impl Results {
    /// Parses the argument of `YXDELETEDATABASEALL`, such as `nonwl`. As Dolmen always goes down to
    /// the last position, the ending `recursive` changes nothing.
    fn parse(text: &str) -> Option<Self> {
        let text = text.to_ascii_lowercase();
        let text = text.strip_suffix("recursive").unwrap_or(&text);
        let (text, is_negated) =
            text.strip_prefix("non").map_or((text, false), |rest| (rest, true));
        let decided = match text {
            "" if !is_negated => return Some(Self::All),
            "w" => Decided { wins: true, losses: false, draws: false },
            "l" => Decided { wins: false, losses: true, draws: false },
            "wl" => Decided { wins: true, losses: true, draws: false },
            "wld" => Decided { wins: true, losses: true, draws: true },
            _ => return None,
        };
        Some(if is_negated { Self::AllBut(decided) } else { Self::Only(decided) })
    }

    /// Returns whether the command is about a position.
    pub(super) fn contain(self, record: &Record) -> bool {
        match self {
            Self::All => true,
            Self::Only(decided) => decided.contain(record),
            Self::AllBut(decided) => !decided.contain(record),
        }
    }
}

impl Decided {
    fn contain(self, record: &Record) -> bool {
        let score = record.score().unwrap_or_default();
        let is_win = record.label == Some(Label::WIN) || score.is_loss();
        let is_loss = record.label == Some(Label::LOSS) || score.is_win();
        let is_draw = record.label == Some(Label::DRAW);
        (self.wins && is_win) || (self.losses && is_loss) || (self.draws && is_draw)
    }
}

impl DatabaseCommand {
    /// Parses a command by its name in upper case and its argument; `None` if it is another command
    /// or its argument is invalid.
    pub(super) fn parse(name: &str, argument: &str) -> Option<Self> {
        Some(match name {
            "YXSETDATABASE" => Self::Open,
            "YXSAVEDATABASE" | "YXDBFIX" => Self::Save,
            "YXDBCHECK" => Self::Check,
            "YXDBTOTXT" => Self::Export { is_whole: false },
            "YXDBTOTXTALL" => Self::Export { is_whole: true },
            "YXDBSPLIT" => Self::ExportAfter,
            "YXDBMERGE" | "YXTXTTODB" => Self::Import,
            "YXQUERYDATABASEALL" => Self::ShowMoves { has_comment: false },
            "YXQUERYDATABASEALLT" => Self::ShowMoves { has_comment: true },
            "YXQUERYDATABASEONE" => Self::Show,
            "YXQUERYDATABASETEXT" => Self::ShowComment,
            "YXEDITTVDDATABASE" => Self::Edit(parse_edit(argument)?),
            "YXEDITTEXTDATABASE" => Self::SetComment(unquoted(argument)),
            "YXEDITLABELDATABASE" => {
                let (point, text) =
                    argument.split_once(integer::is_blank).unwrap_or((argument, ""));
                Self::SetMark { coordinate: point.parse().ok()?, text: text.trim().to_owned() }
            }
            "YXSETBESTMOVEDATABASE" => Self::SetBest(true),
            "YXCLEARBESTMOVEDATABASE" => Self::SetBest(false),
            "YXDELETEDATABASEONE" => Self::Remove,
            "YXDELETEDATABASEALL" => Self::RemoveAfter(Results::parse(argument.trim())?),
            _ => return None,
        })
    }

    /// Returns the text lines that follow the command.
    #[must_use]
    pub const fn payload(&self) -> Payload {
        match self {
            Self::Save | Self::Check => Payload::Nothing,
            Self::Open | Self::Export { .. } | Self::ExportAfter | Self::Import => Payload::Line,
            _ => Payload::List,
        }
    }
}

/// Parses `MASK LABEL VALUE DEPTH`, whose mask has a bit for each of the other numbers.
fn parse_edit(argument: &str) -> Option<Edit> {
    let words = argument.split(integer::is_blank).filter(|word| !word.is_empty());
    let numbers: Vec<i64> = words.map(integer::parse).collect::<Option<_>>()?;
    let [mask, label, value, depth] = numbers[..] else { return None };
    let character = u8::try_from(label).ok().map(char::from);
    let units = i32::try_from(value).ok()?;
    Some(Edit {
        label: (mask & 1 != 0).then(|| character.and_then(Label::new)),
        score: (mask & 2 != 0).then(|| Score::new(units)),
        depth: (mask & 4 != 0).then(|| u32::try_from(depth).unwrap_or(0)),
    })
}

/// Returns the text between quotes, or the whole text if there are none.
fn unquoted(text: &str) -> String {
    let text = text.trim();
    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
    inner.replace("\\\"", "\"").replace("\\\\", "\\")
}

impl fmt::Display for DatabaseCommand {
    /// Writes the text line without its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Open => write!(f, "YXSETDATABASE"),
            Self::Save => write!(f, "YXSAVEDATABASE"),
            Self::Check => write!(f, "YXDBCHECK"),
            Self::Export { is_whole: false } => write!(f, "YXDBTOTXT"),
            Self::Export { is_whole: true } => write!(f, "YXDBTOTXTALL"),
            Self::ExportAfter => write!(f, "YXDBSPLIT"),
            Self::Import => write!(f, "YXDBMERGE"),
            Self::ShowMoves { has_comment: false } => write!(f, "YXQUERYDATABASEALL"),
            Self::ShowMoves { has_comment: true } => write!(f, "YXQUERYDATABASEALLT"),
            Self::Show => write!(f, "YXQUERYDATABASEONE"),
            Self::ShowComment => write!(f, "YXQUERYDATABASETEXT"),
            Self::Edit(edit) => write!(f, "YXEDITTVDDATABASE {edit}"),
            Self::SetComment(text) => write!(f, "YXEDITTEXTDATABASE {}", quoted(text)),
            Self::SetMark { coordinate, text } => {
                write!(f, "YXEDITLABELDATABASE {coordinate} {text}")
            }
            Self::SetBest(true) => write!(f, "YXSETBESTMOVEDATABASE"),
            Self::SetBest(false) => write!(f, "YXCLEARBESTMOVEDATABASE"),
            Self::Remove => write!(f, "YXDELETEDATABASEONE"),
            Self::RemoveAfter(results) => write!(f, "YXDELETEDATABASEALL{results}"),
        }
    }
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { label, score, depth } = self;
        let bit = |is_set: bool, bit: u8| if is_set { bit } else { 0 };
        let mask = bit(label.is_some(), 1) | bit(score.is_some(), 2) | bit(depth.is_some(), 4);
        let label = label.flatten().map_or(-1, |label| i64::from(u32::from(label.character())));
        let (value, depth) = (score.unwrap_or_default().value(), depth.unwrap_or(0));
        write!(f, "{mask} {label} {value} {depth}")
    }
}

impl fmt::Display for Results {
    /// Writes the argument with a blank before it, or nothing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (prefix, decided) = match self {
            Self::All => return Ok(()),
            Self::Only(decided) => ("", decided),
            Self::AllBut(decided) => ("non", decided),
        };
        let Decided { wins, losses, draws } = decided;
        let letter = |is_part: &bool, letter: &'static str| if *is_part { letter } else { "" };
        let letters = [letter(wins, "w"), letter(losses, "l"), letter(draws, "d")].concat();
        write!(f, " {prefix}{letters}")
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The kind of value in Yixin-Board's databases: the value is exact.
const EXACT: u8 = 3;

/// Returns the message about a known move, whose label the window puts on the board, or about a point
/// that has only a text.
pub(super) fn move_message(coordinate: Coordinate, record: &Record, mark: &str) -> String {
    let Coordinate { x, y } = coordinate;
    let label = label_number(record);
    let value = record.score().unwrap_or_default().value();
    let Record { depth, comment, .. } = record;
    let has_comment = u8::from(!comment.is_empty());
    format!("DATABASE {x} {y} {label} {value} {depth} {EXACT} {has_comment} {mark}")
        .trim_end()
        .to_owned()
}

/// Returns the message about a position.
pub(super) fn position_message(record: Option<&Record>) -> String {
    let Some(record) = record else { return "DATABASE ONE 0 0 0 0".to_owned() };
    let label = record.label.map_or(-1, |label| i64::from(u32::from(label.character())));
    let value = record.score().unwrap_or_default().value();
    format!("DATABASE ONE {label} {value} {} {EXACT} {}", record.depth, short_label(record))
        .trim_end()
        .to_owned()
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
    if let Some(label) = record.label.or(proof) {
        return label.character().to_string();
    }
    let percent = record.score().map(|score| (100.0 * (-score).win_probability()) as u32);
    percent.map_or_else(String::new, |percent| percent.min(99).to_string())
}

/// Returns the label as a number: its characters as digits to the base of 256, or -1 for none.
fn label_number(record: &Record) -> i64 {
    let label = short_label(record);
    if label.is_empty() {
        return -1;
    }
    label.bytes().fold(0, |number, byte| number << 8 | i64::from(byte))
}

/// Returns what is known about the moves of a position: of the positions after them, and else of the
/// lines of the position itself.
pub(super) fn with_lines(mut moves: Vec<KnownMove>, record: Option<&Record>) -> Vec<KnownMove> {
    let Some(record) = record else { return moves };
    for line in &record.lines {
        let Some(&point) = line.moves.first() else { continue };
        if moves.iter().all(|known| known.point != point) {
            let score = (-line.score).later_by(-1);
            let rest = line.moves[1..].to_vec();
            let lines = vec![crate::positions::Line { score, moves: rest }];
            let depth = record.depth.saturating_sub(1);
            moves.push(KnownMove { point, record: Record { depth, lines, ..Record::default() } });
        }
    }
    moves
}

#[cfg(test)]
mod tests;
