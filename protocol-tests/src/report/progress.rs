//! The progress of the suite: a bar at a terminal, a few lines anywhere else.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use anstream::AutoStream;
use indicatif::{ProgressBar, ProgressStyle};

use crate::case::Group;
use crate::outcome::{Event, Level};
use crate::report::text::{BAD, STRONG, count, harmless};
use crate::report::{Circumstances, run_name};

/// The interval at which the bar shows the time while nothing happens.
const TICK: Duration = Duration::from_millis(250);

/// Shows events on standard error while the suite runs. It may be told from several
/// threads at once.
#[derive(Debug)]
pub struct Progress {
    bar: Option<ProgressBar>,
    names: Vec<(String, String, Level)>,
    planned: AtomicUsize,
    done: AtomicUsize,
    failed: AtomicUsize,
    told: Mutex<BTreeSet<String>>,
    heading: String,
    color: anstream::ColorChoice,
}

impl Progress {
    /// Progress of cases of these groups; silent if `quiet`.
    pub fn new(
        groups: &[Group],
        circumstances: &Circumstances,
        quiet: bool,
        color: anstream::ColorChoice,
    ) -> Self {
        let bar = (!quiet && io::stderr().is_terminal()).then(|| {
            let style =
                ProgressStyle::with_template("{elapsed:>4} [{bar:24}] {pos}/{len} {wide_msg}")
                    .expect("the template is valid")
                    .progress_chars("=> ");
            let bar = ProgressBar::new(0).with_style(style);
            bar.enable_steady_tick(TICK);
            bar
        });
        let cases = groups.iter().flat_map(|group| &group.cases);
        let names = if quiet {
            Vec::new()
        } else {
            cases.map(|case| (case.id.clone(), case.name.clone(), case.level)).collect()
        };
        Self {
            bar,
            names,
            planned: AtomicUsize::new(0),
            done: AtomicUsize::new(0),
            failed: AtomicUsize::new(0),
            told: Mutex::default(),
            heading: format!(
                "{}, slack {} ms, seed {}",
                harmless(&circumstances.engine),
                circumstances.slack.as_millis(),
                circumstances.seed
            ),
            color,
        }
    }

    /// Shows what happened.
    pub fn tell(&self, event: &Event<'_>) {
        match event {
            Event::Planned(runs) => {
                self.planned.fetch_add(*runs, Ordering::Relaxed);
                if let Some(bar) = &self.bar {
                    bar.inc_length(*runs as u64);
                }
                if !self.names.is_empty() {
                    // Nobody is left to tell if standard error is closed.
                    writeln!(io::stderr(), "{}: {}", count(*runs, "run"), self.heading).ok();
                }
            }
            Event::Dropped(runs) => self.advance(*runs, None),
            Event::Finished { id, run } => {
                let name = run_name(id, run);
                if run.verdict.is_failed() {
                    self.failed.fetch_add(1, Ordering::Relaxed);
                    self.tell_failure(id, &name);
                }
                self.advance(1, Some(&name));
            }
        }
    }

    /// Removes the bar.
    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn advance(&self, runs: usize, name: Option<&str>) {
        let before = self.done.fetch_add(runs, Ordering::Relaxed);
        let done = before + runs;
        let planned = self.planned.load(Ordering::Relaxed);
        let failed = self.failed.load(Ordering::Relaxed);
        if let Some(bar) = &self.bar {
            bar.set_position(done as u64);
            if let Some(name) = name {
                bar.set_message(format!("{failed} failed, last: {name}"));
            }
        } else if !self.names.is_empty() && quarter(before, planned) != quarter(done, planned) {
            writeln!(io::stderr(), "{done} of {planned} runs, {failed} failed").ok();
        }
    }

    /// Writes a line above the bar for the first failed run of a case.
    fn tell_failure(&self, id: &str, name: &str) {
        let Some(bar) = &self.bar else { return };
        if !self
            .told
            .lock()
            .expect("no thread panicked while it held the lock")
            .insert(id.to_owned())
        {
            return;
        }
        let case = self.names.iter().find(|(known, _, _)| known == id);
        let title = case.map(|(_, title, level)| format!(" {title} ({level})"));
        bar.suspend(|| {
            let mut err = AutoStream::new(io::stderr().lock(), self.color);
            let title = title.unwrap_or_default();
            writeln!(err, "{BAD}failed{BAD:#} {STRONG}{name}{STRONG:#}{title}").ok();
        });
    }
}

/// Returns the quarter of the work that `done` runs reach.
fn quarter(done: usize, planned: usize) -> usize {
    done * 4 / planned.max(1)
}
