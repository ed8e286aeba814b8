//! The numbers of a line network as bytes.
//!
//! ```text
//! network units: u32  windows: u32  colours: u32  window*  numbers*
//! window  u32, in the order of the dictionary
//! numbers rows  bias  urgencies  (weights  biases) of the three layers of the head
//! ```
//!
//! All numbers are little-endian, and `i16` where no other type is given. The numbers of white
//! follow those of black if there are two colours; otherwise they are the same.

use std::sync::Arc;

use crate::board::{Color, PerColor};
use crate::eval::line_network::dictionary::{Dictionary, MAX_WINDOWS};
use crate::eval::line_network::numbers::{
    CHANNELS, ColorNumbers, Head, Layer, LineNetwork, MAX_HEAD, MAX_ROW,
};
use crate::eval::line_network::window::Window;
use crate::eval::urgency::URGENCIES;

/// The largest number of units for an output of one.
const MAX_UNITS: u32 = 10_000;

impl LineNetwork {
    /// Returns the network as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let Self { units, dictionary, colors } = self;
        let windows = dictionary.windows();
        let is_one = colors[Color::Black] == colors[Color::White];
        let colors = if is_one { &Color::ALL[..1] } else { &Color::ALL[..] };
        let header = [*units as u32, windows.len() as u32, colors.len() as u32];
        let windows = windows.iter().map(|window| window.index() as u32);
        let mut bytes: Vec<u8> =
            header.into_iter().chain(windows).flat_map(u32::to_le_bytes).collect();
        for &color in colors {
            let ColorNumbers { rows, bias, head } = &*self.colors[color];
            let Head { urgencies, first, second, output } = head;
            let numbers = rows.as_flattened().iter().chain(bias).chain(urgencies.as_flattened());
            let numbers = numbers.chain(first.numbers()).chain(second.numbers());
            bytes.extend(numbers.chain(output.numbers()).flat_map(|number| number.to_le_bytes()));
        }
        bytes
    }

    /// Reads the network that [`LineNetwork::to_bytes`] returned from the beginning of `bytes`, and
    /// drops it there.
    ///
    /// # Errors
    /// Returns the reason if the bytes are no network.
    pub fn from_bytes(bytes: &mut &[u8]) -> Result<Self, String> {
        let mut reader = Reader { bytes };
        let [units, windows, colors] = [reader.number()?, reader.number()?, reader.number()?];
        if !(1..=MAX_UNITS).contains(&units) {
            return Err(format!("{units} units for an output of one: expected 1 to {MAX_UNITS}"));
        }
        if windows as usize > MAX_WINDOWS {
            return Err(format!("{windows} windows: expected at most {MAX_WINDOWS}"));
        }
        let windows = (0..windows).map(|_| reader.window()).collect::<Result<Vec<_>, _>>()?;
        let dictionary = Arc::new(Dictionary::new(windows)?);
        let black = Arc::new(reader.color_numbers(dictionary.rows())?);
        let white = match colors {
            1 => Arc::clone(&black),
            2 => Arc::new(reader.color_numbers(dictionary.rows())?),
            _ => return Err(format!("{colors} colours: expected 1 or 2")),
        };
        Ok(Self { units: units as i32, dictionary, colors: PerColor::new(black, white) })
    }
}

impl<const INPUTS: usize, const OUTPUTS: usize> Layer<INPUTS, OUTPUTS> {
    /// Returns all numbers in the order of the file.
    fn numbers(&self) -> impl Iterator<Item = &i16> {
        self.weights.as_flattened().iter().chain(&self.biases)
    }
}

/// The bytes that were not read yet.
struct Reader<'a, 'b> {
    bytes: &'a mut &'b [u8],
}

impl Reader<'_, '_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let parts = self.bytes.split_first_chunk();
        let (&taken, rest) = parts.ok_or_else(|| "there are too few numbers".to_owned())?;
        *self.bytes = rest;
        Ok(taken)
    }

    fn number(&mut self) -> Result<u32, String> {
        self.take().map(u32::from_le_bytes)
    }

    fn window(&mut self) -> Result<Window, String> {
        let index = self.number()? as usize;
        if index >= Window::COUNT {
            return Err(format!("window {index}: expected a number below {}", Window::COUNT));
        }
        Ok(Window::from_index(index))
    }

    /// Reads numbers, each at most so far from zero.
    fn fill<'n>(
        &mut self,
        numbers: impl IntoIterator<Item = &'n mut i16>,
        limit: i16,
    ) -> Result<(), String> {
        for number in numbers {
            *number = i16::from_le_bytes(self.take()?);
            if number.unsigned_abs() > limit.unsigned_abs() {
                return Err(format!("number {number}: expected {} to {limit}", -limit));
            }
        }
        Ok(())
    }

    fn color_numbers(&mut self, rows: usize) -> Result<ColorNumbers, String> {
        let rows = vec![[0; CHANNELS]; rows];
        let mut numbers = ColorNumbers { rows, ..ColorNumbers::default() };
        self.fill(numbers.rows.as_flattened_mut(), MAX_ROW)?;
        self.fill(&mut numbers.bias, MAX_ROW)?;
        let head = &mut numbers.head;
        head.urgencies.resize(URGENCIES, Default::default());
        self.fill(head.urgencies.as_flattened_mut(), MAX_HEAD)?;
        self.layer(&mut head.first)?;
        self.layer(&mut head.second)?;
        self.layer(&mut head.output)?;
        Ok(numbers)
    }

    fn layer<const INPUTS: usize, const OUTPUTS: usize>(
        &mut self,
        layer: &mut Layer<INPUTS, OUTPUTS>,
    ) -> Result<(), String> {
        let Layer { weights, biases } = layer;
        self.fill(weights.as_flattened_mut().iter_mut().chain(biases), MAX_HEAD)
    }
}

#[cfg(test)]
mod tests;
