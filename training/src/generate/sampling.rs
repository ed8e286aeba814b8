//! The choice of the positions that are labelled among those that a search evaluated.
//!
//! Half of them are drawn as the search came to them, so that most lie near its horizon; the
//! other half by depth, each number of plies after the root being as likely as any other, so
//! that positions near the root are not rare.

use dolmen::board::Point;
use dolmen::search::{EvaluationSample, SampledPosition};
use fastrand::Rng;

/// Draws the paths to at most `count` positions, in an order in which neighbours share much.
/// Positions on the best line are left out: most of them soon are positions of the game.
pub(crate) fn paths(
    sample: &EvaluationSample,
    best_line: &[Point],
    count: usize,
    rng: &mut Rng,
) -> Vec<Vec<Point>> {
    let is_aside = |sampled: &SampledPosition<'_>| !best_line.starts_with(sampled.path);
    let mut left: Vec<SampledPosition<'_>> = sample.by_ply().filter(is_aside).collect();
    let mut paths = Vec::with_capacity(count);
    for number in 0..count.min(left.len()) {
        let is_by_frequency = number < count.div_ceil(2);
        let weight = |sampled: &SampledPosition<'_>| {
            if is_by_frequency { sampled.evaluations } else { 1 }
        };
        let total: u64 = left.iter().map(weight).sum();
        let mut place = rng.u64(..total);
        let drawn = left.iter().position(|sampled| {
            let is_here = place < weight(sampled);
            place = place.saturating_sub(weight(sampled));
            is_here
        });
        let drawn = drawn.expect("the drawn number is less than the sum of the weights");
        paths.push(left.swap_remove(drawn).path.to_vec());
    }
    paths.sort_by_cached_key(|path| path.iter().map(|point| point.index()).collect::<Vec<_>>());
    paths
}

#[cfg(test)]
mod tests;
