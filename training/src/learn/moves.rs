//! Fits the weights of the order of moves: a soft-max that predicts the move of the search.

use std::ops::RangeInclusive;

use dolmen::board::Color;
use dolmen::eval::weights::{ColorWeights, GroupWeights};
use dolmen::rules::Rule;
use fastrand::Rng;

use crate::learn::groups::{Parts, PartsFit};
use crate::learn::passes::{Falls, Fit, OnPass, Schedule};
use crate::learn::samples::{Candidate, Samples, colors_of, side_of};

/// The default units of a move's score that make the move e times as likely: few, so that the
/// search's history of a move (up to 150 units) outweighs a small difference of codes.
pub const UNITS: f32 = 40.0;
/// The range of these units.
pub const RANGE: RangeInclusive<f32> = 1.0..=1_000.0;
/// The approximate units of the hand-set order that make a move e times as likely.
const HAND_UNITS: f32 = 100.0;
const SCHEDULE: Schedule =
    Schedule { batch: 1_024, first: 0.02, last: 0.001, falls: Falls::ByPass };
/// The maximum number of positions from which the units of the order in use are fitted.
const MAX_FOR_UNITS: usize = 20_000;

/// Weights of the codes of one colour: `[role][group]`, role 0 in attack, 1 in defence. In
/// units of one.
pub type RoleWeights = [Vec<f32>; 2];

/// The quality of an order of moves as a forecast of the search's choice in held-out positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Foresight {
    /// Mean loss of the soft-max.
    pub loss: f64,
    /// Share of positions whose best move comes first.
    pub first: f64,
    /// Share of positions whose best move is among the first three.
    pub among_three: f64,
}

/// The fitted weights.
#[derive(Clone, Debug)]
pub struct Moves {
    /// One for both colours, or two.
    pub sides: Vec<RoleWeights>,
    /// The foresight of the order in use.
    pub before: Foresight,
    /// The foresight of the fitted order.
    pub after: Foresight,
}

/// Returns the fits of a colour's weights by role, which start from the hand-set weights.
fn side(rule: Rule, color: Color) -> [PartsFit; 2] {
    let by_hand = ColorWeights::by_hand(rule, color).groups;
    let parts = Parts::of_groups(rule, color);
    let fit = |units_of: &dyn Fn(&GroupWeights) -> i16| {
        let start = by_hand.iter().map(|group| f32::from(units_of(group)) / HAND_UNITS);
        PartsFit::new(&parts, start.collect(), None)
    };
    [fit(&|group| group.attack), fit(&|group| group.defence)]
}

/// Turns scores into probabilities.
pub(crate) fn soft_max(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::MIN, f32::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = (*score - most).exp();
        sum += *score;
    }
    scores.iter_mut().for_each(|score| *score /= sum);
}

/// Returns the loss of the probabilities of moves, the first of which is the best.
fn loss_of(probabilities: &[f32]) -> f64 {
    -f64::from(probabilities[0]).max(1e-9).ln()
}

/// Measures how well scores predict the best move, over many positions.
fn foresight(
    samples: &Samples,
    indices: &[usize],
    score: impl Fn(Color, &Candidate) -> f32,
) -> Foresight {
    foresight_of(indices.iter().map(|&index| {
        let mover = samples.positions[index].mover;
        samples.moves(index).iter().map(|candidate| score(mover, candidate)).collect()
    }))
}

/// Measures how well the scores of the moves of positions predict the best move, which comes first.
pub(crate) fn foresight_of(positions: impl Iterator<Item = Vec<f32>>) -> Foresight {
    let (mut sum, mut count) = (Foresight::default(), 0.0_f64);
    for mut scores in positions {
        let better = scores.iter().filter(|&&other| other > scores[0]).count();
        sum.first += f64::from(u8::from(better < 1));
        sum.among_three += f64::from(u8::from(better < 3));
        soft_max(&mut scores);
        sum.loss += loss_of(&scores);
        count += 1.0;
    }
    let count = count.max(1.0);
    let Foresight { loss, first, among_three } = sum;
    Foresight { loss: loss / count, first: first / count, among_three: among_three / count }
}

/// Fits the weights of a rule.
#[must_use]
pub fn fit(samples: &Samples, rule: Rule, fit: Fit, on_pass: OnPass<'_>) -> Moves {
    let with_moves = (0..samples.positions.len()).filter(|&index| !samples.moves(index).is_empty());
    let (held_out, mut trained): (Vec<usize>, Vec<usize>) =
        with_moves.partition(|&index| samples.positions[index].is_held_out);
    let in_use =
        |units: f32| move |_: Color, candidate: &Candidate| f32::from(candidate.score) / units;
    let candidates = (0..24).map(|step| 8.0 * 1.25_f32.powi(step));
    let few = &trained[..trained.len().min(MAX_FOR_UNITS)];
    let tried = candidates.map(|units| (units, foresight(samples, few, in_use(units)).loss));
    let units = tried.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(1.0, |(units, _)| units);
    let before = foresight(samples, &held_out, in_use(units));
    let mut sides: Vec<_> = colors_of(rule).iter().map(|&color| side(rule, color)).collect();
    let mut rng = Rng::with_seed(fit.seed);
    let mut scores = Vec::new();
    SCHEDULE.run(fit.passes, &mut trained, &mut rng, on_pass, |batch, rate| {
        let mut loss = 0.0;
        for &index in batch {
            let mover = samples.positions[index].mover;
            scores.clear();
            let score = |candidate| score(&sides, mover, candidate);
            scores.extend(samples.moves(index).iter().map(score));
            soft_max(&mut scores);
            loss += loss_of(&scores);
            scores[0] -= 1.0;
            let (own, other) = (side_of(mover, sides.len()), side_of(!mover, sides.len()));
            for (candidate, score) in samples.moves(index).iter().zip(&scores) {
                let gradient = score / batch.len() as f32;
                sides[own][0].gradients[usize::from(candidate.own)] += gradient;
                sides[other][1].gradients[usize::from(candidate.other)] += gradient;
            }
        }
        sides.iter_mut().flatten().for_each(|role| role.step(rate, fit.decay));
        loss
    });
    let after = foresight(samples, &held_out, |mover, candidate| score(&sides, mover, candidate));
    let sides = sides.into_iter().map(|side| side.map(|role| role.weights)).collect();
    Moves { sides, before, after }
}

/// Returns the score of a move.
fn score(sides: &[[PartsFit; 2]], mover: Color, candidate: &Candidate) -> f32 {
    let attack = &sides[side_of(mover, sides.len())][0].weights;
    let defence = &sides[side_of(!mover, sides.len())][1].weights;
    attack[usize::from(candidate.own)] + defence[usize::from(candidate.other)]
}
