//! The sets of openings that the runner carries with it, made by its own generator; each
//! file's head tells the command.

use dolmen::board::BoardSize;
use dolmen::protocol::coordinate::Coordinate;
use dolmen::rules::Rule;

use crate::openings::lists::Draft;
use crate::openings::read::drafts;
use crate::openings::{Opening, OpeningForm, OpeningStyle};
use files::{Set, sets};

mod files;

/// Returns openings of a style for a rule and a board: even by the judgement of the engine that
/// made them, no two the same up to symmetry, and never none. Their names begin with the style.
///
/// There are sets for 15×15 and 20×20, of omok for 15×15 and 19×19. Another board gets those
/// openings of the nearest set, by its shorter side, that fit on it and can be played there;
/// how even they are on it nobody has looked at. Those round the middle are laid round the
/// middle of the other board; those of contests keep the distance from the edges that they are
/// nearest to. If there is none, as on the smallest boards, the opening without moves is the
/// only one.
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

/// Moves an opening from one board to another, so that its distance from the nearer edge stays
/// the same across and down.
fn moved(draft: Draft, from: BoardSize, to: BoardSize) -> Draft {
    let xs = draft.moves.iter().map(|(_, at)| at.x);
    let ys = draft.moves.iter().map(|(_, at)| at.y);
    let across = shift(xs, from.width() as i64, to.width() as i64);
    let down = shift(ys, from.height() as i64, to.height() as i64);
    let step =
        |(line, at): (usize, Coordinate)| (line, Coordinate { x: at.x + across, y: at.y + down });
    Draft { line: draft.line, moves: draft.moves.into_iter().map(step).collect() }
}

/// Returns how far lines have to be moved from a side of one length to a side of another.
fn shift(lines: impl Iterator<Item = i64> + Clone, from: i64, to: i64) -> i64 {
    let before = lines.clone().min().unwrap_or(0);
    let behind = from - 1 - lines.max().unwrap_or(0);
    if before <= behind { 0 } else { to - from }
}

#[cfg(test)]
mod tests;
