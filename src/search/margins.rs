//! The numbers that the search is tuned by, in one place. They are values, not constants, so
//! that two sets can play each other in one process.
//!
//! Depths are in [`PLY`]s, margins in evaluation units. All formulas start from the shape of
//! those of Rapfi's search; the values are this evaluation's, found by play.

use crate::search::PLY;

/// One of the numbers: its name, its usual value, and the range in which it makes sense.
#[derive(Clone, Copy, Debug)]
pub struct Margin {
    /// Its name in [`Margins`].
    pub name: &'static str,
    /// The value in use unless somebody sets another.
    pub usual: i32,
    /// Its least value.
    pub least: i32,
    /// Its greatest value.
    pub most: i32,
    /// Reads it.
    pub get: fn(&Margins) -> i32,
    /// Writes it.
    pub set: fn(&mut Margins, i32),
}

macro_rules! margins {
    ($($(#[$about:meta])* $name:ident: $usual:expr, $least:expr => $most:expr;)*) => {
        /// The numbers that the search is tuned by.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Margins {
            $($(#[$about])* pub $name: i32,)*
        }

        impl Default for Margins {
            fn default() -> Self {
                Self { $($name: $usual,)* }
            }
        }

        impl Margins {
            /// All of them.
            pub const ALL: &'static [Margin] = &[$(Margin {
                name: stringify!($name),
                usual: $usual,
                least: $least,
                most: $most,
                get: |margins| margins.$name,
                set: |margins, value| margins.$name = value,
            }),*];
        }
    };
}

margins! {
    /// Half width of the first aspiration window, in units.
    aspiration: 18, 4 => 100;
    /// Razoring: how far the evaluation must be below alpha, in units: always,
    razoring_base: 30, 0 => 300;
    /// for each ply of depth,
    razoring_linear: 14, 0 => 150;
    /// and for the square of the depth in plies.
    razoring_square: 17, 0 => 100;
    /// Futility: how far the evaluation must be above beta, in units: always,
    futility_base: 20, 0 => 200;
    /// and for each ply of depth.
    futility_slope: 62, 20 => 200;
    /// Quiet moves that are tried before the rest is skipped, in hundredths: always,
    late_moves_base: 300, 100 => 1000;
    /// for each ply of depth,
    late_moves_linear: 100, 0 => 400;
    /// and for the square of the depth in plies.
    late_moves_square: 25, 0 => 150;
    /// Share of that, in hundredths, when the side to move does not improve.
    late_moves_not_improving: 67, 30 => 100;
    /// Moves that are tried before the rest is skipped even if it makes or stops threats, as a
    /// share, in hundredths, of the quiet ones. A crowded board has dozens of threats.
    late_moves_tactical: 150, 100 => 1000;
    /// Depth, in [`PLY`]s, below which fours far away that only delay an answer are skipped.
    delays_depth: 5 * PLY, 0 => 1000;
    /// Depth, in [`PLY`]s, that the answer to a five costs.
    forced_reply: PLY / 2, 0 => PLY;
    /// How far below the table move's score all others must stay to make it singular, in
    /// tenths of a unit for each ply of depth.
    singular_slope: 50, 5 => 200;
    /// Reduction of every late move, in [`PLY`]s.
    reduction_base: 22, -64 => 128;
    /// Reduction per product of the natural logarithms of depth and move number, in [`PLY`]s.
    reduction_slope: 48, 10 => 100;
    /// More reduction when the side to move stands no better than at its last turn.
    reduction_not_improving: PLY / 2, -32 => 128;
    /// Less reduction on the principal variation.
    reduction_open_window: PLY / 2, -32 => 128;
    /// Less reduction for moves that make or stop threats.
    reduction_tactical: PLY, -32 => 192;
    /// History that is worth a ply less (or, if negative, more) of reduction, in hundreds.
    reduction_history: 164, 40 => 1000;
    /// History per unit of a move's score in the order of moves.
    order_history: 160, 30 => 1000;
    /// Worth of a killer in the order of moves.
    order_killer: 25, 0 => 150;
    /// Worth of a counter move in the order of moves.
    order_counter: 20, 0 => 150;
    /// Share of the correction history that counts, in hundredths.
    correction_share: 100, 0 => 200;
}

#[cfg(test)]
mod tests;
