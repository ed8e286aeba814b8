//! The built-in sets of openings, made by the runner's own generator. The head of each file has the
//! command that made it.

use dolmen::board::{BoardSize, Point};
use dolmen::notation::moves::read_offsets;
use dolmen::rules::Rule;

use crate::openings::lists::content;
use crate::openings::{Opening, OpeningStyle, check};
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
    let made_for = BoardSize::square(*side);
    let moves = |line: &str| match style {
        OpeningStyle::Middle => read_offsets(line, size).ok(),
        OpeningStyle::Contest => moved(&read_offsets(line, made_for).ok()?, made_for, size),
    };
    let numbered = content(text).map(|(_, line)| moves(line)).zip(1..);
    let openings: Vec<Opening> = numbered
        .filter_map(|(moves, number)| {
            let opening =
                Opening { name: format!("{style}-{rule}-{side}:{number}"), moves: moves? };
            check(&opening, size, rule).ok().map(|()| opening)
        })
        .collect();
    if openings.is_empty() {
        return vec![Opening { name: "empty board".to_owned(), moves: Vec::new() }];
    }
    openings
}

/// Moves an opening from one board to another, so that its distance from the nearer edge stays
/// the same across and down; `None` if it does not fit.
fn moved(moves: &[Point], from: BoardSize, to: BoardSize) -> Option<Vec<Point>> {
    let xs = moves.iter().map(|point| point.column() as i64);
    let ys = moves.iter().map(|point| point.row() as i64);
    let across = shift(xs.clone(), from.width() as i64, to.width() as i64);
    let down = shift(ys.clone(), from.height() as i64, to.height() as i64);
    xs.zip(ys).map(|(x, y)| to.point(x + across, y + down)).collect()
}

/// Returns the shift of rows or columns from a side of one length to a side of another.
fn shift(lines: impl Iterator<Item = i64> + Clone, from: i64, to: i64) -> i64 {
    let before = lines.clone().min().unwrap_or(0);
    let behind = from - 1 - lines.max().unwrap_or(0);
    if before <= behind { 0 } else { to - from }
}

#[cfg(test)]
mod tests;
