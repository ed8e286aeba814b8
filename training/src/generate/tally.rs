//! The kinds of labelled positions, and counts of them.

use strum::{EnumCount, IntoStaticStr, VariantArray};

use crate::store::{Beginning, Game};

/// A kind of labelled position.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, EnumCount, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "lowercase")]
pub enum Kind {
    /// A position of a game, with fewer than [`CROWDED_STONES`] stones.
    Game,
    /// A position inside a search, with fewer than [`CROWDED_STONES`] stones.
    Interior,
    /// A position of either sort with more stones.
    Crowded,
    /// A position of a game that Dolmen did not play.
    Foreign,
}

/// The minimum number of stones of a crowded board.
pub const CROWDED_STONES: usize = 40;

impl Kind {
    /// Returns the name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the kind of a position with `stones` stones inside a game, `path` plies after a
    /// position of the game.
    #[must_use]
    pub fn in_game(game: &Game, stones: usize, path: usize) -> Self {
        match game.beginning {
            Beginning::Foreign => Self::Foreign,
            _ => Self::of(stones, path),
        }
    }

    /// Returns the kind of a position with `stones` stones, `path` plies after a position of
    /// its game.
    #[must_use]
    pub const fn of(stones: usize, path: usize) -> Self {
        if stones >= CROWDED_STONES {
            Self::Crowded
        } else if path > 0 {
            Self::Interior
        } else {
            Self::Game
        }
    }
}

/// The number of positions of each kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    counts: [u64; Kind::COUNT],
}

impl Tally {
    /// Counts the labelled positions of a game.
    pub fn add(&mut self, game: &Game) {
        for (stones, position) in game.positions() {
            self.counts[Kind::in_game(game, stones, 0) as usize] += 1;
            for interior in &position.interior {
                let path = interior.path.len();
                self.counts[Kind::in_game(game, stones + path, path) as usize] += 1;
            }
        }
    }

    /// Returns the number of positions of a kind.
    #[must_use]
    pub const fn of(&self, kind: Kind) -> u64 {
        self.counts[kind as usize]
    }

    /// Returns the number of positions of all kinds.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.iter().sum()
    }
}
