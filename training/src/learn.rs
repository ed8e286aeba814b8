//! The command `learn`: fits weights of the evaluation and of the order of moves to stored games.
//!
//! ```text
//! samples   positions of games as counts of codes; `select` chooses the games, `targets` computes
//!           the values to predict
//! values    evaluation: a logit, the sum over codes of the mover's weights less the other side's,
//!           and a bonus for the urgency
//! network   a small network over the same codes, for the residual of the sums
//! moves     order of moves: a soft-max over the moves of a position, of the sums of two codes
//! losses    the losses of each on held-out positions
//! ```
//!
//! A weight of `values` or `moves` is a sum of parts (`groups`): some that many codes share, for
//! each shape, each pair of shapes and the class of threat, and one of its own with a stronger weight
//! decay, so that a rare code relies on its shared parts. All parameters are rows of a `table`, which
//! takes the optimizer steps; `passes` iterates over the positions.
//!
//! Invariant: the same files, arguments and version give the same weights.

pub mod calibration;
pub mod groups;
pub mod losses;
pub mod moves;
pub mod network;
pub mod passes;
pub mod samples;
pub mod select;
pub mod stones;
pub mod table;
pub mod targets;
#[cfg(test)]
pub(crate) mod testing;
pub mod values;

use dolmen::board::{Color, PerColor};
use dolmen::eval::weights::{self, ColorWeights, GroupWeights};
use dolmen::rules::Rule;
use dolmen::threats::{Threat, group, sorted_shapes};

use crate::learn::losses::Sharing;
use crate::learn::moves::Moves;
use crate::learn::values::Values;

/// The fitted weights of a rule.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The weights of the evaluation.
    pub values: Values,
    /// A network for each side that has weights of its own; empty if it did not lower the loss.
    pub networks: Vec<Sharing>,
    /// The weights of the order of moves; `None` if it is not learned.
    pub moves: Option<Moves>,
}

/// The units of the weights that the engine plays with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Units {
    /// The units of the evaluation for a logit.
    pub values: f32,
    /// The units of the order of moves that make a move e times as likely.
    pub moves: f32,
}

impl Fitted {
    /// Returns the weights to play with. Codes that the learner never sees, because the threats
    /// alone decide there, keep the weights set by hand, and so does an order of moves that is not
    /// learned.
    #[must_use]
    pub fn weights(&self, rule: Rule, units: Units) -> PerColor<ColorWeights> {
        PerColor::from_fn(|color| {
            let network = |color| self.networks.get(self.values.side(color));
            // The sums of a colour have different units when it is to move and when it waits.
            let in_turn =
                |color| units.values * network(color).map_or(1.0, |sharing| sharing.share);
            let phases = [in_turn(color), in_turn(!color)];
            let network = network(color).map(|sharing| sharing.network.clone());
            ColorWeights { network, ..self.color_weights(rule, color, phases, units.moves) }
        })
    }

    /// Returns the weights of a colour without network, with the units of the evaluation when the
    /// colour is to move and when it is waiting.
    fn color_weights(
        &self,
        rule: Rule,
        color: Color,
        value_units: [f32; 2],
        move_units: f32,
    ) -> ColorWeights {
        let side = self.values.side(color);
        let value = &self.values.sides[side];
        let order = self.moves.as_ref().map(|moves| &moves.sides[side]);
        let units = |weight: f32, units: f32| (weight * units).round() as i16;
        let parts = f32::from(weights::PARTS);
        let by_hand = ColorWeights::by_hand(rule, color);
        let mut groups = vec![GroupWeights::default(); by_hand.groups.len()];
        for shapes in sorted_shapes() {
            let number = group(shapes);
            let hand = by_hand.groups[number];
            let in_order = |role: usize, by_hand: i16| {
                order.map_or(by_hand, |order| units(order[role][number], move_units))
            };
            let learned = GroupWeights {
                to_move: units(value.groups[0][number], value_units[0] * parts),
                waiting: units(value.groups[1][number], value_units[1] * parts),
                attack: in_order(0, hand.attack),
                defence: in_order(1, hand.defence),
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
        let bonuses = value.bonuses.iter().map(|&bonus| units(bonus, value_units[0])).collect();
        ColorWeights { groups, bonuses, network: None }
    }
}

#[cfg(test)]
mod tests;
