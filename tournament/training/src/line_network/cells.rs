//! The cells of the board: the rows of their windows, added and clamped.

use dolmen::eval::line_network::dictionary::{Dictionary, RowNumber};
use dolmen::eval::line_network::numbers::{CELL_PARTS, CHANNELS, MAX_ROW};

use crate::line_network::position_rows::CellRows;
use crate::line_network::rows::{Form, Rows};

/// The number of parts of one in rows and in the bias of cells.
pub const ROW_PARTS: f32 = CELL_PARTS as f32;
/// The largest number of parts in a row.
pub const MAX_PARTS: f32 = MAX_ROW as f32;
/// Channels are computed in groups of so many.
pub const LANES: usize = 16;

/// The numbers that rows are seen in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// As they are.
    Exact,
    /// As they are played with.
    Played,
}

impl Rounding {
    /// Returns a number of a row.
    #[inline]
    fn apply(self, number: f32) -> f32 {
        match self {
            Self::Exact => number,
            Self::Played => {
                (number * ROW_PARTS).round().clamp(-MAX_PARTS, MAX_PARTS) * (1.0 / ROW_PARTS)
            }
        }
    }
}

/// The parameters of cells as a colour sees them. A row is the sum of its parts.
#[derive(Clone, Debug, PartialEq)]
pub struct CellParameters {
    /// `[window]`: the own parts of the rows of common windows.
    pub windows: Rows,
    /// `[core]`: the parts that windows with the same core share.
    pub cores: Rows,
    /// `[0]`: the bias.
    pub bias: Rows,
}

/// The forms of the parameters of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellForm {
    /// The number of windows with rows of their own.
    pub windows: usize,
    /// The number of cores.
    pub cores: usize,
}

impl CellForm {
    /// Returns the form for the windows of a dictionary.
    #[must_use]
    pub fn new(dictionary: &Dictionary) -> Self {
        Self { windows: dictionary.windows().len(), cores: dictionary.cores() }
    }

    /// Returns the forms of the three tables, in their order.
    #[must_use]
    pub fn tables(self) -> [Form; 3] {
        let limit = MAX_PARTS / ROW_PARTS;
        [self.windows, self.cores, 1].map(|rows| Form { rows, width: CHANNELS, limit })
    }
}

impl CellParameters {
    /// Returns zeros.
    #[must_use]
    pub fn new(form: CellForm) -> Self {
        let [windows, cores, bias] = form.tables().map(Rows::new);
        Self { windows, cores, bias }
    }

    /// Adds the slopes of the rows of cells, from those of their sum.
    pub fn add_slopes(&mut self, played: &PlayedRows, cells: &[CellRows], of_pool: &[f32]) {
        let (of_pool, _) = of_pool.as_chunks::<LANES>();
        let (bias, _) = played.bias.as_chunks::<LANES>();
        for &CellRows { rows, count } in cells {
            let numbers = rows.map(|row| played.lanes(row));
            for (group, (of_pool, bias)) in of_pool.iter().zip(bias).enumerate() {
                let numbers = numbers.map(|numbers| &numbers[group]);
                let mut slopes = [0.0; LANES];
                for (lane, slope) in slopes.iter_mut().enumerate() {
                    let sum = cell_sum(bias, numbers, lane);
                    let is_free = (0.0..1.0).contains(&sum);
                    *slope = if is_free { count * of_pool[lane] } else { 0.0 };
                }
                let add = |to: &mut [f32]| {
                    let to = &mut to.as_chunks_mut::<LANES>().0[group];
                    to.iter_mut().zip(slopes).for_each(|(to, slope)| *to += slope);
                };
                rows.iter().for_each(|&row| add(self.slopes_mut(row)));
                add(self.bias.slopes_mut(0));
            }
        }
    }

    /// Returns the slopes of a row.
    #[inline]
    fn slopes_mut(&mut self, row: RowNumber) -> &mut [f32] {
        match row.index().checked_sub(self.windows.form().rows) {
            Some(core) => self.cores.slopes_mut(core),
            None => self.windows.slopes_mut(row.index()),
        }
    }

    /// Changes the rows that were played and the bias against their slopes.
    pub fn step(&mut self, dictionary: &Dictionary, played: &PlayedRows, rate: f32) {
        for &row in &played.prepared {
            let (window, core) = dictionary.parts(row);
            self.cores.touch(core);
            if let Some(window) = window {
                self.windows.touch(window);
                let slopes = self.cores.slopes_mut(core).iter_mut();
                slopes.zip(self.windows.slopes(window)).for_each(|(slope, own)| *slope += own);
            }
        }
        self.bias.touch(0);
        for rows in [&mut self.windows, &mut self.cores, &mut self.bias] {
            rows.step(rate);
        }
    }
}

/// The rows as cells see them: the sums of their parts, which are added on demand.
#[derive(Clone, Debug)]
pub struct PlayedRows {
    rounding: Rounding,
    /// `[row][channel]`
    rows: Vec<f32>,
    /// `[channel]`
    bias: Vec<f32>,
    /// `[row]`
    is_prepared: Vec<bool>,
    prepared: Vec<RowNumber>,
}

impl PlayedRows {
    /// Returns room for the rows of a dictionary.
    #[must_use]
    pub fn new(dictionary: &Dictionary, rounding: Rounding) -> Self {
        Self {
            rounding,
            rows: vec![0.0; dictionary.rows() * CHANNELS],
            bias: vec![0.0; CHANNELS],
            is_prepared: vec![false; dictionary.rows()],
            prepared: Vec::new(),
        }
    }

    /// Forgets all rows, since the parameters have changed.
    pub fn renew(&mut self, parameters: &CellParameters) {
        for row in self.prepared.drain(..) {
            self.is_prepared[row.index()] = false;
        }
        for (to, &number) in self.bias.iter_mut().zip(parameters.bias.values()) {
            *to = self.rounding.apply(number);
        }
    }

    /// Computes the rows of cells that are not there.
    pub fn prepare(
        &mut self,
        dictionary: &Dictionary,
        parameters: &CellParameters,
        cells: &[CellRows],
    ) {
        for row in cells.iter().flat_map(|cell| cell.rows) {
            if !self.is_prepared[row.index()] {
                self.is_prepared[row.index()] = true;
                self.prepared.push(row);
                self.compute(dictionary.parts(row), parameters, row);
            }
        }
    }

    /// Computes a row from its parts.
    fn compute(
        &mut self,
        (window, core): (Option<usize>, usize),
        parameters: &CellParameters,
        row: RowNumber,
    ) {
        let to = &mut self.rows[row.index() * CHANNELS..][..CHANNELS];
        to.copy_from_slice(parameters.cores.row(core));
        if let Some(window) = window {
            let own = parameters.windows.row(window);
            to.iter_mut().zip(own).for_each(|(to, own)| *to += own);
        }
        to.iter_mut().for_each(|number| *number = self.rounding.apply(*number));
    }

    /// Returns a row that was prepared, in groups of lanes.
    #[inline]
    fn lanes(&self, row: RowNumber) -> &[[f32; LANES]] {
        self.rows[row.index() * CHANNELS..][..CHANNELS].as_chunks().0
    }

    /// Adds the clamped sums of cells to a pool.
    pub fn add_cells(&self, cells: &[CellRows], pool: &mut [f32]) {
        let (pool, _) = pool.as_chunks_mut::<LANES>();
        let (bias, _) = self.bias.as_chunks::<LANES>();
        for &CellRows { rows, count } in cells {
            let numbers = rows.map(|row| self.lanes(row));
            for (group, (pool, bias)) in pool.iter_mut().zip(bias).enumerate() {
                let numbers = numbers.map(|numbers| &numbers[group]);
                for (lane, pool) in pool.iter_mut().enumerate() {
                    *pool += count * cell_sum(bias, numbers, lane).clamp(0.0, 1.0);
                }
            }
        }
    }
}

/// Returns the sum of a cell's bias and four rows in a lane.
#[inline]
fn cell_sum(bias: &[f32; LANES], rows: [&[f32; LANES]; 4], lane: usize) -> f32 {
    bias[lane] + (rows[0][lane] + rows[1][lane]) + (rows[2][lane] + rows[3][lane])
}
