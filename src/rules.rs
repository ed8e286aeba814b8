//! The rules: what counts as a five, which points are forbidden, and when a game is over.

pub(crate) mod forbidden;
pub(crate) mod outcome;
pub(crate) mod rule;
pub(crate) mod shape;

pub use forbidden::{
    Forbidden, IllegalMove, check_move, forbidden, forbidden_kinds, forbidden_points,
};
pub use outcome::{Outcome, five_points, five_through, makes_five, outcome, winner};
pub use rule::{Five, GameRule, ParseRuleError, Rule};
pub use shape::{Definition, Line, LineRule, Shape};
