//! Exports to the formats of other programs: Piskvork's and the Gomocup judge's `.psq`, SGF, PGN and
//! lines of scores for rating programs, and a table of all games as CSV.
//!
//! Invariant: the programs that use a format can read every export, whatever the names and messages
//! of engines contain.

mod csv;
mod elo;
mod files;
mod pgn;
mod psq;
mod sgf;

use dolmen::notation::{Defaults, Record};

use crate::record::GameRecord;
use crate::store::Header;

pub use csv::csv;
pub use elo::{Uneven, elo_lines, uneven};
pub use files::{Form, write_file, write_folder};
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

/// The number of seconds in a day.
const DAY: u64 = 86_400;
/// The number of days from 1 March of the year 0 to 1 January 1970.
const DAYS_TO_1970: u64 = 719_468;
/// The number of days in 400 years, the period of the calendar.
const DAYS_OF_AN_ERA: u64 = 146_097;

/// Returns the date in universal time, such as `2020-02-29`, of a time in seconds since 1970.
///
/// The algorithm is Howard Hinnant's: years begin in March, so that a leap day is the last day.
fn date(seconds: u64) -> String {
    let days = seconds / DAY + DAYS_TO_1970;
    let (era, day) = (days / DAYS_OF_AN_ERA, days % DAYS_OF_AN_ERA);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next_year) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}-{month:02}-{day:02}", era * 400 + year + next_year)
}

#[cfg(test)]
mod tests;
