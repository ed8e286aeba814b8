//! The command `tune`, which plays games to find better margins and prints them as a table.

use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use dolmen::board::BoardSize;
use dolmen::rules::Rule;
use dolmen::search::Margins;
use dolmen::search::margins::Margin;
use number_text::{counted, number_in, whole_number_in};
use training::generate::engine_signature;
use training::tune::report::Report;
use training::tune::{Plan, Progress, Settings};

use crate::common::{
    Ending, Failure, expect_each_once, log, nodes, progress_bar, stop_by_interrupt, threads,
};
use crate::outputs::continued;

/// The margins that the progress bar shows.
const SHOWN: usize = 3;
/// The range of final learning rates.
const RATES: RangeInclusive<f64> = 1e-6..=1.0;

/// The arguments of `tune`.
#[derive(Debug, Args)]
#[command(allow_negative_numbers = true)]
pub(crate) struct Tune {
    /// Rule: freestyle, standard, renju, caro, caro6 or omok. May be repeated; pairs of
    /// games then use the rules in turn.
    #[arg(long = "rule", value_name = "RULE", required = true)]
    rules: Vec<Rule>,
    /// Board size, such as 15 or 20x15.
    #[arg(long, default_value = "15")]
    size: BoardSize,
    /// Nodes per move.
    #[arg(long, value_name = "N", default_value_t = 6000, value_parser = nodes())]
    nodes: u64,
    /// End games in which the last four searches, of both sides in turn, see one side ahead by this many evaluation
    /// units or more, and dead games as draws; 0 plays to a proved win or a full board.
    #[arg(long, value_name = "UNITS", default_value_t = 600)]
    #[arg(value_parser = whole_number_in(0..=30_000_i32))]
    decided_at: i32,
    /// Total number of pairs of games, including those already played. Steps become smaller
    /// towards this number.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    #[arg(value_parser = whole_number_in(1..=1_000_000_000_u64))]
    pairs: u64,
    /// Pairs of games per step; a multiple of the number of threads keeps all threads busy.
    #[arg(long, value_name = "N", default_value_t = 8)]
    #[arg(value_parser = whole_number_in(1..=1_000_000_u64))]
    batch: u64,
    /// Final learning rate: how far a won game moves the margins, as a share of the
    /// perturbation that is tried.
    #[arg(long, value_name = "X", default_value_t = 0.006, value_parser = number_in(RATES))]
    rate: f64,
    /// Margin to tune; may be repeated [default: all margins].
    #[arg(long = "margin", value_name = "NAME", hide_possible_values = true)]
    #[arg(value_parser = PossibleValuesParser::new(Margins::ALL.iter().map(|margin| margin.name)))]
    margins: Vec<String>,
    /// Number of pairs of games played at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads())]
    threads: u16,
    /// Seed of the steps and openings.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number_in(0_u64..))]
    seed: u64,
    /// File that stores every step as a line of JSON.
    #[arg(long, value_name = "FILE", value_parser = continued())]
    state: PathBuf,
}

impl Tune {
    /// Takes steps until all pairs are played or the user interrupts.
    pub(crate) fn run(&self) -> Result<Ending, Failure> {
        expect_each_once("--rule", "rule", &self.rules)?;
        expect_each_once("--margin", "margin", &self.margins)?;
        let plan = self.plan();
        let settings = &plan.settings;
        let stop = stop_by_interrupt()?;
        let bar = progress_bar(self.pairs as usize, "pairs");
        let mut is_begun = false;
        let threads = usize::from(self.threads);
        let play = |batch: &_| settings.play(batch, threads);
        let on_step = |progress: &Progress| {
            if !is_begun {
                is_begun = true;
                if progress.torn_bytes > 0 {
                    let (name, bytes) = (self.state.display(), progress.torn_bytes);
                    let what = "the last line is incomplete; its";
                    bar.suspend(|| log(&format!("{name}: {what} {bytes} bytes are dropped")));
                }
                bar.set_position(progress.known_pairs);
                bar.reset_eta();
            }
            bar.set_position(progress.pairs);
            let new = progress.pairs - progress.known_pairs;
            let per_second = new as f64 / bar.elapsed().as_secs_f64().max(0.001);
            let moved = Report { settings, progress }.most_moved(SHOWN);
            bar.set_message(format!(", {per_second:.2} pairs/s; {moved}"));
        };
        let progress = plan.run(&stop, play, on_step)?;
        let seconds = bar.elapsed().as_secs_f64();
        bar.finish_and_clear();
        let new = progress.pairs - progress.known_pairs;
        let rate = if new > 0 {
            format!(", {:.2} pairs/s", new as f64 / seconds.max(0.001))
        } else {
            String::new()
        };
        writeln!(
            io::stdout(),
            "{}, {new} of them new{rate}\n\n{}",
            counted(progress.pairs, "pair"),
            Report { settings, progress: &progress }
        )?;
        if progress.pairs < self.pairs {
            log(&format!(
                "stopped after {} of {}; the same command continues",
                progress.pairs,
                counted(self.pairs, "pair")
            ));
        } else if progress.known_pairs > self.pairs {
            log(&format!("{} has more pairs than {} already", self.state.display(), self.pairs));
        }
        Ok(Ending::if_done(progress.pairs >= self.pairs))
    }

    /// Returns the plan; the margins are in the order of the search's table and start from the values of the first
    /// rule.
    fn plan(&self) -> Plan {
        let names = &self.margins;
        let is_tuned = |name: &str| names.is_empty() || names.iter().any(|known| known == name);
        let first = self.rules.first().copied().map(Margins::of).unwrap_or_default();
        let margins = Margins::ALL.iter().filter(|margin| is_tuned(margin.name));
        let margins = margins.map(|margin| Margin { default: (margin.get)(&first), ..*margin });
        let settings = Settings {
            engine: engine_signature(),
            rules: self.rules.clone(),
            size: self.size,
            nodes: self.nodes,
            decided_at: Some(self.decided_at).filter(|&score| score > 0),
            batch: self.batch,
            seed: self.seed,
            rate: self.rate,
            margins: margins.collect(),
        };
        Plan { settings, pairs: self.pairs, state: self.state.clone() }
    }
}
