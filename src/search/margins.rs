//! The tuning parameters of the search, in one place.
//!
//! They are values, not constants, so that two sets can play each other in one process. Depths
//! are in fractions of a ply ([`PLY`]), margins in evaluation units. The formulas have the shape of
//! those in Rapfi's search; the values were found by play with this evaluation.

mod overrides;
#[cfg(test)]
mod tests;

pub use overrides::MarginOverrides;

use crate::rules::Rule;
use crate::search::depth::PLY;

/// A description of one tuning parameter: its name, its default and its range.
#[derive(Clone, Copy, Debug)]
pub struct Margin {
    /// The name of the field in [`Margins`].
    pub name: &'static str,
    /// The description: the documentation of the field.
    pub about: &'static str,
    /// The default value.
    pub default: i32,
    /// The smallest sensible value.
    pub min: i32,
    /// The largest sensible value.
    pub max: i32,
    /// Returns the value of the parameter.
    pub get: fn(&Margins) -> i32,
    /// Sets the value of the parameter.
    pub set: fn(&mut Margins, i32),
}

macro_rules! margins {
    ($($(#[doc = $about:literal])* $name:ident: $default:expr, $min:expr => $max:expr;)*) => {
        /// The tuning parameters of the search.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Margins {
            $($(#[doc = $about])* pub $name: i32,)*
        }

        impl Default for Margins {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Margins {
            /// The descriptions of all parameters.
            pub const ALL: &'static [Margin] = &[$(Margin {
                name: stringify!($name),
                about: concat!($($about),*),
                default: $default,
                min: $min,
                max: $max,
                get: |margins| margins.$name,
                set: |margins, value| margins.$name = value,
            }),*];
        }
    };
}

margins! {
    /// Half the width of the first aspiration window, in evaluation units.
    aspiration: 30, 4 => 100;
    /// Razoring, the distance of the evaluation below alpha, in evaluation units: the constant part.
    razoring_base: 5, 0 => 300;
    /// Razoring: the part of that distance for each ply of depth.
    razoring_linear: 14, 0 => 150;
    /// Razoring: the part of that distance for the square of the depth in plies.
    razoring_square: 17, 0 => 100;
    /// Futility, the distance of the evaluation above beta, in evaluation units: the constant part.
    futility_base: 33, 0 => 200;
    /// Futility: the part of that distance for each ply of depth.
    futility_slope: 100, 20 => 200;
    /// The percentage of the evaluation's distance above beta that counts in the score of a node given up for
    /// futility. The rest is not reliable.
    futility_excess: 24, 0 => 100;
    /// The number of moves after which the others are skipped, in hundredths: the constant part.
    late_moves_base: 300, 100 => 1000;
    /// The part of that number for each ply of depth.
    late_moves_linear: 100, 0 => 400;
    /// The part of that number for the square of the depth in plies.
    late_moves_square: 8, 0 => 150;
    /// The percentage of that number that counts if the side to move does not improve.
    late_moves_not_improving: 50, 30 => 100;
    /// The number of answers to an open three after which others are skipped, as a percentage of the
    /// number for other positions.
    late_moves_answers: 150, 100 => 1000;
    /// The depth below which distant fours that only delay an answer are skipped.
    delays_depth: 5 * PLY, 0 => 1000;
    /// The depth that the answer to a five costs.
    forced_reply: -19, -PLY => PLY;
    /// The singular margin: the distance below the score of the table move that all other moves must keep,
    /// in tenths of a unit for each ply of depth.
    singular_slope: 58, 5 => 200;
    /// The extra extension of a table move that is singular by twice that distance.
    extension_double: PLY, 0 => 128;
    /// The depth that a table move above beta loses if it is not singular.
    extension_negative: 96, 0 => 192;
    /// The number of positions that the VCF solver may visit at a leaf.
    leaf_vcf: 24, 0 => 200;
    /// The same at a leaf that is expected to stay below beta, where the solver rarely finds a win.
    leaf_vcf_all: 6, 0 => 200;
    /// The distance from the window beyond which the line network is not evaluated.
    correction_gate: 300, 0 => 2000;
    /// The reduction of every late move.
    reduction_base: 10, -64 => 128;
    /// The reduction of a late move for each unit of ln(depth in plies) × ln(move number).
    reduction_slope: 64, 10 => 100;
    /// The extra reduction if the side to move stands no better than at its last turn.
    reduction_not_improving: PLY, -32 => 128;
    /// The extra reduction in expected cut nodes, except of killers.
    reduction_cut: 115, 0 => 256;
    /// The depth that every move without a four loses in expected cut nodes whose evaluation is well
    /// above beta.
    reduction_good: PLY, 0 => 192;
    /// The distance above beta, for each ply of depth, at which `reduction_good` begins.
    good_slope: 30, 0 => 150;
    /// The extra distance if the side to move has an open three to answer.
    good_answer: 175, 0 => 500;
    /// The depth lost by the moves after one that raised alpha.
    reduction_raised: PLY, 0 => 128;
    /// The reduction saved in nodes that are or were on the principal variation.
    reduction_was_open: 62, 0 => 128;
    /// The extra reduction of an answer to an open three that is far from the opponent's last stone, and half as much
    /// if it is far from the mover's own.
    reduction_useless: 123, 0 => 256;
    /// The percentage of the reduction that counts for answers to an open three.
    reduction_answers: 80, 0 => 100;
    /// The percentage of the reduction that counts for root moves.
    reduction_root: 100, 0 => 100;
    /// The internal iterative reduction: the depth that a node of four plies or more without a table move loses,
    /// unless it must answer a threat.
    reduction_guess: PLY, 0 => 128;
    /// The percentage of the depth missing in the table's result that a node of the principal variation
    /// loses.
    reduction_shallow: 28, 0 => 100;
    /// The extra depth of the second search of a reduced move whose first score is well above alpha.
    deeper: PLY, 0 => 128;
    /// The distance above alpha beyond which `deeper` applies.
    deeper_margin: 68, 0 => 300;
    /// The addition to `deeper_margin` for each ply of the reduction.
    deeper_slope: 22, 0 => 100;
    /// The reduction saved for moves that make or stop threats.
    reduction_tactical: 56, -32 => 192;
    /// The history value, in hundreds, that saves a ply of reduction. A history as far below zero adds a ply.
    reduction_history: 80, 20 => 300;
    /// The depth below which the order of moves does without the policy.
    policy_depth: 2 * PLY, 0 => 1000;
    /// The history value that counts as one unit in the order of moves.
    order_history: 95, 30 => 300;
    /// The units of a killer in the order of moves.
    order_killer: 36, 0 => 150;
    /// The units of a counter move in the order of moves.
    order_counter: 15, 0 => 100;
    /// The percentage of the policy's worth that counts in the order of moves.
    policy_share: 100, 0 => 200;
    /// The reward of a refutation in the history: the part for each ply of depth.
    history_linear: 100, 0 => 300;
    /// The part of that reward for the square of the depth in plies.
    history_square: 25, 0 => 60;
    /// The percentage of the correction history that counts.
    correction_share: 87, 0 => 200;
    /// The weight of an error for each ply of its depth in the correction history, in 256ths of a unit.
    correction_weight: 16, 0 => 48;
    /// The smallest depth at which the search tests whether the table move is singular.
    singular_depth: 7 * PLY, 4 * PLY => 12 * PLY;
}

impl Margins {
    /// Returns the margins for a rule. All rules share one set so far.
    #[must_use]
    pub fn of(_rule: Rule) -> Self {
        Self::default()
    }

    /// Returns the description of the margin of a name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<&'static Margin> {
        Self::ALL.iter().find(|margin| margin.name == name)
    }
}
