//! The positions that scripts name, as lines of a BOARD block.

use crate::referee::{Point, Rule, Side, nearly_full, quiet, random_position};
use crate::script::BoardSpec;

/// The stones of a position with their field: 1 own, 2 the opponent's, 3 nobody's.
pub(crate) fn stones(spec: &BoardSpec, width: u16, height: u16) -> Vec<(Point, u8)> {
    // The engine is to move, so the side that is to move is its own.
    let by_turn = |order: Vec<(Point, Side)>| {
        let own = if order.len().is_multiple_of(2) { Side::Black } else { Side::White };
        let field = |side| if side == own { 1 } else { 2 };
        order.into_iter().map(|(point, side)| (point, field(side))).collect()
    };
    match spec {
        BoardSpec::Quiet => by_turn(quiet(width, height)),
        BoardSpec::Random { stones, seed } => {
            by_turn(random_position(width, height, Rule::Freestyle, *stones, *seed))
        }
        BoardSpec::FullBut(empty) => by_turn(nearly_full(width, height, empty)),
        BoardSpec::Stones { own, theirs, dead, own_first } => {
            let (first, second, fields) =
                if *own_first { (own, theirs, [1, 2]) } else { (theirs, own, [2, 1]) };
            let mut order = Vec::new();
            for index in 0..first.len().max(second.len()) {
                order.extend(first.get(index).map(|&point| (point, fields[0])));
                order.extend(second.get(index).map(|&point| (point, fields[1])));
            }
            order.extend(dead.iter().map(|&point| (point, 3)));
            order
        }
    }
}
