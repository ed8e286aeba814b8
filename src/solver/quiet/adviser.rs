//! Advice about the attacker's moves.

use std::fmt;

use crate::board::{Point, Position};

/// A source of suggestions for a [`QuietSolver`](crate::solver::QuietSolver), which tries the suggested moves first.
///
/// ```
/// use dolmen::solver::{Adviser, Suggestion};
/// use dolmen::{BoardSize, Position};
///
/// /// Suggests the centre.
/// #[derive(Debug)]
/// struct Center;
///
/// impl Adviser for Center {
///     fn advise(&mut self, position: &Position) -> Option<Suggestion> {
///         let point = position.geometry().center();
///         position.is_empty_at(point).then_some(Suggestion { point, chance: 0.6 })
///     }
///
///     fn another(&self) -> Box<dyn Adviser> {
///         Box::new(Self)
///     }
/// }
///
/// assert!(Center.advise(&Position::new(BoardSize::square(15))).is_some());
/// ```
pub trait Adviser: fmt::Debug + Send {
    /// Returns a move of the side to move, or `None` for no advice.
    fn advise(&mut self, position: &Position) -> Option<Suggestion>;

    /// Returns whether the last advice was cut short, so that the solver must not remember it.
    fn was_interrupted(&self) -> bool {
        false
    }

    /// Returns another adviser of the same kind, for another thread.
    fn another(&self) -> Box<dyn Adviser>;
}

/// A move that an [`Adviser`] suggests.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Suggestion {
    /// The move.
    pub point: Point,
    /// The chance to win after it, from 0 to 1.
    pub chance: f64,
}
