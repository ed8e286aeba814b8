//! The network in whole numbers, as it is played with: its slow definition and its file.
//!
//! Numbers of rows, of the bias of cells and of urgencies are in parts of 256, those of the head in
//! parts of 1,024. Every sum fits into 32 bits: an input is at most 484 cells / 32, a weight 4.
//!
//! The body of the file holds the windows of the dictionary as `u32`, the rows as `i8`, and as
//! `i16` the bias of cells, the rows of urgencies, and weights and biases of the three layers of the
//! head. All numbers are little-endian.

use dolmen::board::Direction;
use dolmen::eval::URGENCIES;
use dolmen::rules::Rule;
use serde::{Deserialize, Serialize};

use crate::learn::stones::PlacedStones;
use crate::line_network::cells::{CellParameters, LANES, MAX_ROW, ROW_PARTS};
use crate::line_network::checkpoint::{OpenError, read_dictionary};
use crate::line_network::dictionary::Dictionary;
use crate::line_network::envelope::{FileKind, take};
use crate::line_network::layer::Layer;
use crate::line_network::model::{HIDDEN, MAX_WEIGHT, Model, POOL, URGENCY_WIDTH};
use crate::line_network::window::Grid;

const KIND: FileKind = FileKind { name: "dolmen line network ", version: '1' };

/// Parts of one in the head.
const HEAD_PARTS: i32 = 1_024;
/// Parts of one in cells and inputs.
const CELL_PARTS: i32 = ROW_PARTS as i32;
/// The largest weight of the head, in its parts.
const MAX_HEAD: i16 = (MAX_WEIGHT as i32 * HEAD_PARTS) as i16;
/// The largest number in the row of an urgency, in parts of a cell.
const MAX_URGENCY: i16 = (MAX_WEIGHT as i32 * CELL_PARTS) as i16;
/// The divisor of the sums over all cells.
const POOL_CELLS: i32 = POOL as i32;
/// The most channels of a file.
const MAX_CHANNELS: usize = 256;

/// A layer of the head.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RoundedLayer {
    /// `[output]`
    biases: Vec<i16>,
    /// `[input][output]`
    weights: Vec<i16>,
}

/// A network in whole numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundedNetwork {
    /// The rule that it was learned for.
    pub rule: Rule,
    /// Units of the evaluation for a logit of its output.
    pub units: i32,
    /// The words of a person about it.
    pub notes: String,
    dictionary: Dictionary,
    channels: usize,
    /// `[row][channel]`
    rows: Vec<i8>,
    /// `[channel]`: the bias of cells.
    cell: Vec<i16>,
    /// `[urgency][number]`
    urgencies: Vec<i16>,
    head: [RoundedLayer; 3],
}

#[derive(Serialize, Deserialize)]
struct Header {
    rule: String,
    units: i32,
    notes: String,
    channels: usize,
    windows: usize,
}

impl RoundedLayer {
    /// Returns a layer in whole numbers.
    fn new(layer: &Layer) -> Self {
        let round = |values: &[f32]| rounded(values, HEAD_PARTS, MAX_HEAD);
        Self { biases: round(layer.biases.values()), weights: round(layer.weights.values()) }
    }

    /// Returns the sums for inputs in so many parts, in parts of the head.
    fn sums(&self, inputs: &[i32], parts: i32) -> Vec<i32> {
        let outputs = self.biases.len();
        let sum = |output: usize| {
            let weights = self.weights.iter().skip(output).step_by(outputs);
            let terms = weights.zip(inputs).map(|(&weight, input)| i32::from(weight) * input);
            i32::from(self.biases[output]) * parts + terms.sum::<i32>()
        };
        (0..outputs).map(|output| sum(output).div_euclid(parts)).collect()
    }
}

/// Returns numbers in whole parts.
fn rounded(values: &[f32], parts: i32, most: i16) -> Vec<i16> {
    let most = f32::from(most);
    let round = |value: &f32| (value * parts as f32).round().clamp(-most, most) as i16;
    values.iter().map(round).collect()
}

impl RoundedNetwork {
    /// Returns a model in whole numbers, with so many units of the evaluation for a logit.
    #[must_use]
    pub fn new(rule: Rule, dictionary: &Dictionary, model: &Model, units: f32) -> Self {
        let CellParameters { windows, cores, bias } = &model.cells;
        let of_windows = (0..dictionary.windows().len()).flat_map(|window| {
            let core = cores.row(dictionary.core_of(window));
            windows.row(window).iter().zip(core).map(|(own, core)| own + core)
        });
        let rows = of_windows.chain(cores.values().iter().copied());
        let round = |number: f32| (number * ROW_PARTS).round().clamp(-MAX_ROW, MAX_ROW) as i8;
        Self {
            rule,
            units: units.round() as i32,
            notes: String::new(),
            dictionary: dictionary.clone(),
            channels: model.cells.channels(),
            rows: rows.map(round).collect(),
            cell: rounded(bias.values(), CELL_PARTS, MAX_ROW as i16),
            urgencies: rounded(model.urgencies.values(), CELL_PARTS, MAX_URGENCY),
            head: [0, 1, 2].map(|layer| RoundedLayer::new(&model.head[layer])),
        }
    }

    /// Returns the correction of the evaluation, in its units: the slow definition.
    ///
    /// # Panics
    /// Panics if the urgency is not one.
    #[must_use]
    pub fn correction(&self, stones: PlacedStones<'_>, urgency: usize) -> i32 {
        let urgency = self.urgencies.chunks_exact(URGENCY_WIDTH).nth(urgency);
        let urgency = urgency.expect("there is a row for each urgency");
        let opposite = PlacedStones { own: stones.other, other: stones.own, ..stones };
        let mut inputs = self.pool(stones);
        inputs.extend(self.pool(opposite));
        inputs.extend(urgency.iter().map(|&number| i32::from(number)));
        let clamped = |sums: Vec<i32>| -> Vec<i32> {
            sums.into_iter().map(|sum| sum.clamp(0, HEAD_PARTS)).collect()
        };
        // The parts of the head replace those of its inputs.
        let [first, second, output] = &self.head;
        let first = clamped(first.sums(&inputs, CELL_PARTS));
        let second = clamped(second.sums(&first, HEAD_PARTS));
        (output.sums(&second, HEAD_PARTS)[0] * self.units).div_euclid(HEAD_PARTS)
    }

    /// Returns the sums over all cells, as the side with the own stones sees them.
    fn pool(&self, stones: PlacedStones<'_>) -> Vec<i32> {
        let grid = Grid::new(stones);
        let mut pool = vec![0; self.channels];
        for point in stones.size.points() {
            let rows = Direction::ALL.map(|direction| {
                let row = self.dictionary.row(grid.window(point, direction)).index();
                &self.rows[row * self.channels..][..self.channels]
            });
            for (channel, pool) in pool.iter_mut().enumerate() {
                let four: i32 = rows.iter().map(|row| i32::from(row[channel])).sum();
                *pool += (i32::from(self.cell[channel]) + four).clamp(0, CELL_PARTS);
            }
        }
        pool.iter().map(|sum| (sum + POOL_CELLS / 2) / POOL_CELLS).collect()
    }

    /// Returns the network as the bytes of a file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let Self { rule, units, notes, dictionary, channels, rows, cell, urgencies, head } = self;
        let header = Header {
            rule: rule.name().to_owned(),
            units: *units,
            notes: notes.clone(),
            channels: *channels,
            windows: dictionary.windows().len(),
        };
        let windows = dictionary.windows().iter();
        let mut body: Vec<u8> =
            windows.flat_map(|window| (window.index() as u32).to_le_bytes()).collect();
        body.extend(rows.iter().flat_map(|number| number.to_le_bytes()));
        let head = head.iter().flat_map(|layer| [&layer.weights, &layer.biases]);
        let numbers = [cell, urgencies].into_iter().chain(head).flatten();
        body.extend(numbers.flat_map(|number| number.to_le_bytes()));
        KIND.seal(&header, &body)
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// Returns the reason if the bytes are not a whole file of a network.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, OpenError> {
        let meaningless = |why: String| OpenError::Meaningless(why);
        let (header, mut body): (Header, _) = KIND.open(bytes)?;
        let Header { rule, units, notes, channels, windows } = header;
        let rule = rule.parse().map_err(|error| meaningless(format!("{error}")))?;
        if channels == 0 || !channels.is_multiple_of(LANES) || channels > MAX_CHANNELS {
            let why = format!(
                "{channels} channels: expected a multiple of {LANES}, at most {MAX_CHANNELS}"
            );
            return Err(meaningless(why));
        }
        if !(1..=10_000).contains(&units) {
            return Err(meaningless(format!("{units} units: expected 1 to 10,000")));
        }
        let dictionary = read_dictionary(windows, &mut body)?;
        let too_few = || meaningless("there are too few numbers".to_owned());
        let rows = body.split_at_checked(dictionary.rows() * channels).ok_or_else(too_few)?;
        let (rows, mut body) = (rows.0.iter().map(|&byte| byte as i8).collect(), rows.1);
        let mut read = |count: usize, most: i16| {
            let mut number = || take(&mut body).map(i16::from_le_bytes).ok_or_else(too_few);
            let numbers = (0..count).map(|_| number()).collect::<Result<Vec<_>, _>>()?;
            if numbers.iter().any(|number| number.unsigned_abs() > most.unsigned_abs()) {
                return Err(meaningless(format!("a number is above {most}")));
            }
            Ok(numbers)
        };
        let cell = read(channels, MAX_ROW as i16)?;
        let urgencies = read(URGENCIES * URGENCY_WIDTH, MAX_URGENCY)?;
        let mut layer = |inputs: usize, outputs: usize| {
            let weights = read(inputs * outputs, MAX_HEAD)?;
            Ok(RoundedLayer { weights, biases: read(outputs, MAX_HEAD)? })
        };
        let inputs = 2 * channels + URGENCY_WIDTH;
        let head = [layer(inputs, HIDDEN)?, layer(HIDDEN, HIDDEN)?, layer(HIDDEN, 1)?];
        if !body.is_empty() {
            return Err(meaningless("there are too many numbers".to_owned()));
        }
        Ok(Self { rule, units, notes, dictionary, channels, rows, cell, urgencies, head })
    }
}

#[cfg(test)]
mod tests;
