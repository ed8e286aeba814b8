//! The numbers of a line network as bytes.
//!
//! ```text
//! network units: u32  windows: u32  colours: u32  window*  numbers*
//! window  u32, in the order of the dictionary
//! numbers rows, see `rows`  bias  urgencies  (weights  biases) of the three layers of the head
//! ```
//!
//! All numbers are little-endian, and `i16` where no other type is given. The numbers of white
//! follow those of black if there are two colours; otherwise they are the same.

use std::sync::Arc;

use crate::board::{Color, PerColor};
use crate::eval::line_network::dictionary::{Dictionary, MAX_WINDOWS};
use crate::eval::line_network::numbers::{
    ColorNumbers, Head, Layer, LineNetwork, MAX_HEAD, MAX_ROW,
};
use crate::eval::line_network::window::Window;
use crate::eval::urgency::URGENCIES;
use rows::check_number;
pub(super) use rows::rows_to_bytes;

mod rows;

/// The largest number of units for an output of one.
pub(super) const MAX_UNITS: u32 = 10_000;

impl LineNetwork {
    /// Returns the network as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let Self { units, dictionary, colors } = self;
        let windows = dictionary.windows();
        let stored = stored_colors(colors);
        let header = [*units as u32, windows.len() as u32, stored.len() as u32];
        let windows = windows.iter().map(|window| window.index() as u32);
        let mut bytes: Vec<u8> =
            header.into_iter().chain(windows).flat_map(u32::to_le_bytes).collect();
        for &color in stored {
            let ColorNumbers { rows, bias, head } = &*colors[color];
            let Head { urgencies, first, second, output } = head;
            bytes.extend(rows_to_bytes(rows, dictionary));
            let numbers = bias.iter().chain(urgencies.as_flattened());
            let numbers = numbers.chain(numbers_of_layer(first)).chain(numbers_of_layer(second));
            bytes.extend(
                numbers.chain(numbers_of_layer(output)).flat_map(|number| number.to_le_bytes()),
            );
        }
        bytes
    }

    /// Reads a network in the format of [`LineNetwork::to_bytes`] from the beginning of `bytes`,
    /// and advances `bytes` past it.
    ///
    /// # Errors
    /// Returns the reason if the bytes are not a network.
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
        let colors = reader.colors(colors, |reader| reader.color_numbers(&dictionary))?;
        Ok(Self { units: units as i32, dictionary, colors })
    }
}

/// Returns the colours whose numbers are written: the first one stands for both if they are equal.
pub(super) fn stored_colors<T: PartialEq>(colors: &PerColor<Arc<T>>) -> &'static [Color] {
    let is_one = colors[Color::Black] == colors[Color::White];
    if is_one { &Color::ALL[..1] } else { &Color::ALL }
}

/// Returns all numbers of a layer in the order of the file.
pub(super) fn numbers_of_layer<const INPUTS: usize, const OUTPUTS: usize>(
    layer: &Layer<INPUTS, OUTPUTS>,
) -> impl Iterator<Item = &i16> {
    layer.weights.as_flattened().iter().chain(&layer.biases)
}

/// The bytes that have not been read yet.
pub(super) struct Reader<'a, 'b> {
    pub(super) bytes: &'a mut &'b [u8],
}

impl Reader<'_, '_> {
    pub(super) fn take<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let taken = self.take_slice(N)?;
        Ok(taken.try_into().expect("the slice has this length"))
    }

    pub(super) fn take_slice(&mut self, length: usize) -> Result<&[u8], String> {
        let parts = self.bytes.split_at_checked(length);
        let (taken, rest) = parts.ok_or_else(|| "there are too few numbers".to_owned())?;
        *self.bytes = rest;
        Ok(taken)
    }

    pub(super) fn number(&mut self) -> Result<u32, String> {
        self.take().map(u32::from_le_bytes)
    }

    /// Reads the numbers of one or two colours; those of a single colour stand for both.
    pub(super) fn colors<T>(
        &mut self,
        colors: u32,
        mut read: impl FnMut(&mut Self) -> Result<T, String>,
    ) -> Result<PerColor<Arc<T>>, String> {
        let black = Arc::new(read(self)?);
        let white = match colors {
            1 => Arc::clone(&black),
            2 => Arc::new(read(self)?),
            _ => return Err(format!("{colors} colours: expected 1 or 2")),
        };
        Ok(PerColor::new(black, white))
    }

    fn window(&mut self) -> Result<Window, String> {
        let index = self.number()? as usize;
        if index >= Window::COUNT {
            return Err(format!("window {index}: expected a number below {}", Window::COUNT));
        }
        Ok(Window::from_index(index))
    }

    /// Reads numbers whose absolute values are at most `limit`.
    pub(super) fn fill<'n>(
        &mut self,
        numbers: impl IntoIterator<Item = &'n mut i16>,
        limit: i16,
    ) -> Result<(), String> {
        for number in numbers {
            *number = i16::from_le_bytes(self.take()?);
            check_number(*number, limit)?;
        }
        Ok(())
    }

    fn color_numbers(&mut self, dictionary: &Dictionary) -> Result<ColorNumbers, String> {
        let rows = self.rows(dictionary, MAX_ROW)?;
        let mut numbers = ColorNumbers { rows, ..ColorNumbers::default() };
        self.fill(&mut numbers.bias, MAX_ROW)?;
        let head = &mut numbers.head;
        head.urgencies.resize(URGENCIES, Default::default());
        self.fill(head.urgencies.as_flattened_mut(), MAX_HEAD)?;
        self.layer(&mut head.first)?;
        self.layer(&mut head.second)?;
        self.layer(&mut head.output)?;
        Ok(numbers)
    }

    pub(super) fn layer<const INPUTS: usize, const OUTPUTS: usize>(
        &mut self,
        layer: &mut Layer<INPUTS, OUTPUTS>,
    ) -> Result<(), String> {
        let Layer { weights, biases } = layer;
        self.fill(weights.as_flattened_mut().iter_mut().chain(biases), MAX_HEAD)
    }
}

#[cfg(test)]
mod tests;
