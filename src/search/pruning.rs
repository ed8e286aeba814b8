//! When a node or a move is given up without a search. The numbers are in [`Margins`].

use crate::eval::{Score, score};
use crate::search::PLY;
use crate::search::margins::Margins;

/// Depth below which a hopeless node is left to the VCF solver alone.
pub const RAZORING_DEPTH: i32 = 3 * PLY;
/// Positions that the VCF solver may look at in a leaf.
pub const LEAF_VCF_BUDGET: u64 = 24;
/// Positions that the VCF solver may look at before the first iteration: in its first run,
/// and in the longest one, a few milliseconds.
pub const FIRST_ROOT_VCF_BUDGET: u64 = 512;
/// See [`FIRST_ROOT_VCF_BUDGET`].
pub const ROOT_VCF_BUDGET: u64 = 8_192;

/// Distance from the last stones beyond which a four has nothing to do with them.
pub const FAR: usize = 4;

/// Worth of a loss that is not proved, since some moves were not looked at.
pub const NEARLY_LOST: Score = Score::new(-5 * score::UNITS);

/// Least depth at which a table move is tested for being singular.
pub const SINGULAR_DEPTH: i32 = 7 * PLY;
/// Longest line, in plies, in which singular moves are extended.
pub const SINGULAR_PLIES: usize = 64;
/// How much less deep than the node the table's entry may be for that test.
pub const SINGULAR_TABLE_LAG: i32 = 3 * PLY;

impl Margins {
    /// How far below the table move's score all other moves must stay to make it singular.
    #[must_use]
    pub const fn singular(&self, depth: i32) -> i32 {
        self.singular_slope * depth / (10 * PLY)
    }

    /// How far the static evaluation must be below alpha for razoring.
    #[must_use]
    pub const fn razoring(&self, depth: i32) -> i32 {
        self.razoring_base
            + self.razoring_linear * depth / PLY
            + self.razoring_square * depth * depth / (PLY * PLY)
    }

    /// How far the static evaluation must be above beta for the node to be left at that.
    #[must_use]
    pub const fn futility(&self, depth: i32, improving: bool) -> i32 {
        let depth = if improving { depth - PLY } else { depth };
        self.futility_base + self.futility_slope * depth / PLY
    }

    /// Numbers of moves after which quiet ones are skipped, and after which all are.
    #[must_use]
    pub const fn late_moves(&self, depth: i32, improving: bool) -> [usize; 2] {
        let plies = if depth < 0 { 0 } else { depth / PLY };
        let hundredths = self.late_moves_base
            + self.late_moves_linear * plies
            + self.late_moves_square * plies * plies;
        let share = if improving { 100 } else { self.late_moves_not_improving };
        let quiet = hundredths * share / 10_000;
        [quiet as usize, (quiet * self.late_moves_tactical / 100) as usize]
    }
}
