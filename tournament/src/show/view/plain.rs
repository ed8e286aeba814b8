//! The progress as lines, one for each finished game.

use std::io::Write;

use crate::record::GameRecord;
use crate::run::{Observer, Progress, Running};
use crate::show::clean::clean;
use crate::show::view::wording::{game, span};

/// Lines on a stream. After the first write error it writes no more; the file of results is unaffected.
#[derive(Debug)]
pub struct Plain<W: Write> {
    stream: Option<W>,
    /// Indicates whether only failures are shown.
    is_quiet: bool,
}

impl<W: Write> Plain<W> {
    /// Creates a view that writes to `stream`; if `is_quiet`, only failures.
    #[must_use]
    pub fn new(stream: W, is_quiet: bool) -> Self {
        Self { stream: Some(stream), is_quiet }
    }

    fn line(&mut self, line: &str) {
        let Some(stream) = &mut self.stream else { return };
        if let Err(error) = writeln!(stream, "{line}").and_then(|()| stream.flush()) {
            log::warn!("cannot show further progress: {error}");
            self.stream = None;
        }
    }
}

impl<W: Write> Observer for Plain<W> {
    fn say(&mut self, line: &str) {
        self.line(&clean(line));
    }

    fn game(&mut self, records: &[GameRecord], progress: &Progress) {
        let is_shown = |record: &&GameRecord| !self.is_quiet || record.reason.is_failure();
        let Some(record) = records.last().filter(is_shown) else { return };
        let Progress { done, total, left, may_end_early } = *progress;
        let left = left.filter(|_| done < total);
        let left = left.map(|left| format!(" ({} left)", span(left))).unwrap_or_default();
        let place = if may_end_early {
            format!("{done} played")
        } else {
            format!("{done} of {total}{left}")
        };
        self.line(&format!("{place}: {}", game(record)));
    }

    fn redraw(&mut self, _: &[Running], _: &Progress) {}
}
