//! Values that replace single margins.

use crate::rules::Rule;
use crate::search::margins::{Margin, Margins};

/// Values that replace some of a rule's margins, for experiments and tuning.
///
/// ```
/// use dolmen::rules::Rule;
/// use dolmen::search::Margins;
/// use dolmen::search::margins::MarginOverrides;
///
/// let margin = Margins::by_name("aspiration").expect("there is such a margin");
/// let mut overrides = MarginOverrides::default();
/// assert_eq!(overrides.of(Rule::Renju), Margins::of(Rule::Renju));
/// overrides.set(margin, 12);
/// assert_eq!(overrides.of(Rule::Renju).aspiration, 12);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarginOverrides {
    /// The values in the order of [`Margins::ALL`].
    values: [Option<i32>; Margins::ALL.len()],
}

impl Default for MarginOverrides {
    fn default() -> Self {
        Self { values: [None; Margins::ALL.len()] }
    }
}

impl MarginOverrides {
    /// Replaces the value of a margin.
    pub fn set(&mut self, margin: &Margin, value: i32) {
        let place = Margins::ALL.iter().position(|known| known.name == margin.name);
        if let Some(place) = place {
            self.values[place] = Some(value);
        }
    }

    /// Returns the margins of a rule with these values.
    #[must_use]
    pub fn of(&self, rule: Rule) -> Margins {
        let mut margins = Margins::of(rule);
        for (margin, value) in Margins::ALL.iter().zip(self.values) {
            if let Some(value) = value {
                (margin.set)(&mut margins, value);
            }
        }
        margins
    }
}
