//! A record of the dialogue, for people to read.

use std::time::Instant;

use crate::driver::reply::printable;
use crate::outcome::{Entry, Speaker};

/// Longest text of an entry, in bytes of what was said.
const LONGEST: usize = 200;

/// Most entries kept from the beginning, and most kept from the end.
const KEPT: usize = 400;

/// A growing transcript, which forgets its middle.
pub(crate) struct Transcript {
    start: Instant,
    entries: Vec<Entry>,
    forgotten: usize,
}

impl Transcript {
    /// An empty one; its times count from `start`.
    pub(crate) fn new(start: Instant) -> Self {
        Self { start, entries: Vec::new(), forgotten: 0 }
    }

    /// Adds what somebody said.
    pub(crate) fn add(&mut self, at: Instant, speaker: Speaker, bytes: &[u8]) {
        self.push(at, speaker, printable(bytes, LONGEST));
    }

    /// Adds what the suite does or finds.
    pub(crate) fn note(&mut self, text: &str) {
        self.push(Instant::now(), Speaker::Note, text.to_owned());
    }

    fn push(&mut self, at: Instant, speaker: Speaker, text: String) {
        if self.entries.len() >= 2 * KEPT {
            self.entries.remove(KEPT);
            self.forgotten += 1;
        }
        let at = at.saturating_duration_since(self.start);
        self.entries.push(Entry { at, speaker, text });
    }

    /// The entries, with a note where some are forgotten.
    pub(crate) fn finish(mut self) -> Vec<Entry> {
        if self.forgotten > 0 {
            let at = self.entries[KEPT].at;
            let text = format!("{} more lines", self.forgotten);
            self.entries.insert(KEPT, Entry { at, speaker: Speaker::Note, text });
        }
        self.entries
    }
}
