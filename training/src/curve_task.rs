//! The command `curve`: records of trainings in, a picture of their losses out.

use std::fs;
use std::path::PathBuf;

use clap::Args;
use training::learn::curve::{Record, draw};

use crate::common::{Ending, Failure, write_picture};

/// The arguments of `curve`.
#[derive(Debug, Args)]
pub(crate) struct Curve {
    /// Files with the records that `learn-network --record` has written.
    #[arg(required = true, value_name = "FILE")]
    records: Vec<PathBuf>,
    /// The picture to draw (SVG).
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
}

impl Curve {
    /// Draws the losses against the number of positions.
    pub(crate) fn run(&self) -> Result<Ending, Failure> {
        let mut records: Vec<Record> = Vec::new();
        for path in &self.records {
            let text = fs::read_to_string(path)
                .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            for (number, line) in (1..).zip(text.lines()) {
                let record = serde_json::from_str(line)
                    .map_err(|error| format!("{}, line {number}: {error}", path.display()))?;
                records.push(record);
            }
        }
        write_picture(&self.output, &draw(&records))?;
        Ok(Ending::Done)
    }
}
