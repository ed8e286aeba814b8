//! Fits the weights of the order of moves: a soft-max that is to choose the search's move.

use dolmen::board::Color;
use dolmen::eval::weights::ColorWeights;
use dolmen::rules::Rule;
use dolmen::threats::GROUPS;
use fastrand::Rng;

use crate::learn::adam::Adam;
use crate::learn::groups::{Groups, PARTS};
use crate::learn::samples::{Candidate, Samples, side_of, tells_colors_apart};

/// Usual units of a move's score whose exponential is that of one. Few, so that what the
/// search has seen of a move (up to 150 units) outweighs a small difference of codes.
pub const UNITS: f32 = 40.0;
/// The same of the order set by hand, as far as it has such units.
const HAND_UNITS: f32 = 100.0;
/// Positions before a step.
const BATCH: usize = 1_024;
/// Rates of the first and the last steps.
const RATES: (f32, f32) = (0.02, 0.001);
/// Positions from which the units of the order in use are told.
const MOST_FOR_UNITS: usize = 20_000;

/// Weights of the codes of one colour: `[role][group]`, role 0 in attack, 1 in defence. In
/// units of one.
pub type RoleWeights = [Vec<f32>; 2];

/// The quality of an order of moves as a forecast of the search's choice, in positions held out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Foresight {
    /// Mean loss of the soft-max.
    pub loss: f64,
    /// Share of positions whose best move comes first.
    pub first: f64,
    /// Share of positions whose best move is among the first three.
    pub among_three: f64,
}

/// The weights that were fitted.
#[derive(Clone, Debug)]
pub struct Moves {
    /// One for both colours, or two.
    pub sides: Vec<RoleWeights>,
    /// Units of the order in use whose exponential is that of one.
    pub units: f32,
    /// Foresight of the order in use, and of the fitted one.
    pub foresight: (Foresight, Foresight),
}

struct Side {
    groups: Groups,
    parts: [Adam; 2],
    /// The weights set by hand, where the fitting begins.
    start: RoleWeights,
    weights: RoleWeights,
    slopes: RoleWeights,
}

impl Side {
    /// The weights set by hand.
    fn new(rule: Rule, color: Color) -> Self {
        let ColorWeights { groups, .. } = &ColorWeights::by_hand(rule, color);
        let attack = groups.iter().map(|group| f32::from(group.attack) / HAND_UNITS);
        let defence = groups.iter().map(|group| f32::from(group.defence) / HAND_UNITS);
        let start = [attack.collect(), defence.collect()];
        let slopes = [vec![0.0; GROUPS], vec![0.0; GROUPS]];
        let parts = || Adam::new(vec![1.0; PARTS]);
        let groups = Groups::new(rule, color);
        Self { groups, parts: [parts(), parts()], weights: start.clone(), start, slopes }
    }

    fn step(&mut self, rate: f32, decay: f32) {
        let mut slopes = vec![0.0; PARTS];
        for role in 0..2 {
            let parts = &self.parts[role].parameters;
            self.groups.slopes(&self.slopes[role], parts, decay, &mut slopes);
            self.parts[role].step(&slopes, rate);
            self.slopes[role].fill(0.0);
            let parts = &self.parts[role].parameters;
            self.groups.weights(&self.start[role], parts, &mut self.weights[role]);
        }
    }
}

/// Scores of moves, and the soft-max of them.
fn soft_max(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = (*score - most).exp();
        sum += *score;
    }
    scores.iter_mut().for_each(|score| *score /= sum);
}

/// Measures how well scores predict the best move, over many positions.
fn foresight(
    samples: &Samples,
    indices: &[usize],
    score: impl Fn(Color, &Candidate) -> f32,
) -> Foresight {
    let mut sum = Foresight::default();
    let count = indices.len().max(1) as f64;
    for &index in indices {
        let mover = samples.positions[index].mover;
        let mut scores: Vec<f32> =
            samples.moves(index).iter().map(|candidate| score(mover, candidate)).collect();
        let better = scores.iter().filter(|&&other| other > scores[0]).count();
        sum.first += f64::from(u8::from(better < 1)) / count;
        sum.among_three += f64::from(u8::from(better < 3)) / count;
        soft_max(&mut scores);
        sum.loss -= f64::from(scores[0]).max(1e-9).ln() / count;
    }
    sum
}

/// Fits the weights of a rule, in so many passes.
#[must_use]
pub fn fit(
    samples: &Samples,
    rule: Rule,
    (epochs, decay, seed): (usize, f32, u64),
    on_epoch: &mut dyn FnMut(usize),
) -> Moves {
    let colors = if tells_colors_apart(rule) { &Color::ALL[..] } else { &Color::ALL[..1] };
    let with_moves = (0..samples.positions.len()).filter(|&index| !samples.moves(index).is_empty());
    let (held_out, mut trained): (Vec<usize>, Vec<usize>) =
        with_moves.partition(|&index| samples.positions[index].is_held_out);
    let in_use =
        |units: f32| move |_: Color, candidate: &Candidate| f32::from(candidate.score) / units;
    let candidates = (0..24).map(|step| 8.0 * 1.25_f32.powi(step));
    let few = &trained[..trained.len().min(MOST_FOR_UNITS)];
    let tried = candidates.map(|units| (units, foresight(samples, few, in_use(units)).loss));
    let units = tried.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(1.0, |(units, _)| units);
    let before = foresight(samples, &held_out, in_use(units));
    let mut sides: Vec<Side> = colors.iter().map(|&color| Side::new(rule, color)).collect();
    let mut rng = Rng::with_seed(seed);
    let mut scores = Vec::new();
    for epoch in 0..epochs {
        let rate = RATES.0 * (RATES.1 / RATES.0).powf(epoch as f32 / epochs as f32);
        rng.shuffle(&mut trained);
        for batch in trained.chunks(BATCH) {
            for &index in batch {
                let mover = samples.positions[index].mover;
                let (own, other) = (side_of(mover, sides.len()), side_of(!mover, sides.len()));
                let candidates = samples.moves(index);
                scores.clear();
                let attack = &sides[own].weights[0];
                let defence = &sides[other].weights[1];
                scores.extend(candidates.iter().map(|candidate| {
                    attack[usize::from(candidate.own)] + defence[usize::from(candidate.other)]
                }));
                soft_max(&mut scores);
                scores[0] -= 1.0;
                for (candidate, score) in candidates.iter().zip(&scores) {
                    let slope = score / batch.len() as f32;
                    sides[own].slopes[0][usize::from(candidate.own)] += slope;
                    sides[other].slopes[1][usize::from(candidate.other)] += slope;
                }
            }
            sides.iter_mut().for_each(|side| side.step(rate, decay));
        }
        on_epoch(epoch);
    }
    let after = foresight(samples, &held_out, |mover, candidate| {
        let attack = &sides[side_of(mover, sides.len())].weights[0];
        let defence = &sides[side_of(!mover, sides.len())].weights[1];
        attack[usize::from(candidate.own)] + defence[usize::from(candidate.other)]
    });
    let sides = sides.into_iter().map(|side| side.weights).collect();
    Moves { sides, units, foresight: (before, after) }
}
