//! A line network prepared for the search: one row for both views of each window.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::board::{Color, PerColor};
use crate::eval::line_network::dictionary::RowNumber;
use crate::eval::line_network::numbers::{
    CELL_BITS, CHANNELS, HEAD_BITS, HEAD_PARTS, HIDDEN, Head, LineNetwork, correction, pooled,
};
use crate::eval::line_network::policy::{Policy, PolicyTables};
use crate::eval::line_network::window::Core;
use crate::eval::line_network::window_map::{WindowMap, WindowNumbers};
use crate::processor::cells::{CELL_NUMBERS, CellRow, CellSum, Pool};
use crate::processor::layer_units;
use crate::processor::layers::{
    LAYER_OUTPUTS, LayerSums, PairWeights, UnitClamp, bias_sums, pairs,
};

const _: () = assert!(CELL_NUMBERS == 2 * CHANNELS && LAYER_OUTPUTS == HIDDEN);

/// A line network with a row for each window as both colours see it.
#[derive(Debug)]
pub(crate) struct LineTables {
    network: Arc<LineNetwork>,
    /// The number of the row of each window as black sees it.
    numbers: WindowMap,
    /// `[row]`: how black sees it, and how white does.
    pub(crate) rows: Box<[CellRow]>,
    /// A cell without rows.
    pub(crate) bias: CellSum,
    /// `[side to move]`
    heads: PerColor<HeadTables>,
    pub(crate) policy: Option<PolicyTables>,
}

/// The layers behind the pools, in the order in which the processor needs their numbers.
#[derive(Debug)]
struct HeadTables {
    /// `[urgency]`: the sums of the first hidden layer without inputs.
    urgencies: Vec<LayerSums>,
    /// `[pair of inputs]`
    first: Vec<PairWeights>,
    /// The sums of the second hidden layer without inputs.
    biases: LayerSums,
    /// `[pair of inputs]`
    second: Vec<PairWeights>,
}

impl HeadTables {
    fn new(head: &Head) -> Self {
        let of_urgency = |row: &[i16; HIDDEN]| bias_sums(&head.first.biases, row, CELL_BITS);
        Self {
            urgencies: head.urgencies.iter().map(of_urgency).collect(),
            first: pairs(&head.first.weights),
            biases: bias_sums(&head.second.biases, &[0; HIDDEN], HEAD_BITS),
            second: pairs(&head.second.weights),
        }
    }
}

/// The rows in the order of their numbers.
struct Pairs<'a> {
    network: &'a LineNetwork,
    numbers: FxHashMap<[RowNumber; 2], u16>,
    rows: Vec<CellRow>,
    /// `[row]`: the rows that black and white see.
    views: Vec<[RowNumber; 2]>,
}

impl Pairs<'_> {
    /// Returns the number of the row that both colours see in their rows.
    fn number(&mut self, views: [RowNumber; 2]) -> u16 {
        let Self { network, numbers, rows, views: all_views } = self;
        *numbers.entry(views).or_insert_with(|| {
            let mut row = CellRow([0; CELL_NUMBERS]);
            let halves = row.0.chunks_exact_mut(CHANNELS);
            for ((color, view), half) in Color::ALL.into_iter().zip(views).zip(halves) {
                half.copy_from_slice(&network.colors[color].rows[view.index()]);
            }
            rows.push(row);
            all_views.push(views);
            u16::try_from(rows.len() - 1).expect("there are at most 65,536 rows")
        })
    }
}

impl LineTables {
    /// Prepares a network.
    pub(crate) fn new(network: Arc<LineNetwork>, policy: Option<Arc<Policy>>) -> Self {
        let mut pairs = Pairs {
            network: &network,
            numbers: FxHashMap::default(),
            rows: Vec::new(),
            views: Vec::new(),
        };
        let dictionary = &network.dictionary;
        let of_core: Vec<u16> = (0..Core::COUNT)
            .map(Core::from_index)
            .map(|core| {
                pairs.number([core, core.swapped()].map(|view| dictionary.shared_row(view)))
            })
            .collect();
        let mut numbers = WindowMap::new(dictionary.windows(), &of_core);
        for &known in dictionary.windows() {
            for window in [known, known.swapped()] {
                let views = [window, window.swapped()].map(|view| dictionary.row(view));
                let number = pairs.number(views);
                numbers.insert(window, number);
                numbers.insert(window.mirrored(), number);
            }
        }
        let policy = policy.map(|policy| PolicyTables::new(policy, &pairs.views));
        let rows = pairs.rows.into_boxed_slice();
        let mut bias = CellSum([0; CELL_NUMBERS]);
        for (color, half) in Color::ALL.into_iter().zip(bias.0.chunks_exact_mut(CHANNELS)) {
            half.copy_from_slice(&network.colors[color].bias);
        }
        let heads = PerColor::from_fn(|color| HeadTables::new(&network.colors[color].head));
        Self { network, numbers, rows, bias, heads, policy }
    }

    /// Returns the numbers of the rows of windows as black sees them.
    #[inline]
    pub(crate) fn numbers(&self) -> WindowNumbers<'_> {
        self.numbers.numbers()
    }

    /// Returns the network.
    pub(crate) fn network(&self) -> &LineNetwork {
        &self.network
    }

    /// Returns the correction of the evaluation for a side to move, in its units, from the sums of
    /// all cells, those that black sees before those that white sees.
    #[inline]
    pub(crate) fn correction(&self, pool: &Pool, mover: Color, urgency: usize) -> i32 {
        let head = &self.heads[mover];
        let inputs = pool.map(pooled);
        let (black, white) = inputs.split_at(CHANNELS);
        let pools = PerColor::new(black, white);
        let mut inputs = [0; CELL_NUMBERS];
        inputs[..CHANNELS].copy_from_slice(pools[mover]);
        inputs[CHANNELS..].copy_from_slice(pools[!mover]);
        let clamp = |bits| UnitClamp { bits, max: HEAD_PARTS as i16 };
        let first = layer_units(&head.urgencies[urgency], &head.first, &inputs, clamp(CELL_BITS));
        let second = layer_units(&head.biases, &head.second, &first, clamp(HEAD_BITS));
        let output = &self.network.colors[mover].head.output;
        let terms = output.weights[0].iter().zip(second);
        let sum: i32 = terms.map(|(&weight, unit)| i32::from(weight) * i32::from(unit)).sum();
        correction(sum + (i32::from(output.biases[0]) << HEAD_BITS), self.network.units)
    }
}
