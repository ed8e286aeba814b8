//! The built-in sets of openings, made by the runner's own generator. The head of each file has the
//! command that made it.

use dolmen::board::BoardSize;
use dolmen::protocol::coordinate::Coordinate;
use dolmen::rules::Rule;

use crate::openings::lists::Draft;
use crate::openings::read::drafts;
use crate::openings::{Opening, OpeningForm, OpeningStyle};
use files::{Set, sets};

mod files;

/// Returns the openings of a style for a rule and a board, at least one. They are balanced by the
/// evaluation of the engine that made them, and no two are the same up to symmetry. Their names begin
/// with the style.
///
/// There are sets for 15×15 and 20×20, for omok 15×15 and 19×19. Another board gets the openings of
/// the nearest set, by its shorter side, that fit on it and are legal there; their balance on that
/// board is unknown. Openings of [`OpeningStyle::Middle`] keep their place relative to the middle,
/// those of [`OpeningStyle::Contest`] their distance from the nearer edges. A board without a fitting
/// opening gets only the opening without moves.
#[must_use]
pub fn built_in(style: OpeningStyle, rule: Rule, size: BoardSize) -> Vec<Opening> {
    let shorter = size.width().min(size.height());
    let Set { side, text } = sets(style, rule)
        .iter()
        .min_by_key(|set| set.side.abs_diff(shorter))
        .expect("every rule has built-in sets");
    let drafts = match style {
        OpeningStyle::Middle => offsets(text, size),
        OpeningStyle::Contest => {
            let made_for = BoardSize::square(*side);
            let drafts = offsets(text, made_for);
            drafts.into_iter().map(|draft| moved(draft, made_for, size)).collect()
        }
    };
    let numbered = drafts.iter().zip(1..);
    let openings: Vec<Opening> = numbered
        .filter_map(|(draft, number)| {
            draft.check(format!("{style}-{rule}-{side}:{number}"), size, rule).ok()
        })
        .collect();
    if openings.is_empty() {
        return vec![Opening { name: "empty board".to_owned(), moves: Vec::new() }];
    }
    openings
}

fn offsets(text: &str, size: BoardSize) -> Vec<Draft> {
    drafts(text, OpeningForm::Offsets, size).expect("a test parses every built-in set")
}

/// Moves an opening to another board. Its distances from the nearer edges, across and down, stay the
/// same.
fn moved(draft: Draft, from: BoardSize, to: BoardSize) -> Draft {
    let xs = draft.moves.iter().map(|(_, at)| at.x);
    let ys = draft.moves.iter().map(|(_, at)| at.y);
    let across = shift(xs, from.width() as i64, to.width() as i64);
    let down = shift(ys, from.height() as i64, to.height() as i64);
    let step =
        |(line, at): (usize, Coordinate)| (line, Coordinate { x: at.x + across, y: at.y + down });
    Draft { line: draft.line, moves: draft.moves.into_iter().map(step).collect() }
}

/// Returns the shift of rows or columns from a side of one length to a side of another.
fn shift(lines: impl Iterator<Item = i64> + Clone, from: i64, to: i64) -> i64 {
    let before = lines.clone().min().unwrap_or(0);
    let behind = from - 1 - lines.max().unwrap_or(0);
    if before <= behind { 0 } else { to - from }
}

#[cfg(test)]
mod tests;
