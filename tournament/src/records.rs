//! Games in the forms of other programs: Piskvork's and the Gomocup judge's `.psq`, SGF, a PGN
//! and lines of scores for rating lists, and a table of all games as CSV. The first two are
//! also read.
//!
//! Invariants: what is written can be read by the programs whose form it is, whatever engines
//! are called and say; and these forms hold less than the file of results, which is the one
//! to keep.

mod csv;
mod date;
mod elo;
mod export;
mod files;
mod game;
mod pgn;
mod psq;
mod sgf;

pub use csv::csv;
pub use elo::{Uneven, elo_lines, uneven};
pub use export::{ExportError, Exported, Form, export};
pub use game::{BadText, Board, Complaint, WrittenGame, WrittenMove};
pub use pgn::pgn;
pub use psq::{PsqWriter, is_psq, parse_psq, psq};
pub use sgf::{parse_sgf, sgf};

use crate::record::GameRecord;

/// Returns the number of moves that nobody thought about, because they are the opening of a game.
fn opening_length(record: &GameRecord) -> usize {
    record.moves.iter().take_while(|moved| moved.ms.is_none()).count()
}

/// A text as one line without what would control a terminal or end a field.
fn one_line(text: &str) -> String {
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    text.chars().map(plain).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod testing;
#[cfg(test)]
mod tests;
