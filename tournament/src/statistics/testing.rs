//! Simulated sequential tests, for their error rates and lengths under a model of the engines.

use fastrand::Rng;

use super::counts::Counts;
use super::likelihood::moments;
use super::sprt::{Hypothesis, Sprt};
use super::{NORMALIZED_SCALE, expected_score};

/// The model of pairs between two engines.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PairModel {
    /// The advantage of the first engine, Elo.
    pub(crate) elo: f64,
    /// The advantage that the opening gives to one colour, Elo.
    pub(crate) bias: f64,
    /// The share of games that end in a draw, 0 to 1.
    pub(crate) draws: f64,
}

/// The results of simulated tests.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Simulation {
    /// Tests that accepted the null hypothesis.
    pub(crate) null: u32,
    /// Tests that accepted the alternative.
    pub(crate) alternative: u32,
    /// The mean number of pairs of a test.
    pub(crate) mean_pairs: f64,
}

impl From<[u64; 5]> for Counts {
    fn from(cells: [u64; 5]) -> Self {
        Self { cells, is_paired: true }
    }
}

impl From<[u64; 3]> for Counts {
    fn from([lost, drawn, won]: [u64; 3]) -> Self {
        Self { cells: [lost, drawn, won, 0, 0], is_paired: false }
    }
}

impl PairModel {
    /// A model with the given difference in normalised Elo.
    pub(crate) fn with_normalized_elo(normalized_elo: f64, bias: f64, draws: f64) -> Self {
        let (mut low, mut high) = (-2000.0, 2000.0);
        for _ in 0..60 {
            let elo = 0.5 * (low + high);
            if (Self { elo, bias, draws }).normalized_elo() < normalized_elo {
                low = elo;
            } else {
                high = elo;
            }
        }
        Self { elo: 0.5 * (low + high), bias, draws }
    }

    /// Its difference in normalised Elo; infinite if all pairs end alike.
    fn normalized_elo(&self) -> f64 {
        let (mean, variance) = moments(&self.shares());
        let games_per_deviation = Counts::none(true).games_per_deviation();
        NORMALIZED_SCALE * (mean - 0.5) / (variance.sqrt() * games_per_deviation)
    }

    /// The chances of the five scores of a pair, worst first.
    fn shares(&self) -> [f64; 5] {
        let game = |elo: f64| {
            let win = (1.0 - self.draws) * expected_score(elo);
            [1.0 - self.draws - win, self.draws, win]
        };
        let (favoured, other) = (game(self.elo + self.bias), game(self.elo - self.bias));
        let mut shares = [0.0; 5];
        for (one, chance) in favoured.iter().enumerate() {
            for (two, other_chance) in other.iter().enumerate() {
                shares[one + two] += chance * other_chance;
            }
        }
        shares
    }

    /// Plays a pair: half points of the first engine in the game in which the opening favours it,
    /// and in the other.
    pub(crate) fn play(&self, random: &mut Rng) -> [u8; 2] {
        [self.elo + self.bias, self.elo - self.bias].map(|elo| {
            if random.f64() < self.draws {
                1
            } else if random.f64() < expected_score(elo) {
                2
            } else {
                0
            }
        })
    }
}

/// Runs `runs` tests between engines as `model` says. The same `seed` gives the same result.
pub(crate) fn simulate_sprt(sprt: &Sprt, model: &PairModel, runs: u32, seed: u64) -> Simulation {
    let mut random = Rng::with_seed(seed);
    let mut simulation = Simulation::default();
    let mut total = 0;
    for _ in 0..runs {
        let mut counts = Counts::none(true);
        let accepted = loop {
            counts.count(model.play(&mut random).iter().sum());
            if let Some(accepted) = sprt.decide(&counts) {
                break accepted;
            }
        };
        match accepted {
            Hypothesis::Null => simulation.null += 1,
            Hypothesis::Alternative => simulation.alternative += 1,
        }
        total += counts.total();
    }
    simulation.mean_pairs = total as f64 / f64::from(runs);
    simulation
}

#[cfg(test)]
mod tests;
