//! The journal of a tuning: a text line for each step.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::journal::{Format, Journal, JournalError};
use crate::tune::{Progress, Settings};

const STEPS: Format = Format { name: "dolmen tuning 1", work: "tuning" };

/// A step, as its line has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// The number of pairs up to this step.
    pub pairs: u64,
    /// The total number of pairs that was planned.
    pub of: u64,
    /// Games won less games lost in this step.
    pub result: i64,
    /// The values after it, in the order of the header's margins.
    pub values: Vec<f64>,
}

/// Opens the journal of a tuning, which is created if it does not exist; returns its progress too.
pub(crate) fn open(path: &Path, settings: &Settings) -> Result<(Journal, Progress), JournalError> {
    let mut progress = Progress {
        known_pairs: 0,
        pairs: 0,
        values: settings.margins.iter().map(|margin| f64::from(margin.default)).collect(),
        torn_bytes: 0,
    };
    let journal = Journal::open(path, &STEPS, settings, |step: Step| {
        check(&step, settings, progress.pairs)?;
        progress.pairs = step.pairs;
        progress.values = step.values;
        Ok(())
    })?;
    progress.known_pairs = progress.pairs;
    progress.torn_bytes = journal.torn_bytes;
    Ok((journal, progress))
}

/// Checks that a step can follow this number of pairs.
fn check(step: &Step, settings: &Settings, before: u64) -> Result<(), String> {
    let pairs = step.pairs.checked_sub(before).filter(|pairs| (1..=settings.batch).contains(pairs));
    let Some(pairs) = pairs else {
        return Err(format!("invalid number of pairs {} after {before}", step.pairs));
    };
    if step.result.unsigned_abs() > 2 * pairs {
        return Err(format!("invalid result {} of {pairs} pairs", step.result));
    }
    let (known, wanted) = (step.values.len(), settings.margins.len());
    if known != wanted {
        return Err(format!("{known} values for {wanted} margins"));
    }
    for (margin, value) in settings.margins.iter().zip(&step.values) {
        if !(f64::from(margin.min)..=f64::from(margin.max)).contains(value) {
            return Err(format!("{} is {value}, out of range", margin.name));
        }
    }
    Ok(())
}
