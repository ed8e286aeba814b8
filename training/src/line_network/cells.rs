//! The first layer of the line network and of the policy: for each cell, the sum of the rows of its
//! windows.

use dolmen::eval::line_network::dictionary::{Dictionary, RowNumber};
use dolmen::eval::line_network::numbers::{CELL_PARTS, CHANNELS, MAX_ROW};

use crate::learn::table::{Parameters, Table};
use crate::line_network::layer::add;
use crate::line_network::windows::CellRows;

/// The scale of the whole numbers of rows and of the bias of cells: the number of parts in one.
pub const ROW_PARTS: f32 = CELL_PARTS as f32;
/// The largest number in a row, in parts.
const MAX_PARTS: f32 = MAX_ROW as f32;

/// The rounding of rows before they are summed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Rounding {
    /// No rounding.
    Exact,
    /// Rounding to whole parts of one, clamped to a maximum.
    Whole {
        /// The number of parts in one.
        parts: f32,
        /// The largest number of parts.
        max: f32,
    },
}

impl Rounding {
    /// The rounding of the line network that the engine plays with.
    #[expect(non_upper_case_globals, reason = "it stands beside the variants")]
    pub const Played: Self = Self::Whole { parts: ROW_PARTS, max: MAX_PARTS };

    /// Rounds the numbers of a row.
    #[inline]
    fn apply(self, row: &mut [f32; CHANNELS]) {
        if let Self::Whole { parts, max } = self {
            for number in row {
                *number = (*number * parts).round().clamp(-max, max) * (1.0 / parts);
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
        Self::within(MAX_PARTS / ROW_PARTS, dictionary)
    }

    /// Returns zeros for the windows of a dictionary, with a limit on the absolute values.
    #[must_use]
    pub fn within(limit: f32, dictionary: &Dictionary) -> Self {
        let table = |rows| Table::within(limit, rows);
        Self {
            windows: table(dictionary.windows().len()),
            cores: table(dictionary.cores()),
            bias: table(1),
        }
    }

    /// Returns all tables, in the order of a checkpoint.
    #[must_use]
    pub fn tables(&self) -> [&dyn Parameters; 3] {
        [&self.windows, &self.cores, &self.bias]
    }

    /// Returns all tables mutably, in the order of [`tables`](Self::tables).
    pub fn tables_mut(&mut self) -> [&mut dyn Parameters; 3] {
        [&mut self.windows, &mut self.cores, &mut self.bias]
    }

    /// Sets the rows of a dictionary to those of another one.
    pub fn set_rows(
        &mut self,
        dictionary: &Dictionary,
        rows: &[[f32; CHANNELS]],
        known: &Dictionary,
    ) {
        // All dictionaries have the same cores.
        self.cores.values = rows[known.windows().len()..].to_vec();
        for (to, &window) in self.windows.values.iter_mut().zip(dictionary.windows()) {
            let row = rows[known.row(window).index()];
            let core = rows[known.shared_row(window.core()).index()];
            *to = std::array::from_fn(|channel| row[channel] - core[channel]);
        }
    }

    /// Adds the gradients of the rows of cells, from the gradient of the pool.
    pub fn backward(&mut self, played: &PlayedRows, cells: &[CellRows], of_pool: &[f32; CHANNELS]) {
        for &CellRows { rows, count } in cells {
            let sums = played.sums(rows);
            let gradients = std::array::from_fn(|channel| {
                let is_free = (0.0..1.0).contains(&sums[channel]);
                if is_free { count * of_pool[channel] } else { 0.0 }
            });
            self.add_gradients(rows, &gradients);
        }
    }

    /// Adds the gradients of the rows of a cell, from the gradient of their sum.
    #[inline]
    pub fn add_gradients(&mut self, rows: [RowNumber; 4], of_sums: &[f32; CHANNELS]) {
        let windows = self.windows.values.len();
        for row in rows {
            let of_row = match row.index().checked_sub(windows) {
                Some(core) => &mut self.cores.gradients[core],
                None => &mut self.windows.gradients[row.index()],
            };
            add(of_row, 1.0, of_sums);
        }
        add(&mut self.bias.gradients[0], 1.0, of_sums);
    }

    /// Moves the gradients of the rows that are prepared in another replica into this one, and prepares
    /// the same rows here, so that the next step changes them.
    pub fn take_gradients(
        &mut self,
        dictionary: &Dictionary,
        played: &mut PlayedRows,
        (other, prepared_there): (&mut Self, &PlayedRows),
    ) {
        for &row in &prepared_there.prepared {
            let (window, core) = dictionary.parts(row);
            if let Some(window) = window {
                self.windows.take_row(&mut other.windows, window);
            }
            self.cores.take_row(&mut other.cores, core);
        }
        self.bias.take_row(&mut other.bias, 0);
        played.prepare(dictionary, self, prepared_there.prepared.iter().copied());
    }

    /// Copies the values that a step has changed in the leader: those of its prepared rows, and the bias.
    pub fn follow(&mut self, dictionary: &Dictionary, leader: &Self, prepared: &PlayedRows) {
        for &row in &prepared.prepared {
            let (window, core) = dictionary.parts(row);
            if let Some(window) = window {
                self.windows.values[window] = leader.windows.values[window];
            }
            self.cores.values[core] = leader.cores.values[core];
        }
        self.bias.values[0] = leader.bias.values[0];
    }

    /// Moves the prepared rows and the bias against their gradients.
    pub fn step(&mut self, dictionary: &Dictionary, played: &PlayedRows, rate: f32) {
        for &row in &played.prepared {
            let (window, core) = dictionary.parts(row);
            self.cores.touch(core);
            if let Some(window) = window {
                self.windows.touch(window);
                add(&mut self.cores.gradients[core], 1.0, &self.windows.gradients[window]);
            }
        }
        self.bias.touch(0);
        for rows in [&mut self.windows, &mut self.cores, &mut self.bias] {
            rows.step(rate);
        }
    }
}

/// A cache of the rows that the cells sum: the rounded sums of their parts, computed on demand.
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

    /// Computes the rows that are not prepared yet, from their parts.
    pub fn prepare(
        &mut self,
        dictionary: &Dictionary,
        parameters: &CellParameters,
        rows: impl IntoIterator<Item = RowNumber>,
    ) {
        for row in rows {
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
            let sums = self.sums(rows);
            for (pool, sum) in pool.iter_mut().zip(sums) {
                *pool += count * sum.clamp(0.0, 1.0);
            }
        }
    }

    /// Returns the sum of the bias and the four rows of a cell, which must be prepared.
    #[inline]
    #[must_use]
    pub fn sums(&self, rows: [RowNumber; 4]) -> [f32; CHANNELS] {
        let [a, b, c, d] = rows.map(|row| &self.rows[row.index()]);
        std::array::from_fn(|channel| {
            self.bias[channel] + (a[channel] + b[channel]) + (c[channel] + d[channel])
        })
    }
}
