//! What a winning line of continuous fours must be, by the slow rules alone.

use dolmen::board::{Bitboard, Point, Position};
use dolmen::rules::{Rule, check_move, five_points, winner};

/// Whether a line is legal and wins for the side to move: every move of it but the last
/// one makes a four, every reply stops the five that threatens, and in the end there is a
/// five, or nothing legal that stops one.
///
/// # Errors
/// If it is not, with the reason.
pub(crate) fn check_line(position: &Position, rule: Rule, line: &[Point]) -> Result<(), String> {
    let attacker = position.side_to_move();
    let mut position = position.clone();
    for (ply, &point) in line.iter().enumerate() {
        let wrong = |what: &str| Err(format!("ply {}, {point}: {what}", ply + 1));
        let mover = position.side_to_move();
        if let Err(error) = check_move(&position, point, rule) {
            return wrong(&error.to_string());
        }
        let threatens = !five_points(&position, !mover, rule).is_empty();
        position.play(point).expect("the move is legal");
        if winner(&position, rule).is_some() {
            let is_end = ply + 1 == line.len();
            return if mover == attacker && is_end {
                Ok(())
            } else {
                wrong("a five of the wrong side or too early")
            };
        }
        if mover == attacker {
            if threatens && !five_points(&position, !attacker, rule).is_empty() {
                return wrong("the opponent's five stays possible");
            }
            if five_points(&position, attacker, rule).is_empty() {
                return wrong("no four");
            }
        } else if !five_points(&position, attacker, rule).is_empty()
            && !answers(&mut position_before(&position), rule).is_empty()
        {
            return wrong("the reply stops no five, yet another one does");
        }
    }
    if position.side_to_move() != attacker && answers(&mut position, rule).is_empty() {
        Ok(())
    } else {
        Err("the line ends without a five, and one can be stopped".to_owned())
    }
}

fn position_before(position: &Position) -> Position {
    let mut before = position.clone();
    before.undo().expect("a move was played");
    before
}

/// The legal moves of the side to move that leave the other one no five.
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
