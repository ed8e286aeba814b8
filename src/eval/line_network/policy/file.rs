//! The numbers of a policy as bytes.
//!
//! ```text
//! policy  units: u32  colours: u32  numbers*
//! numbers rows, see `file::rows`  bias  mixing  mixed bias  urgencies  evaluation
//!         (weights  biases) of the two layers
//! ```
//!
//! All numbers are little-endian, and `i16` where no other type is given. The numbers of white
//! follow those of black if there are two colours; otherwise they are the same.

use crate::eval::line_network::dictionary::Dictionary;
use crate::eval::line_network::file::{
    MAX_UNITS, Reader, numbers_of_layer, rows_to_bytes, stored_colors,
};
use crate::eval::line_network::numbers::{MAX_HEAD, MAX_ROW};
use crate::eval::line_network::policy::{Policy, PolicyNumbers};
use crate::eval::urgency::URGENCIES;

impl Policy {
    /// Returns the policy with the rows of a dictionary as bytes.
    #[must_use]
    pub fn to_bytes(&self, dictionary: &Dictionary) -> Vec<u8> {
        let colors = stored_colors(&self.colors);
        let header = [self.units as u32, colors.len() as u32];
        let mut bytes: Vec<u8> = header.into_iter().flat_map(u32::to_le_bytes).collect();
        for &color in colors {
            let PolicyNumbers {
                rows,
                bias,
                mixing,
                mixed_bias,
                urgencies,
                evaluation,
                to_hidden,
                to_weights,
            } = &*self.colors[color];
            bytes.extend(rows_to_bytes(rows, dictionary));
            let numbers = bias.iter().chain(mixing.as_flattened()).chain(mixed_bias);
            let numbers = numbers.chain(urgencies.as_flattened()).chain(evaluation);
            let numbers = numbers.chain(numbers_of_layer(to_hidden));
            let numbers = numbers.chain(numbers_of_layer(to_weights));
            bytes.extend(numbers.flat_map(|number| number.to_le_bytes()));
        }
        bytes
    }

    /// Reads a policy in the format of [`Policy::to_bytes`], with the rows of a dictionary, from the beginning of
    /// `bytes`, and advances `bytes` past it.
    ///
    /// # Errors
    /// Returns the reason if the bytes are not a policy.
    pub fn from_bytes(bytes: &mut &[u8], dictionary: &Dictionary) -> Result<Self, String> {
        let mut reader = Reader { bytes };
        let [units, colors] = [reader.number()?, reader.number()?];
        if !(1..=MAX_UNITS).contains(&units) {
            return Err(format!("{units} units for a logit: expected 1 to {MAX_UNITS}"));
        }
        let colors = reader.colors(colors, |reader| reader.policy_numbers(dictionary))?;
        Ok(Self { units: units as i32, colors })
    }
}

impl Reader<'_, '_> {
    fn policy_numbers(&mut self, dictionary: &Dictionary) -> Result<PolicyNumbers, String> {
        let rows = self.rows(dictionary, i16::MAX)?;
        let mut numbers = PolicyNumbers { rows, ..PolicyNumbers::default() };
        self.fill(&mut numbers.bias, MAX_ROW)?;
        self.fill(numbers.mixing.as_flattened_mut(), i16::MAX)?;
        self.fill(&mut numbers.mixed_bias, MAX_ROW)?;
        numbers.urgencies.resize(URGENCIES, Default::default());
        self.fill(numbers.urgencies.as_flattened_mut(), MAX_HEAD)?;
        self.fill(&mut numbers.evaluation, MAX_HEAD)?;
        self.layer(&mut numbers.to_hidden)?;
        self.layer(&mut numbers.to_weights)?;
        Ok(numbers)
    }
}
