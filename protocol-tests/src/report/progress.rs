//! The progress of the suite: a bar at a terminal, a few text lines anywhere else.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use anstream::AutoStream;
use indicatif::{ProgressBar, ProgressStyle};

use crate::case::Group;
use crate::outcome::Event;
use crate::report::text::{BAD, STRONG, count};
use crate::report::{Circumstances, run_name};

/// The interval at which the bar shows the time while nothing happens.
const TICK: Duration = Duration::from_millis(250);

/// Shows events on standard error while the suite runs. Several threads may report events at once.
///
/// A closed standard error is no failure.
#[derive(Debug)]
pub struct Progress {
    bar: Option<ProgressBar>,
    quiet: bool,
    heading: String,
    /// The name and the level of each case, by its identifier.
    titles: BTreeMap<String, String>,
    color: anstream::ColorChoice,
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    planned: usize,
    done: usize,
    failed: usize,
    /// The cases whose failure was shown.
    shown: BTreeSet<String>,
}

impl Progress {
    /// Creates the progress of cases of these groups; silent if `quiet`.
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
        let titles = cases
            .map(|case| (case.id.clone(), format!("{} ({})", case.name, case.level)))
            .collect();
        let heading = circumstances.to_string();
        Self { bar, quiet, heading, titles, color, counts: Mutex::default() }
    }

    /// Shows an event.
    pub fn tell(&self, event: &Event<'_>) {
        match event {
            Event::Planned(runs) => {
                self.counts().planned += runs;
                if let Some(bar) = &self.bar {
                    bar.inc_length(*runs as u64);
                }
                if !self.quiet {
                    writeln!(io::stderr(), "{}: {}", count(*runs, "run"), self.heading).ok();
                }
            }
            Event::Dropped(runs) => self.advance(*runs, None),
            Event::Finished { id, run } => {
                let name = run_name(id, run);
                if run.verdict.is_failed() {
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

    fn counts(&self) -> MutexGuard<'_, Counts> {
        self.counts.lock().expect("no thread panicked while it held the lock")
    }

    fn advance(&self, runs: usize, name: Option<&str>) {
        let mut counts = self.counts();
        let Counts { planned, done: before, failed, .. } = *counts;
        counts.done += runs;
        let done = counts.done;
        let quarter = |done: usize| done * 4 / planned.max(1);
        if let Some(bar) = &self.bar {
            bar.set_position(done as u64);
            if let Some(name) = name {
                bar.set_message(format!("{failed} failed, last: {name}"));
            }
        } else if !self.quiet && quarter(before) != quarter(done) {
            writeln!(io::stderr(), "{done} of {planned} runs, {failed} failed").ok();
        }
    }

    /// Counts a failed run, and writes a text line above the bar for the first one of a case.
    fn tell_failure(&self, id: &str, name: &str) {
        let mut counts = self.counts();
        counts.failed += 1;
        if let Some(bar) = self.bar.as_ref().filter(|_| counts.shown.insert(id.to_owned())) {
            bar.suspend(|| {
                let mut err = AutoStream::new(io::stderr().lock(), self.color);
                let title = self.titles.get(id).map_or("", String::as_str);
                writeln!(err, "{BAD}failed{BAD:#} {STRONG}{name}{STRONG:#} {title}").ok();
            });
        }
    }
}
