//! Games in the forms of other programs: Piskvork's and the Gomocup judge's `.psq`, SGF, a PGN
//! and lines of scores for rating lists, and a table of all games as CSV.
//!
//! Invariants: what is written can be read by the programs whose form it is, whatever engines
//! are called and say; and these forms hold less than the file of results, which is the one
//! to keep.

mod csv;
mod elo;
mod files;
mod pgn;
mod psq;
mod sgf;

pub use csv::csv;
pub use elo::{Uneven, elo_lines, uneven};
pub use files::{ExportError, Exported, Form, export};
pub use pgn::pgn;
pub use psq::{PsqWriter, psq};
pub use sgf::sgf;

/// A text as one line without what would control a terminal or end a field.
fn one_line(text: &str) -> String {
    let plain = |letter: char| if letter.is_control() { ' ' } else { letter };
    text.chars().map(plain).collect::<String>().trim().to_owned()
}

/// Seconds of a day.
const DAY: u64 = 86_400;
/// From the first of March of the year 0 to the first day of 1970.
const DAYS_TO_1970: u64 = 719_468;
/// Days of 400 years, after which the calendar repeats.
const DAYS_OF_AN_ERA: u64 = 146_097;

/// The day, in universal time, of a moment in seconds since 1970, such as `2020-02-29`.
///
/// The computation is Howard Hinnant's: years begin in March, so that the leap day is the last.
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
mod testing;
#[cfg(test)]
mod tests;
