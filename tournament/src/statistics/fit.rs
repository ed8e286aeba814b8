//! Ratings that fit weighted results best: Bradley and Terry's model, by Newton's method on its
//! concave likelihood.
//!
//! Everything here is in natural units: a difference of 1 means odds of e to 1.

/// The weight of the regularisation by the squares of the ratings: too small to move a rating, but large
/// enough to put the mean of engines that nothing else fixes at zero, and to keep the ratings of unbeaten
/// engines finite.
const PULL: f64 = 1e-6;

/// The largest step of a rating in one round.
const STRIDE: f64 = 2.0;

/// Weighted results of two engines, one of which always moved first. A draw is part of both
/// numbers: half of each if draws are not part of the model, all of each if they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pairing {
    pub(super) first: usize,
    pub(super) second: usize,
    pub(super) wins: f64,
    pub(super) losses: f64,
}

/// The fixed parameters.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Task {
    /// The fixed rating of each engine, if it has one.
    pub(super) anchors: Vec<Option<f64>>,
    /// The worth of moving first.
    pub(super) advantage: f64,
    /// The draw margin (R. Coulom): the lead at which a win has a probability of one half; 0 if no draws are
    /// expected.
    pub(super) draw_margin: f64,
}

impl Task {
    /// Returns the starting point of the search: the fixed ratings, and 0 for all others.
    pub(super) fn start(&self) -> Vec<f64> {
        self.anchors.iter().map(|anchor| anchor.unwrap_or(0.0)).collect()
    }

    /// Returns the ratings that fit `pairings` best, by a search from `start`.
    pub(super) fn solve(&self, pairings: &[Pairing], start: &[f64]) -> Vec<f64> {
        let mut solution = start.to_vec();
        let mut worth = self.worth(pairings, &solution);
        for _ in 0..100 {
            let mut step = self.newton_step(pairings, &solution);
            let longest = step.iter().fold(0.0f64, |longest, part| longest.max(part.abs()));
            if longest > STRIDE {
                step.iter_mut().for_each(|part| *part *= STRIDE / longest);
            }
            let (next, next_worth) = self.forward(pairings, &solution, &mut step, worth);
            if next_worth <= worth || longest < 1e-10 {
                break;
            }
            (solution, worth) = (next, next_worth);
        }
        solution
    }

    /// Moves along `step` with a backtracking line search, which halves the step until the fit is no worse;
    /// returns the ratings and their fit.
    fn forward(
        &self,
        pairings: &[Pairing],
        from: &[f64],
        step: &mut [f64],
        worth: f64,
    ) -> (Vec<f64>, f64) {
        let mut next = moved(from, step);
        let mut next_worth = self.worth(pairings, &next);
        for _ in 0..40 {
            if next_worth >= worth {
                break;
            }
            step.iter_mut().for_each(|part| *part *= 0.5);
            next = moved(from, step);
            next_worth = self.worth(pairings, &next);
        }
        (next, next_worth)
    }

    /// Returns the log-likelihood, up to a constant, less the regularisation.
    fn worth(&self, pairings: &[Pairing], at: &[f64]) -> f64 {
        let mut worth = -0.5 * PULL * at.iter().map(|rating| rating * rating).sum::<f64>();
        for pairing in pairings {
            let lead = at[pairing.first] - at[pairing.second] + self.advantage;
            worth -= pairing.wins * softplus(self.draw_margin - lead);
            worth -= pairing.losses * softplus(self.draw_margin + lead);
        }
        worth
    }

    /// Returns the Newton step of the log-likelihood; it is zero for fixed ratings.
    fn newton_step(&self, pairings: &[Pairing], at: &[f64]) -> Vec<f64> {
        let mut matrix = vec![vec![0.0; at.len()]; at.len()];
        let mut slope: Vec<f64> = at.iter().map(|rating| -PULL * rating).collect();
        for (index, row) in matrix.iter_mut().enumerate() {
            row[index] = PULL;
        }
        for pairing in pairings {
            let lead = at[pairing.first] - at[pairing.second] + self.advantage;
            let Pairing { wins, losses, .. } = *pairing;
            let (win, loss) = (chance(lead - self.draw_margin), chance(-lead - self.draw_margin));
            let gradient = wins * (1.0 - win) - losses * (1.0 - loss);
            let curvature = wins * win * (1.0 - win) + losses * loss * (1.0 - loss);
            let parts = [(pairing.first, 1.0), (pairing.second, -1.0)];
            for (row, sign) in parts {
                slope[row] += sign * gradient;
                for (column, other_sign) in parts {
                    matrix[row][column] += sign * other_sign * curvature;
                }
            }
        }
        for index in (0..at.len()).filter(|&index| self.anchors[index].is_some()) {
            matrix[index].fill(0.0);
            matrix.iter_mut().for_each(|row| row[index] = 0.0);
            matrix[index][index] = 1.0;
            slope[index] = 0.0;
        }
        solve_positive(matrix, slope)
    }
}

fn moved(from: &[f64], step: &[f64]) -> Vec<f64> {
    from.iter().zip(step).map(|(rating, part)| rating + part).collect()
}

/// Returns the probability of a win with a lead: the logistic function.
fn chance(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead).exp())
}

/// Returns ln(1 + eˣ), without overflow.
fn softplus(x: f64) -> f64 {
    x.max(0.0) + (-x.abs()).exp().ln_1p()
}

/// Returns the solution of a symmetric positive definite system, by Cholesky's decomposition.
fn solve_positive(mut matrix: Vec<Vec<f64>>, mut vector: Vec<f64>) -> Vec<f64> {
    let size = vector.len();
    for column in 0..size {
        for row in column..size {
            let known: f64 = (0..column).map(|k| matrix[row][k] * matrix[column][k]).sum();
            let rest = matrix[row][column] - known;
            // Rounding may push the last bit of an almost flat direction below zero.
            matrix[row][column] = if row == column {
                rest.max(PULL * PULL).sqrt()
            } else {
                rest / matrix[column][column]
            };
        }
    }
    for row in 0..size {
        let known: f64 = (0..row).map(|k| matrix[row][k] * vector[k]).sum();
        vector[row] = (vector[row] - known) / matrix[row][row];
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|k| matrix[k][row] * vector[k]).sum();
        vector[row] = (vector[row] - known) / matrix[row][row];
    }
    vector
}
