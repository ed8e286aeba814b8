//! Exports to the formats of other programs: Piskvork's and the Gomocup judge's `.psq`, SGF, PGN and
//! lines of scores for rating programs, and a table of all games as CSV.
//!
//! Invariant: the programs that use a format can read every export, whatever the names and messages
//! of engines contain.

mod csv;
mod elo;
mod files;
mod live;
mod pgn;
mod psq;
mod sgf;

use dolmen::notation::{Defaults, Record};

use crate::record::GameRecord;
use crate::store::Header;

pub use csv::csv;
pub use elo::{Uneven, elo_lines, uneven};
pub use files::{Form, write_file, write_folder};
pub use live::GameFiles;
pub use pgn::pgn;
pub use psq::{PsqWriter, psq};
pub use sgf::sgf;

/// Returns a game as a record, without its names, result and comments. Moves that are not on the board,
/// which no runner writes, are left out.
fn record_of(game: &GameRecord, header: &Header) -> Record {
    let conditions = &header.config.conditions;
    let mut record = Record::new(&Defaults {
        rule: conditions.rule.into(),
        size: conditions.size,
        ..Defaults::default()
    });
    for moved in &game.moves {
        let (x, y) = moved.at;
        let Some(point) = record.size.point(i64::from(x), i64::from(y)) else { continue };
        let Ok(id) = record.add(record.shown, Some(point)) else { break };
        record.shown = id;
        if let Some(node) = record.node_mut(id) {
            node.ms = moved.ms.map(|ms| ms as u64);
        }
    }
    record
}

/// Returns a text as one line without control characters.
fn one_line(text: &str) -> String {
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    text.chars().map(plain).collect::<String>().trim().to_owned()
}

/// Returns the name of a point, its column by letter and its row from 1 at the top.
fn point((x, y): (u8, u8)) -> String {
    format!("{}{}", char::from(b'a' + x), u32::from(y) + 1)
}

#[cfg(test)]
mod tests;
