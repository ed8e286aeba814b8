//! The numbers of a line network, and the slow definition of its output.
//!
//! ```text
//! view    black, white
//! cell    clamp(bias + the rows of the windows in four lines, 0 to 1), for each view
//! pool    sum of the cells of the board / 32, for each view
//! inputs  the pool of the side to move and that of the other side
//! output  inputs → 16 → 16 → 1, the units of both hidden layers clamped to 0 to 1
//! ```
//!
//! The urgency adds a row to the sums of the first hidden layer. Numbers of rows and of the bias of
//! cells are in parts of 512, those of the head in parts of 1,024. Every sum fits into 32 bits: an
//! input is at most 484 cells / 32, a weight 4.

use std::sync::Arc;

use crate::board::{Color, Direction, PerColor, Position};
use crate::eval::line_network::dictionary::Dictionary;
use crate::eval::line_network::window::window_at;

/// The numbers in the row of a window.
pub const CHANNELS: usize = 16;
/// The inputs of the head.
pub const INPUTS: usize = 2 * CHANNELS;
/// The units in each hidden layer.
pub const HIDDEN: usize = 16;

/// The binary logarithm of [`CELL_PARTS`].
pub const CELL_BITS: u32 = 9;
/// The number in a row that stands for one.
pub const CELL_PARTS: i32 = 1 << CELL_BITS;
/// The binary logarithm of [`HEAD_PARTS`].
pub const HEAD_BITS: u32 = 10;
/// The weight of the head that stands for one.
pub const HEAD_PARTS: i32 = 1 << HEAD_BITS;
/// The binary logarithm of the divisor of the sums over all cells.
pub const POOL_BITS: u32 = 5;
/// The largest absolute value of a number in the row of a window, and of the bias of cells.
pub const MAX_ROW: i16 = 2 * CELL_PARTS as i16 - 1;
/// The largest absolute value of a weight of the head.
pub const MAX_HEAD: i16 = 4 * HEAD_PARTS as i16;

/// A layer of weighted sums, whose weights are in [`HEAD_PARTS`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer<const INPUTS: usize, const OUTPUTS: usize> {
    /// `[output][input]`
    pub weights: [[i16; INPUTS]; OUTPUTS],
    /// `[output]`
    pub biases: [i16; OUTPUTS],
}

impl<const INPUTS: usize, const OUTPUTS: usize> Default for Layer<INPUTS, OUTPUTS> {
    fn default() -> Self {
        Self { weights: [[0; INPUTS]; OUTPUTS], biases: [0; OUTPUTS] }
    }
}

impl<const INPUTS: usize, const OUTPUTS: usize> Layer<INPUTS, OUTPUTS> {
    /// Returns the weighted sums of inputs with `bits` fractional bits. The sums have `bits` more
    /// fractional bits than the weights.
    pub(super) fn sums(&self, inputs: &[i16; INPUTS], bits: u32) -> [i32; OUTPUTS] {
        std::array::from_fn(|output| {
            let terms = self.weights[output].iter().zip(inputs);
            let sum: i32 =
                terms.map(|(&weight, &input)| i32::from(weight) * i32::from(input)).sum();
            (i32::from(self.biases[output]) << bits) + sum
        })
    }
}

/// The layers behind the pools.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// `[urgency]`: what it adds to the sums of the first hidden layer.
    pub urgencies: Vec<[i16; HIDDEN]>,
    /// From the inputs to the first hidden layer.
    pub first: Layer<INPUTS, HIDDEN>,
    /// To the second hidden layer.
    pub second: Layer<HIDDEN, HIDDEN>,
    /// To the output.
    pub output: Layer<HIDDEN, 1>,
}

/// The numbers that belong to a colour: how it sees the board, and the head where it is to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ColorNumbers {
    /// `[row][channel]`: rows of windows.
    pub rows: Vec<[i16; CHANNELS]>,
    /// The bias of cells.
    pub bias: [i16; CHANNELS],
    /// The layers behind the pools.
    pub head: Head,
}

/// A network over the windows of a board, for one rule.
///
/// ```
/// use std::sync::Arc;
///
/// use dolmen::board::PerColor;
/// use dolmen::eval::URGENCIES;
/// use dolmen::eval::line_network::numbers::{CHANNELS, ColorNumbers, HEAD_PARTS, HIDDEN, Head};
/// use dolmen::eval::line_network::{Dictionary, LineNetwork, Window};
/// use dolmen::{BoardSize, Position};
///
/// let dictionary = Dictionary::new(vec![Window::EMPTY])?;
/// let urgencies = vec![[0; HIDDEN]; URGENCIES];
/// let rows = vec![[0; CHANNELS]; dictionary.rows()];
/// let mut head = Head { urgencies, ..Head::default() };
/// head.output.biases = [HEAD_PARTS as i16 / 2];
/// let numbers = Arc::new(ColorNumbers { rows, head, ..ColorNumbers::default() });
/// let network = LineNetwork {
///     units: 400,
///     dictionary: Arc::new(dictionary),
///     colors: PerColor::from_fn(|_| Arc::clone(&numbers)),
/// };
/// assert_eq!(network.correction(&Position::new(BoardSize::square(15)), 0), 200);
/// assert_eq!(LineNetwork::from_bytes(&mut &network.to_bytes()[..])?, network);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineNetwork {
    /// Units of the evaluation for an output of one.
    pub units: i32,
    /// The row of each window.
    pub dictionary: Arc<Dictionary>,
    /// The numbers of both colours, which are equal unless the rule treats them differently.
    pub colors: PerColor<Arc<ColorNumbers>>,
}

impl LineNetwork {
    /// Returns the correction of the evaluation for the side to move, in its units: the slow
    /// definition.
    ///
    /// # Panics
    /// Panics if the urgency is out of range.
    #[must_use]
    pub fn correction(&self, position: &Position, urgency: usize) -> i32 {
        let mover = position.side_to_move();
        let head = &self.colors[mover].head;
        let pools = [mover, !mover].map(|viewer| self.pool(position, viewer));
        let mut inputs = [0; INPUTS];
        inputs[..CHANNELS].copy_from_slice(&pools[0]);
        inputs[CHANNELS..].copy_from_slice(&pools[1]);
        let mut first = head.first.sums(&inputs, CELL_BITS);
        for (sum, &number) in first.iter_mut().zip(&head.urgencies[urgency]) {
            *sum += i32::from(number) << CELL_BITS;
        }
        let first = units(first, CELL_BITS);
        let second = units(head.second.sums(&first, HEAD_BITS), HEAD_BITS);
        let [output] = head.output.sums(&second, HEAD_BITS);
        correction(output, self.units)
    }

    /// Returns the sums over all cells, as a colour sees them.
    fn pool(&self, position: &Position, viewer: Color) -> [i16; CHANNELS] {
        let numbers = &self.colors[viewer];
        let mut pool = [0; CHANNELS];
        for point in position.geometry().on_board() - position.dead() {
            let rows = Direction::ALL.map(|direction| {
                let window = window_at(position, viewer, point, direction);
                &numbers.rows[self.dictionary.row(window).index()]
            });
            for (channel, pool) in pool.iter_mut().enumerate() {
                let four: i32 = rows.iter().map(|row| i32::from(row[channel])).sum();
                *pool += (i32::from(numbers.bias[channel]) + four).clamp(0, CELL_PARTS);
            }
        }
        pool.map(pooled)
    }
}

/// Returns the units of a hidden layer from its sums, which have `bits` more fractional bits.
#[inline]
pub(super) fn units<const N: usize>(sums: [i32; N], bits: u32) -> [i16; N] {
    sums.map(|sum| (sum >> bits).clamp(0, HEAD_PARTS) as i16)
}

/// Returns the correction for the sum of the last layer; an output of one is worth `units` units.
#[inline]
pub(super) const fn correction(output: i32, units: i32) -> i32 {
    ((output >> HEAD_BITS) * units) >> HEAD_BITS
}

/// Returns the input for the sum over all cells.
#[inline]
pub(super) const fn pooled(sum: i32) -> i16 {
    ((sum + (1 << POOL_BITS) / 2) >> POOL_BITS) as i16
}
