//! The command `learn-network`: trains a line network on games, and reports its losses.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use clap::Args;
use dolmen::eval::line_network::LineNetwork;
use dolmen::eval::line_network::dictionary::MAX_WINDOWS;
use dolmen::eval::{Evaluator, Weights};
use dolmen::rules::Rule;
use number_text::whole_number_in;
use training::learn::losses::{Forecast, HeldOut, by_kind, with_commas};
use training::learn::samples::{Samples, colors_of};
use training::line_network::cells::Rounding;
use training::line_network::rounded::rounded;
use training::line_network::trainer::{Settings, Task, Trainer};
use training::report::Record;

use crate::common::{
    Ending, Failure, GamesArguments, TargetArguments, command_line, log, read_weights,
    weights_or_built_in, write_weights,
};
use crate::course_arguments::{CourseArguments, Start};
use crate::notes::{self, Part};
use crate::outputs::{Kind, WEIGHTS};

/// The arguments of `learn-network`.
#[derive(Debug, Args)]
pub(crate) struct LearnNetwork {
    #[command(flatten)]
    games: GamesArguments,
    #[command(flatten)]
    targets: TargetArguments,
    /// The rule: freestyle, standard, renju, caro, caro6 or omok.
    #[arg(long)]
    rule: Rule,
    /// Weights of the evaluation to correct [default: the built-in weights].
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Weights with a network of some rule, from which the training begins.
    #[arg(long, value_name = "FILE[:RULE]")]
    start: Option<Start>,
    /// The file to write: the corrected weights, with the network of the rule.
    #[arg(long, value_name = "FILE", value_parser = WEIGHTS.parser())]
    output: PathBuf,
    /// File to which a record of the losses is appended, for `report`.
    #[arg(long, value_name = "FILE", value_parser = RECORD.parser())]
    record: Option<PathBuf>,
    /// Number of the commonest windows that have rows of their own; the others share those of
    /// their seven middle cells.
    #[arg(long, value_name = "N", default_value_t = 24_000, value_parser = windows)]
    windows: usize,
    /// Keep the windows of the network of --start, and so the policy of the weights that shares them.
    #[arg(long, requires = "start", conflicts_with = "windows")]
    keep_windows: bool,
    #[command(flatten)]
    course: CourseArguments,
}

/// Files of records, a text line of JSON each.
const RECORD: Kind = Kind {
    name: "a file of such records",
    has: |bytes| {
        let line = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        json_line::read::<Record>(line).is_ok()
    },
};

/// Parses a number of windows.
fn windows(text: &str) -> Result<usize, String> {
    whole_number_in(0..=MAX_WINDOWS)(text)
}

impl LearnNetwork {
    /// Trains a network and writes it.
    pub(crate) fn run(&self) -> Result<Ending, Failure> {
        let stored = self.course.prepare(&self.output, self.record.as_deref())?;
        let started = Instant::now();
        let settings = self.settings()?;
        let teacher = self.targets.teacher()?;
        let samples = self.read_samples()?;
        let task = Task::new(&samples, &settings, teacher.as_ref());
        self.targets.log_taught(&task.targets, task.positions())?;
        writeln!(
            io::stdout(),
            "{}: {} training positions, {} held out, {} bytes each, read in {:.0} s; {:.0} units \
             of the evaluation are a logit",
            self.rule,
            with_commas(task.positions()),
            with_commas(samples.held_out()),
            samples.bytes() / samples.positions.len().max(1),
            started.elapsed().as_secs_f64(),
            task.units
        )?;
        if task.positions() == 0 || samples.held_out() == 0 {
            return Err("learning needs both training games and held-out games".into());
        }
        let mut trainer = match stored {
            None => Trainer::new(&task, settings, self.start_network()?.as_deref()),
            Some(bytes) => Trainer::from_bytes(&task, &settings, &bytes)
                .map_err(|error| self.course.cannot_resume(&self.output, &error))?,
        };
        let held_out = HeldOut::new(&samples, &task.targets);
        let report = Report { rule: self.rule, samples: &samples, held_out };
        let ending =
            self.course.train(&mut trainer, &self.output, |trainer| report.line(trainer))?;
        if ending == Ending::Stopped {
            return Ok(ending);
        }
        self.finish(&trainer, &report, &task)
    }

    /// Returns the settings of the training.
    fn settings(&self) -> Result<Settings, Failure> {
        Ok(Settings {
            windows: self.windows,
            keeps_windows: self.keep_windows,
            shares: self.targets.shares()?,
            plan: self.course.plan(),
            colors_differ: colors_of(self.rule).len() > 1,
        })
    }

    /// Returns the network from which the training starts.
    fn start_network(&self) -> Result<Option<Arc<LineNetwork>>, Failure> {
        let Some(Start { path, rule }) = &self.start else { return Ok(None) };
        let rule = rule.unwrap_or(self.rule);
        let network = read_weights(path)?.lines[rule.index()].clone();
        let missing = || format!("{} has no line network for {rule}", path.display());
        Ok(Some(network.ok_or_else(missing)?))
    }

    /// Reads the positions.
    fn read_samples(&self) -> Result<Samples, Failure> {
        // The network corrects the sums over codes, not an earlier network.
        let weights = weights_or_built_in(self.weights.as_deref())?;
        let weights =
            Weights { lines: Default::default(), policies: Default::default(), ..weights };
        self.games.samples(self.rule, &Arc::new(Evaluator::new(weights)))
    }

    /// Rounds, writes and measures the network.
    fn finish(
        &self,
        trainer: &Trainer<'_>,
        report: &Report<'_>,
        task: &Task<'_>,
    ) -> Result<Ending, Failure> {
        let mut weights = weights_or_built_in(self.weights.as_deref())?;
        let network = rounded(trainer.dictionary(), trainer.model(), task.units);
        let has_windows = |before: &Arc<LineNetwork>| before.dictionary == network.dictionary;
        let is_policy_kept = weights.lines[report.rule.index()].as_ref().is_some_and(has_windows);
        weights.lines[report.rule.index()] = Some(Arc::new(network));
        if !is_policy_kept && weights.policies[report.rule.index()].take().is_some() {
            log("the policy belongs to the windows of the network before: learn it again");
            notes::remove(&mut weights, report.rule, &[Part::Policy]);
        }
        notes::replace(&mut weights, report.rule, Part::LineNetwork, task.positions());
        weights.command = command_line();
        write_weights(&self.output, &weights)?;
        let read = read_weights(&self.output)?.lines[report.rule.index()].clone();
        let network = read.ok_or("the network is missing in the file that was written")?;
        let rounded = report.samples.positions.iter().enumerate().map(|(index, sample)| {
            let urgency = usize::from(sample.urgency);
            let position = || report.samples.stones(index).position(sample.mover);
            let correction = sample.is_held_out.then(|| network.correction(&position(), urgency));
            correction.unwrap_or_default() as f32
        });
        let rounded = report.corrected(&rounded.collect::<Vec<_>>());
        let real = report.corrected(&trainer.corrections(Rounding::Exact));
        let before = report.held_out.in_use();
        let forecasts = [(" before", &before), (" real", &real), (" rounded", &rounded)];
        let mut output = io::stdout();
        let kinds = by_kind(report.rule, &report.held_out, &forecasts);
        for line in &kinds {
            writeln!(output, "{line}")?;
        }
        if let Some(path) = &self.record {
            append(path, &Record::new(report.rule.name(), task.positions(), &kinds))?;
        }
        writeln!(
            output,
            "{}: best at {:.0} units before, {:.0} units rounded",
            report.rule, before.units, rounded.units
        )?;
        Ok(Ending::Done)
    }
}

/// Appends a record as a line of JSON.
fn append(path: &Path, record: &Record) -> Result<(), Failure> {
    let line = serde_json::to_string(record)? + "\n";
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.and_then(|mut file| file.write_all(line.as_bytes()))
        .map_err(|error| format!("cannot write {}: {error}", path.display()).into())
}

/// The held-out positions, and the reports on them.
struct Report<'a> {
    rule: Rule,
    samples: &'a Samples,
    held_out: HeldOut<'a>,
}

impl Report<'_> {
    /// Returns the forecast of the evaluation with corrections, by position.
    fn corrected(&self, corrections: &[f32]) -> Forecast {
        let worth = |index: usize| self.samples.positions[index].eval as f32 + corrections[index];
        self.held_out.forecast(worth)
    }

    /// Returns the losses by kind on one line, with the rounded rows of the training.
    fn line(&self, trainer: &Trainer<'_>) -> String {
        let forecast = self.corrected(&trainer.corrections(Rounding::Played));
        let lines = by_kind(self.rule, &self.held_out, &[("", &forecast)]);
        let losses = lines.iter().flat_map(|kind| {
            let name = kind.kind.map_or("all", |kind| kind.name());
            kind.by.iter().map(move |(_, losses)| format!("{name} {:.4}", losses.target))
        });
        losses.collect::<Vec<_>>().join(", ")
    }
}
