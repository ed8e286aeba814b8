//! Sight: how well the scores of searches predict the results of games.

use dolmen::search::{MarginOverrides, Silent};

use crate::tree::draw::Drawn;
use crate::tree::searcher::{memory, search_position};

/// The absolute score at which predictions saturate, in evaluation units.
const MAX_SCORE: f64 = 2_500.0;
/// The bounds of a predicted probability.
const MIN_PROBABILITY: f64 = 0.001;
/// The number of steps of the fit. Newton's method converges quadratically.
const STEPS: usize = 50;

/// The result of a search, and that of the game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// The score for the side to move, in evaluation units.
    pub score: f64,
    /// The depth in plies.
    pub depth: u32,
    /// The result of the game for the side to move, from 0 to 1.
    pub result: f64,
}

impl Forecast {
    /// Searches a position.
    #[must_use]
    pub fn of(drawn: &Drawn, nodes: u64, margins: MarginOverrides) -> Self {
        let mut memory = memory(margins);
        let found = search_position(&drawn.game, nodes, &mut memory, &mut Silent);
        let (score, depth) =
            found.map_or((0, 0), |found| (found.summary.score.value(), found.summary.depth));
        let score = f64::from(score).clamp(-MAX_SCORE, MAX_SCORE);
        Self { score, depth, result: drawn.result }
    }
}

/// Returns the loss of each forecast, in nats: the cross-entropy of its probability of a win against
/// the result.
///
/// The probability is a sigmoid of the score, with the scale and the offset that fit these forecasts
/// best, so that searches are compared independently of their units.
#[must_use]
pub fn losses(forecasts: &[Forecast]) -> Vec<f64> {
    let (slope, offset) = fit(forecasts);
    let loss = |forecast: &Forecast| {
        let probability = sigmoid(slope * forecast.score + offset);
        let probability = probability.clamp(MIN_PROBABILITY, 1.0 - MIN_PROBABILITY);
        -(forecast.result * probability.ln() + (1.0 - forecast.result) * (1.0 - probability).ln())
    };
    forecasts.iter().map(loss).collect()
}

/// Returns the slope and the offset of the logistic regression of the results on the scores, by
/// Newton's method.
fn fit(forecasts: &[Forecast]) -> (f64, f64) {
    /// The regularization that keeps the equations solvable where all scores are equal or separate wins
    /// from losses perfectly.
    const RIDGE: f64 = 1e-3;
    // The slope is per hundred units, so that both numbers have the same magnitude.
    let (mut slope, mut offset) = (0.0, 0.0);
    for _ in 0..STEPS {
        let mut gradient = [-RIDGE * slope, -RIDGE * offset];
        let mut curvature = [[RIDGE, 0.0], [0.0, RIDGE]];
        for forecast in forecasts {
            let score = forecast.score / 100.0;
            let probability = sigmoid(slope * score + offset);
            let weight = probability * (1.0 - probability);
            for (row, x) in [score, 1.0].into_iter().enumerate() {
                gradient[row] += x * (forecast.result - probability);
                for (column, y) in [score, 1.0].into_iter().enumerate() {
                    curvature[row][column] += weight * x * y;
                }
            }
        }
        let [[a, b], [_, d]] = curvature;
        let determinant = a * d - b * b;
        slope += (d * gradient[0] - b * gradient[1]) / determinant;
        offset += (a * gradient[1] - b * gradient[0]) / determinant;
    }
    (slope / 100.0, offset)
}

fn sigmoid(logit: f64) -> f64 {
    1.0 / (1.0 + (-logit).exp())
}
