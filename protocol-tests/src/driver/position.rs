//! Positions as `BOARD` sends them.

use crate::driver::Flow;
use crate::driver::dialogue::Dialogue;
use crate::referee::{Point, Rule, Side, nearly_full, quiet, random_position};
use crate::script::BoardSpec;

/// The third number of a line of `BOARD` for the engine's stones, the opponent's and dead cells.
pub(crate) const OWN_FIELD: u8 = 1;
pub(crate) const THEIR_FIELD: u8 = 2;
const DEAD_FIELD: u8 = 3;

/// A line of `BOARD`.
#[derive(Clone, Copy)]
pub(crate) struct BoardLine {
    pub(crate) point: Point,
    pub(crate) field: u8,
}

/// Sends `BOARD` with these lines.
pub(crate) fn send_board(dialogue: &mut Dialogue, lines: &[BoardLine]) -> Flow {
    dialogue.send_line("BOARD", true)?;
    for BoardLine { point, field } in lines {
        dialogue.send_line(&format!("{point},{field}"), true)?;
    }
    dialogue.send_line("DONE", false)
}

/// Returns the lines of a position, in the order of play.
pub(crate) fn board_lines(spec: &BoardSpec, width: u16, height: u16) -> Vec<BoardLine> {
    // The engine is to move, so the side that is to move is its own.
    let by_turn = |order: Vec<(Point, Side)>| {
        let own = if order.len().is_multiple_of(2) { Side::Black } else { Side::White };
        let field = |side| if side == own { OWN_FIELD } else { THEIR_FIELD };
        order.into_iter().map(|(point, side)| BoardLine { point, field: field(side) }).collect()
    };
    match spec {
        BoardSpec::Quiet => by_turn(quiet(width, height)),
        BoardSpec::Random { stones, seed } => {
            by_turn(random_position(width, height, Rule::Freestyle, *stones, *seed))
        }
        BoardSpec::FullBut(empty) => by_turn(nearly_full(width, height, empty)),
        BoardSpec::Stones { own, theirs, dead, own_first } => {
            let lines = |points: &[Point], field| -> Vec<BoardLine> {
                points.iter().map(|&point| BoardLine { point, field }).collect()
            };
            let (own, theirs) = (lines(own, OWN_FIELD), lines(theirs, THEIR_FIELD));
            let (first, second) = if *own_first { (own, theirs) } else { (theirs, own) };
            let mut order = Vec::new();
            for index in 0..first.len().max(second.len()) {
                order.extend(first.get(index).into_iter().chain(second.get(index)));
            }
            order.extend(lines(dead, DEAD_FIELD));
            order
        }
    }
}
