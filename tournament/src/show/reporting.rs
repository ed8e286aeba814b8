//! Keeping the report up to date while games are played: the file beside the results, and the
//! page that is served.
//!
//! Invariant: making reports takes a small share of the time, however long the tournament, and
//! the last report has all games.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::record::GameRecord;
use crate::run::{Boards, Observer, Progress, Running};
use crate::show::budget::Budget;
use crate::show::report;
use crate::show::server::Hub;
use crate::show::snapshot::Subject;

#[cfg(test)]
mod tests;

/// The share of the time that may go into reports, each of the file and of the page.
const SHARE: f64 = 0.02;
/// The interval at which moves are sent to those who look on.
const MOVES_EVERY: Duration = Duration::from_millis(200);

/// The places to which reports go.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outlets<'a> {
    /// The file that is rewritten.
    pub file: Option<&'a Path>,
    /// The page that is served, and the boards on it.
    pub page: Option<(&'a Hub, &'a Boards)>,
}

/// A view that also keeps reports up to date.
pub struct Reporting<'a> {
    view: &'a mut dyn Observer,
    subject: &'a Subject,
    outlets: Outlets<'a>,
    /// Indicates whether there are games that are not in the file.
    is_due: bool,
    file: Budget,
    page: Budget,
    /// Indicates whether the file could not be written, which is said once.
    has_failed: bool,
    /// The changes of the boards that have been sent, and the time at which they were.
    sent: (u64, Instant),
}

impl std::fmt::Debug for Reporting<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reporting").field("outlets", &self.outlets).finish_non_exhaustive()
    }
}

impl<'a> Reporting<'a> {
    /// Shows everything on `view`, and reports on `subject` through the outlets.
    #[must_use]
    pub fn new(view: &'a mut dyn Observer, subject: &'a Subject, outlets: Outlets<'a>) -> Self {
        Self {
            view,
            subject,
            outlets,
            is_due: true,
            file: Budget::new(SHARE),
            page: Budget::new(SHARE),
            has_failed: false,
            sent: (0, Instant::now()),
        }
    }

    /// The last report, with all games.
    pub fn finish(mut self, records: &[GameRecord]) {
        self.write(records);
        if let Some((hub, _)) = self.outlets.page {
            hub.show(&[]);
            hub.publish(&self.subject.snapshot(records, &[]));
        }
    }

    fn write(&mut self, records: &[GameRecord]) {
        let Some(path) = self.outlets.file else { return };
        let running = self.outlets.page.map(|(_, boards)| boards.games()).unwrap_or_default();
        let written = report::write(path, &self.subject.snapshot(records, &running));
        self.is_due = false;
        if let Err(error) = written
            && !self.has_failed
        {
            self.has_failed = true;
            self.view.say(&format!("cannot write the report {}: {error}", path.display()));
        }
    }

    fn send_moves(&mut self) {
        let Some((hub, boards)) = self.outlets.page else { return };
        let (changes, when) = self.sent;
        if hub.is_watched() && boards.changes() != changes && MOVES_EVERY <= when.elapsed() {
            self.sent = (boards.changes(), Instant::now());
            hub.show(&boards.games());
        }
    }
}

impl Observer for Reporting<'_> {
    fn say(&mut self, line: &str) {
        self.view.say(line);
    }

    fn game(&mut self, records: &[GameRecord], progress: &Progress) {
        self.view.game(records, progress);
        self.is_due = true;
        if let Some((hub, _)) = self.outlets.page {
            hub.outdate();
        }
        // Reports wait until it is decided what the game means for the others.
    }

    fn redraw(&mut self, running: &[Running], progress: &Progress) {
        self.view.redraw(running, progress);
        self.send_moves();
    }

    fn look(&mut self, records: &[GameRecord]) {
        self.view.look(records);
        let began = Instant::now();
        let is_due = self.is_due && !records.is_empty() && self.outlets.file.is_some();
        if is_due && self.file.is_free(began) {
            self.write(records);
            self.file.spend(began, Instant::now());
        }
        let began = Instant::now();
        if let Some((hub, boards)) = self.outlets.page
            && hub.is_wanted()
            && self.page.is_free(began)
        {
            hub.publish(&self.subject.snapshot(records, &boards.games()));
            self.page.spend(began, Instant::now());
        }
    }
}
