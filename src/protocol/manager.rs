//! The commands that a manager sends about a position, as text lines without their ends.
//!
//! A list always describes the whole position, so that the engine need not remember any earlier one.
//!
//! ```
//! use dolmen::{BoardSize, Position};
//! use dolmen::protocol::manager;
//!
//! let mut position = Position::new(BoardSize::square(15));
//! position.play("h8".parse()?)?;
//! assert_eq!(manager::start(position.size()), "START 15");
//! assert_eq!(manager::board(&position), ["BOARD", "7,7,2", "DONE"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::board::{BoardSize, Position};
use crate::protocol::command::Command;
use crate::protocol::coordinate::Coordinate;
use crate::protocol::info::Info;

/// The value of a time limit in milliseconds that means "no limit".
pub const NO_LIMIT: i64 = i32::MAX as i64;

/// The fields of a stone of the engine, of a stone of its opponent, and of a dead point.
const OWN: u8 = 1;
const OPPONENT: u8 = 2;
const DEAD: u8 = 3;

/// Returns the line that starts a game: `START`, or `RECTSTART` for an oblong board.
#[must_use]
pub fn start(size: BoardSize) -> String {
    Command::Start { width: size.width() as i64, height: size.height() as i64 }.to_string()
}

/// Returns the lines of INFO that make these settings.
pub fn info(settings: impl IntoIterator<Item = Info>) -> impl Iterator<Item = String> {
    settings.into_iter().map(|setting| Command::Info(setting).to_string())
}

/// Returns the list of `BOARD`, which asks the side to move for a move.
#[must_use]
pub fn board(position: &Position) -> Vec<String> {
    list(&Command::Board, fields(position))
}

/// Returns the list of `YXBOARD`, which only sets up the position.
#[must_use]
pub fn set_board(position: &Position) -> Vec<String> {
    list(&Command::SetBoard, fields(position))
}

/// Returns the list of `SWAP2BOARD`, which asks for a decision on the stones of an opening.
#[must_use]
pub fn swap2_board(position: &Position) -> Vec<String> {
    let stones = position.history().iter();
    list(&Command::Swap2Board, stones.map(|stone| Coordinate::from(stone.point).to_string()))
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

#[cfg(test)]
mod tests {
    use super::{set_board, start, swap2_board};
    use crate::board::{BoardSize, Position};

    #[test]
    fn oblong_boards_and_other_lists() {
        assert_eq!(
            start(BoardSize::new(15, 12).expect("the size is supported")),
            "RECTSTART 15,12"
        );
        let mut position = Position::new(BoardSize::square(15));
        for text in ["h8", "a1"] {
            position.play(text.parse().expect("a point")).expect("the point is empty");
        }
        assert_eq!(swap2_board(&position), ["SWAP2BOARD", "7,7", "0,0", "DONE"]);
        assert_eq!(set_board(&position), ["YXBOARD", "7,7,1", "0,0,2", "DONE"]);
    }
}
