//! Crowded boards: positions that two careful players could reach.
//!
//! Stones are added one by one. Each is one of the better moves by the order in which the
//! engine would try them, and stays only if a very short search finds the position still open;
//! where none does, the last stones are taken back. So every position on the way is one that
//! either side may have wanted, which random stones are not.

use dolmen::board::{Point, Position};
use dolmen::eval::Evaluator;
use dolmen::rules::outcome;
use fastrand::Rng;

use crate::generate::beginning::Opener;

/// Nodes of the search that a stone has to pass.
const NODES: u64 = 60;
/// A position with a greater score either way is not open.
const OPEN_WITHIN: i32 = 400;
/// Moves that are tried in a position.
const CANDIDATES: usize = 6;
/// The distance between the scores of two moves of which the better one is e times as likely, in
/// units of the order of moves.
const TEMPERATURE: f32 = 60.0;
/// Stones that are taken back where no move keeps the position open.
const STONES_BACK: usize = 3;
/// The maximum number of times that this happens.
const MAX_RETREATS: usize = 12;

/// Adds stones until there are `stones`, or as many as can be added while the game stays open.
pub(crate) fn grow(opener: &mut Opener<'_>, position: &mut Position, stones: usize) {
    let first = position.ply();
    let mut retreats = 0;
    while position.ply() < stones {
        if let Some(next) = open_move(opener, position) {
            *position = next;
            continue;
        }
        retreats += 1;
        if retreats > MAX_RETREATS {
            return;
        }
        for _ in 0..STONES_BACK.min(position.ply() - first) {
            position.undo();
        }
    }
}

/// The position after a move that leaves the game open, if one is found.
fn open_move(opener: &mut Opener<'_>, position: &Position) -> Option<Position> {
    for point in candidates(opener, position) {
        let mut next = position.clone();
        if next.play(point).is_err() || outcome(&next, opener.rule).is_some() {
            continue;
        }
        let score = opener.searcher.search(&next, NODES).score.value();
        if score.abs() <= OPEN_WITHIN {
            return Some(next);
        }
    }
    None
}

/// Moves to try: drawn at random, the better the likelier; a random choice by
/// Gumbel's trick.
fn candidates(opener: &mut Opener<'_>, position: &Position) -> Vec<Point> {
    let mut board = opener.threats(position);
    let built_in = Evaluator::built_in();
    let evaluator = built_in.rule(opener.rule);
    let mover = board.side_to_move();
    let legal = board.legal(mover, board.near());
    let mut drawn: Vec<(f32, Point)> = legal
        .iter()
        .map(|point| {
            let own = evaluator.weights_at(&board, mover, point).attack;
            let other = evaluator.weights_at(&board, !mover, point).defence;
            let score = f32::from(own) + f32::from(other);
            (score / TEMPERATURE + gumbel(opener.rng), point)
        })
        .collect();
    drawn.sort_by(|a, b| b.0.total_cmp(&a.0));
    drawn.truncate(CANDIDATES);
    drawn.into_iter().map(|(_, point)| point).collect()
}

/// A random number of Gumbel's distribution.
fn gumbel(rng: &mut Rng) -> f32 {
    -(-rng.f32().max(f32::MIN_POSITIVE).ln()).max(f32::MIN_POSITIVE).ln()
}
