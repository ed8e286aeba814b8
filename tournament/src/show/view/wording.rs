//! The texts of games and times.

use std::time::Duration;

use number_text::counted;

use crate::record::GameRecord;
use crate::show::clean::clean;

/// Returns a time such as `2:07` or `1:02:07`, rounded to seconds.
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

/// Returns a line about a finished game, black first: `A - B 1-0, five in a row, 31 moves`.
pub(crate) fn game(record: &GameRecord) -> String {
    let score = record.score.sign();
    let [black, white] = [&record.black.name, &record.white.name].map(|name| clean(name));
    let (reason, moves) = (record.reason.words(), counted(record.moves.len(), "move"));
    let detail = match record.account().as_str() {
        "" => String::new(),
        detail => format!(": {}", clean(detail)),
    };
    format!("{black} - {white} {score}, {reason}, {moves}{detail}")
}
