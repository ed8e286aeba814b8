//! The arguments of a training in passes over the positions, and its loop with checkpoints.

use std::convert::Infallible;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Args;
use dolmen::rules::Rule;
use training::learn::losses::with_commas;
use training::line_network::course::{Plan, Training};

use crate::common::{Failure, cannot, log, passes, positive, stop_by_interrupt};

/// The passes and steps of a training, and the file from which it is resumed.
#[derive(Debug, Args)]
pub(crate) struct CourseArguments {
    /// File of the checkpoint [default: the output with .training added].
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Resume the training from the checkpoint, with the same games and settings.
    #[arg(long)]
    resume: bool,
    /// Seconds between checkpoints, each with the losses on held-out positions.
    #[arg(long, value_name = "N", default_value_t = 180)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400))]
    checkpoint_every: u64,
    /// Passes over the positions.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = passes())]
    passes: usize,
    /// Positions per step.
    #[arg(long, value_name = "N", default_value_t = 128)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    batch: u32,
    /// Initial learning rate; the last steps have a hundredth of it.
    #[arg(long, value_name = "X", default_value_t = 0.004, value_parser = positive)]
    rate: f64,
    /// Seed of the order of the positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads that learn from equal shares of a batch. Their number is a part of the training: with another
    /// one, sums are rounded in another order.
    #[arg(long, value_name = "N", default_value_t = 2)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=64))]
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
        Plan {
            passes,
            batch: batch as usize,
            rate: rate as f32,
            seed,
            threads: usize::from(threads),
        }
    }

    /// Returns the file that stores a training with this output.
    fn checkpoint(&self, output: &Path) -> PathBuf {
        self.checkpoint.clone().unwrap_or_else(|| {
            let mut name = output.to_path_buf().into_os_string();
            name.push(".training");
            name.into()
        })
    }

    /// Reads the checkpoint, if the training is to be resumed.
    pub(crate) fn stored(&self, output: &Path) -> Result<Option<Vec<u8>>, Failure> {
        let path = self.checkpoint(output);
        let read = || fs::read(&path).map_err(|error| cannot("read", &path, error));
        self.resume.then(read).transpose()
    }

    /// Returns the failure of a training that cannot be resumed, with the reason.
    pub(crate) fn cannot_resume(&self, output: &Path, why: &str) -> Failure {
        cannot("resume", &self.checkpoint(output), why)
    }

    /// Trains to the end, with checkpoints and reports on held-out positions.
    pub(crate) fn train<'a, T: Training<'a>>(
        &self,
        trainer: &mut T,
        output: &Path,
        report: impl Fn(&T) -> String,
    ) -> Result<(), Failure> {
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
                    return Err(format!("interrupted; --resume goes on from {name}").into());
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
        Ok(())
    }
}
