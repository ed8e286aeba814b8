//! The Smart Game Format, FF[4], of gomoku and renju, GM[4]: a tree of games as text.
//!
//! A game is one variation with the players, the result and, as comments, the times and messages of the
//! engines. Comments of moves begin like those of c-gomoku-cli.

use dolmen::notation;

use crate::openings::OPENING_COMMENT;
use crate::record::{GameRecord, MoveRecord, Negotiation, Reason, Score, date};
use crate::store::Header;
use crate::store::export::{one_line, record_of};

/// Returns a game as SGF. Several games, one after the other, form a collection.
#[must_use]
pub fn sgf(record: &GameRecord, header: &Header) -> String {
    let mut game = record_of(record, header);
    game.names = [&record.black, &record.white].map(|conduct| one_line(&conduct.name));
    result(record).clone_into(&mut game.result);
    let opening = record.opening_length();
    for (id, (ply, moved)) in (1..).zip(record.moves.iter().enumerate()) {
        if let Some(node) = game.node_mut(id) {
            node.comment = about(moved, ply < opening);
        }
    }
    let (pair, number) = (record.id.pair, record.id.game);
    let opening = header.openings.get(record.opening).map_or("", String::as_str);
    let more = [
        ("GN", &*record.id.to_string()),
        ("RO", &format!("{pair}.{number}")),
        ("DT", &date(record.started)),
        ("ON", &one_line(opening)),
        ("GC", &comment(record)),
    ];
    // The version that began the file of results: a newer one must find its games in a file that it continues.
    let program = format!("Dolmen tournament:{}", one_line(&header.version));
    notation::sgf::write(&game, &program, &more)
}

/// Returns the comment of a move.
fn about(moved: &MoveRecord, is_opening: bool) -> String {
    let mut words = Vec::new();
    if is_opening {
        words.push(OPENING_COMMENT.to_owned());
    }
    words.extend(moved.ms.map(|ms| format!("{:.0}ms", ms.trunc())));
    words.extend(moved.message.as_deref().map(one_line));
    words.join("\n")
}

/// Returns the reason for the end of the game, in words, and how the opening was negotiated.
fn comment(record: &GameRecord) -> String {
    let reason = match record.reason {
        Reason::MoveLimit => "move limit reached",
        Reason::TimeoutTurn => "move time exceeded",
        Reason::TimeoutGame => "game time exceeded",
        Reason::TimeoutStart => "start-up time exceeded",
        Reason::Protocol => "protocol error",
        Reason::Memory => "memory limit exceeded",
        Reason::Infrastructure => "engine could not be started",
        other => other.words(),
    };
    let detail = one_line(&record.account());
    let opening = record.negotiation.as_ref().map(Negotiation::text);
    let lines =
        [Some(reason.to_owned()), Some(detail).filter(|detail| !detail.is_empty()), opening];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

/// Returns the result in the notation of SGF: `R` for a resignation, `T` for a loss on time, `F` for one by
/// forfeit.
fn result(record: &GameRecord) -> &'static str {
    let is_late =
        matches!(record.reason, Reason::TimeoutTurn | Reason::TimeoutGame | Reason::TimeoutStart);
    let is_five = record.reason == Reason::Five;
    let is_resigned = record.reason == Reason::Resignation;
    match record.score {
        Score::Draw => "0",
        Score::Void => "Void",
        Score::Black if is_five => "B+",
        Score::Black if is_resigned => "B+R",
        Score::Black if is_late => "B+T",
        Score::Black => "B+F",
        Score::White if is_five => "W+",
        Score::White if is_resigned => "W+R",
        Score::White if is_late => "W+T",
        Score::White => "W+F",
    }
}

#[cfg(test)]
mod tests;
