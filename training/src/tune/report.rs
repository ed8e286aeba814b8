//! The result of a tuning as text: a table, and lines for a manager and for `margins.rs`.

use std::fmt;

use dolmen::search::margins::Margin;

use crate::tune::settings::{Progress, Settings};
use crate::tune::spsa::last_perturbation;

/// The margins of a tuning and their values, shown as a table, as lines of the protocol for
/// a manager and as lines of `margins.rs`.
#[derive(Clone, Copy, Debug)]
pub struct Report<'a> {
    /// The settings of the tuning.
    pub settings: &'a Settings,
    /// The progress of the tuning.
    pub progress: &'a Progress,
}

impl Report<'_> {
    /// The margins with their values.
    fn values(&self) -> impl Iterator<Item = (&Margin, f64)> {
        self.settings.margins.iter().zip(self.progress.values.iter().copied())
    }

    /// Returns at most `count` margins that moved farthest, relative to their perturbations, with their
    /// old and new values.
    #[must_use]
    pub fn most_moved(&self, count: usize) -> String {
        let distance = |(margin, value): &(&Margin, f64)| {
            (value - f64::from(margin.default)).abs() / last_perturbation(margin)
        };
        let mut values: Vec<_> = self.values().collect();
        values.sort_by(|a, b| distance(b).total_cmp(&distance(a)));
        values.truncate(count);
        let texts = values.iter().map(|(margin, value)| {
            let Margin { name, default, .. } = margin;
            format!("{name} {default}→{value:.1}")
        });
        texts.collect::<Vec<_>>().join(", ")
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = self.values().map(|(margin, _)| margin.name.len());
        let width = names.max().unwrap_or(0).max("margin".len());
        writeln!(f, "{:width$} {:>6} {:>8}  range", "margin", "start", "now")?;
        for (Margin { name, default, min, max, .. }, value) in self.values() {
            writeln!(f, "{name:width$} {default:6} {value:8.1}  {min} to {max}")?;
        }
        writeln!(f)?;
        for (Margin { name, .. }, value) in self.values() {
            writeln!(f, "INFO margin_{name} {value:.0}")?;
        }
        writeln!(f, "\nsrc/search/margins.rs:")?;
        for (Margin { name, min, max, .. }, value) in self.values() {
            writeln!(f, "    {name}: {value:.0}, {min} => {max};")?;
        }
        Ok(())
    }
}
