//! The command `judge`: games and sets of margins in, a text line for each set out.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use clap::Args;
use dolmen::board::Position;
use dolmen::rules::Rule;
use dolmen::search::Margins;
use training::generate::engine_signature;
use training::judge::positions::{Sample, positions};
use training::judge::{self, Comparison, Settings};
use training::store::games_files;

use crate::common::{Ending, Failure, SearchArguments, nodes, progress_bar, stop_by_interrupt};

/// The arguments of `judge`.
#[derive(Debug, Args)]
pub(crate) struct Judge {
    /// Files of games to take positions from, and folders of them.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The rule: freestyle, standard, renju, caro, caro6 or omok.
    #[arg(long)]
    rule: Rule,
    /// Set of margins to compare with the default ones; may be repeated.
    #[arg(long = "set", value_name = "NAME=V,NAME=V", required = true, value_parser = margins)]
    sets: Vec<MarginSet>,
    /// Nodes per move.
    #[arg(long, value_name = "N", default_value_t = 40_000, value_parser = nodes())]
    nodes: u64,
    /// Nodes of the search that evaluates a move.
    #[arg(long, value_name = "N", default_value_t = 300_000, value_parser = nodes())]
    deep_nodes: u64,
    /// Number of positions, each from a different game.
    #[arg(long, value_name = "N", default_value_t = 2400)]
    positions: usize,
    #[command(flatten)]
    search: SearchArguments,
}

/// Margins, with the text that names those that differ from the default.
#[derive(Clone, Debug)]
struct MarginSet {
    name: String,
    margins: Margins,
}

/// Parses `NAME=V,NAME=V`.
fn margins(text: &str) -> Result<MarginSet, String> {
    let mut margins = Margins::default();
    for part in text.split(',') {
        let (name, value) = part
            .split_once('=')
            .ok_or_else(|| format!("invalid margin {part:?}: expected NAME=V"))?;
        let margin = Margins::ALL.iter().find(|margin| margin.name == name);
        let margin = margin.ok_or_else(|| format!("unknown margin {name:?}"))?;
        let (min, max) = (margin.min, margin.max);
        let value = value.parse().ok().filter(|value| (min..=max).contains(value));
        let value =
            value.ok_or_else(|| format!("invalid value {part:?}: expected {min} to {max}"))?;
        (margin.set)(&mut margins, value);
    }
    Ok(MarginSet { name: text.to_owned(), margins })
}

impl Judge {
    /// Compares all sets with the default margins, unless the user interrupts.
    pub(crate) fn run(&self) -> Result<Ending, Failure> {
        let positions = positions(&Sample {
            files: games_files(&self.paths)?,
            rule: self.rule,
            count: self.positions,
            seed: self.search.seed,
        })?;
        let Some(size) = positions.first().map(Position::size) else {
            return Err(format!("no games of {} found", self.rule).into());
        };
        let settings = Settings {
            engine: engine_signature(),
            rule: self.rule.name(),
            size: size.to_string(),
            deep_nodes: self.deep_nodes,
        };
        let count = positions.len();
        let judge = judge::Judge::open(self.rule, positions, &settings, &self.search.state)?;
        let stop = stop_by_interrupt()?;
        let usual = MarginSet { name: "usual".to_owned(), margins: Margins::default() };
        let Some(base) = self.worths(&judge, count, &usual, &stop)? else {
            return Ok(Ending::Incomplete);
        };
        for set in &self.sets {
            let Some(own) = self.worths(&judge, count, set, &stop)? else {
                return Ok(Ending::Incomplete);
            };
            let Comparison { gain, error, differing } = Comparison::of(&base, &own);
            writeln!(
                io::stdout(),
                "{}: {:+.2} ± {:.2} points of win probability per move, {count} positions, a \
                 different move in {:.0} % of them",
                set.name,
                100.0 * gain,
                100.0 * error,
                100.0 * differing
            )?;
        }
        Ok(Ending::Done)
    }

    /// Evaluates the choices of a set of margins in so many positions.
    fn worths(
        &self,
        judge: &judge::Judge,
        count: usize,
        set: &MarginSet,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<f64>>, Failure> {
        let bar = progress_bar(count, "positions");
        bar.set_message(format!(": {}", set.name));
        let workers = self.search.workers(stop);
        let worths = judge.worths(&set.margins, self.nodes, workers, &|| bar.inc(1));
        bar.finish_and_clear();
        Ok(worths?)
    }
}
