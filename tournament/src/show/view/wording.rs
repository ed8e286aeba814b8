//! Games and times in words.

use std::time::Duration;

use crate::record::{GameRecord, Reason, Score};
use crate::show::clean::clean;

/// A time such as `2:07` or `1:02:07`, rounded to seconds.
#[must_use]
pub fn span(time: Duration) -> String {
    let seconds = time.as_secs_f64().round() as u64;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        format!("{hours}:{minutes:02}:{seconds:02}")
    } else {
        format!("{minutes}:{seconds:02}")
    }
}

/// A finished game in a line, black first: `A - B 1-0, five, 31 moves`.
pub(crate) fn game(record: &GameRecord) -> String {
    let score = match record.score {
        Score::Black => "1-0",
        Score::White => "0-1",
        Score::Draw => "½-½",
        Score::Void => "void",
    };
    let [black, white] = [&record.black.name, &record.white.name].map(|name| clean(name));
    let (reason, moves) = (reason(record.reason), record.moves.len());
    let detail = match record.detail.as_str() {
        "" => String::new(),
        detail => format!(": {}", clean(detail)),
    };
    format!("{black} - {white} {score}, {reason}, {moves} moves{detail}")
}

fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::Five => "five",
        Reason::BoardFull => "board full",
        Reason::MoveLimit => "move limit",
        Reason::Illegal => "illegal move",
        Reason::Foul => "foul",
        Reason::TimeoutTurn => "out of time for a move",
        Reason::TimeoutGame => "out of time for the game",
        Reason::TimeoutStart => "no answer to START",
        Reason::Crash => "crash",
        Reason::Protocol => "invalid answer",
        Reason::Memory => "too much memory",
        Reason::Aborted => "aborted",
        Reason::Infrastructure => "could not be played",
        Reason::Machine => "spoiled by the machine",
    }
}
