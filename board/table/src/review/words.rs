//! Judgements in words.

use crate::tree::{Judgement, Reason};

/// Returns the reason of a judgement as sentences; an empty text if there is nothing to say.
pub(super) fn of(judgement: &Judgement) -> String {
    let by = |fours: bool| if fours { ", by fours alone" } else { "" };
    match judgement.reason {
        Some(Reason::MissedWin { plies, by_fours }) => {
            format!("A win in {} was missed{}.", moves(plies), by(by_fours))
        }
        Some(Reason::Loses { plies, by_fours }) => {
            format!("The other side now wins in {}{}.", moves(plies), by(by_fours))
        }
        Some(Reason::LongerWin { shorter }) => {
            let there = if shorter == 1 {
                "five in a row".to_owned()
            } else {
                format!("a win in {}", moves(shorter))
            };
            format!("It still wins, but there was {there}.")
        }
        Some(Reason::OnlyWin { .. }) => "The only move that wins.".to_owned(),
        Some(Reason::OnlyMove) => "The only good move.".to_owned(),
        None if judgement.class.is_error() => {
            let loss = 100.0 * judgement.loss.unwrap_or_default();
            format!("It gave away {loss:.0} % of the chance to win.")
        }
        None => String::new(),
    }
}

/// Returns the number of the winner's moves in this many plies, such as `3 moves`.
fn moves(plies: u32) -> String {
    match plies.div_ceil(2) {
        0 | 1 => "one move".to_owned(),
        count => format!("{count} moves"),
    }
}
