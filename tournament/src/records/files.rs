//! The names of files with one game each.

use crate::record::{GameRecord, Score};
use crate::records::opening_length;
use crate::state::Header;

/// The name of a game's file without its extension, as the Gomocup judge names its records:
/// the pair, both engines by their numbers, and 1 if black won, 2 if white did, or 0. The
/// engine that makes the first move after the opening comes first, as planned before a swap.
///
/// The two games of a pair have different names.
pub(super) fn stem(record: &GameRecord, header: &Header) -> String {
    let index = |name: &str| {
        let engines = &header.config.engines;
        engines.iter().position(|engine| engine.name == name).unwrap_or(engines.len())
    };
    let (black, white) = (index(&record.black.name), index(&record.white.name));
    let (black, white) = match (header.config.repeat, record.id.game) {
        (false, _) => (black, white),
        (true, 0) => (black.min(white), black.max(white)),
        (true, _) => (black.max(white), black.min(white)),
    };
    let is_odd = opening_length(record) % 2 == 1;
    let (first, second) = if is_odd { (white, black) } else { (black, white) };
    let raw = match record.score {
        Score::Black => 1,
        Score::White => 2,
        Score::Draw | Score::Void => 0,
    };
    format!("{}_{first}_{second}_{raw}", record.id.pair)
}
