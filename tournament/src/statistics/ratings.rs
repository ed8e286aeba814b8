//! One list for all engines of a tournament: ratings after Bradley and Terry, with intervals.
//!
//! Intervals come from refitting to reweighted pairs (D. Rubin's Bayesian bootstrap): each pair gets an
//! exponential weight, so that both its games move together and no engine ever loses all its games, as it
//! might if pairs were drawn anew. The virtual draws are split into wins and losses with weights of their
//! own: otherwise an engine that won everything would have no upper end. Quantiles are those of Student's t
//! for the number of pairs; otherwise intervals from few pairs would be too narrow.

use clap::{Args, ValueEnum};
use std::collections::BTreeMap;

use fastrand::Rng;
use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};
use thiserror::Error;

use super::Z;
use super::counts::Estimate;
use super::fit::{Pairing, Task};
use super::pairs::PairResult;

/// The number of Elo in a natural unit.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;

/// The advantage of the first move in `BayesElo`, in Elo of its own scale.
const GOMOCUP_ADVANTAGE: f64 = 32.8;

/// The draw margin of `BayesElo`, the lead below which draws are likely, in Elo of its own scale.
const GOMOCUP_DRAW_MARGIN: f64 = 97.3;

/// The number of virtual draws that keep ratings finite, as in `BayesElo`. Each engine contributes half of
/// them, spread over its opponents by the number of games (R. Coulom), so that among many engines each takes
/// part in about this number.
const PRIOR: f64 = 2.0;

/// The mean of Gomocup's list.
const GOMOCUP_OFFSET: f64 = 1600.0;

/// The settings of ratings.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingSettings {
    /// The anchors: engines with fixed ratings, by name. Without any, the mean is 0 (1600 for
    /// [`RatingModel::Gomocup`]).
    pub anchors: Vec<(String, f64)>,
    /// The number of bootstrap refits for the intervals; with 0, the intervals are infinite.
    pub bootstrap: u32,
    /// The seed of the weights of the refits.
    pub seed: u64,
    /// The model.
    pub model: RatingModel,
}

/// A model of ratings.
///
/// The figures of Gomocup's list are those of `BayesElo` as Gomocup runs it, with the first-move
/// advantage and the rate of draws of chess, 2 virtual draws, and its scale. Gaps between engines
/// come out too large where draws are rare.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum RatingModel {
    /// Bradley-Terry, with constants fitted to the results.
    #[default]
    Fitted,
    /// Bradley-Terry, with the constants of Gomocup's rating lists.
    Gomocup,
}

/// The estimation of strength.
#[derive(Args, Clone, Debug, Default, PartialEq)]
#[command(next_help_heading = "Ratings")]
pub struct RatingRequest {
    /// Model of the rating list.
    #[arg(long = "rating", value_name = "MODEL", default_value = "fitted")]
    pub model: RatingModel,

    /// Fix the rating of an engine; may be repeated.
    #[arg(long = "anchor", value_name = "NAME=ELO", value_parser = anchor_of)]
    pub anchors: Vec<(String, f64)>,
}

/// Reads `NAME=ELO`.
fn anchor_of(text: &str) -> Result<(String, f64), String> {
    let (name, elo) = text.rsplit_once('=').ok_or("expected NAME=ELO")?;
    let number = elo.parse::<f64>().ok().filter(|elo| elo.is_finite());
    let number = number.ok_or_else(|| format!("invalid rating {elo:?}: expected a number"))?;
    Ok((name.to_owned(), number))
}

/// The rating of an engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// Its number among the names.
    pub engine: usize,
    /// Its name.
    pub name: String,
    /// The rating, in Elo.
    pub value: f64,
    /// The lower end of the 95 % interval; that of an anchor is its value.
    pub low: f64,
    /// The upper end.
    pub high: f64,
    /// Games that count.
    pub games: u64,
    /// The mean score of its games, 0 to 1; one half without games.
    pub score: f64,
}

/// A rating list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RatingList {
    /// The ratings, the best first and those without games last; engines of equal rating are in the order of
    /// the names.
    pub ratings: Vec<Rating>,
}

/// An anchor that is not an engine.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("unknown engine {0:?}: an anchor must be an engine of the tournament")]
pub struct UnknownAnchor(pub String);

impl Default for RatingSettings {
    fn default() -> Self {
        Self { anchors: Vec::new(), bootstrap: 1000, seed: 0, model: RatingModel::Fitted }
    }
}

/// Returns the ratings of all engines in `names`, by whose indexes `results` number the engines.
///
/// # Errors
/// Returns an error if an anchor is not among the names.
///
/// # Panics
/// Panics if a result has a number that `names` lacks.
pub fn ratings(
    names: &[String],
    results: &[PairResult],
    settings: &RatingSettings,
) -> Result<RatingList, UnknownAnchor> {
    let scale = Scale::of(settings);
    let task = task(names, settings, &scale)?;
    let rater = Rater { results, draw_side: scale.draw_side, task };
    let best = rater.solve(&mut Weights::Equal, &rater.task.start());
    let refits = rater.refits(settings, &best);
    let mut ratings: Vec<_> = names
        .iter()
        .enumerate()
        .map(|(engine, name)| {
            let (games, score) = games_and_score(results, engine);
            let sample = refits.iter().map(|refit| refit[engine]).collect();
            let known = games > 0 || rater.task.anchors[engine].is_some();
            let pairs = results.iter().filter(|pair| pair.half_points_of(engine).is_some()).count();
            let estimate =
                if known { interval(best[engine], sample, pairs) } else { Estimate::UNKNOWN };
            let elo = |rating: f64| scale.offset + scale.elo * rating;
            Rating {
                engine,
                name: name.clone(),
                value: elo(estimate.value),
                low: elo(estimate.low),
                high: elo(estimate.high),
                games,
                score,
            }
        })
        .collect();
    ratings.sort_by(|one, other| {
        (one.games == 0).cmp(&(other.games == 0)).then(other.value.total_cmp(&one.value))
    });
    Ok(RatingList { ratings })
}

/// The conversion of natural units into the figures of a list.
struct Scale {
    elo: f64,
    offset: f64,
    advantage: f64,
    draw_margin: f64,
    /// The part of a draw that counts as a win, and as a loss.
    draw_side: f64,
}

impl Scale {
    fn of(settings: &RatingSettings) -> Self {
        match settings.model {
            RatingModel::Fitted => {
                Self { elo: ELO, offset: 0.0, advantage: 0.0, draw_margin: 0.0, draw_side: 0.5 }
            }
            RatingModel::Gomocup => {
                // Shrinks the scale so that small differences mean what they do in logistic Elo.
                let ratio = 10f64.powf(-GOMOCUP_DRAW_MARGIN / 400.0);
                Self {
                    elo: ELO * 4.0 * ratio / (1.0 + ratio).powi(2),
                    offset: if settings.anchors.is_empty() { GOMOCUP_OFFSET } else { 0.0 },
                    advantage: GOMOCUP_ADVANTAGE / ELO,
                    draw_margin: GOMOCUP_DRAW_MARGIN / ELO,
                    draw_side: 1.0,
                }
            }
        }
    }
}

/// Returns the parameters of the fit.
fn task(names: &[String], settings: &RatingSettings, scale: &Scale) -> Result<Task, UnknownAnchor> {
    let mut anchors = vec![None; names.len()];
    for (name, value) in &settings.anchors {
        let engine = names
            .iter()
            .position(|known| known == name)
            .ok_or_else(|| UnknownAnchor(name.clone()))?;
        anchors[engine] = Some(value / scale.elo);
    }
    Ok(Task { anchors, advantage: scale.advantage, draw_margin: scale.draw_margin })
}

/// The fit of the ratings, and the refits for their intervals.
struct Rater<'a> {
    results: &'a [PairResult],
    draw_side: f64,
    task: Task,
}

/// Wins and losses of the engine that moved first, by the two engines.
type Sides = BTreeMap<(usize, usize), [f64; 2]>;

/// Weighted games between two engines, the one with the lower number first.
type Meetings = BTreeMap<(usize, usize), f64>;

impl Rater<'_> {
    /// Returns the fits to randomly weighted pairs.
    fn refits(&self, settings: &RatingSettings, start: &[f64]) -> Vec<Vec<f64>> {
        let mut weights = Weights::Random(Rng::with_seed(settings.seed));
        (0..settings.bootstrap).map(|_| self.solve(&mut weights, start)).collect()
    }

    /// Returns the fit with `weights` for pairs and virtual draws.
    fn solve(&self, weights: &mut Weights, start: &[f64]) -> Vec<f64> {
        let mut sums = Sides::new();
        let mut meetings = Meetings::new();
        for pair in self.results {
            let weight = weights.of_pair();
            for game in &pair.games {
                let ends = (game.first.min(game.second), game.first.max(game.second));
                *meetings.entry(ends).or_default() += weight;
                let [wins, losses] = sums.entry((game.first, game.second)).or_default();
                match game.half_points {
                    0 => *losses += weight,
                    1 => {
                        *wins += self.draw_side * weight;
                        *losses += self.draw_side * weight;
                    }
                    _ => *wins += weight,
                }
            }
        }
        self.add_prior(&mut sums, &meetings, weights);
        let pairings: Vec<_> = sums
            .into_iter()
            .map(|((first, second), [wins, losses])| Pairing { first, second, wins, losses })
            .collect();
        self.task.solve(&pairings, start)
    }

    /// Gives each engine its virtual draws, half of them as the first mover.
    fn add_prior(&self, sums: &mut Sides, meetings: &Meetings, weights: &mut Weights) {
        let engines = self.task.anchors.len();
        let mut games = vec![0.0; engines];
        for (&(one, other), met) in meetings {
            games[one] += met;
            games[other] += met;
        }
        let unit = 0.25 * PRIOR * self.draw_side;
        let virtual_sides: Vec<[f64; 2]> =
            (0..engines).map(|_| [(); 2].map(|()| unit * weights.of_virtual_side())).collect();
        for (&(one, other), met) in meetings {
            let share =
                |engine: usize, side: usize| virtual_sides[engine][side] * met / games[engine];
            let wins = share(one, 0) + share(other, 1);
            let losses = share(one, 1) + share(other, 0);
            for (key, more) in [((one, other), [wins, losses]), ((other, one), [losses, wins])] {
                let sides = sums.entry(key).or_default();
                sides[0] += more[0];
                sides[1] += more[1];
            }
        }
    }
}

/// The source of the weights of a fit; their mean is 1.
enum Weights {
    Equal,
    Random(Rng),
}

impl Weights {
    /// Returns the weight of a pair, from the exponential distribution.
    fn of_pair(&mut self) -> f64 {
        match self {
            Self::Equal => 1.0,
            // The logarithm of a number in (0, 1] is finite.
            Self::Random(random) => -(1.0 - random.f64()).ln(),
        }
    }

    /// Returns the weight of one side of a virtual draw: the square of a normal variable (G. Box and M.
    /// Muller), which is near zero more often, since a virtual draw is less than a pair.
    fn of_virtual_side(&mut self) -> f64 {
        match self {
            Self::Equal => 1.0,
            Self::Random(random) => {
                let square = -2.0 * (1.0 - random.f64()).ln();
                square * (std::f64::consts::TAU * random.f64()).cos().powi(2)
            }
        }
    }
}

/// Returns the interval from the 2.5 % to the 97.5 % quantile of `sample`, widened around `value` by
/// Student's t for the number of `pairs`.
fn interval(value: f64, mut sample: Vec<f64>, pairs: usize) -> Estimate {
    if sample.is_empty() {
        return Estimate { value, ..Estimate::UNKNOWN };
    }
    sample.sort_by(f64::total_cmp);
    let last = (sample.len() - 1) as f64;
    let quantile = |share: f64| {
        let place = (share * (last + 2.0) - 1.0).clamp(0.0, last);
        let (below, above) = (place.floor() as usize, place.ceil() as usize);
        sample[below] + place.fract() * (sample[above] - sample[below])
    };
    let stretch = student(pairs.max(2) - 1) / Z;
    Estimate {
        value,
        low: value - stretch * (value - quantile(0.025)).max(0.0),
        high: value + stretch * (quantile(0.975) - value).max(0.0),
    }
}

/// Returns the 97.5 % quantile of Student's t.
fn student(degrees: usize) -> f64 {
    StudentsT::new(0.0, 1.0, degrees as f64).map_or(Z, |student| student.inverse_cdf(0.975))
}

fn games_and_score(results: &[PairResult], engine: usize) -> (u64, f64) {
    let (mut games, mut half_points) = (0, 0);
    for game in results.iter().flat_map(|pair| &pair.games) {
        if let Some(more) = game.half_points_of(engine) {
            games += 1;
            half_points += u64::from(more);
        }
    }
    let score = if games == 0 { 0.5 } else { half_points as f64 / (2 * games) as f64 };
    (games, score)
}

#[cfg(test)]
mod tests;
