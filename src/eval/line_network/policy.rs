//! The policy: what the cells of a line network's windows add to the worth of moves in move ordering,
//! and the slow definition of it.
//!
//! ```text
//! cell    clamp(bias + the rows of the windows in four lines, 0 to 1), as the side to move sees them
//! mixed   clamp(bias + weighted sum of the cell, of the four beside it and of the four at its corners,
//!         0 to 1), for each channel apart; cells off the board are zero
//! inputs  the sums of cells and of mixed cells over the candidates / 32, and the evaluation
//! hidden  clamp(weighted sums of the inputs + row of the urgency, 0 to 1)
//! weights weighted sums of hidden
//! worth   weighted sum of the mixed cell of a candidate, in units of move ordering
//! ```
//!
//! The candidates are the empty points near a stone. Rows are those of the dictionary of the rule's line
//! network, in parts of 64; mixed cells are in parts of 256. The idea of rows of windows that order moves
//! is Rapfi's (policy of its Mix networks).

mod file;
mod tables;

use std::sync::Arc;

use crate::board::{Bitboard, Direction, PerColor, Point, Position};
use crate::eval::line_network::dictionary::Dictionary;
use crate::eval::line_network::numbers::{
    CELL_BITS, CELL_PARTS, CHANNELS, HEAD_BITS, HIDDEN, INPUTS, Layer, POOL_BITS, units,
};
use crate::eval::line_network::window::window_at;
use crate::processor::mixing::{MAX_MIXED, MAX_SMALL_CELL, MIXED_NUMBERS, product};

pub(crate) use tables::{PolicyRoom, PolicyTables};

const _: () = assert!(MIXED_NUMBERS == CHANNELS);

/// The number in a row that stands for one, and the largest number of a cell.
pub const ROW_PARTS: i16 = MAX_SMALL_CELL;
/// The number of a mixed cell that stands for one, and the largest one.
pub const MIXED_PARTS: i16 = MAX_MIXED;
/// The weight of the mixing that stands for one.
pub const MIXING_PARTS: i32 = 1 << 13;
/// The units of the evaluation that stand for one.
pub const EVALUATION_UNITS: i32 = 400;
/// The largest absolute value of the evaluation that counts.
pub const MAX_EVALUATION: i32 = 3 * EVALUATION_UNITS;
/// The numbers of fractional bits by which the inputs exceed cells and mixed cells.
const CELL_LAG: u32 = CELL_BITS - ROW_PARTS.ilog2();
const MIXED_LAG: u32 = CELL_BITS - MIXED_PARTS.ilog2();
/// The number of fractional bits of the weights of mixed cells.
const WEIGHT_BITS: u32 = 4;

/// The numbers of a side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PolicyNumbers {
    /// `[row][channel]`: rows of windows, in [`ROW_PARTS`].
    pub rows: Vec<[i8; CHANNELS]>,
    /// The bias of cells, in [`ROW_PARTS`].
    pub bias: [i16; CHANNELS],
    /// The weights of a cell, of those beside it and of those at its corners, in [`MIXING_PARTS`].
    pub mixing: [[i16; CHANNELS]; 3],
    /// The bias of mixed cells, in [`MIXED_PARTS`].
    pub mixed_bias: [i16; CHANNELS],
    /// `[urgency]`: what it adds to the hidden sums.
    pub urgencies: Vec<[i16; HIDDEN]>,
    /// `[unit]`: the weights of the evaluation in the hidden sums.
    pub evaluation: [i16; HIDDEN],
    /// From the inputs to the hidden layer.
    pub to_hidden: Layer<INPUTS, HIDDEN>,
    /// From the hidden layer to the weights of mixed cells.
    pub to_weights: Layer<HIDDEN, CHANNELS>,
}

/// A policy for one rule, with a row for each row of the rule's line network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    /// The units of move ordering that make a move e times as likely.
    pub units: i32,
    /// The numbers of both sides to move, which are equal unless the rule treats the colours differently.
    pub colors: PerColor<Arc<PolicyNumbers>>,
}

/// The facts about a position that the policy needs besides its stones.
#[derive(Clone, Copy, Debug)]
pub struct PolicyInput {
    /// The candidates.
    pub near: Bitboard,
    /// The evaluation for the side to move, in its units.
    pub evaluation: i32,
    /// The result of [`urgency`](crate::eval::urgency).
    pub urgency: usize,
}

impl Policy {
    /// Returns what each candidate is worth besides its threats, in units of move ordering: the slow
    /// definition.
    ///
    /// # Panics
    /// Panics if the urgency is out of range, or if the dictionary has more rows than the policy.
    #[must_use]
    pub fn worths(
        &self,
        dictionary: &Dictionary,
        position: &Position,
        input: PolicyInput,
    ) -> Vec<(Point, i32)> {
        let numbers = &self.colors[position.side_to_move()];
        let mixed: Vec<_> =
            input.near.iter().map(|point| numbers.mixed(dictionary, position, point)).collect();
        let mut inputs = [0; INPUTS];
        let (of_cells, of_mixed) = inputs.split_at_mut(CHANNELS);
        for (point, mixed) in input.near.iter().zip(&mixed) {
            let cell = numbers.cell(dictionary, position, point);
            for channel in 0..CHANNELS {
                of_cells[channel] += i32::from(cell[channel]);
                of_mixed[channel] += i32::from(mixed[channel]);
            }
        }
        let inputs = pooled([of_cells, of_mixed]);
        let mut hidden = numbers.to_hidden.sums(&inputs, CELL_BITS);
        for (unit, sum) in hidden.iter_mut().enumerate() {
            *sum += i32::from(numbers.urgencies[input.urgency][unit]) << CELL_BITS;
            *sum += i32::from(numbers.evaluation[unit]) * evaluation_input(input.evaluation);
        }
        let hidden = units(hidden, CELL_BITS);
        let sums = numbers.to_weights.sums(&hidden, HEAD_BITS);
        let weights = sums.map(|sum| weight(sum, self.units));
        let worth_of = |mixed: &[i16; CHANNELS]| {
            let terms = mixed.iter().zip(weights);
            worth(terms.map(|(&number, weight)| i32::from(number) * i32::from(weight)).sum())
        };
        input.near.iter().zip(mixed.iter().map(worth_of)).collect()
    }
}

impl PolicyNumbers {
    /// Returns the cell of a point.
    fn cell(&self, dictionary: &Dictionary, position: &Position, point: Point) -> [i16; CHANNELS] {
        let rows = Direction::ALL.map(|direction| {
            let window = window_at(position, position.side_to_move(), point, direction);
            self.rows[dictionary.row(window).index()]
        });
        std::array::from_fn(|channel| {
            let four: i16 = rows.iter().map(|row| i16::from(row[channel])).sum();
            (self.bias[channel] + four).clamp(0, ROW_PARTS)
        })
    }

    /// Returns the mixed cell of a point.
    fn mixed(&self, dictionary: &Dictionary, position: &Position, point: Point) -> [i16; CHANNELS] {
        let on_board = position.geometry().on_board() - position.dead();
        let mut groups = [[0; CHANNELS]; 3];
        let around = Bitboard::from_iter([point]).dilated() & on_board;
        for neighbor in around {
            let differences =
                [neighbor.column().abs_diff(point.column()), neighbor.row().abs_diff(point.row())];
            let group = &mut groups[differences.iter().sum::<usize>()];
            let cell = self.cell(dictionary, position, neighbor);
            group.iter_mut().zip(cell).for_each(|(sum, number)| *sum += number);
        }
        std::array::from_fn(|channel| {
            let terms = groups.iter().zip(&self.mixing);
            let sum: i16 =
                terms.map(|(group, weights)| product(group[channel], weights[channel])).sum();
            (self.mixed_bias[channel] + sum).clamp(0, MIXED_PARTS)
        })
    }
}

/// Returns the inputs of the hidden layer for the sums over cells and over mixed cells.
fn pooled([of_cells, of_mixed]: [&[i32]; 2]) -> [i16; INPUTS] {
    let mut inputs = [0; INPUTS];
    let shifts = [(of_cells, POOL_BITS - CELL_LAG), (of_mixed, POOL_BITS - MIXED_LAG)];
    let sums =
        shifts.into_iter().flat_map(|(sums, shift)| sums.iter().map(move |sum| sum >> shift));
    inputs.iter_mut().zip(sums).for_each(|(input, sum)| *input = sum as i16);
    inputs
}

/// Returns the input that stands for an evaluation.
const fn evaluation_input(evaluation: i32) -> i32 {
    let capped = if evaluation > MAX_EVALUATION {
        MAX_EVALUATION
    } else if evaluation < -MAX_EVALUATION {
        -MAX_EVALUATION
    } else {
        evaluation
    };
    capped * CELL_PARTS / EVALUATION_UNITS
}

/// Returns the weight of a channel from its sum; a logit is worth `units` units of move ordering.
fn weight(sum: i32, units: i32) -> i16 {
    let parts = ((sum >> HEAD_BITS) * units) >> (HEAD_BITS - WEIGHT_BITS);
    parts.clamp(i32::from(-i16::MAX), i32::from(i16::MAX)) as i16
}

/// Returns the worth of a move from the weighted sum of its mixed cell.
const fn worth(sum: i32) -> i32 {
    sum >> (WEIGHT_BITS + MIXED_PARTS.ilog2())
}

#[cfg(test)]
mod tests;
