//! The progress on a terminal: the table, the running games, and a bar with the time left.

use std::fmt;
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use number_text::counted;

use crate::record::GameRecord;
use crate::run::{Observer, Progress, Running};
use crate::show::clean::{clean, clean_line};
use crate::show::view::wording::{game, span};

/// The minimum interval between two computations of the table.
const TABLE_EVERY: Duration = Duration::from_secs(1);
/// The maximum number of running games that are shown.
const SHOWN: usize = 16;

/// A function that returns the table of these games as lines of text.
pub type TableText<'a> = Box<dyn Fn(&[GameRecord]) -> String + 'a>;

/// The progress at the bottom of a terminal.
pub struct Live<'a> {
    bars: MultiProgress,
    /// The table and the running games, as one text.
    text: ProgressBar,
    bar: ProgressBar,
    names: Vec<String>,
    table_text: TableText<'a>,
    table: String,
    /// The time at which the table was computed, and the number of games in it.
    table_of: Option<(Instant, usize)>,
    width: usize,
}

impl fmt::Debug for Live<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Live").field("names", &self.names).finish_non_exhaustive()
    }
}

impl<'a> Live<'a> {
    /// Creates a view on `target`, a terminal with `width` columns; `names` are the engines' names in the
    /// order of their numbers.
    #[must_use]
    pub fn new(
        target: ProgressDrawTarget,
        width: usize,
        names: impl Iterator<Item = &'a str>,
        table_text: TableText<'a>,
    ) -> Self {
        let bars = MultiProgress::with_draw_target(target);
        let line = |template| bars.add(ProgressBar::no_length().with_style(style(template)));
        let text = line("{msg}");
        let bar = line("{pos}/{len} {wide_bar} {msg}");
        let names = names.map(clean).collect();
        let table = String::new();
        Self { bars, text, bar, names, table_text, table, table_of: None, width }
    }

    /// Shows the table of the games of earlier runs.
    pub fn begin(&mut self, records: &[GameRecord]) {
        self.update_table(records, true);
    }

    /// Clears the view, so that the results can be printed in its place.
    pub fn close(&self) {
        if let Err(error) = self.bars.clear() {
            log::debug!("cannot clear the terminal: {error}");
        }
    }

    fn above(&self, line: &str) {
        if let Err(error) = self.bars.println(line) {
            log::debug!("cannot write to the terminal: {error}");
        }
    }

    fn update_table(&mut self, records: &[GameRecord], is_last: bool) {
        let is_due = self.table_of.is_none_or(|(when, games)| {
            games != records.len() && (is_last || TABLE_EVERY <= when.elapsed())
        });
        if is_due {
            self.table = (self.table_text)(records);
            self.table_of = Some((Instant::now(), records.len()));
        }
    }

    fn running(&self, game: &Running) -> String {
        let name = |engine: usize| self.names.get(engine).map_or("?", String::as_str);
        let Running { task, stones, since } = game;
        let (black, white) = (name(task.black), name(task.white));
        let line = format!(
            "  {black} - {white}: {}, {}",
            counted(*stones, "stone"),
            span(since.elapsed())
        );
        line.chars().take(self.width).collect()
    }

    /// Returns the table and the running games.
    fn lines(&self, running: &[Running]) -> String {
        let mut lines: Vec<String> = self.table.lines().map(clean_line).collect();
        lines.push(String::new());
        lines.extend(running.iter().take(SHOWN).map(|game| self.running(game)));
        if running.len() > SHOWN {
            lines.push(format!("  and {} more", running.len() - SHOWN));
        }
        lines.join("\n")
    }
}

impl Observer for Live<'_> {
    fn say(&mut self, line: &str) {
        self.above(&clean(line));
    }

    fn game(&mut self, records: &[GameRecord], progress: &Progress) {
        // Ordinary results are in the table.
        if let Some(record) = records.last().filter(|record| record.reason.is_failure()) {
            self.above(&game(record));
        }
        self.update_table(records, progress.done == progress.total);
    }

    fn redraw(&mut self, running: &[Running], progress: &Progress) {
        let Progress { done, total, left, may_end_early } = *progress;
        self.bar.set_position(done as u64);
        if may_end_early {
            self.bar.set_style(style("{pos} played, until the test decides"));
        } else {
            self.bar.set_length(total as u64);
            let left = left.map(|left| format!("{} left", span(left))).unwrap_or_default();
            self.bar.set_message(left);
        }
        self.text.set_message(self.lines(running));
    }
}

/// Returns the style of a text line, with a bar where the template has one.
fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).expect("the template is valid");
    style.progress_chars("━╸─")
}
