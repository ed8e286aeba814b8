//! Results as games of chess, for programs that rate players from PGN: `BayesElo`, Ordo and others.
//! All games have the same two moves of chess, since such programs require moves but do not read them. A
//! comment says so, and has the moves of the game.
//!
//! Convention: the first player, who has the black stones, is `White` in the PGN. A rating program's
//! advantage of White is therefore that of the first move.

use std::fmt::Write;

use crate::record::{GameRecord, Reason, Score, date};
use crate::store::Header;
use crate::store::export::{one_line, point};

/// The meaning of the moves, before those of the game.
const NOTE: &str = "The moves of chess are placeholders for rating programs; the game:";
/// The maximum number of characters of a line.
const WIDTH: usize = 80;
/// Legal moves of chess.
const MOVES: &str = "1. d4 d5";

/// Returns a game as PGN; the texts of several games one after the other make a file.
#[must_use]
pub fn pgn(record: &GameRecord, header: &Header) -> String {
    let result = match record.score {
        Score::Black => "1-0",
        Score::White => "0-1",
        Score::Draw => "1/2-1/2",
        Score::Void => "*",
    };
    let (rule, size) = (&header.config.conditions.rule, &header.config.conditions.size);
    let tags = [
        ("Event", value(&format!("{rule} {size}, black stones as White"))),
        ("Site", "?".to_owned()),
        ("Date", date(record.started).replace('-', ".")),
        ("Round", format!("{}.{}", record.id.pair, record.id.game)),
        ("White", value(&record.black.name)),
        ("Black", value(&record.white.name)),
        ("Result", result.to_owned()),
        ("Termination", termination(record.reason).to_owned()),
    ];
    let mut text = String::new();
    for (tag, value) in &tags {
        writeln!(text, "[{tag} \"{value}\"]").expect("writing to memory never fails");
    }
    text + &format!("\n{}{MOVES} {result}\n\n", comment(record))
}

/// Returns a comment with the moves of the game, in lines that programs can read.
fn comment(record: &GameRecord) -> String {
    let moves = record.moves.iter().map(|played| point(played.at));
    let words = NOTE.split(' ').map(str::to_owned).chain(moves);
    let (mut text, mut width) = ("{".to_owned(), 1);
    for (number, word) in words.enumerate() {
        if width + word.len() >= WIDTH {
            text.push('\n');
            width = 0;
        } else if number > 0 {
            text.push(' ');
            width += 1;
        }
        text += &word;
        width += word.len();
    }
    text + "}\n"
}

/// Returns a text as the value of a tag. It replaces quotes and backslashes, since programs do not
/// understand the escapes of the format.
fn value(text: &str) -> String {
    one_line(text).replace('"', "'").replace('\\', "/")
}

/// Returns the end of the game in the words of the format.
fn termination(reason: Reason) -> &'static str {
    match reason {
        Reason::Five | Reason::BoardFull => "normal",
        Reason::MoveLimit | Reason::Resignation | Reason::DrawByScore => "adjudication",
        Reason::TimeoutTurn | Reason::TimeoutGame | Reason::TimeoutStart => "time forfeit",
        Reason::Illegal | Reason::Foul | Reason::Protocol | Reason::Memory => "rules infraction",
        Reason::Crash => "abandoned",
        Reason::Aborted | Reason::Infrastructure | Reason::Machine => "unterminated",
    }
}

#[cfg(test)]
mod tests;
