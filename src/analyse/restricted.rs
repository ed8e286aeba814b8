//! The moves that a query excludes, and the only moves that it allows.

use serde_json::Value;

use crate::analyse::fault::{Code, Fault};
use crate::analyse::fields::Fields;
use crate::analyse::points::{Notation, player};
use crate::analyse::setup::{Turn, illegal_move};
use crate::board::{Bitboard, BoardSize, Color};
use crate::rules::check_move;

/// The fields.
const AVOID: &str = "avoidMoves";
const ALLOW: &str = "allowMoves";

/// The points that each side must avoid, the only points that it may choose, if the query lists any, and the field
/// that restricts it.
#[derive(Debug, Default)]
pub(super) struct Restricted {
    notation: Notation,
    blocked: [Bitboard; 2],
    /// The only points and the index of their object in the list.
    only: [Option<(Bitboard, usize)>; 2],
    by: Option<&'static str>,
}

impl Restricted {
    /// Reads the points that each side must avoid, and the only points that it may choose.
    pub(super) fn read(
        fields: &mut Fields,
        notation: Notation,
        size: BoardSize,
    ) -> Result<Self, Fault> {
        let mut restricted = Restricted { notation, ..Restricted::default() };
        for (index, value) in fields.list(AVOID)?.unwrap_or_default().into_iter().enumerate() {
            let (color, points) =
                read_points(AVOID, value, notation, size).map_err(|fault| fault.at(index))?;
            restricted.blocked[color.index()] |= points;
            restricted.by = Some(AVOID);
        }
        for (index, value) in fields.list(ALLOW)?.unwrap_or_default().into_iter().enumerate() {
            let (color, points) =
                read_points(ALLOW, value, notation, size).map_err(|fault| fault.at(index))?;
            if restricted.only[color.index()].is_some() {
                let words = format!("a second object for {color}: expected one for each player");
                return Err(Fault::new(Code::Invalid, ALLOW, words).at(index));
            }
            let others: Bitboard = size.points().filter(|&point| !points.contains(point)).collect();
            restricted.blocked[color.index()] |= others;
            restricted.only[color.index()] = Some((points, index));
            restricted.by = Some(ALLOW);
        }
        Ok(restricted)
    }

    /// Returns the field that restricts the moves, if there is one.
    pub(super) const fn field(&self) -> Option<&'static str> {
        self.by
    }

    /// Returns the points that the side to move must avoid, and the only points that it may choose.
    pub(super) fn of(&self, turn: &Turn) -> Result<[Bitboard; 2], Fault> {
        let side = turn.game.side_to_move().index();
        let (blocked, only) = (self.blocked[side], self.only[side]);
        let legal = turn.game.legal_moves();
        if turn.outcome.is_none() && !legal.is_empty() && (legal - blocked).is_empty() {
            return Err(self.nothing_left(turn, legal));
        }
        Ok([blocked, only.map_or(Bitboard::EMPTY, |(points, _)| points)])
    }

    /// Returns the fault of a turn that is left without a legal move, with the first point that causes it.
    fn nothing_left(&self, turn: &Turn, legal: Bitboard) -> Fault {
        let (number, size) = (turn.number, turn.game.size());
        let Some((only, index)) = self.only[turn.game.side_to_move().index()] else {
            let words = format!("{AVOID} has all {} legal moves of turn {number}", legal.len());
            return Fault::new(Code::Invalid, AVOID, words);
        };
        let why = match only.iter().next() {
            None => "it has no point".to_owned(),
            Some(point) => {
                let (position, rule) = (turn.game.position(), turn.game.rule().rule);
                match check_move(position, point, rule) {
                    Err(error) => illegal_move(error, self.notation, size).message,
                    Ok(()) => {
                        format!("point {} is in {AVOID}, too", self.notation.name(point, size))
                    }
                }
            }
        };
        let words = format!("{ALLOW} leaves no legal move at turn {number}: {why}");
        Fault::new(Code::Invalid, ALLOW, words).at(index)
    }
}

/// Reads an object with a player, points and `untilDepth`, which can only be 1.
fn read_points(
    field: &str,
    value: Value,
    notation: Notation,
    size: BoardSize,
) -> Result<(Color, Bitboard), Fault> {
    let Value::Object(map) = value else {
        return Err(Fault::invalid(field, &value, "an object with player, moves and untilDepth"));
    };
    let mut fields = Fields::new(map);
    let named = |fault: Fault| Fault { field: field.to_owned(), ..fault };
    let depth = fields.number("untilDepth", 1..=1).map_err(named)?;
    debug_assert!(depth.is_none_or(|depth| depth == 1), "the range has one number");
    let color = fields.take("player").unwrap_or(Value::Null);
    let color = player(field, &color)?;
    let list = fields.list("moves").map_err(named)?;
    let missing = || Fault::new(Code::Missing, field, "missing moves: expected a list of points");
    let mut points = Bitboard::EMPTY;
    for value in list.ok_or_else(missing)? {
        if let Some(point) = notation.read(field, &value, size)? {
            points.insert(point);
        }
    }
    if let Some(name) = fields.names().next() {
        let words = format!("unknown {name:?}: expected player, moves and untilDepth");
        return Err(Fault::new(Code::Invalid, field, words));
    }
    Ok((color, points))
}
