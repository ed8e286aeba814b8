//! The command `report`: games and weights in; losses, a CSV file and a page of charts out.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use dolmen::eval::Evaluator;
use dolmen::rules::Rule;
use number_text::whole_number_in;
use training::estimate::Estimate;
use training::learn::losses::{HeldOut, by_kind};
use training::learn::samples::{Features, Samples};
use training::learn::select::{Amount, Paths, Portion, by_rule};
use training::learn::targets::{Shares, Targets};
use training::report::chart::{self, Chart};
use training::report::labels;
use training::report::{Record, charts, quality_charts, record_charts};
use training::workers::Workers;

use crate::common::{
    Ending, Failure, cannot, log_damage, no_games_of, nodes, progress_bar, read_weights,
    stop_by_interrupt, threads,
};
use crate::outputs::{Kind, expect_different};

/// Pages of charts.
const PAGE: Kind = Kind { name: "a page of charts (SVG)", has: |bytes| bytes.starts_with(b"<svg") };
/// The points of charts.
const POINTS: Kind = Kind {
    name: "a file of the points of charts",
    has: |bytes| bytes.starts_with(chart::COLUMN_NAMES.as_bytes()),
};

/// The arguments of `report`.
#[derive(Debug, Args)]
pub(crate) struct Report {
    /// Files of games, and folders of them. All games count, including those from which the
    /// weights were learned.
    #[arg(required_unless_present = "records", value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Weights to measure [default: the built-in weights]. Rules that the file lacks use
    /// hand-set weights.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Use only games of this rule.
    #[arg(long)]
    rule: Option<Rule>,
    /// Maximum number of positions per rule, from randomly drawn games.
    #[arg(long, value_name = "N", value_parser = whole_number_in(0_usize..))]
    positions: Option<usize>,
    /// Page of charts to write (SVG); the same name with the ending .csv gets their points.
    #[arg(long, value_name = "FILE", alias = "picture", value_parser = PAGE.parser())]
    output: Option<PathBuf>,
    /// Records of `learn-network --record`, whose losses are drawn against the number of positions.
    #[arg(long = "record", value_name = "FILE")]
    records: Vec<PathBuf>,
    /// Number of positions of each rule and kind whose labels are compared with deep searches.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole_number_in(0_usize..))]
    labels: usize,
    /// Nodes of the deep searches.
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = nodes())]
    nodes: u64,
    /// Number of positions searched at once.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads())]
    threads: u16,
}

impl Report {
    /// Prints the losses and writes the charts.
    pub(crate) fn run(&self) -> Result<Ending, Failure> {
        let csv = self.csv()?;
        let evaluator = match &self.weights {
            None => Evaluator::built_in(),
            Some(path) => Arc::new(Evaluator::new(read_weights(path)?)),
        };
        let training: Vec<Portion> = self.paths.iter().cloned().map(Portion::from).collect();
        let rules = by_rule(Paths { training: &training, held_out: Some(&[]) }, self.rule)?;
        if rules.is_empty() && self.records.is_empty() {
            return Err(no_games_of(self.rule).into());
        }
        let stop = stop_by_interrupt()?;
        let mut drawn = Vec::new();
        for files in rules {
            let amount = Amount { positions: self.positions, features: Features::Stones };
            let samples = files.samples(amount, &evaluator, &mut log_damage)?;
            drawn.extend(write_losses(files.rule, &samples)?);
            if self.labels > 0 {
                drawn.extend(self.measure_labels(files.rule, &samples, &stop)?);
            }
        }
        drawn.extend(record_charts(&self.read_records()?));
        if let Some((page, csv)) = self.output.as_ref().zip(csv) {
            for (path, text) in [(page, chart::svg(&drawn)), (&csv, chart::csv(&drawn))] {
                fs::write(path, text).map_err(|error| cannot("write", path, error))?;
            }
        }
        // Only the searches can be stopped.
        Ok(Ending::if_done(self.labels == 0 || !stop.load(Ordering::Relaxed)))
    }

    /// Returns the file for the points of the charts, after checking that it can be written.
    fn csv(&self) -> Result<Option<PathBuf>, Failure> {
        let Some(page) = &self.output else { return Ok(None) };
        let csv = page.with_extension("csv");
        let names = ["the page of --output", "the points of its charts, whose name ends in .csv,"];
        expect_different(&[(names[0], page), (names[1], &csv)])?;
        POINTS.check(&csv).map_err(|why| cannot("write", &csv, why))?;
        Ok(Some(csv))
    }

    /// Searches positions again until the user interrupts, and prints the quality of their labels.
    fn measure_labels(
        &self,
        rule: Rule,
        samples: &Samples,
        stop: &AtomicBool,
    ) -> Result<Vec<Chart>, Failure> {
        let settings = labels::Settings { positions: self.labels, reference_nodes: self.nodes };
        let bar = progress_bar(0, "positions");
        bar.set_length(samples.positions.len().min(4 * self.labels) as u64);
        let workers = Workers { threads: usize::from(self.threads), stop };
        let qualities = labels::measure(samples, rule, settings, workers, &|| bar.inc(1));
        bar.finish_and_clear();
        let qualities = qualities?;
        for quality in &qualities {
            for accuracy in &quality.accuracies {
                let source = match accuracy.nodes {
                    0 => "stored labels".to_owned(),
                    nodes => format!("{nodes} nodes"),
                };
                let Estimate { mean, error } = accuracy.divergence;
                let wrong = accuracy.grossly_wrong;
                writeln!(
                    io::stdout(),
                    "{rule}, {}: {} positions, {source}: divergence {mean:.4} ± {error:.4}, grossly \
                     wrong {:.2} % ± {:.2} %",
                    quality.kind.name(),
                    quality.positions,
                    100.0 * wrong.mean,
                    100.0 * wrong.error
                )?;
            }
        }
        Ok(quality_charts(rule, &qualities))
    }

    /// Reads the records of trainings.
    fn read_records(&self) -> Result<Vec<Record>, Failure> {
        let mut records = Vec::new();
        for path in &self.records {
            let text = fs::read_to_string(path)
                .map_err(|error| format!("cannot read {}: {error}", path.display()))?;
            for (number, line) in (1..).zip(text.lines()) {
                let record = json_line::read(line.as_bytes())
                    .map_err(|error| format!("{}, line {number}: {error}", path.display()))?;
                records.push(record);
            }
        }
        Ok(records)
    }
}

/// Prints how well the weights predict the games of a rule, and returns the charts of these.
fn write_losses(rule: Rule, samples: &Samples) -> Result<Vec<Chart>, Failure> {
    let targets = Targets::new(samples, Shares::default(), None);
    let held_out = HeldOut::all(samples, &targets);
    let forecast = held_out.in_use();
    let mut output = io::stdout();
    for line in by_kind(rule, &held_out, &[("", &forecast)]) {
        writeln!(output, "{line}")?;
    }
    writeln!(
        output,
        "{rule}: a logit is {:.0?} units of stored scores, by source, and {:.0} units of the \
         evaluation",
        targets.score_units, forecast.units
    )?;
    Ok(charts(rule, samples, &held_out))
}
