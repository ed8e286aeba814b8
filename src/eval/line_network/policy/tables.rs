//! A policy prepared for the search: a row for each colour's view of every row of the line network.

use std::sync::Arc;

use crate::board::point::{POINT_INDICES, STRIDE};
use crate::board::{Bitboard, PerColor, Point, Position};
use crate::eval::line_network::dictionary::RowNumber;
use crate::eval::line_network::numbers::{CELL_BITS, CHANNELS, HEAD_BITS, HEAD_PARTS, HIDDEN};
use crate::eval::line_network::policy::{
    Policy, PolicyInput, PolicyNumbers, evaluation_input, pooled, weight, worth,
};
use crate::processor::cells::CELL_ROWS;
use crate::processor::layers::{
    LAYER_OUTPUTS, LayerSums, PairWeights, UnitClamp, bias_sums, pairs,
};
use crate::processor::mixing::{MixedCell, Mixing, SmallRow};
use crate::processor::{layer_sums, layer_units, mix, sum_small_rows, weigh_all};

const _: () = assert!(LAYER_OUTPUTS == CHANNELS && LAYER_OUTPUTS == HIDDEN);

/// The cells before the first one and behind the last one, as far as neighbours reach.
const MARGIN: usize = STRIDE + 1;

/// A policy with the numbers in the order in which the processor needs them.
#[derive(Debug)]
pub(crate) struct PolicyTables {
    policy: Arc<Policy>,
    /// `[side to move]`
    colors: PerColor<ColorTables>,
}

/// The numbers of a side to move.
#[derive(Debug)]
struct ColorTables {
    /// `[row of the line tables]`
    rows: Box<[SmallRow]>,
    bias: MixedCell,
    mixing: Mixing,
    /// `[urgency]`: the sums of the hidden layer without inputs.
    urgencies: Vec<LayerSums>,
    evaluation: [i16; HIDDEN],
    /// `[pair of inputs]`
    to_hidden: Vec<PairWeights>,
    /// The sums of the weights without inputs.
    biases: LayerSums,
    /// `[pair of hidden units]`
    to_weights: Vec<PairWeights>,
}

/// The scratch memory for the positions of one board.
#[derive(Clone, Debug)]
pub(crate) struct PolicyRoom {
    /// `[point + MARGIN]`: those of the last position; zero off the board and on dead points.
    cells: Box<[MixedCell; POINT_INDICES + 2 * MARGIN]>,
    places: Vec<u16>,
    region: Vec<u16>,
    mixed: Vec<MixedCell>,
    sums: Vec<i32>,
}

impl Default for PolicyRoom {
    fn default() -> Self {
        Self {
            cells: Box::new([MixedCell::default(); _]),
            places: Vec::new(),
            region: Vec::new(),
            mixed: Vec::new(),
            sums: Vec::new(),
        }
    }
}

impl PolicyTables {
    /// Prepares a policy for line tables. `views` has, for each row of the line tables, the rows of
    /// the network that black and white see.
    pub(crate) fn new(policy: Arc<Policy>, views: &[[RowNumber; 2]]) -> Self {
        let colors = PerColor::from_fn(|color| {
            let numbers = &policy.colors[color];
            let view =
                |views: &[RowNumber; 2]| SmallRow(numbers.rows[views[color.index()].index()]);
            ColorTables::new(numbers, views.iter().map(view).collect())
        });
        Self { policy, colors }
    }

    /// Returns what each candidate of a position is worth besides its threats, in the order of the
    /// candidates, from the rows of each point.
    pub(crate) fn worths<'r>(
        &self,
        position: &Position,
        rows: &[[u16; CELL_ROWS]],
        input: PolicyInput,
        room: &'r mut PolicyRoom,
    ) -> impl Iterator<Item = (Point, i32)> + use<'r> {
        let tables = &self.colors[position.side_to_move()];
        let on_board = position.geometry().on_board() - position.dead();
        let PolicyRoom { cells, places, region, mixed, sums } = room;
        refill(places, input.near);
        refill(region, input.near.dilated() & on_board);
        mixed.resize(places.len(), MixedCell::default());
        sums.resize(places.len(), 0);
        sum_small_rows(region, rows, &tables.rows, &tables.bias, &mut cells[..], MARGIN);
        let [of_cells, of_mixed] = mix(places, &cells[..], MARGIN, &tables.mixing, mixed);
        let inputs = pooled([&of_cells, &of_mixed]);
        let evaluation = evaluation_input(input.evaluation);
        let mut biases = tables.urgencies[input.urgency];
        for (sum, weight) in biases.0.iter_mut().zip(tables.evaluation) {
            *sum += i32::from(weight) * evaluation;
        }
        let clamp = UnitClamp { bits: CELL_BITS, max: HEAD_PARTS as i16 };
        let hidden = layer_units(&biases, &tables.to_hidden, &inputs, clamp);
        let LayerSums(weights) = layer_sums(&tables.biases, &tables.to_weights, &hidden);
        let weights = MixedCell(weights.map(|sum| weight(sum, self.policy.units)));
        weigh_all(mixed, &weights, sums);
        let points = places.iter().map(|&place| Point::from_index(usize::from(place)));
        points.zip(sums.iter().map(|&sum| worth(sum)))
    }
}

/// Refills a list with the indices of the points of a set.
fn refill(places: &mut Vec<u16>, points: Bitboard) {
    places.clear();
    points.iter().for_each(|point| places.push(point.index() as u16));
}

impl ColorTables {
    fn new(numbers: &PolicyNumbers, rows: Box<[SmallRow]>) -> Self {
        let of_urgency = |row: &[i16; HIDDEN]| bias_sums(&numbers.to_hidden.biases, row, CELL_BITS);
        let mixing = Mixing {
            bias: MixedCell(numbers.mixed_bias),
            weights: numbers.mixing.map(MixedCell),
            stride: STRIDE,
        };
        Self {
            rows,
            bias: MixedCell(numbers.bias),
            mixing,
            urgencies: numbers.urgencies.iter().map(of_urgency).collect(),
            evaluation: numbers.evaluation,
            to_hidden: pairs(&numbers.to_hidden.weights),
            biases: bias_sums(&numbers.to_weights.biases, &[0; CHANNELS], HEAD_BITS),
            to_weights: pairs(&numbers.to_weights.weights),
        }
    }
}
