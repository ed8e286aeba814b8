//! The lists that follow some commands up to DONE, and the positions that they describe.
//!
//! A list is read to its end before an error in it is reported.

use std::fmt;

use crate::board::{Bitboard, BoardSize, Color, PlacementError, Point, Position};
use crate::protocol::command::{Command, Payload};
use crate::protocol::coordinate::Coordinate;
use crate::protocol::database::DatabaseCommand;
use crate::protocol::integer;
use crate::protocol::reply::Reply;

/// The purpose of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListKind {
    /// The stones after BOARD, as `x,y,field`.
    Board,
    /// The stones after YXBOARD, as `x,y,field`.
    SetBoard,
    /// The stones after SWAP2BOARD, as `x,y`.
    Swap2,
    /// The acts after OPENING, as `x,y`, SWAP, STAY, ADD or COUNT n.
    Opening {
        /// The name of the protocol, as the manager wrote it.
        protocol: String,
        /// The acts so far.
        acts: Vec<Reply>,
    },
    /// The points after ONLY, as `x,y`.
    Only,
    /// The points after YXBLOCK, as `x,y`.
    Block,
    /// The points after YXBLOCKUNDO, as `x,y`.
    Unblock,
    /// The moves or the path after a command for a file of positions.
    Database(DatabaseCommand),
    /// The text lines after an ignored command.
    Ignored(Payload),
}

/// The owner of a listed stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Field 1: the engine; also used for every entry of a list without fields.
    Own,
    /// Field 2: the opponent.
    Opponent,
    /// Field 3: no player, as for the stones of a five in a continuous game.
    Neither,
}

/// One entry of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ListEntry {
    /// The point.
    pub coordinate: Coordinate,
    /// The owner of the stone.
    pub owner: Owner,
}

/// The error for a list that does not describe a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListError {
    /// The text line with this number, counted from 1, is not a stone with its field.
    MalformedStone(usize),
    /// The text line with this number, counted from 1, is not a point.
    MalformedPoint(usize),
    /// The text line with this number, counted from 1, is not an act of an opening.
    MalformedAct(usize),
    /// The list has more entries than the largest board has points.
    TooLong,
    /// A stone is off the board.
    OffBoard(Coordinate),
    /// A point is listed twice.
    Occupied(Coordinate),
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MalformedStone(line) => write!(
                f,
                "invalid stone in line {line} of the list: expected x,y,field such as 7,7,1, \
                 with a field from 1 to 3"
            ),
            Self::MalformedPoint(line) => {
                write!(f, "invalid point in line {line} of the list: expected x,y such as 7,7")
            }
            Self::MalformedAct(line) => write!(
                f,
                "invalid act in line {line} of the list: expected x,y, SWAP, STAY, ADD or COUNT n"
            ),
            Self::TooLong => write!(f, "the list has more lines than the largest board has points"),
            Self::OffBoard(coordinate) => write!(f, "{coordinate} is off the board"),
            Self::Occupied(coordinate) => write!(f, "{coordinate} is listed twice"),
        }
    }
}

impl std::error::Error for ListError {}

/// The state of a list after a text line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListStatus {
    /// The list continues.
    Incomplete,
    /// The list is complete.
    Complete(Result<Vec<ListEntry>, ListError>),
    /// This is the one text line that the command needs.
    Line(String),
    /// The text line is a command that ends the list before its DONE.
    Abandoned(Command),
}

/// A list that is being read.
#[derive(Clone, Debug)]
pub struct List {
    kind: ListKind,
    lines: usize,
    entries: Result<Vec<ListEntry>, ListError>,
}

impl List {
    /// Returns an empty list.
    #[must_use]
    pub const fn new(kind: ListKind) -> Self {
        Self { kind, lines: 0, entries: Ok(Vec::new()) }
    }

    /// Returns the purpose of the list.
    #[must_use]
    pub fn into_kind(self) -> ListKind {
        self.kind
    }

    /// Returns the text lines that follow the command.
    const fn payload(&self) -> Payload {
        match &self.kind {
            ListKind::Ignored(payload) => *payload,
            ListKind::Database(command) => command.payload(),
            _ => Payload::List,
        }
    }

    /// Adds the next text line.
    ///
    /// END and the commands that start a new game end the list: a manager that sends them has
    /// abandoned it.
    pub fn receive(&mut self, line: &str) -> ListStatus {
        match Command::parse(line) {
            Ok(command @ Command::End) => return ListStatus::Abandoned(command),
            _ if self.payload() == Payload::Line => return ListStatus::Line(line.to_owned()),
            Ok(command @ (Command::Start { .. } | Command::Restart)) => {
                return ListStatus::Abandoned(command);
            }
            Ok(Command::Done) => return self.complete(),
            _ => {}
        }
        if !line.chars().all(integer::is_blank) {
            self.lines += 1;
            self.collect(line);
        }
        ListStatus::Incomplete
    }

    fn complete(&mut self) -> ListStatus {
        ListStatus::Complete(std::mem::replace(&mut self.entries, Ok(Vec::new())))
    }

    fn collect(&mut self, line: &str) {
        const MAX_ENTRIES: usize = BoardSize::MAX * BoardSize::MAX;
        let entry = match &mut self.kind {
            ListKind::Ignored(_) => return,
            ListKind::Opening { acts, .. } => {
                match line.parse::<Reply>().ok().filter(Reply::is_act) {
                    _ if self.entries.is_err() => {}
                    Some(_) if acts.len() == MAX_ENTRIES => self.entries = Err(ListError::TooLong),
                    Some(act) => acts.push(act),
                    None => self.entries = Err(ListError::MalformedAct(self.lines)),
                }
                return;
            }
            ListKind::Swap2
            | ListKind::Only
            | ListKind::Block
            | ListKind::Unblock
            | ListKind::Database(_) => {
                let entry = |coordinate| ListEntry { coordinate, owner: Owner::Own };
                line.parse().map(entry).map_err(|_| ListError::MalformedPoint(self.lines))
            }
            ListKind::Board | ListKind::SetBoard => {
                parse_entry(line).ok_or(ListError::MalformedStone(self.lines))
            }
        };
        if let Ok(entries) = &mut self.entries {
            match entry {
                Ok(_) if entries.len() == MAX_ENTRIES => self.entries = Err(ListError::TooLong),
                Ok(entry) => entries.push(entry),
                Err(error) => self.entries = Err(error),
            }
        }
    }
}

/// Parses `x,y,field`.
fn parse_entry(line: &str) -> Option<ListEntry> {
    let (coordinate, field) = line.rsplit_once(',')?;
    let owner = match integer::parse(field)? {
        1 => Owner::Own,
        2 => Owner::Opponent,
        3 => Owner::Neither,
        _ => return None,
    };
    Some(ListEntry { coordinate: coordinate.parse().ok()?, owner })
}

/// Returns the position that BOARD lists, with the engine to move.
///
/// If both sides have the same number of stones, the engine is black; if the opponent has one
/// more, it is white. With any other numbers, and always if the list is `in_game_order` (renju),
/// the first listed stone is black.
///
/// # Errors
/// Returns an error if a stone is off the board or a point is listed twice.
pub fn listed_position(
    entries: &[ListEntry],
    size: BoardSize,
    in_game_order: bool,
) -> Result<Position, ListError> {
    let own = own_color(entries, in_game_order);
    let mut position = Position::new(size);
    for &ListEntry { coordinate, owner } in entries {
        let point = on_board(coordinate, size)?;
        match owner {
            Owner::Own => position.place(point, own),
            Owner::Opponent => position.place(point, !own),
            Owner::Neither => position.block(point),
        }
        .map_err(|error| placement_error(error, coordinate))?;
    }
    position.set_side_to_move(own);
    Ok(position)
}

/// Returns the engine's colour in a listed position.
fn own_color(entries: &[ListEntry], in_game_order: bool) -> Color {
    let count = |owner| entries.iter().filter(|entry| entry.owner == owner).count();
    let (own, opponent) = (count(Owner::Own), count(Owner::Opponent));
    let first = entries.iter().find(|entry| entry.owner != Owner::Neither);
    let own_is_black = match first {
        None => true,
        Some(_) if !in_game_order && own == opponent => true,
        Some(_) if !in_game_order && own + 1 == opponent => false,
        Some(entry) => entry.owner == Owner::Own,
    };
    if own_is_black { Color::Black } else { Color::White }
}

/// Returns the points that SWAP2BOARD lists.
///
/// # Errors
/// Returns an error if a stone is off the board or a point is listed twice.
pub fn listed_points(entries: &[ListEntry], size: BoardSize) -> Result<Vec<Point>, ListError> {
    let mut position = Position::new(size);
    for &ListEntry { coordinate, .. } in entries {
        let point = on_board(coordinate, size)?;
        position.play(point).map_err(|error| placement_error(error, coordinate))?;
    }
    Ok(position.history().iter().map(|placement| placement.point).collect())
}

/// Returns the set of points that YXBLOCK lists, for a board of any size.
///
/// # Errors
/// Returns an error if a point is off the largest board.
pub fn listed_set(entries: &[ListEntry]) -> Result<Bitboard, ListError> {
    let largest = BoardSize::square(BoardSize::MAX);
    entries.iter().map(|entry| on_board(entry.coordinate, largest)).collect()
}

/// Returns the point of a board that a coordinate names.
pub(crate) fn on_board(coordinate: Coordinate, size: BoardSize) -> Result<Point, ListError> {
    coordinate.on(size).ok_or(ListError::OffBoard(coordinate))
}

const fn placement_error(error: PlacementError, coordinate: Coordinate) -> ListError {
    match error {
        PlacementError::OffBoard(_) => ListError::OffBoard(coordinate),
        PlacementError::Occupied(_) => ListError::Occupied(coordinate),
    }
}

#[cfg(test)]
mod tests;
