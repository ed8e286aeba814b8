//! Replays one game by the slow definitions of the rules.

use dolmen::board::{Point, Position};
use dolmen::rules::{IllegalMove, Outcome, Rule, check_move, five_points, outcome};
use dolmen::solver::{Proof, Vcf};
use dolmen::threats::ThreatBoard;
use thiserror::Error;

use crate::store::{Beginning, Game, GamePosition};

/// The budget of the solver that confirms the end of a game, in positions.
const PROOF_BUDGET: u64 = 1 << 20;
/// The size of the solver's table, in positions, as a power of two.
const PROOF_MEMORY_BITS: u32 = 16;

/// A fault of a game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// A move that the rules do not allow; the ply counts from 0.
    #[error("ply {0}: {1}")]
    Illegal(usize, IllegalMove),
    /// A best move that the rules do not allow.
    #[error("best move of ply {0}: {1}")]
    IllegalChoice(usize, IllegalMove),
    /// A move on the path to an interior position, or its best move, that the rules do not allow.
    /// The ply is that of the position of the game.
    #[error("interior of ply {0}: {1}")]
    IllegalPath(usize, IllegalMove),
    /// A stone after the end of the game.
    #[error("ply {0} comes after the end of the game")]
    AfterEnd(usize),
    /// A result that the stones contradict.
    #[error("the result does not match the stones: {0}")]
    Outcome(Outcome),
    /// A game that is not over.
    #[error("the game is not over")]
    NotOver,
    /// A win at the end that the solver does not find.
    #[error("the proved win at the end cannot be confirmed")]
    Unproved,
}

/// Replays a game by the slow definitions.
///
/// # Errors
/// Returns the first fault.
pub fn replay(game: &Game, rule: Rule) -> Result<(), Fault> {
    let mut position = Position::new(game.size);
    for (number, ply) in game.plies.iter().enumerate() {
        if number > 0 && outcome(&position, rule).is_some() {
            return Err(Fault::AfterEnd(number));
        }
        if let Some(before) = &ply.before {
            replay_searched(&position, before, rule, number)?;
        }
        legal(&position, ply.point, rule).map_err(|error| Fault::Illegal(number, error))?;
        position.play(ply.point).expect("a legal move is on an empty point");
    }
    let end = outcome(&position, rule);
    let Some(proof) = &game.end else {
        // People resign and agree on draws.
        let is_agreed = game.beginning == Beginning::Foreign && end.is_none();
        let is_dead = game.outcome == Outcome::Draw && end.is_none() && game.is_dead();
        let is_sound = is_agreed || is_dead || end == Some(game.outcome);
        return if is_sound { Ok(()) } else { Err(end.map_or(Fault::NotOver, Fault::Outcome)) };
    };
    if end.is_some() {
        return Err(Fault::AfterEnd(game.plies.len()));
    }
    if game.outcome != Outcome::Win(position.side_to_move()) {
        return Err(Fault::NotOver);
    }
    replay_searched(&position, proof, rule, game.plies.len())?;
    confirm_win(&position, rule)
}

/// Checks the choices in a position of a game, and the paths from it.
fn replay_searched(
    position: &Position,
    searched: &GamePosition,
    rule: Rule,
    ply: usize,
) -> Result<(), Fault> {
    let deep = searched.label.deep.map(|deep| deep.best);
    let moves = searched.moves.iter().map(|share| share.point);
    for point in moves.chain([searched.label.searched.best]).chain(deep) {
        legal(position, point, rule).map_err(|error| Fault::IllegalChoice(ply, error))?;
    }
    for interior in &searched.interior {
        let fault = |error| Fault::IllegalPath(ply, error);
        let mut inside = position.clone();
        for &point in &interior.path {
            if outcome(&inside, rule).is_some() {
                return Err(Fault::AfterEnd(ply));
            }
            legal(&inside, point, rule).map_err(fault)?;
            inside.play(point).expect("a legal move is on an empty point");
        }
        let deep = interior.label.deep.map(|deep| deep.best);
        for point in deep.into_iter().chain([interior.label.searched.best]) {
            legal(&inside, point, rule).map_err(fault)?;
        }
    }
    Ok(())
}

/// Checks a move: to a legal point, or to any empty one where every point is forbidden.
fn legal(position: &Position, point: Point, rule: Rule) -> Result<(), IllegalMove> {
    match check_move(position, point, rule) {
        Err(_) if may_only_foul(position, point, rule) => Ok(()),
        checked => checked,
    }
}

/// Returns whether a move is to an empty point while every empty point is forbidden: the game then
/// continues with fouls until the board is full.
fn may_only_foul(position: &Position, point: Point, rule: Rule) -> bool {
    let is_illegal = |point: Point| check_move(position, point, rule).is_err();
    position.is_empty_at(point) && position.empty().iter().all(is_illegal)
}

/// Searches for a win by continuous fours, and plays it to the end by the slow definitions.
fn confirm_win(position: &Position, rule: Rule) -> Result<(), Fault> {
    let mut board = ThreatBoard::new(position, rule);
    let Proof::Win(line) = Vcf::new(PROOF_MEMORY_BITS).solve(&mut board, PROOF_BUDGET) else {
        return Err(Fault::Unproved);
    };
    let winner = position.side_to_move();
    let mut position = position.clone();
    for point in line {
        check_move(&position, point, rule).map_err(|_| Fault::Unproved)?;
        position.play(point).expect("a legal move is on an empty point");
    }
    let is_won = outcome(&position, rule) == Some(Outcome::Win(winner))
        || (position.side_to_move() != winner && cannot_answer(&position, rule));
    if is_won { Ok(()) } else { Err(Fault::Unproved) }
}

/// Returns whether the opponent makes a five next after every reply of the side to move: a line of
/// fours may end with a four whose only answer is forbidden.
fn cannot_answer(position: &Position, rule: Rule) -> bool {
    let mover = position.side_to_move();
    let makes_five = |position: &Position, color| !five_points(position, color, rule).is_empty();
    let answers = |&point: &Point| {
        let mut answered = position.clone();
        check_move(position, point, rule).is_ok()
            && answered.play(point).is_ok()
            && !makes_five(&answered, !mover)
    };
    !makes_five(position, mover) && !position.empty().iter().any(|point| answers(&point))
}
