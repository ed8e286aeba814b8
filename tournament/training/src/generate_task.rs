//! The command `generate` as a person sees it: a plan in, a line about progress, files of games.

use std::io::{self, IsTerminal, Write};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};
use training::generate::plan::Plan;
use training::generate::tally::Kind;
use training::generate::{End, Progress, run};

use crate::arguments::GenerateArguments;
use crate::ending::{Failure, stop_by_interrupt};

/// Plays games until somebody interrupts or the disk limit is reached.
pub(crate) fn generate(arguments: &GenerateArguments) -> Result<(), Failure> {
    let plan = Plan::read(&arguments.plan)?;
    let threads = arguments
        .threads
        .map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from);
    yield_to_others();
    let stop = stop_by_interrupt()?;
    let mut reporter = Reporter::new(Duration::from_secs(arguments.report_every));
    let mut last = None;
    let end = run(&plan, &arguments.output, threads, &stop, &mut |progress| {
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
    Ok(())
}

/// Lets every other program go first.
#[cfg(unix)]
fn yield_to_others() {
    const LOWEST: i32 = 19;
    if let Err(error) = rustix::process::nice(LOWEST) {
        writeln!(io::stderr(), "cannot lower the priority: {error}").ok();
    }
}

/// Lets every other program go first, where the system has a way that is known here.
#[cfg(not(unix))]
fn yield_to_others() {
    writeln!(io::stderr(), "lowering the priority is not supported on this system").ok();
}

/// Tells how a run gets on: in place at a terminal, else with a line now and then.
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
            writeln!(io::stderr(), "{}", text()).ok();
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
    let parts = spent.parts();
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
