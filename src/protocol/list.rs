//! Lists that follow a command up to DONE, collected line by line, and the positions
//! that they describe. A list is read to its end before anything in it is judged.

use std::fmt;

use crate::board::{Bitboard, BoardSize, Color, PlacementError, Point, Position};
use crate::protocol::command::{Command, Payload};
use crate::protocol::coordinate::Coordinate;
use crate::protocol::integer;

/// What a list is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockKind {
    /// After BOARD: `x,y,field` lines.
    Board,
    /// After YXBOARD: `x,y,field` lines.
    SetBoard,
    /// After SWAP2BOARD: `x,y` lines.
    Swap2,
    /// After YXBLOCK: `x,y` lines.
    Block,
    /// After YXBLOCKUNDO: `x,y` lines.
    Unblock,
    /// After a command that Dolmen ignores.
    Ignored(Payload),
}

/// Whose stone a line of a list places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// Field 1: the engine's; also every line of a list without fields.
    Own,
    /// Field 2: its opponent's.
    Opponent,
    /// Field 3: nobody's, as the stones of a five in a continuous game.
    Nobody,
}

/// One line of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Where.
    pub coordinate: Coordinate,
    /// Whose.
    pub owner: Owner,
}

/// A list that describes no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockError {
    /// A line, counted from 1, that is no stone.
    Malformed(usize),
    /// More lines than the largest board has points.
    TooLong,
    /// A stone off the board.
    OffBoard(Coordinate),
    /// A second stone on the same point.
    Occupied(Coordinate),
}

impl fmt::Display for BlockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(line) => write!(f, "invalid stone in line {line} of the list"),
            Self::TooLong => write!(f, "the list has more lines than the largest board has points"),
            Self::OffBoard(coordinate) => write!(f, "{coordinate} is off the board"),
            Self::Occupied(coordinate) => write!(f, "{coordinate} is listed twice"),
        }
    }
}

impl std::error::Error for BlockError {}

/// What a line does to the list that it arrives in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The list goes on.
    More,
    /// The list is complete.
    Complete(Result<Vec<Entry>, BlockError>),
    /// The line is a command that ends the list before its DONE.
    Abandoned(Command),
}

/// A list in progress.
#[derive(Clone, Debug)]
pub struct Block {
    kind: BlockKind,
    lines: usize,
    entries: Result<Vec<Entry>, BlockError>,
}

impl Block {
    /// An empty list.
    #[must_use]
    pub const fn new(kind: BlockKind) -> Self {
        Self { kind, lines: 0, entries: Ok(Vec::new()) }
    }

    /// What the list is for.
    #[must_use]
    pub const fn kind(&self) -> BlockKind {
        self.kind
    }

    /// Takes in the next line. END and the commands that begin a new game are carried out
    /// even here: a manager that sends them has given the list up.
    pub fn receive(&mut self, line: &str) -> Step {
        match Command::parse(line) {
            Ok(command @ Command::End) => return Step::Abandoned(command),
            _ if self.kind == BlockKind::Ignored(Payload::Line) => return self.complete(),
            Ok(command @ (Command::Start { .. } | Command::Restart)) => {
                return Step::Abandoned(command);
            }
            Ok(Command::Done) => return self.complete(),
            _ => {}
        }
        if !line.chars().all(integer::is_blank) {
            self.lines += 1;
            self.collect(line);
        }
        Step::More
    }

    fn complete(&mut self) -> Step {
        Step::Complete(std::mem::replace(&mut self.entries, Ok(Vec::new())))
    }

    fn collect(&mut self, line: &str) {
        const LONGEST: usize = BoardSize::MAX * BoardSize::MAX;
        let entry = match self.kind {
            BlockKind::Ignored(_) => return,
            BlockKind::Swap2 | BlockKind::Block | BlockKind::Unblock => {
                line.parse().ok().map(|coordinate| Entry { coordinate, owner: Owner::Own })
            }
            BlockKind::Board | BlockKind::SetBoard => parse_entry(line),
        };
        if let Ok(entries) = &mut self.entries {
            match entry {
                Some(_) if entries.len() == LONGEST => self.entries = Err(BlockError::TooLong),
                Some(entry) => entries.push(entry),
                None => self.entries = Err(BlockError::Malformed(self.lines)),
            }
        }
    }
}

/// Reads `x,y,field`.
fn parse_entry(line: &str) -> Option<Entry> {
    let (coordinate, field) = line.rsplit_once(',')?;
    let owner = match integer::parse(field)? {
        1 => Owner::Own,
        2 => Owner::Opponent,
        3 => Owner::Nobody,
        _ => return None,
    };
    Some(Entry { coordinate: coordinate.parse().ok()?, owner })
}

/// The position that BOARD lists, and the engine's colour, which is to move.
///
/// With equal numbers of stones the engine has the first move and is black; with one
/// more of the opponent's it is white. Of other numbers, and always if `in_game_order`
/// (renju), the first line is black's.
///
/// # Errors
/// If a stone is off the board or on another.
pub fn listed_position(
    entries: &[Entry],
    size: BoardSize,
    in_game_order: bool,
) -> Result<(Position, Color), BlockError> {
    let own = own_color(entries, in_game_order);
    let mut position = Position::new(size);
    for &Entry { coordinate, owner } in entries {
        let point = on_board(coordinate, size)?;
        match owner {
            Owner::Own => position.place(point, own),
            Owner::Opponent => position.place(point, !own),
            Owner::Nobody => position.block(point),
        }
        .map_err(|error| placement_error(error, coordinate))?;
    }
    position.set_side_to_move(own);
    Ok((position, own))
}

fn own_color(entries: &[Entry], in_game_order: bool) -> Color {
    let count = |owner| entries.iter().filter(|entry| entry.owner == owner).count();
    let (own, opponent) = (count(Owner::Own), count(Owner::Opponent));
    let first = entries.iter().find(|entry| entry.owner != Owner::Nobody);
    let own_is_black = match first {
        None => true,
        Some(_) if !in_game_order && own == opponent => true,
        Some(_) if !in_game_order && own + 1 == opponent => false,
        Some(entry) => entry.owner == Owner::Own,
    };
    if own_is_black { Color::Black } else { Color::White }
}

/// The points that SWAP2BOARD lists.
///
/// # Errors
/// If a stone is off the board or on another.
pub fn listed_points(entries: &[Entry], size: BoardSize) -> Result<Vec<Point>, BlockError> {
    let mut position = Position::new(size);
    for &Entry { coordinate, .. } in entries {
        let point = on_board(coordinate, size)?;
        position.play(point).map_err(|error| placement_error(error, coordinate))?;
    }
    Ok(position.history().iter().map(|placement| placement.point).collect())
}

/// The set of points that YXBLOCK lists, on a board of any size.
///
/// # Errors
/// If a point is on no board.
pub fn listed_set(entries: &[Entry]) -> Result<Bitboard, BlockError> {
    let largest = BoardSize::square(BoardSize::MAX);
    entries.iter().map(|entry| on_board(entry.coordinate, largest)).collect()
}

fn on_board(coordinate: Coordinate, size: BoardSize) -> Result<Point, BlockError> {
    coordinate.on(size).ok_or(BlockError::OffBoard(coordinate))
}

const fn placement_error(error: PlacementError, coordinate: Coordinate) -> BlockError {
    match error {
        PlacementError::OffBoard(_) => BlockError::OffBoard(coordinate),
        PlacementError::Occupied(_) => BlockError::Occupied(coordinate),
    }
}

#[cfg(test)]
mod tests;
