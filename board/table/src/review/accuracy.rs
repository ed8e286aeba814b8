//! The accuracy of a player, as Lichess computes it: the midpoint between the mean of the moves' accuracies,
//! weighted by how much was at stake, and their harmonic mean.

use dolmen::board::Color;

use crate::tree::{MoveClass, NodeId, Tree};

/// The shortest and the longest window, in moves, for the standard deviation of the chances.
const WINDOW: std::ops::RangeInclusive<usize> = 2..=8;
/// The smallest and the largest weight of a move: the standard deviation of the chances in percent.
const WEIGHT: (f64, f64) = (0.5, 12.0);

/// Returns the accuracy of a side in percent; `None` if no move of it counts. Moves without a choice and
/// moves in a lost position do not.
pub(super) fn of(tree: &Tree, line: &[NodeId], color: Color) -> Option<f64> {
    let chances: Vec<f64> = line
        .iter()
        .map(|id| 100.0 * tree.get(*id).and_then(|node| node.black_wins).unwrap_or(0.5))
        .collect();
    let window = (line.len() / 10).clamp(*WINDOW.start(), *WINDOW.end());
    let mut moves = Vec::new();
    for (ply, nodes) in line.windows(2).enumerate() {
        let mover = tree.position(nodes[0]).ok()?.side_to_move();
        let judgement = tree.get(nodes[1]).and_then(|node| node.judgement.as_ref());
        let Some(judgement) = judgement.filter(|_| mover == color) else { continue };
        let counts = !matches!(judgement.class, MoveClass::Forced | MoveClass::Lost);
        let Some(loss) = judgement.loss.filter(|_| counts) else { continue };
        let from = (ply + 1).saturating_sub(window);
        let weight = deviation(&chances[from..=ply + 1]).clamp(WEIGHT.0, WEIGHT.1);
        moves.push((of_move(100.0 * loss), weight));
    }
    let count = moves.len() as f64;
    let weights: f64 = moves.iter().map(|(_, weight)| weight).sum();
    let weighted = moves.iter().map(|(accuracy, weight)| accuracy * weight).sum::<f64>() / weights;
    let harmonic = count / moves.iter().map(|(accuracy, _)| 1.0 / accuracy.max(1.0)).sum::<f64>();
    (!moves.is_empty()).then_some(f64::midpoint(weighted, harmonic))
}

/// Returns the accuracy of a move that lost this much chance, both in percent.
pub(super) fn of_move(loss: f64) -> f64 {
    let accuracy =
        103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * loss).exp() - 3.166_924_740_191_411;
    (accuracy + 1.0).clamp(0.0, 100.0)
}

fn deviation(values: &[f64]) -> f64 {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt()
}
