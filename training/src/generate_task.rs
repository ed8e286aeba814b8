//! The command `generate`: a plan in, files of games out, with reports of the progress.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use number_text::whole_number_in;
use training::generate::plan::Plan;
use training::generate::tally::Kind;
use training::generate::{End, Progress, run};

use crate::common::{
    Ending, Failure, log, log_dropped, stop_by_interrupt, threads, threads_or_processors,
};
use crate::outputs::folder;

/// The arguments of `generate`.
#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// Plan (TOML) with rules, sizes, beginnings, effort and stages; see plans/ for
    /// examples.
    #[arg(long, value_name = "FILE")]
    plan: PathBuf,
    /// Folder for the games.
    #[arg(long, value_name = "DIR", default_value = "training/games", value_parser = folder())]
    output: PathBuf,
    /// Number of games played at once [default: the number of processors].
    #[arg(long, value_name = "N", value_parser = threads())]
    threads: Option<u16>,
    /// Seconds between progress reports.
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = whole_number_in(0_u64..))]
    report_every: u64,
}

impl Generate {
    /// Plays games until the user interrupts or the disk limit is reached.
    pub(crate) fn run(&self) -> Result<Ending, Failure> {
        let plan = Plan::read(&self.plan)?;
        let threads = threads_or_processors(self.threads);
        yield_to_others();
        let stop = stop_by_interrupt()?;
        let every = Duration::from_secs(self.report_every);
        let mut last_report: Option<Instant> = None;
        let mut last = String::new();
        let mut on_game = |progress: &Progress| {
            last = line(progress, &plan);
            if last_report.is_none_or(|report| report.elapsed() >= every) {
                last_report = Some(Instant::now());
                log(&last);
            }
        };
        let end = run(&plan, &self.output, threads, &stop, &mut on_game, &mut log_dropped)?;
        let mut output = io::stdout();
        writeln!(output, "{last}")?;
        if end == End::DiskLimit {
            let (seed, megabytes) = (plan.seed, plan.disk_limit / 1_000_000);
            writeln!(
                output,
                "the games of seed {seed} reached the disk limit of the plan, {megabytes} MB"
            )?;
        }
        Ok(Ending::Done)
    }
}

/// Lowers the priority of the process.
#[cfg(unix)]
fn yield_to_others() {
    const LOWEST: i32 = 19;
    if let Err(error) = rustix::process::nice(LOWEST) {
        log(&format!("cannot lower the priority: {error}"));
    }
}

/// Reports that this system does not support lowering the priority.
#[cfg(not(unix))]
fn yield_to_others() {
    log("lowering the priority is not supported on this system");
}

/// Progress on one line.
fn line(progress: &Progress, plan: &Plan) -> String {
    let Progress { added, elapsed, positions, games, bytes, stage, .. } = progress;
    let seconds = elapsed.as_secs_f64().max(0.001);
    let kinds = [Kind::Game, Kind::Interior, Kind::Crowded];
    let kinds = kinds.map(|kind| format!("{} {:.0}", kind.name(), added.of(kind) as f64 / seconds));
    let rules = plan.rules.iter().zip(positions);
    let rules = rules.map(|(plan, &positions)| format!("{} {}", plan.rule, thousands(positions)));
    let rules: Vec<String> = rules.collect();
    format!(
        "{:.0} positions/s ({}); {}; {games} games of seed {}, {:.1} of {} MB; stage {}: {} of {}, next {}",
        added.total() as f64 / seconds,
        kinds.join(", "),
        rules.join(", "),
        plan.seed,
        *bytes as f64 / 1e6,
        plan.disk_limit / 1_000_000,
        stage.stage,
        thousands(stage.done),
        thousands(stage.wanted),
        plan.rules[stage.next].rule,
    )
}

/// A number of positions, short.
fn thousands(positions: u64) -> String {
    if positions < 10_000_000 {
        format!("{}k", positions / 1_000)
    } else {
        format!("{:.1}M", positions as f64 / 1e6)
    }
}
