//! The progress of the suite: the cases that fail, with a bar at a terminal and a few lines anywhere else.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::Duration;

use anstream::AutoStream;
use indicatif::{ProgressBar, ProgressStyle};
use number_text::counted;

use crate::case::Group;
use crate::outcome::Event;
use crate::report::text::{BAD, STRONG};
use crate::report::{Circumstances, run_name};

/// The interval at which the bar shows the time while nothing happens.
const TICK: Duration = Duration::from_millis(250);

/// Shows events on standard error while the suite runs. Several threads may report events at once.
///
/// A closed standard error is no failure.
#[derive(Debug)]
pub struct Progress<'a> {
    groups: &'a [Group],
    circumstances: &'a Circumstances,
    bar: Option<ProgressBar>,
    quiet: bool,
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

impl<'a> Progress<'a> {
    /// Creates the progress of cases of these groups; silent if `quiet`.
    pub fn new(
        groups: &'a [Group],
        circumstances: &'a Circumstances,
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
        Self { groups, circumstances, bar, quiet, color, counts: Mutex::default() }
    }

    /// Shows an event.
    pub fn tell(&self, event: &Event<'_>) {
        let mut counts = self.counts.lock().expect("no thread panicked while it held the lock");
        match event {
            Event::Planned(runs) => {
                counts.planned += runs;
                if let Some(bar) = &self.bar {
                    bar.inc_length(*runs as u64);
                }
                if !self.quiet {
                    let heading = format!("{}: {}", counted(*runs, "run"), self.circumstances);
                    writeln!(io::stderr(), "{heading}").ok();
                }
            }
            Event::Dropped(runs) => self.advance(&mut counts, *runs, None),
            Event::Finished { id, run } => {
                let name = run_name(id, run);
                if run.verdict.is_failed() {
                    counts.failed += 1;
                    if counts.shown.insert((*id).to_owned()) {
                        self.tell_failure(id, &name);
                    }
                }
                self.advance(&mut counts, 1, Some(&name));
            }
        }
    }

    /// Removes the bar.
    pub fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn advance(&self, counts: &mut Counts, runs: usize, name: Option<&str>) {
        let quarter = |done: usize| done * 4 / counts.planned.max(1);
        let before = quarter(counts.done);
        counts.done += runs;
        let Counts { planned, done, failed, .. } = *counts;
        if let Some(bar) = &self.bar {
            bar.set_position(done as u64);
            if let Some(name) = name {
                bar.set_message(format!("{} failed, last: {name}", counted(failed, "run")));
            }
        } else if !self.quiet && before != quarter(done) {
            let failed = counted(failed, "run");
            writeln!(io::stderr(), "{done} of {planned} runs done, {failed} failed").ok();
        }
    }

    /// Names a failed case, above the bar if there is one.
    fn tell_failure(&self, id: &str, name: &str) {
        if self.quiet {
            return;
        }
        let mut cases = self.groups.iter().flat_map(|group| &group.cases);
        let case = cases.find(|case| case.id == id);
        let title = case.map(|case| format!("{} ({})", case.name, case.level)).unwrap_or_default();
        let tell = || {
            let mut err = AutoStream::new(io::stderr().lock(), self.color);
            writeln!(err, "{BAD}failed{BAD:#} {STRONG}{name}{STRONG:#} {title}").ok();
        };
        match &self.bar {
            Some(bar) => bar.suspend(tell),
            None => tell(),
        }
    }
}
