//! The first layer of the line network: for each cell, the clamped sum of the rows of its windows.

use dolmen::eval::line_network::dictionary::{Dictionary, RowNumber};
use dolmen::eval::line_network::numbers::{CELL_PARTS, CHANNELS, MAX_ROW};

use crate::learn::table::Table;
use crate::line_network::layer::add;
use crate::line_network::windows::CellRows;

/// The scale of the whole numbers of rows and of the bias of cells: the number of parts in one.
pub const ROW_PARTS: f32 = CELL_PARTS as f32;
/// The largest number in a row, in parts.
const MAX_PARTS: f32 = MAX_ROW as f32;

/// The rounding of rows before they are added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// No rounding.
    Exact,
    /// The rounding and clamping of the network that the engine plays with.
    Played,
}

impl Rounding {
    /// Rounds the numbers of a row.
    #[inline]
    fn apply(self, row: &mut [f32; CHANNELS]) {
        if self == Self::Played {
            for number in row {
                let parts = (*number * ROW_PARTS).round().clamp(-MAX_PARTS, MAX_PARTS);
                *number = parts * (1.0 / ROW_PARTS);
            }
        }
    }
}

/// The parameters of the cells from one colour's view. A row is the sum of its own part, if its window is
/// common, and the part of its core.
#[derive(Clone, Debug, PartialEq)]
pub struct CellParameters {
    /// `[window]`: the own parts of the rows of common windows.
    pub windows: Table<CHANNELS>,
    /// `[core]`: the parts that windows with the same core share.
    pub cores: Table<CHANNELS>,
    /// `[0]`: the bias.
    pub bias: Table<CHANNELS>,
}

impl CellParameters {
    /// Returns zeros for the windows of a dictionary.
    #[must_use]
    pub fn new(dictionary: &Dictionary) -> Self {
        let table = |rows| Table::within(MAX_PARTS / ROW_PARTS, rows);
        Self {
            windows: table(dictionary.windows().len()),
            cores: table(dictionary.cores()),
            bias: table(1),
        }
    }

    /// Adds the slopes of the rows of cells, given the slopes of the sums over all cells.
    pub fn backward(&mut self, played: &PlayedRows, cells: &[CellRows], of_pool: &[f32; CHANNELS]) {
        let windows = self.windows.values.len();
        for &CellRows { rows, count } in cells {
            let numbers = played.numbers(rows);
            let mut slopes = [0.0; CHANNELS];
            for (channel, slope) in slopes.iter_mut().enumerate() {
                let sum = cell_sum(&played.bias, numbers, channel);
                let is_free = (0.0..1.0).contains(&sum);
                *slope = if is_free { count * of_pool[channel] } else { 0.0 };
            }
            for row in rows {
                let of_row = match row.index().checked_sub(windows) {
                    Some(core) => &mut self.cores.slopes[core],
                    None => &mut self.windows.slopes[row.index()],
                };
                add(of_row, 1.0, &slopes);
            }
            add(&mut self.bias.slopes[0], 1.0, &slopes);
        }
    }

    /// Moves the prepared rows and the bias against their slopes.
    pub fn step(&mut self, dictionary: &Dictionary, played: &PlayedRows, rate: f32) {
        for &row in &played.prepared {
            let (window, core) = dictionary.parts(row);
            self.cores.touch(core);
            if let Some(window) = window {
                self.windows.touch(window);
                add(&mut self.cores.slopes[core], 1.0, &self.windows.slopes[window]);
            }
        }
        self.bias.touch(0);
        for rows in [&mut self.windows, &mut self.cores, &mut self.bias] {
            rows.step(rate);
        }
    }
}

/// The rows that the cells add: the rounded sums of their parts, computed on demand.
#[derive(Clone, Debug)]
pub struct PlayedRows {
    rounding: Rounding,
    /// `[row]`
    rows: Vec<[f32; CHANNELS]>,
    bias: [f32; CHANNELS],
    /// `[row]`
    is_prepared: Vec<bool>,
    prepared: Vec<RowNumber>,
}

impl PlayedRows {
    /// Allocates the rows of a dictionary, none of them prepared.
    #[must_use]
    pub fn new(dictionary: &Dictionary, rounding: Rounding) -> Self {
        Self {
            rounding,
            rows: vec![[0.0; CHANNELS]; dictionary.rows()],
            bias: [0.0; CHANNELS],
            is_prepared: vec![false; dictionary.rows()],
            prepared: Vec::new(),
        }
    }

    /// Discards all rows after a change of the parameters.
    pub fn renew(&mut self, parameters: &CellParameters) {
        for row in self.prepared.drain(..) {
            self.is_prepared[row.index()] = false;
        }
        self.bias = parameters.bias.values[0];
        self.rounding.apply(&mut self.bias);
    }

    /// Computes the missing rows of cells from their parts.
    pub fn prepare(
        &mut self,
        dictionary: &Dictionary,
        parameters: &CellParameters,
        cells: &[CellRows],
    ) {
        for row in cells.iter().flat_map(|cell| cell.rows) {
            if self.is_prepared[row.index()] {
                continue;
            }
            self.is_prepared[row.index()] = true;
            self.prepared.push(row);
            let (window, core) = dictionary.parts(row);
            let sum = &mut self.rows[row.index()];
            *sum = parameters.cores.values[core];
            if let Some(window) = window {
                add(sum, 1.0, &parameters.windows.values[window]);
            }
            self.rounding.apply(sum);
        }
    }

    /// Adds the clamped sums of cells to a pool.
    pub fn forward(&self, cells: &[CellRows], pool: &mut [f32; CHANNELS]) {
        for &CellRows { rows, count } in cells {
            let numbers = self.numbers(rows);
            for (channel, pool) in pool.iter_mut().enumerate() {
                *pool += count * cell_sum(&self.bias, numbers, channel).clamp(0.0, 1.0);
            }
        }
    }

    /// Returns the rows of a cell, which were prepared.
    #[inline]
    fn numbers(&self, rows: [RowNumber; 4]) -> [&[f32; CHANNELS]; 4] {
        rows.map(|row| &self.rows[row.index()])
    }
}

/// Returns the sum of the bias and the four rows of a cell in a channel.
#[inline]
fn cell_sum(bias: &[f32; CHANNELS], rows: [&[f32; CHANNELS]; 4], channel: usize) -> f32 {
    bias[channel] + (rows[0][channel] + rows[1][channel]) + (rows[2][channel] + rows[3][channel])
}
