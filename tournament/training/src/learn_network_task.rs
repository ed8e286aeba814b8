//! The command `learn-network` as a person sees it: files in, a network and its losses out.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use dolmen::eval::line_network::LineNetwork;
use dolmen::eval::{Evaluator, Weights};
use dolmen::rules::Rule;
use training::learn::losses::{Forecast, HeldOut, by_kind, with_commas};
use training::learn::samples::{Features, Samples};
use training::learn::select::{Amount, Paths, by_rule};
use training::line_network::cells::Rounding;
use training::line_network::checkpoint::replace_file;
use training::line_network::rounded::rounded;
use training::line_network::trainer::{Batch, Task, Trainer};

use crate::arguments::LearnNetworkArguments;
use crate::ending::{Failure, stop_by_interrupt};
use crate::learn_task::{command, log_damage, log_progress, read_weights, weights_or_built_in};

/// The time between lines of progress.
const REPORT_EVERY: Duration = Duration::from_secs(20);

/// Learns a network and writes it.
pub(crate) fn learn(arguments: &LearnNetworkArguments) -> Result<(), Failure> {
    let checkpoint = checkpoint_path(arguments);
    let stored = if arguments.resume { Some(read(&checkpoint)?) } else { None };
    let started = Instant::now();
    let samples = read_samples(arguments)?;
    let settings = arguments.settings();
    let task = Task::new(&samples, &settings);
    let held_out = HeldOut::new(&samples, &task.targets);
    writeln!(
        io::stdout(),
        "{}: {} training positions, {} held out, {} bytes each, read in {:.0} s; {:.0} units of \
         the evaluation are a logit",
        arguments.rule,
        with_commas(task.positions()),
        with_commas(samples.positions.len() - task.positions()),
        samples.bytes() / samples.positions.len().max(1),
        started.elapsed().as_secs_f64(),
        task.units
    )?;
    if task.positions() == 0 || task.positions() == samples.positions.len() {
        return Err("learning needs both training games and held-out games".into());
    }
    let mut trainer = match stored {
        None => Trainer::new(&task, settings, start(arguments)?.as_deref()),
        Some(bytes) => Trainer::from_bytes(&task, &settings, &bytes)
            .map_err(|error| format!("cannot resume {}: {error}", checkpoint.display()))?,
    };
    let report = Report { rule: arguments.rule, samples: &samples, held_out };
    let every = Duration::from_secs(arguments.checkpoint_every);
    train(&mut trainer, &report, &checkpoint, every)?;
    finish(&trainer, &report, &task, arguments)
}

/// Returns the network to begin with.
fn start(arguments: &LearnNetworkArguments) -> Result<Option<Arc<LineNetwork>>, Failure> {
    let Some(start) = &arguments.start else { return Ok(None) };
    let rule = start.rule.unwrap_or(arguments.rule);
    let network = read_weights(&start.path)?.lines[rule.index()].clone();
    let missing = || format!("{} has no line network for {rule}", start.path.display());
    Ok(Some(network.ok_or_else(missing)?))
}

/// Returns the file that stores the training.
fn checkpoint_path(arguments: &LearnNetworkArguments) -> PathBuf {
    arguments.checkpoint.clone().unwrap_or_else(|| {
        let mut name = arguments.output.clone().into_os_string();
        name.push(".training");
        name.into()
    })
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))
}

/// Reads the positions.
fn read_samples(arguments: &LearnNetworkArguments) -> Result<Samples, Failure> {
    let held_out = (!arguments.held_out.is_empty()).then_some(&arguments.held_out[..]);
    let paths = Paths { training: &arguments.paths, held_out };
    let rules = by_rule(paths, Some(arguments.rule))?;
    let files = rules.first().ok_or("no files of games of this rule found")?;
    let amount = Amount { positions: arguments.positions, features: Features::Stones };
    // The network corrects the sums over codes, not an earlier network.
    let weights =
        Weights { lines: Default::default(), ..weights_or_built_in(arguments.weights.as_deref())? };
    let evaluator = Arc::new(Evaluator::new(weights));
    Ok(files.samples(amount, &evaluator, &mut log_damage)?)
}

/// The positions that are held out, and the reports on them.
struct Report<'a> {
    rule: Rule,
    samples: &'a Samples,
    held_out: HeldOut<'a>,
}

impl Report<'_> {
    /// Returns what the evaluation foretells with corrections, by position.
    fn corrected(&self, corrections: &[f32]) -> Forecast {
        let worth = |index: usize| self.samples.positions[index].eval as f32 + corrections[index];
        self.held_out.forecast(worth)
    }

    /// Returns the losses by kind on one line, with the rounded rows that positions are learned with.
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

/// The positions learned from since some moment.
#[derive(Default)]
struct Span {
    positions: usize,
    loss: f64,
    time: Duration,
}

impl Span {
    fn add(&mut self, batch: Batch, time: Duration) {
        self.positions += batch.positions;
        self.loss += batch.loss;
        self.time += time;
    }

    fn positions_per_second(&self) -> f64 {
        self.positions as f64 / self.time.as_secs_f64().max(1e-9)
    }
}

/// Trains to the end, with checkpoints and reports.
fn train(
    trainer: &mut Trainer<'_>,
    report: &Report<'_>,
    checkpoint: &Path,
    every: Duration,
) -> Result<(), Failure> {
    let stop = stop_by_interrupt()?;
    let (mut all, mut recent) = (Span::default(), Span::default());
    let mut last_checkpoint = Instant::now();
    while !trainer.is_done() {
        let started = Instant::now();
        let batch = trainer.train_batch();
        all.add(batch, started.elapsed());
        recent.add(batch, started.elapsed());
        if let Some(mean) = batch.pass {
            let passes = trainer.progress().passes;
            log_progress(&format!("pass {passes}: training loss {mean:.4}"));
        }
        let is_stopped = stop.load(Ordering::Relaxed);
        if is_stopped || batch.pass.is_some() || last_checkpoint.elapsed() >= every {
            replace_file(checkpoint, &trainer.to_bytes())?;
            last_checkpoint = Instant::now();
            if is_stopped {
                let name = checkpoint.display();
                return Err(format!("interrupted; --resume goes on from {name}").into());
            }
            log_progress(&format!("held out: {}", report.line(trainer)));
        }
        if recent.time >= REPORT_EVERY {
            let done = 100.0 * trainer.done();
            let speed = recent.positions_per_second();
            let loss = recent.loss / recent.positions as f64;
            log_progress(&format!("{done:5.1} %, {speed:.0} positions/s, training loss {loss:.4}"));
            recent = Span::default();
        }
    }
    writeln!(
        io::stdout(),
        "{}: learned from {} positions, {:.0} a second",
        report.rule,
        with_commas(all.positions),
        all.positions_per_second()
    )?;
    Ok(())
}

/// Rounds, measures and writes the network.
fn finish(
    trainer: &Trainer<'_>,
    report: &Report<'_>,
    task: &Task<'_>,
    arguments: &LearnNetworkArguments,
) -> Result<(), Failure> {
    let mut weights = weights_or_built_in(arguments.weights.as_deref())?;
    let network = rounded(trainer.dictionary(), trainer.model(), task.units);
    weights.lines[report.rule.index()] = Some(Arc::new(network));
    let positions = with_commas(task.positions());
    weights.notes += &format!("{}: a line network, {positions} positions\n", report.rule);
    weights.command = command();
    replace_file(&arguments.output, &weights.to_bytes())?;
    let read = read_weights(&arguments.output)?.lines[report.rule.index()].clone();
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
    for line in by_kind(report.rule, &report.held_out, &forecasts) {
        writeln!(output, "{line}")?;
    }
    writeln!(
        output,
        "{}: best at {:.0} units before, {:.0} units rounded",
        report.rule, before.units, rounded.units
    )?;
    Ok(())
}
