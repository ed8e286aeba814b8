//! The records of Piskvork, `.psq`, as Piskvork writes them in its own tournaments, and as the Gomocup
//! judge does. See [`dolmen::notation::psq`].

use std::time::Duration;

use clap::ValueEnum;
use dolmen::notation;

use crate::config::Limits;
use crate::record::{GameRecord, Reason, Score};
use crate::store::Header;
use crate::store::export::record_of;

/// The programs whose `.psq` format can be written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum PsqWriter {
    /// The Gomocup judge: LF, names of archives, and a text line with the result.
    #[default]
    Gomocup,
    /// Piskvork: CR LF, names of programs, and a code for the end of the game.
    Piskvork,
}

/// Turn limits, in milliseconds, by which Piskvork numbers its levels.
const LEVELS: [u64; 11] = [100, 300, 600, 1000, 1500, 2500, 5000, 10_000, 15_000, 30_000, 60_000];
/// The level that the judge writes, whatever the limits.
const JUDGE_LEVEL: usize = 11;
/// The code that the judge writes where Piskvork has one that is not known.
const UNKNOWN: i32 = -1;
/// Piskvork's code of a game that was lost on time.
const TIMEOUT: i32 = 15;
/// Piskvork's code of a game that was lost by another fault of the engine.
const FAULT: i32 = -2;
/// The maximum number of bytes of a name, which fits into Piskvork's buffers with an extension.
const NAME: usize = 120;

/// Returns a game in the format `.psq`.
///
/// Names are those of the tournament in the form of the files that the writer would name.
/// Characters of a name that the format cannot hold become `_`. The record omits a move that lost the
/// game because it was illegal.
#[must_use]
pub fn psq(record: &GameRecord, header: &Header, writer: PsqWriter) -> Vec<u8> {
    let names = [&record.black.name, &record.white.name];
    let levels = match writer {
        PsqWriter::Gomocup => [JUDGE_LEVEL; 2],
        PsqWriter::Piskvork => names.map(|name| level(limits(header, name))),
    };
    let end = match writer {
        PsqWriter::Gomocup => {
            format!("{UNKNOWN}\n{},{}", winner(record), header.config.conditions.rule)
        }
        PsqWriter::Piskvork => code(record.reason).to_string(),
    };
    let mut game = record_of(record, header);
    game.names = names.map(|name| file_name(name, writer));
    let style = notation::psq::Style { levels, end: &end };
    let text =
        notation::psq::write(&game, game.shown, &style).expect("a played game has no passes");
    match writer {
        PsqWriter::Gomocup => text.into_bytes(),
        PsqWriter::Piskvork => text.replace('\n', "\r\n").into_bytes(),
    }
}

fn limits<'a>(header: &'a Header, name: &str) -> Option<&'a Limits> {
    header.config.engines.iter().find(|engine| engine.name == name).map(|engine| &engine.limits)
}

/// Returns the number, from 1, of the largest level that does not exceed the turn limit; 1 without a limit.
fn level(limits: Option<&Limits>) -> usize {
    let turn = limits.and_then(|limits| limits.turn).unwrap_or_default();
    LEVELS
        .iter()
        .rposition(|&level| Duration::from_millis(level) <= turn)
        .map_or(1, |level| level + 1)
}

/// Returns the result in the judge's form: 0 for a draw, otherwise the number of the player who won.
/// Player 1 makes the first move after the opening.
fn winner(record: &GameRecord) -> u8 {
    let is_odd = record.opening_length() % 2 == 1;
    match record.score {
        Score::Draw | Score::Void => 0,
        Score::Black if is_odd => 2,
        Score::Black => 1,
        Score::White if is_odd => 1,
        Score::White => 2,
    }
}

/// Returns Piskvork's code for the end of a game.
fn code(reason: Reason) -> i32 {
    match reason {
        Reason::Five
        | Reason::BoardFull
        | Reason::MoveLimit
        | Reason::Resignation
        | Reason::DrawByScore
        | Reason::Foul => 0,
        Reason::TimeoutTurn | Reason::TimeoutGame => TIMEOUT,
        Reason::Illegal
        | Reason::TimeoutStart
        | Reason::Crash
        | Reason::Protocol
        | Reason::Memory => FAULT,
        Reason::Aborted | Reason::Infrastructure | Reason::Machine => UNKNOWN,
    }
}

/// Returns the name of a file that could hold the engine. Piskvork would cut off a folder, and mistake a name
/// that begins with numbers for a move.
fn file_name(name: &str, writer: PsqWriter) -> String {
    let plain = |letter: char| match letter {
        '/' | '\\' => '_',
        letter if letter.is_control() => '_',
        letter => letter,
    };
    let fits = |(start, letter): &(usize, char)| start + letter.len_utf8() <= NAME;
    let short = name.trim().char_indices().take_while(fits);
    let plain: String = short.map(|(_, letter)| plain(letter)).collect();
    match writer {
        PsqWriter::Gomocup => {
            let is_unsafe = |first: char| first.is_ascii_digit() || "+-".contains(first);
            let guard = if plain.starts_with(is_unsafe) { "_" } else { "" };
            format!("{guard}{plain}.zip")
        }
        PsqWriter::Piskvork => format!("pbrain-{plain}.exe"),
    }
}

#[cfg(test)]
mod tests;
