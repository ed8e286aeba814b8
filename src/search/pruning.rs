//! Pruning: the conditions for giving up a node or a move without a search. Reductions: the depth by
//! which the search of late moves is cut.
//!
//! The tuning parameters are in [`Margins`].

use once_cell::sync::Lazy;

use crate::board::Point;
use crate::eval::{Score, score};
use crate::search::depth::{PLY, from_quarter_plies};
use crate::search::margins::Margins;

/// The depth below which razoring leaves a hopeless node to the VCF solver.
pub(crate) const RAZORING_DEPTH: i32 = 3 * PLY;
/// The number of positions that the VCF solver may visit before the first iteration: in its
/// first run, and in its longest one, which takes a few milliseconds.
pub(crate) const MIN_ROOT_VCF_BUDGET: u64 = 512;
pub(crate) const MAX_ROOT_VCF_BUDGET: u64 = 8_192;

/// The distance beyond which a move has nothing to do with a stone.
const MAX_RELATED_DISTANCE: usize = 4;

/// The score of a loss without a proof, where some moves were left out.
pub(crate) const NEARLY_LOST: Score = Score::new(-5 * score::UNITS);

/// The distance from the root, in plies, beyond which the search does not test whether the table move is singular.
pub(crate) const MAX_SINGULAR_PLIES: usize = 64;
/// The depth by which the table entry may fall short of the node's depth for that test.
pub(crate) const SINGULAR_TABLE_LAG: i32 = 3 * PLY;

/// The largest depth that a node of the principal variation loses for a shallow result.
const MAX_SHALLOW: i32 = 7 * PLY / 2;

/// The number of distinct depths and of distinct move numbers.
const SIDE: usize = 64;
/// The parts of a unit in which logarithms are stored.
const PARTS: i32 = 256;

/// `[n]`: the natural logarithm of n in [`PARTS`], and 0 for n = 0.
static LOGARITHMS: Lazy<[i32; SIDE]> = Lazy::new(|| {
    std::array::from_fn(|number| ((number.max(1) as f64).ln() * f64::from(PARTS)).round() as i32)
});

/// The number of root moves that are never reduced.
const FULL_ROOT_MOVES: usize = 4;

/// Returns whether a move has nothing to do with a stone, since it is far from it.
pub(crate) fn is_unrelated(stone: Point, point: Point) -> bool {
    stone.distance(point) > MAX_RELATED_DISTANCE
}

impl Margins {
    /// Returns the distance below the table move's score at which all other moves must stay to
    /// make it singular.
    #[must_use]
    pub(crate) const fn singular(&self, depth: i32) -> i32 {
        self.singular_slope * depth / (10 * PLY)
    }

    /// Returns the distance below alpha beyond which an evaluation is hopeless.
    #[must_use]
    pub(crate) const fn razoring(&self, depth: i32) -> i32 {
        self.razoring_base
            + self.razoring_linear * depth / PLY
            + self.razoring_square * depth * depth / (PLY * PLY)
    }

    /// Returns the distance above beta beyond which an evaluation is good enough.
    #[must_use]
    pub(crate) const fn futility(&self, depth: i32, is_improving: bool) -> i32 {
        let depth = if is_improving { depth - PLY } else { depth };
        self.futility_base + self.futility_slope * depth / PLY
    }

    /// Returns the reward in the history of a refutation by a search of this depth, in plies.
    #[must_use]
    pub(crate) const fn history_bonus(&self, plies: i32) -> i32 {
        (self.history_square * plies + self.history_linear) * plies
    }

    /// Returns the weight of an error in the correction history that a search of this depth found.
    #[must_use]
    pub(crate) const fn error_weight(&self, depth: i32) -> i32 {
        self.correction_weight * (depth / PLY + 1)
    }

    /// Returns the score of a node that is given up for an evaluation above beta.
    #[must_use]
    pub(crate) fn given_up(&self, eval: Score, beta: Score) -> Score {
        if eval.is_proved() || beta.is_proved() {
            return eval;
        }
        beta + (eval.value() - beta.value()) * self.futility_excess / 100
    }

    /// Returns the depth that a node of the principal variation loses because the table's result is
    /// shallow.
    #[must_use]
    pub(crate) fn shallow(&self, depth: i32, known: u8) -> i32 {
        let missing = depth - from_quarter_plies(known);
        (missing * self.reduction_shallow / 100).clamp(0, MAX_SHALLOW)
    }

    /// Returns the distance above beta at which an evaluation promises that the node will reach it.
    #[must_use]
    pub(crate) const fn good(&self, depth: i32, is_answer: bool) -> i32 {
        self.good_slope * depth / PLY + if is_answer { self.good_answer } else { 0 }
    }

    /// Returns the number of moves after which the others are skipped.
    #[must_use]
    pub(crate) const fn late_moves(&self, depth: i32, is_improving: bool) -> usize {
        let plies = if depth < 0 { 0 } else { depth / PLY };
        let hundredths = self.late_moves_base
            + self.late_moves_linear * plies
            + self.late_moves_square * plies * plies;
        let share = if is_improving { 100 } else { self.late_moves_not_improving };
        (hundredths * share / 10_000) as usize
    }

    /// Returns the number of answers to an open three after which the others are skipped.
    #[must_use]
    pub(crate) const fn late_answers(&self, depth: i32, is_improving: bool) -> usize {
        self.late_moves(depth, is_improving) * self.late_moves_answers as usize / 100
    }

    /// Returns the reduction of the `number`th root move, counted from 0.
    #[must_use]
    pub(crate) fn root_reduction(&self, depth: i32, number: usize) -> i32 {
        if number < FULL_ROOT_MOVES {
            return 0;
        }
        self.late_move_reduction(depth, number) * self.reduction_root / 100
    }

    /// Returns the reduction of the `number`th move of a node, counted from 0, in fractions of
    /// a ply.
    #[must_use]
    pub(crate) fn late_move_reduction(&self, depth: i32, number: usize) -> i32 {
        let plies = (depth / PLY).clamp(0, SIDE as i32 - 1) as usize;
        let product = LOGARITHMS[plies] * LOGARITHMS[number.min(SIDE - 1)];
        self.reduction_base + self.reduction_slope * product / (PARTS * PARTS)
    }
}
