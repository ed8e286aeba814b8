//! The command `generate`: a plan in, files of games out, with reports of the progress.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use training::generate::plan::Plan;
use training::generate::tally::Kind;
use training::generate::{End, Progress, run};

use crate::common::{Ending, Failure, log, stop_by_interrupt, threads, threads_or_processors};

/// The arguments of `generate`.
#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// Plan (TOML) with rules, sizes, beginnings, effort and stages; see plans/ for
    /// examples.
    #[arg(long, value_name = "FILE")]
    plan: PathBuf,
    /// Folder for the games.
    #[arg(long, value_name = "DIR", default_value = "training/games")]
    output: PathBuf,
    /// Number of games played at once [default: the number of processors].
    #[arg(long, value_name = "N", value_parser = threads())]
    threads: Option<u16>,
    /// Seconds between progress reports when standard error is not a terminal.
    #[arg(long, value_name = "N", default_value_t = 60)]
    report_every: u64,
}

impl Generate {
    /// Plays games until the user interrupts or the disk limit is reached.
    pub(crate) fn run(&self) -> Result<Ending, Failure> {
        let plan = Plan::read(&self.plan)?;
        let threads = threads_or_processors(self.threads);
        yield_to_others();
        let stop = stop_by_interrupt()?;
        let mut reporter = Reporter::new(Duration::from_secs(self.report_every));
        let mut last = None;
        let end = run(&plan, &self.output, threads, &stop, &mut |progress| {
            reporter.report(progress, &plan);
            last = Some(progress.clone());
        })?;
        reporter.finish();
        let mut output = io::stdout();
        if let Some(progress) = last {
            write!(output, "{}", summary(&progress))?;
        }
        if end == End::DiskLimit {
            let megabytes = plan.disk_limit / 1_000_000;
            writeln!(output, "reached the disk limit of the plan, {megabytes} MB")?;
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

/// Reports that the priority stays as it is.
#[cfg(not(unix))]
fn yield_to_others() {
    log("lowering the priority is not supported on this system");
}

/// Reports the progress of a run: in place at a terminal, else with a text line now and then.
struct Reporter {
    bar: Option<ProgressBar>,
    every: Duration,
    last: Option<Instant>,
}

impl Reporter {
    fn new(every: Duration) -> Self {
        let bar = io::stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{spinner} {elapsed_precise} {wide_msg}");
            ProgressBar::new_spinner().with_style(style.expect("the template is valid"))
        });
        Self { bar, every, last: None }
    }

    fn report(&mut self, progress: &Progress, plan: &Plan) {
        let text = || line(progress, plan);
        if let Some(bar) = &self.bar {
            bar.set_message(text());
            bar.tick();
        } else if self.last.is_none_or(|last| last.elapsed() >= self.every) {
            self.last = Some(Instant::now());
            log(&text());
        }
    }

    fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// Progress on one line.
fn line(progress: &Progress, plan: &Plan) -> String {
    let Progress { added, elapsed, positions, games, bytes, stage, .. } = progress;
    let seconds = elapsed.as_secs_f64().max(0.001);
    let kinds = [Kind::Game, Kind::Interior, Kind::Crowded];
    let kinds = kinds.map(|kind| format!("{} {:.0}", kind.name(), added.of(kind) as f64 / seconds));
    let rules: Vec<String> = positions
        .iter()
        .map(|rule| format!("{} {}", rule.rule, thousands(rule.positions)))
        .collect();
    format!(
        "{:.0} positions/s ({}); {}; {games} games, {:.1} of {} MB; stage {}: {} of {}, next {}",
        added.total() as f64 / seconds,
        kinds.join(", "),
        rules.join(", "),
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

/// Returns what a run added, and where the time went.
fn summary(progress: &Progress) -> String {
    let Progress { added, spent, elapsed, .. } = progress;
    let parts: Vec<_> = spent.parts().collect();
    let total: f64 = parts.iter().map(|(_, time)| time.as_secs_f64()).sum();
    let mut text = format!(
        "added {} positions in {:.0} s; {:.0} per second of work\n",
        added.total(),
        elapsed.as_secs_f64(),
        added.total() as f64 / total.max(0.001)
    );
    for (name, time) in parts {
        let seconds = time.as_secs_f64();
        text += &format!("  {name:9} {:5.1} % of the work\n", 100.0 * seconds / total.max(0.001));
    }
    text
}
