//! Differences of strength and their certainty: scores of pairs of games, Elo, the sequential test,
//! rating lists. Nothing here reads a clock or a file: equal input gives equal figures, in any
//! order of play and for any number of games at once.
//!
//! A pair is two games from one opening with the colours swapped. Openings that favour one
//! colour make the two results depend on each other, so pairs are counted, not games.

mod counts;
mod fit;
mod hosts;
mod likelihood;
mod pairs;
mod ratings;
mod simulation;
mod sprt;
mod tally;

pub use counts::{Counts, Estimate, PairScore, Pentanomial, Trinomial, in_order};
pub use hosts::{Difference, HostFigures, HostStatistics, host_statistics};
pub use pairs::{GameResult, PairResult, pair_results};
pub use ratings::{
    Rating, RatingList, RatingModel, RatingRequest, RatingSettings, UnknownAnchor, ratings,
};
pub use simulation::{PairModel, Simulation, simulate_sprt};
pub use sprt::{BadSprt, ExpectedGames, Hypothesis, Sprt, SprtConfig, Verdict, expected_games};
pub(crate) use tally::{Tally, Wdl, meetings, tally};

/// Normalised Elo per unit of mean over deviation of a game: the slope of the logistic curve at
/// an even score, so that both kinds of Elo agree between engines that hardly ever draw.
pub const NORMALIZED_SCALE: f64 = 800.0 / std::f64::consts::LN_10;

/// The quantile of the normal distribution that leaves 2.5 % above it: intervals hold 95 %.
const Z: f64 = 1.959_963_984_540_054;

/// The score, 0 to 1, that an advantage of `elo` is expected to make.
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The advantage that is expected to make `score`: infinite from 0 down and from 1 up.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * (1.0 / score - 1.0).log10()
    }
}
