//! Zones: the points where a stone of the defender could make a difference to a plan.
//!
//! The zone of a plan contains
//!
//! - the points of its moves, of its fives, and of the replies that it names or must answer; under
//!   rules that know closed fives, also the points near its fives,
//! - wherever the defender is to move, the points where he could help to make a five: those of the
//!   windows of five cells without stones of the attacker in which he has three stones, or one fewer
//!   for each unnamed reply that can follow within the plan,
//! - everything if the rule forbids points and it depends on them whether a move is legal.
//!
//! A stone elsewhere, alone or with the other unnamed replies, changes none of the facts that the
//! plan rests on: its moves are legal, the same points make its fives and stop them, and the defender
//! never has a five.

use crate::board::Bitboard;
use crate::certificate::board::{MAX_NESTING, WindowSets};

/// The points where a stone of the defender could make a difference.
#[derive(Clone, Copy, Debug)]
pub(super) struct Zone {
    /// The points that the plan uses.
    pub(super) used: Bitboard,
    /// `[unnamed replies that can follow]`: the points where the defender could help to make five.
    pub(super) windows: WindowSets,
    /// The largest number of following unnamed replies for which points are noted.
    pub(super) nesting: usize,
}

impl Zone {
    /// Returns an empty zone of a plan in which at most `nesting` unnamed replies can follow.
    pub(super) const fn new(nesting: usize) -> Self {
        Self { used: Bitboard::EMPTY, windows: [Bitboard::EMPTY; MAX_NESTING + 1], nesting }
    }

    /// Returns the points where a reply matters to a plan.
    pub(super) fn of_nesting(&self, nesting: usize) -> Bitboard {
        self.used | self.windows[nesting]
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.used |= other.used;
        for (set, &more) in self.windows.iter_mut().zip(&other.windows) {
            *set |= more;
        }
    }
}
