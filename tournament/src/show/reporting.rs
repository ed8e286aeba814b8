//! Reports during a run: the file beside the results, and the live page.
//!
//! Invariant: reports take a small share of the time, and the last report has all games.

use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::record::{Conduct, GameRecord};
use crate::run::{Absence, Boards, Observer, Progress, Running, RunningGame};
use crate::show::budget::Budget;
use crate::show::report;
use crate::show::server::Hub;
use crate::show::snapshot::{Snapshot, Subject};
use crate::show::tables::option_comment;
use crate::store::export::GameFiles;

#[cfg(test)]
mod tests;

/// The share of the time for reports to the file, and likewise for those to the page.
const SHARE: f64 = 0.02;
/// The minimum interval between two updates of the running games.
const MOVES_EVERY: Duration = Duration::from_millis(200);

/// The destinations of reports.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outlets<'a> {
    /// The file, which is replaced.
    pub file: Option<&'a Path>,
    /// The live page and the running games on it.
    pub page: Option<(&'a Hub, &'a Boards)>,
}

/// An observer that updates reports and passes all events on to a view.
pub struct Reporting<'a> {
    view: &'a mut dyn Observer,
    subject: &'a Subject,
    outlets: Outlets<'a>,
    /// Indicates whether the file lacks finished games.
    is_due: bool,
    file: Budget,
    page: Budget,
    /// Indicates whether writing the file has failed; the message appears once.
    has_failed: bool,
    /// The version of the running games that was sent last, and the time.
    sent: (u64, Instant),
    /// The files of the games, until one of them cannot be written.
    games: Option<GameFiles>,
    /// The engines whose games the run leaves out, and the number of these games.
    absent: Vec<Absence>,
    missing: usize,
}

impl std::fmt::Debug for Reporting<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Reporting").field("outlets", &self.outlets).finish_non_exhaustive()
    }
}

impl<'a> Reporting<'a> {
    /// Creates an observer that reports on `subject`.
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
            games: None,
            absent: Vec::new(),
            missing: 0,
        }
    }

    /// Also adds each finished game to these files.
    #[must_use]
    pub fn with_games(self, games: GameFiles) -> Self {
        Self { games: Some(games), ..self }
    }

    /// Also reports that the run leaves out the games of these engines.
    #[must_use]
    pub fn without(self, absent: Vec<Absence>) -> Self {
        Self { absent, ..self }
    }

    /// Returns a snapshot with these finished and running games.
    fn snapshot<'b>(
        &'b self,
        records: &'b [GameRecord],
        running: &'b [RunningGame],
    ) -> Snapshot<'b> {
        let Self { subject, absent, missing, .. } = self;
        Snapshot { absent, missing: *missing, ..subject.snapshot(records, running) }
    }

    /// Counts the games that are left out, which the totals of the run lack.
    fn count_missing(&mut self, progress: &Progress) {
        let missing = self.subject.total().saturating_sub(progress.total);
        if !self.absent.is_empty() && missing != self.missing {
            self.missing = missing;
            self.is_due = true;
            if let Some((hub, _)) = self.outlets.page {
                hub.outdate();
            }
        }
    }

    /// Writes and publishes the last report, with all games.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn finish(mut self, records: &[GameRecord]) -> io::Result<()> {
        let written = self.write(records);
        if let Some((hub, _)) = self.outlets.page {
            hub.show(&[]);
            hub.publish(&self.snapshot(records, &[]));
        }
        written
    }

    fn write(&mut self, records: &[GameRecord]) -> io::Result<()> {
        let Some(path) = self.outlets.file else { return Ok(()) };
        let running = self.outlets.page.map(|(_, boards)| boards.games()).unwrap_or_default();
        self.is_due = false;
        report::write(path, &self.snapshot(records, &running))
    }

    /// Writes the report while games are played; says it once if that fails.
    fn update(&mut self, records: &[GameRecord]) {
        if let Err(error) = self.write(records)
            && !std::mem::replace(&mut self.has_failed, true)
        {
            self.view.say(&format!("cannot write the report: {error}"));
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

/// Returns the notes on engines that have commented on their options in a game for the first time.
fn new_option_comments(last: &GameRecord, before: &[GameRecord]) -> impl Iterator<Item = String> {
    let has_comment =
        |side: &Conduct, name: &str| side.name == name && side.option_comment.is_some();
    let is_new = move |side: &&Conduct| {
        let sides = before.iter().flat_map(|record| [&record.black, &record.white]);
        !sides.into_iter().any(|earlier| has_comment(earlier, &side.name))
    };
    let sides = [&last.black, &last.white].into_iter().filter(is_new);
    sides.filter_map(|side| Some(option_comment(&side.name, side.option_comment.as_ref()?)))
}

impl Observer for Reporting<'_> {
    fn say(&mut self, line: &str) {
        self.view.say(line);
    }

    fn game(&mut self, records: &[GameRecord], progress: &Progress) {
        self.view.game(records, progress);
        if let Some((last, before)) = records.split_last() {
            new_option_comments(last, before).for_each(|note| self.view.say(&note));
        }
        self.count_missing(progress);
        self.is_due = true;
        let added = records.last().zip(self.games.as_mut()).map(|(last, games)| games.add(last));
        if let Some(Err(error)) = added {
            self.view.say(&format!("{error}; later games are not added"));
            self.games = None;
        }
        if let Some((hub, _)) = self.outlets.page {
            hub.outdate();
        }
    }

    fn redraw(&mut self, running: &[Running], progress: &Progress) {
        self.view.redraw(running, progress);
        self.count_missing(progress);
        self.send_moves();
    }

    fn leave_out(&mut self, absence: &Absence) {
        self.view.leave_out(absence);
        self.absent.push(absence.clone());
    }

    fn look(&mut self, records: &[GameRecord]) {
        self.view.look(records);
        let began = Instant::now();
        let is_due = self.is_due && !records.is_empty() && self.outlets.file.is_some();
        if is_due && self.file.is_free(began) {
            self.update(records);
            self.file.spend(began, Instant::now());
        }
        let began = Instant::now();
        if let Some((hub, boards)) = self.outlets.page
            && hub.is_wanted()
            && self.page.is_free(began)
        {
            hub.publish(&self.snapshot(records, &boards.games()));
            self.page.spend(began, Instant::now());
        }
    }
}
