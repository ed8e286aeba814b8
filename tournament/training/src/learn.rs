//! The command `learn`: fits weights of the evaluation and of the order of moves to stored
//! games.
//!
//! The evaluation is a logistic regression: the sigmoid of the score is to be what became
//! of the position, which is a mixture of the search's score and the game's result. A small
//! network over the same codes learns what their sums leave over. The order of moves is a
//! soft-max over the moves of a position, which is to choose the search's move. Every weight
//! of the sums and of the order is a sum of parts that many codes share (a part for each
//! shape, each pair of shapes, the class of threat) and of one of its own, which is held near
//! zero, so that rare codes rest on what is known of their parts.
//!
//! The losses are of games that are held out: those of files named for it, else every tenth.
//! The same files, arguments and version give the same weights.

pub mod adam;
pub mod calibration;
pub mod groups;
pub mod losses;
pub mod moves;
pub mod network;
pub mod picture;
pub mod samples;
pub mod select;
pub mod stones;
pub mod targets;
pub mod values;

use dolmen::board::{Color, PerColor};
use dolmen::eval::weights::{self, ColorWeights, GroupWeights};
use dolmen::rules::Rule;
use dolmen::threats::Threat;
use dolmen::threats::{group, sorted_shapes};

use crate::learn::losses::Sharing;
use crate::learn::moves::Moves;
use crate::learn::values::Values;

/// The weights of a rule from what was fitted, so that one, to the sigmoid and to the
/// soft-max, is so many units of the evaluation and of the order of moves. Codes that the
/// learner never sees, because the threats alone decide there, keep the weights set by hand.
#[must_use]
pub fn weights(
    rule: Rule,
    (values, value_units): (&Values, f32),
    networks: &[Sharing],
    moves: (&Moves, f32),
) -> PerColor<ColorWeights> {
    PerColor::from_fn(|color| {
        let network = |color| networks.get(values.side(color));
        // The sums count by whose turn it is.
        let in_turn = |color| value_units * network(color).map_or(1.0, |&(_, share)| share);
        let value_units = (in_turn(color), in_turn(!color));
        let weights = color_weights(rule, color, (values, value_units), moves);
        ColorWeights { network: network(color).map(|(network, _)| network.clone()), ..weights }
    })
}

/// The weights without network; the units of the evaluation are those when the colour is to
/// move and when it is waiting.
fn color_weights(
    rule: Rule,
    color: Color,
    (values, value_units): (&Values, (f32, f32)),
    (moves, move_units): (&Moves, f32),
) -> ColorWeights {
    let side = values.side(color);
    let (value, order) = (&values.sides[side], &moves.sides[side]);
    let units = |weight: f32, units: f32| (weight * units).round() as i16;
    let parts = f32::from(weights::PARTS);
    let by_hand = ColorWeights::by_hand(rule, color);
    let mut groups = vec![GroupWeights::default(); by_hand.groups.len()];
    for shapes in sorted_shapes() {
        let number = group(shapes);
        let hand = by_hand.groups[number];
        let learned = GroupWeights {
            to_move: units(value.groups[0][number], value_units.0 * parts),
            waiting: units(value.groups[1][number], value_units.1 * parts),
            attack: units(order[0][number], move_units),
            defence: units(order[1][number], move_units),
        };
        groups[number] = match Threat::of(shapes, rule, color) {
            Threat::Five => hand,
            Threat::OpenFour => {
                GroupWeights { to_move: hand.to_move, attack: hand.attack, ..learned }
            }
            _ => learned,
        };
    }
    groups[0] = GroupWeights::default();
    let bonuses = value.bonuses.iter().map(|&bonus| units(bonus, value_units.0)).collect();
    ColorWeights { groups, bonuses, network: None }
}

#[cfg(test)]
mod tests;
