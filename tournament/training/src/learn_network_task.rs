//! The command `learn-network` as a person sees it: files in, a network and its losses out.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use dolmen::eval::Evaluator;
use dolmen::rules::Rule;
use training::learn::losses::{Forecast, HeldOut, by_kind, with_commas};
use training::learn::samples::{Features, Samples};
use training::learn::select::{Amount, Paths, by_rule};
use training::line_network::checkpoint::replace_file;
use training::line_network::rounded::RoundedNetwork;
use training::line_network::trainer::{Task, Trainer};

use crate::arguments::LearnNetworkArguments;
use crate::ending::Failure;
use crate::learn_task::{command, log_damage, log_progress};

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
        None => Trainer::new(&task, settings),
        Some(bytes) => Trainer::from_bytes(&task, &settings, &bytes)
            .map_err(|error| format!("cannot resume {}: {error}", checkpoint.display()))?,
    };
    let report = Report { rule: arguments.rule, samples: &samples, held_out };
    train(&mut trainer, &report, &checkpoint, arguments)?;
    finish(&trainer, &report, &task, arguments)
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
    Ok(files.samples(amount, &Evaluator::built_in(), &mut log_damage)?)
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

    /// Returns the losses by kind on one line.
    fn line(&self, trainer: &Trainer<'_>) -> String {
        let forecast = self.corrected(&trainer.corrections());
        let lines = by_kind(self.rule, &self.held_out, &[("", &forecast)]);
        let losses = lines.iter().flat_map(|kind| {
            let name = kind.kind.map_or("all", |kind| kind.name());
            kind.by.iter().map(move |(_, losses)| format!("{name} {:.4}", losses.target))
        });
        losses.collect::<Vec<_>>().join(", ")
    }
}

/// Trains to the end, with checkpoints and reports.
fn train(
    trainer: &mut Trainer<'_>,
    report: &Report<'_>,
    checkpoint: &Path,
    arguments: &LearnNetworkArguments,
) -> Result<(), Failure> {
    let every = Duration::from_secs(arguments.checkpoint_every);
    let (mut last_report, mut last_checkpoint) = (Instant::now(), Instant::now());
    let (mut spent, mut learned) = (Duration::ZERO, 0);
    let (mut seen, mut loss) = (0, 0.0);
    while !trainer.is_done() {
        let before = trainer.progress();
        let started = Instant::now();
        let pass = trainer.train_batch();
        spent += started.elapsed();
        let after = trainer.progress();
        if pass.is_none() {
            seen += after.positions - before.positions;
            learned += after.positions - before.positions;
            loss += after.loss - before.loss;
        }
        let is_due = last_checkpoint.elapsed() >= every;
        if let Some(mean) = pass {
            log_progress(&format!("pass {}: training loss {mean:.4}", after.passes));
        }
        if is_due || pass.is_some() {
            replace_file(checkpoint, &trainer.to_bytes())?;
            log_progress(&format!("held out: {}", report.line(trainer)));
            last_checkpoint = Instant::now();
        }
        if last_report.elapsed() >= REPORT_EVERY && seen > 0 {
            log_progress(&format!(
                "{:5.1} %, {:.0} positions/s, training loss {:.4}",
                100.0 * trainer.done(),
                f64::from(learned as u32) / spent.as_secs_f64(),
                loss / seen as f64
            ));
            (last_report, seen, loss) = (Instant::now(), 0, 0.0);
        }
    }
    let speed = learned as f64 / spent.as_secs_f64().max(1e-9);
    writeln!(io::stdout(), "{}: {} positions learned from at {speed:.0}/s", report.rule, learned)?;
    Ok(())
}

/// Rounds, measures and writes the network.
fn finish(
    trainer: &Trainer<'_>,
    report: &Report<'_>,
    task: &Task<'_>,
    arguments: &LearnNetworkArguments,
) -> Result<(), Failure> {
    let mut network =
        RoundedNetwork::new(report.rule, trainer.dictionary(), trainer.model(), task.units);
    network.notes = command();
    let bytes = network.to_bytes();
    replace_file(&arguments.output, &bytes)?;
    let network = RoundedNetwork::from_bytes(&read(&arguments.output)?)?;
    let rounded = report.samples.positions.iter().enumerate().map(|(index, sample)| {
        let stones = report.samples.stones(index);
        let correction =
            sample.is_held_out.then(|| network.correction(stones, usize::from(sample.urgency)));
        correction.unwrap_or_default() as f32
    });
    let rounded = report.corrected(&rounded.collect::<Vec<_>>());
    let real = report.corrected(&trainer.corrections());
    let before = report.held_out.in_use();
    let forecasts = [(" before", &before), (" learned", &real), (" rounded", &rounded)];
    let mut output = io::stdout();
    for line in by_kind(report.rule, &report.held_out, &forecasts) {
        writeln!(output, "{line}")?;
    }
    writeln!(
        output,
        "{}: best at {:.0} units before, {:.0} units rounded",
        report.rule, before.units, rounded.units
    )?;
    writeln!(output, "{}: {} bytes", arguments.output.display(), bytes.len())?;
    Ok(())
}
