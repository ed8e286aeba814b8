//! The command `export`: writes positions of stored games for a teacher.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use dolmen::eval::Evaluator;
use dolmen::rules::Rule;
use training::export::write_positions;
use training::learn::losses::with_commas;
use training::learn::targets::{Shares, Targets};

use crate::common::{Ending, Failure, GamesArguments, cannot, weights_or_built_in};
use crate::outputs::folder;

/// The arguments of `export`.
#[derive(Debug, Args)]
pub(crate) struct Export {
    #[command(flatten)]
    games: GamesArguments,
    /// The rule: freestyle, standard, renju, caro, caro6 or omok.
    #[arg(long)]
    rule: Rule,
    /// Weights whose evaluation stands beside the positions [default: the built-in weights].
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Folder for the files, one for each size of squares that hold boards.
    #[arg(long, value_name = "FOLDER", value_parser = folder())]
    output: PathBuf,
}

impl Export {
    /// Writes the positions.
    pub(crate) fn run(&self) -> Result<Ending, Failure> {
        let evaluator = Arc::new(Evaluator::new(weights_or_built_in(self.weights.as_deref())?));
        let samples = self.games.samples(self.rule, &evaluator)?;
        let targets = Targets::new(&samples, Shares::default(), None);
        let cannot_write = |error: io::Error| cannot("write to", &self.output, error);
        fs::create_dir_all(&self.output).map_err(cannot_write)?;
        let written = write_positions(&samples, &targets, self.rule, &self.output);
        for file in written.map_err(cannot_write)? {
            let (path, positions) = (file.path.display(), with_commas(file.positions));
            writeln!(io::stdout(), "{path}: {positions} positions")?;
        }
        Ok(Ending::Done)
    }
}
