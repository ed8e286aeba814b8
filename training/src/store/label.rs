//! The findings of searches and solvers about a position.

use dolmen::board::Point;
use dolmen::eval::Score;

/// The verdict of the solvers on one side, if it is to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// No solver ran, or one used up its budget.
    #[default]
    Unknown,
    /// The side has no win by fours and none by the threats that were searched.
    NoWin,
    /// The side wins by continuous fours.
    Fours,
    /// The side wins by continuous threats, not by fours alone.
    Threats,
}

impl Verdict {
    /// All verdicts; the index of a verdict is its number in a file.
    pub const ALL: [Self; 4] = [Self::Unknown, Self::NoWin, Self::Fours, Self::Threats];

    /// Returns whether the verdict is a proved win.
    #[must_use]
    pub const fn is_win(self) -> bool {
        matches!(self, Self::Fours | Self::Threats)
    }
}

/// The verdicts of the solvers on both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Verdicts {
    /// Of the side to move: a win here is the value of the position.
    pub mover: Verdict,
    /// Of the other side, if it were to move: a win here is a threat.
    pub opponent: Verdict,
}

/// The findings of a search about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Searched {
    /// The move that it chose.
    pub best: Point,
    /// The score for the side to move.
    pub score: Score,
    /// Depth of the last whole iteration in plies, from 0 (none was completed, so that
    /// move and score mean nothing) to [`MAX_DEPTH`] (this many or more).
    pub depth: u8,
}

/// The assumed length, in plies, of a proved win that the search has missed.
const MISSED_WIN: i32 = 100;
/// The maximum stored depth, in plies.
pub const MAX_DEPTH: u8 = 31;

/// The known facts about a stored position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    /// The result of the short search, or the solver's win.
    pub searched: Searched,
    /// The verdicts of the solvers.
    pub verdicts: Verdicts,
    /// The result of a search of many more nodes, for a few positions.
    pub deep: Option<Searched>,
}

impl Label {
    /// Returns the label of a search alone.
    #[must_use]
    pub const fn of_search(searched: Searched) -> Self {
        let verdicts = Verdicts { mover: Verdict::Unknown, opponent: Verdict::Unknown };
        Self { searched, verdicts, deep: None }
    }

    /// Returns the score to learn from: that of a proved win, else that of the deep search if there is
    /// one, else that of the short search.
    #[must_use]
    pub fn score(&self) -> Score {
        let score = self.deep.unwrap_or(self.searched).score;
        let is_missed = self.is_proved_win() && !score.is_win();
        if is_missed { Score::win_in(MISSED_WIN) } else { score }
    }

    /// Returns whether the value of the position is a proved win of the side to move.
    #[must_use]
    pub const fn is_proved_win(&self) -> bool {
        self.verdicts.mover.is_win()
    }
}

/// A move at the root of a search, and its share of the nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveShare {
    /// The move.
    pub point: Point,
    /// Its share of all nodes, in parts of [`SHARE_PARTS`]; at least one part.
    pub share: u8,
}

/// Parts of a whole in [`MoveShare::share`].
pub const SHARE_PARTS: u8 = 32;
/// The maximum number of stored root moves of a position.
pub const MAX_MOVES: usize = 8;

/// A position inside the search of a position of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InteriorPosition {
    /// The moves that lead to it from the position of the game; at least one.
    pub path: Vec<Point>,
    /// The label of the position.
    pub label: Label,
}
