//! The lists that describe a position.
//!
//! A list describes the whole position, so that the engine need not remember any earlier one.

use crate::board::{Bitboard, Point, Position};
use crate::opening::{Act, Protocol};
use crate::protocol::command::Command;
use crate::protocol::coordinate::Coordinate;
use crate::protocol::reply::Reply;

/// The fields of a stone of the engine, of a stone of its opponent, and of a dead point.
const OWN: u8 = 1;
const OPPONENT: u8 = 2;
const DEAD: u8 = 3;

/// Returns the list of `BOARD`, which asks the side to move for a move.
///
/// It describes the whole position, so that the engine need not remember any earlier one.
pub(super) fn board(position: &Position) -> Vec<String> {
    list(&Command::Board, fields(position))
}

/// Returns the list of `YXBOARD`, which only sets up the position.
pub(super) fn set_board(position: &Position) -> Vec<String> {
    list(&Command::SetBoard, fields(position))
}

/// Returns the list of `SWAP2BOARD`, which asks for a decision on the stones of an opening.
pub(super) fn swap2_board(moves: &[Point]) -> Vec<String> {
    list(&Command::Swap2Board, moves.iter().map(|&point| Coordinate::from(point).to_string()))
}

/// Returns the list of `OPENING`, which asks for the next act of an opening.
pub(super) fn opening(protocol: Protocol, acts: &[Act]) -> Vec<String> {
    let command = Command::Opening(protocol.to_string());
    list(&command, acts.iter().map(|&act| Reply::from(act).to_string()))
}

/// Returns the list of points of a command, such as `YXBLOCK`.
pub(super) fn point_list(command: &Command, points: Bitboard) -> Vec<String> {
    list(command, points.iter().map(|point| Coordinate::from(point).to_string()))
}

/// Returns `x,y,who` for the stones in the order of play, then for the dead points.
fn fields(position: &Position) -> impl Iterator<Item = String> {
    let own = position.side_to_move();
    let stones = position.history().iter().map(move |stone| {
        let owner = if stone.color == own { OWN } else { OPPONENT };
        format!("{},{owner}", Coordinate::from(stone.point))
    });
    let dead = position.dead();
    let dead: Vec<String> =
        dead.iter().map(|point| format!("{},{DEAD}", Coordinate::from(point))).collect();
    stones.chain(dead)
}

fn list(command: &Command, entries: impl Iterator<Item = String>) -> Vec<String> {
    let (first, last) = (command.to_string(), Command::Done.to_string());
    [first].into_iter().chain(entries).chain([last]).collect()
}
