//! Differences of strength and their uncertainty: scores of game pairs, Elo, the sequential
//! probability ratio test (SPRT), rating lists. Equal input gives equal figures, in any order of
//! play and for any number of games at once.
//!
//! A pair is two games from one opening with the colours swapped. Openings that favour one
//! colour make the two results depend on each other, so pairs are counted, not games.

mod counts;
mod fit;
mod hosts;
mod likelihood;
mod pairs;
mod ratings;
mod sprt;
mod tally;
#[cfg(test)]
mod testing;

pub use counts::{Counts, Estimate};
pub use hosts::{Difference, HostFigures, HostStatistics, host_statistics};
pub use pairs::{GameResult, PairResult, pair_results};
pub use ratings::{
    Rating, RatingList, RatingModel, RatingRequest, RatingSettings, UnknownAnchor, ratings,
};
pub use sprt::{BadSprt, ExpectedGames, Hypothesis, Sprt, SprtConfig, SprtState, expected_games};
pub(crate) use tally::{Tally, Wdl, meetings, tally};
#[cfg(test)]
pub(crate) use testing::PairModel;

/// Normalised Elo per unit of mean over deviation of a game: the slope of the logistic curve at
/// an even score, so that both kinds of Elo agree between engines that hardly ever draw.
pub const NORMALIZED_SCALE: f64 = 800.0 / std::f64::consts::LN_10;

/// The 97.5 % quantile of the normal distribution, for 95 % intervals.
const Z: f64 = 1.959_963_984_540_054;

/// Returns the expected score, 0 to 1, of an advantage of `elo`.
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Returns the advantage with the expected score `score`; infinite outside the range from 0 to 1.
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
