//! Wins and losses that the threat sets tell without a search.

use crate::board::Bitboard;
use crate::eval::Score;
use crate::threats::{Threat, ThreatBoard};

/// What the side to move has to care for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Situation {
    /// The game is decided within a few plies.
    Decided(Score),
    /// The opponent makes five next unless one of these points is taken.
    MustAnswerFive(Bitboard),
    /// The opponent makes an unanswerable four next unless it is prevented.
    MustAnswerOpenFour,
    /// Nothing urgent.
    Free,
}

/// What follows from the threat sets for the side to move, at `ply` plies from the root.
/// Decided scores are exact in who wins; the distance is that of the shortest way seen.
pub(crate) fn situation(board: &mut ThreatBoard, ply: i32) -> Situation {
    let mover = board.side_to_move();
    if board.count(mover, Threat::Five) > 0 {
        return Situation::Decided(Score::win_in(ply + 1));
    }
    if board.count(!mover, Threat::Five) > 0 {
        let answers = board.answers_to_five(!mover);
        let answers = board.legal(mover, answers);
        return if answers.is_empty() {
            Situation::Decided(Score::loss_in(ply + 2))
        } else {
            Situation::MustAnswerFive(answers)
        };
    }
    if board.count(mover, Threat::OpenFour) > 0 {
        return Situation::Decided(Score::win_in(ply + 3));
    }
    if board.count(!mover, Threat::OpenFour) > 0 {
        return Situation::MustAnswerOpenFour;
    }
    // Two open threes cross in the new stone only, so one answer leaves one of them; it
    // wins unless the opponent gains time by a four. One that he has no stones for yet
    // comes too late: against an open four he needs a five.
    let opponent_has_fours =
        board.has_any(!mover, &Threat::FOURS) || board.count(!mover, Threat::Forbidden) > 0;
    if board.count(mover, Threat::DoubleThree) > 0 && !opponent_has_fours {
        return Situation::Decided(Score::win_in(ply + 5));
    }
    Situation::Free
}

/// The moves that may keep the opponent from an open four: exact answers to it, and own
/// fours, which gain time. After any other legal move he makes it and wins. With them those
/// that only delay an exact one, if there is such.
pub(crate) fn answers_to_open_four(board: &ThreatBoard) -> (Bitboard, Bitboard) {
    let mover = board.side_to_move();
    let doubtful = match board.rule().restricts(mover) {
        true => board.points(mover, Threat::Forbidden),
        false => Bitboard::EMPTY,
    };
    let exact = board.answers_to_open_four(!mover);
    let answers = exact | board.points_of_any(mover, &Threat::FOURS) | doubtful;
    let delays = if exact.is_empty() { Bitboard::EMPTY } else { answers - exact };
    (answers, delays)
}

#[cfg(test)]
mod tests;
