//! A line network prepared for the search: one row for both views of each window.

use std::collections::HashMap;
use std::sync::Arc;

use crate::board::{Color, PerColor};
use crate::eval::line_network::dictionary::RowNumber;
use crate::eval::line_network::numbers::{
    CELL_PARTS, CHANNELS, HEAD_PARTS, INPUTS, LineNetwork, clamped, pooled,
};
use crate::eval::line_network::window::{Core, Window};
use crate::processor::cells::{CELL_NUMBERS, CellRow, CellSum};
use crate::processor::layer_sums;

const _: () = assert!(CELL_NUMBERS == 2 * CHANNELS);

/// The sums of all cells of a board, those that black sees before those that white sees.
pub(crate) type Pool = [i32; CELL_NUMBERS];

/// A line network with a row for each window as both colours see it.
#[derive(Debug)]
pub(crate) struct LineTables {
    network: Arc<LineNetwork>,
    /// `[window as black sees it]`: the number of its row.
    numbers: Box<[u16]>,
    /// `[row]`: how black sees it, and how white does.
    pub(crate) rows: Box<[CellRow]>,
    /// A cell without rows.
    pub(crate) bias: CellSum,
}

/// The rows in the order of their numbers.
struct Pairs<'a> {
    network: &'a LineNetwork,
    numbers: HashMap<[RowNumber; 2], u16>,
    rows: Vec<CellRow>,
}

impl Pairs<'_> {
    /// Returns the number of the row that both colours see in their rows.
    fn number(&mut self, views: [RowNumber; 2]) -> u16 {
        let Self { network, numbers, rows } = self;
        *numbers.entry(views).or_insert_with(|| {
            let mut row = CellRow([0; CELL_NUMBERS]);
            let halves = row.0.chunks_exact_mut(CHANNELS);
            for ((color, view), half) in Color::ALL.into_iter().zip(views).zip(halves) {
                half.copy_from_slice(&network.colors[color].rows[view.index()]);
            }
            rows.push(row);
            u16::try_from(rows.len() - 1).expect("there are at most 65,536 rows")
        })
    }
}

impl LineTables {
    /// Prepares a network.
    pub(crate) fn new(network: Arc<LineNetwork>) -> Self {
        let mut pairs = Pairs { network: &network, numbers: HashMap::new(), rows: Vec::new() };
        let dictionary = &network.dictionary;
        let of_core: Vec<u16> = (0..Core::COUNT)
            .map(Core::from_index)
            .map(|core| pairs.number([core, core.swapped()].map(|view| dictionary.shared_row(view))))
            .collect();
        let all = (0..Window::COUNT).map(Window::from_index);
        let mut numbers: Box<[u16]> = all.map(|window| of_core[window.core().index()]).collect();
        for &known in dictionary.windows() {
            for window in [known, known.swapped()] {
                let views = [window, window.swapped()].map(|view| dictionary.row(view));
                let number = pairs.number(views);
                numbers[window.index()] = number;
                numbers[window.mirrored().index()] = number;
            }
        }
        let rows = pairs.rows.into_boxed_slice();
        let mut bias = CellSum([0; CELL_NUMBERS]);
        for (color, half) in Color::ALL.into_iter().zip(bias.0.chunks_exact_mut(CHANNELS)) {
            half.copy_from_slice(&network.colors[color].bias);
        }
        Self { network, numbers, rows, bias }
    }

    /// Returns the number of the row of a window as black sees it.
    #[inline]
    pub(crate) fn number(&self, window: usize) -> u16 {
        self.numbers[window % Window::COUNT]
    }

    /// Returns the network.
    pub(crate) fn network(&self) -> &LineNetwork {
        &self.network
    }

    /// Returns the correction of the evaluation for a side to move, in its units.
    #[inline]
    pub(crate) fn correction(&self, pool: &Pool, mover: Color, urgency: usize) -> i32 {
        let head = &self.network.colors[mover].head;
        let (black, white) = pool.split_at(CHANNELS);
        let pools = PerColor::new(black, white);
        let mut inputs = [0; INPUTS];
        let (own, rest) = inputs.split_at_mut(CHANNELS);
        let (other, of_urgency) = rest.split_at_mut(CHANNELS);
        own.iter_mut().zip(pools[mover]).for_each(|(input, &sum)| *input = pooled(sum));
        other.iter_mut().zip(pools[!mover]).for_each(|(input, &sum)| *input = pooled(sum));
        of_urgency.copy_from_slice(&head.urgencies[urgency]);
        let first = layer_sums(&head.first.weights, &inputs);
        let first = clamped(finished(first, &head.first.biases, CELL_PARTS));
        let second = layer_sums(&head.second.weights, &first);
        let second = clamped(finished(second, &head.second.biases, HEAD_PARTS));
        let output = layer_sums(&head.output.weights, &second);
        let [output] = finished(output, &head.output.biases, HEAD_PARTS);
        (output * self.network.units).div_euclid(HEAD_PARTS)
    }
}

/// Adds biases to sums of products with inputs in so many parts of one.
#[inline]
fn finished<const N: usize>(sums: [i32; N], biases: &[i16; N], parts: i32) -> [i32; N] {
    std::array::from_fn(|index| (i32::from(biases[index]) * parts + sums[index]).div_euclid(parts))
}
