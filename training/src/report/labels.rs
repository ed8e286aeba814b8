//! The quality of stored labels: positions are searched again with few, with more and with very
//! many nodes; the last search is the reference.
//!
//! The error of a label is its cross-entropy against the reference. The worst error is a won position
//! labelled as lost.

use dolmen::eval::Score;
use dolmen::rules::Rule;
use dolmen::search::MarginOverrides;
use strum::VariantArray;

use crate::estimate::Estimate;
use crate::generate::searcher::Searcher;
use crate::generate::tally::Kind;
use crate::learn::samples::Samples;
use crate::workers::{ThreadError, Workers};

/// Nodes of the searches that are compared with the reference.
pub const NODES: [u64; 2] = [1_000, 20_000];
/// The minimum probability of a label; the maximum is one minus this. The bounds keep the loss of a
/// wrong proof finite.
const MIN_PROBABILITY: f64 = 0.01;
/// The minimum distance of a grossly wrong label from the reference.
const GROSS_DISTANCE: f64 = 0.25;

/// The positions to search again.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The number of positions of each kind.
    pub positions: usize,
    /// Nodes of the reference search.
    pub reference_nodes: u64,
}

/// The accuracy of the labels of one source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Accuracy {
    /// The nodes of the search that made the labels; 0 for the stored labels.
    pub nodes: u64,
    /// The cross-entropy above that of the reference (Kullback-Leibler divergence), in nats.
    pub divergence: Estimate,
    /// The share of labels that favour the other side and are far from the reference.
    pub grossly_wrong: Estimate,
}

/// The quality of the labels of one kind of positions.
#[derive(Clone, Debug, PartialEq)]
pub struct Quality {
    /// The kind.
    pub kind: Kind,
    /// The number of positions.
    pub positions: usize,
    /// The accuracy of the stored labels and of searches with [`NODES`].
    pub accuracies: Vec<Accuracy>,
}

/// Searches positions of each kind again, spread evenly over the samples, and compares their
/// labels with the reference. The result leaves out positions that were not searched before the work was
/// stopped, and kinds without positions. `on_position` is called after each position.
///
/// # Errors
/// Returns an error if a thread cannot be started.
///
/// # Panics
/// Panics if the samples have no stones, or if a thread panics.
pub fn measure(
    samples: &Samples,
    rule: Rule,
    settings: Settings,
    workers: Workers<'_>,
    on_position: &(dyn Fn() + Sync),
) -> Result<Vec<Quality>, ThreadError> {
    let chosen: Vec<usize> =
        Kind::VARIANTS.iter().flat_map(|&kind| choose(samples, kind, settings.positions)).collect();
    let searcher = || Searcher::with_margins(rule, MarginOverrides::default());
    let [few, more] = NODES;
    let search = |searcher: &mut Searcher, &index: &usize| {
        let sample = &samples.positions[index];
        let position = samples.stones(index).position(sample.mover);
        let probabilities = [few, more, settings.reference_nodes].map(|nodes| {
            searcher.forget();
            probability(searcher.search(&position, nodes).score)
        });
        on_position();
        Ok::<_, ThreadError>(probabilities)
    };
    let searched = workers.map(&chosen, searcher, search)?;
    let quality = |&kind: &Kind| {
        let of_kind = chosen.iter().zip(&searched);
        let of_kind = of_kind.filter(|(index, _)| samples.positions[**index].kind == kind);
        let labels: Vec<[f64; 4]> = of_kind
            .filter_map(|(&index, searched)| {
                let [few, more, reference] = (*searched)?;
                let stored = probability(Score::from_value(samples.positions[index].score));
                Some([stored, few, more, reference])
            })
            .collect();
        let accuracies = [0, few, more].into_iter().enumerate().map(|(source, nodes)| {
            let pairs = labels.iter().map(|labels| (labels[source], labels[3]));
            accuracy(nodes, &pairs.collect::<Vec<_>>())
        });
        Quality { kind, positions: labels.len(), accuracies: accuracies.collect() }
    };
    let qualities = Kind::VARIANTS.iter().map(quality);
    Ok(qualities.filter(|quality| quality.positions > 0).collect())
}

/// Returns positions of a kind, spread evenly over the samples.
fn choose(samples: &Samples, kind: Kind, count: usize) -> Vec<usize> {
    let is_of_kind = |&index: &usize| samples.positions[index].kind == kind;
    let all: Vec<usize> = (0..samples.positions.len()).filter(is_of_kind).collect();
    let count = count.min(all.len());
    (0..count).map(|number| all[number * all.len() / count]).collect()
}

/// Returns the win probability of a score, clamped away from 0 and 1.
fn probability(score: Score) -> f64 {
    score.win_probability().clamp(MIN_PROBABILITY, 1.0 - MIN_PROBABILITY)
}

/// Returns the accuracy of labels, each paired with its reference.
fn accuracy(nodes: u64, pairs: &[(f64, f64)]) -> Accuracy {
    let divergence = |&(label, reference): &(f64, f64)| {
        reference * (reference / label).ln()
            + (1.0 - reference) * ((1.0 - reference) / (1.0 - label)).ln()
    };
    let wrong = |&(label, reference): &(f64, f64)| {
        let is_other_side = (reference - 0.5) * (label - 0.5) < 0.0;
        f64::from(u8::from(is_other_side && (reference - label).abs() >= GROSS_DISTANCE))
    };
    Accuracy {
        nodes,
        divergence: Estimate::of(&pairs.iter().map(divergence).collect::<Vec<_>>()),
        grossly_wrong: Estimate::of(&pairs.iter().map(wrong).collect::<Vec<_>>()),
    }
}

#[cfg(test)]
mod tests {
    use super::accuracy;

    fn is_near(left: f64, right: f64) -> bool {
        (left - right).abs() < 1e-9
    }

    #[test]
    fn labels_are_compared_with_the_reference() {
        for (label, reference, is_wrong) in [
            (0.375, 0.625, true),
            (0.625, 0.375, true),
            (0.4, 0.6, false),
            (0.51, 0.99, false),
            (0.5, 0.99, false),
            (0.01, 0.99, true),
            (0.3, 0.3, false),
        ] {
            let found = accuracy(0, &[(label, reference)]);
            assert!(is_near(found.grossly_wrong.mean, f64::from(u8::from(is_wrong))), "{found:?}");
            assert_eq!(found.divergence.mean > 1e-12, label != reference, "{found:?}");
        }
        // The divergence of one half from a quarter is half the logarithm of four thirds.
        let found = accuracy(0, &[(0.25, 0.5)]);
        assert!(is_near(found.divergence.mean, (4.0_f64 / 3.0).ln() / 2.0), "{found:?}");
    }
}
