//! Checks winning variations of continuous fours with the slow definitions of the rules.

use dolmen::board::{Bitboard, Point, Position};
use dolmen::rules::{Rule, check_move, five_points, winner};

/// Checks that a variation is legal and wins for the side to move.
///
/// Every attacking move but the last must make a four, and every reply must stop the five if one can. The last
/// move must make a five.
///
/// # Errors
/// Returns the reason if the variation does not win.
pub(crate) fn check_variation(
    position: &Position,
    rule: Rule,
    variation: &[Point],
) -> Result<(), String> {
    let attacker = position.side_to_move();
    let mut position = position.clone();
    for (ply, &point) in variation.iter().enumerate() {
        let wrong = |what: &str| Err(format!("ply {}, {point}: {what}", ply + 1));
        let mover = position.side_to_move();
        if let Err(error) = check_move(&position, point, rule) {
            return wrong(&error.to_string());
        }
        let threatens = !five_points(&position, !mover, rule).is_empty();
        position.play(point).expect("the move is legal");
        if winner(&position, rule).is_some() {
            let is_end = ply + 1 == variation.len();
            return if mover == attacker && is_end {
                Ok(())
            } else {
                wrong("a five by the wrong side or too early")
            };
        }
        if mover == attacker {
            if threatens && !five_points(&position, !attacker, rule).is_empty() {
                return wrong("does not stop the opponent's five");
            }
            if five_points(&position, attacker, rule).is_empty() {
                return wrong("does not make a four");
            }
        } else if !five_points(&position, attacker, rule).is_empty()
            && !answers(&mut position_before(&position), rule).is_empty()
        {
            return wrong("does not stop the five, although another reply does");
        }
    }
    Err("the variation ends without a five".to_owned())
}

/// Returns the position before the last move.
fn position_before(position: &Position) -> Position {
    let mut before = position.clone();
    before.undo().expect("a move was played");
    before
}

/// Returns the legal moves of the side to move after which the opponent cannot make a five.
fn answers(position: &mut Position, rule: Rule) -> Bitboard {
    let mover = position.side_to_move();
    let empty = position.empty();
    let stops = |&point: &Point| {
        check_move(position, point, rule).is_ok() && {
            position.play(point).expect("the point is empty");
            let stops = five_points(position, !mover, rule).is_empty();
            position.undo();
            stops
        }
    };
    empty.iter().filter(stops).collect()
}
