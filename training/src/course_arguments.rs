//! The arguments of a training in passes over the positions, and its loop with checkpoints.

use std::convert::Infallible;
use std::fs;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Args;
use dolmen::rules::Rule;
use json_difference::Difference;
use number_text::{number_in, whole_number_in};
use training::first_line::{FirstLine, FirstLineError};
use training::learn::losses::with_commas;
use training::line_network::checkpoint::{ResumeError, is_finished};
use training::line_network::course::{Plan, Training};
use training::{line_network, policy};

use crate::common::{Ending, Failure, cannot, log, passes, stop_by_interrupt};
use crate::outputs::{Kind, expect_different};

/// The range of learning rates: a step of Adam moves a parameter by about the rate, and most parameters lie
/// between -1 and 1.
const RATES: RangeInclusive<f32> = 1e-6..=1.0;

/// Checkpoints of both trainings. They share a name where a policy is written into the weights of its network.
const CHECKPOINT: Kind = Kind {
    name: "a checkpoint of a training",
    has: |bytes| FIRST_LINES.iter().any(|line| is_of(*line, bytes)),
};
const FIRST_LINES: [FirstLine; 2] =
    [line_network::trainer::Trainer::FIRST_LINE, policy::trainer::Trainer::FIRST_LINE];

/// Returns whether a file begins with a first line of any version.
fn is_of(line: FirstLine, bytes: &[u8]) -> bool {
    !matches!(line.strip(bytes), Err(FirstLineError::Foreign(_)))
}

/// The passes and steps of a training, and the file from which it is resumed.
#[derive(Debug, Args)]
pub(crate) struct CourseArguments {
    /// File of the checkpoint [default: the output with .training added].
    #[arg(long, value_name = "FILE", value_parser = CHECKPOINT.parser())]
    checkpoint: Option<PathBuf>,
    /// Resume the training from the checkpoint, with the same games and settings. Without it, a training begins
    /// anew, and is refused if the checkpoint is that of an unfinished one.
    #[arg(long)]
    resume: bool,
    /// Seconds between checkpoints, each with the losses on held-out positions.
    #[arg(long, value_name = "N", default_value_t = 180)]
    #[arg(value_parser = whole_number_in(1..=86_400_u64))]
    checkpoint_every: u64,
    /// Passes over the positions.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = passes())]
    passes: usize,
    /// Positions per step.
    #[arg(long, value_name = "N", default_value_t = 128)]
    #[arg(value_parser = whole_number_in(1..=1_000_000_u32))]
    batch: u32,
    /// Initial learning rate; the last steps have a hundredth of it.
    #[arg(long, value_name = "X", default_value_t = 0.004, value_parser = number_in(RATES))]
    rate: f32,
    /// Seed of the order of the positions.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number_in(0_u64..))]
    seed: u64,
    /// Threads that learn from equal shares of a batch. Their number is a part of the training: with another
    /// one, sums are rounded in another order.
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = whole_number_in(1..=64_u16))]
    threads: u16,
}

/// The weights of a rule from which a training starts.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    /// The file of weights.
    pub(crate) path: PathBuf,
    /// The rule whose weights are taken; by default that of the training.
    pub(crate) rule: Option<Rule>,
}

impl FromStr for Start {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.rsplit_once(':').and_then(|(path, rule)| Some((path, rule.parse().ok()?)));
        let (path, rule) = parts.map_or((text, None), |(path, rule)| (path, Some(rule)));
        Ok(Self { path: path.into(), rule })
    }
}

impl CourseArguments {
    /// Returns the course.
    pub(crate) fn plan(&self) -> Plan {
        let &Self { passes, batch, rate, seed, threads, .. } = self;
        Plan { passes, batch: batch as usize, rate, seed, threads: usize::from(threads) }
    }

    /// Returns the file that stores a training with this output.
    fn checkpoint(&self, output: &Path) -> PathBuf {
        self.checkpoint.clone().unwrap_or_else(|| {
            let mut name = output.to_path_buf().into_os_string();
            name.push(".training");
            name.into()
        })
    }

    /// Checks the files that the training writes, and returns the checkpoint, if the training is to be
    /// resumed. `record` is the file for its losses.
    pub(crate) fn prepare(
        &self,
        output: &Path,
        record: Option<&Path>,
    ) -> Result<Option<Vec<u8>>, Failure> {
        let path = self.checkpoint(output);
        let outputs = [("--output", output), ("the checkpoint", &path)];
        let outputs = outputs.into_iter().chain(record.map(|record| ("--record", record)));
        expect_different(&outputs.collect::<Vec<_>>())?;
        CHECKPOINT.check(&path).map_err(|why| cannot("write", &path, why))?;
        let read = || fs::read(&path).map_err(|error| cannot("read", &path, error));
        if self.resume {
            return read().map(Some);
        }
        if path.is_file() {
            expect_finished(&path, &read()?)?;
        }
        Ok(None)
    }

    /// Returns the failure of a training that cannot be resumed, with the reason.
    pub(crate) fn cannot_resume(&self, output: &Path, error: &ResumeError) -> Failure {
        let why = match error {
            ResumeError::OtherSettings(differences) => {
                let parts = differences.iter().map(|Difference { path, left, right }| {
                    format!("{} {left}, not {right}", option(path))
                });
                let parts = parts.collect::<Vec<_>>().join(", and with ");
                format!(
                    "the training was begun with {parts}; use the same settings, or remove the file"
                )
            }
            error => error.to_string(),
        };
        cannot("resume", &self.checkpoint(output), why)
    }

    /// Trains to the end or until the user interrupts, with checkpoints and reports on held-out positions.
    pub(crate) fn train<'a, T: Training<'a>>(
        &self,
        trainer: &mut T,
        output: &Path,
        report: impl Fn(&T) -> String,
    ) -> Result<Ending, Failure> {
        let (checkpoint, every) =
            (self.checkpoint(output), Duration::from_secs(self.checkpoint_every));
        let stop = stop_by_interrupt()?;
        let (mut positions, mut time) = (0, Duration::ZERO);
        let mut last_checkpoint = Instant::now();
        let speed =
            |positions: usize, time: Duration| positions as f64 / time.as_secs_f64().max(1e-9);
        while !trainer.course().is_done() {
            let started = Instant::now();
            let batch = trainer.train_batch();
            positions += batch.positions;
            time += started.elapsed();
            if let Some(mean) = batch.pass {
                let passes = trainer.course().progress().passes;
                log(&format!("pass {passes}: training loss {mean:.4}"));
            }
            let is_stopped = stop.load(Ordering::Relaxed);
            if is_stopped || batch.pass.is_some() || last_checkpoint.elapsed() >= every {
                whole_file::replace(&checkpoint, &trainer.to_bytes())
                    .map_err(|error| cannot("write", &checkpoint, error))?;
                last_checkpoint = Instant::now();
                if is_stopped {
                    let name = checkpoint.display();
                    log(&format!("interrupted; --resume goes on from {name}"));
                    return Ok(Ending::Stopped);
                }
                let done = 100.0 * trainer.course().done();
                let speed = speed(positions, time);
                let losses = report(trainer);
                log(&format!("{done:5.1} %, {speed:.0} positions/s, held out: {losses}"));
            }
        }
        writeln!(
            io::stdout(),
            "learned from {} positions, {:.0} a second",
            with_commas(positions),
            speed(positions, time)
        )?;
        Ok(Ending::Done)
    }
}

/// Checks that a checkpoint is that of a finished training, so that another training may replace it.
fn expect_finished(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let Some(&line) = FIRST_LINES.iter().find(|line| is_of(**line, bytes)) else { return Ok(()) };
    let name = path.display();
    match is_finished(line, bytes) {
        Ok(true) => Ok(()),
        Ok(false) => Err(format!(
            "{name} has an unfinished training: --resume continues it; remove the file to begin anew"
        )
        .into()),
        Err(why) => Err(format!("cannot replace {name}: {why}; remove it to begin anew").into()),
    }
}

/// Returns the name that the user knows for a setting of a training.
fn option(setting: &str) -> String {
    match setting {
        "keeps_windows" => "--keep-windows".to_owned(),
        "shares.result" => "--result-share".to_owned(),
        "shares.teacher_score" => "--teacher-score-share".to_owned(),
        "shares.teacher_result" => "--teacher-result-share".to_owned(),
        "colors_differ" => "colours that differ".to_owned(),
        setting => format!("--{setting}"),
    }
}
