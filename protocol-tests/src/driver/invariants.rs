//! The invariants that every run of every case checks: the group G.

use std::time::{Duration, Instant};

use game_engine_process::{Ending, Line, LineEnd, StderrSoFar};

use crate::driver::lines::{Kind, classify, printable};
use crate::outcome::Breach;

/// Longest line of an engine, in bytes: Piskvork cuts at 8000, and others earlier.
const LONGEST_LINE: u64 = 4000;

/// Share of one core that an idle engine may use over a short and over a long time.
const IDLE_SHARE: [f64; 2] = [0.5, 0.05];

/// Watches an engine during a run.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    breaches: Vec<Breach>,
    first_sent: Option<Instant>,
    line_end: Option<LineEnd>,
    /// Indicates whether bytes were sent that no manager sends, and that an engine may repeat.
    sent_garbage: bool,
    /// Indicates whether a reply was ERROR or UNKNOWN. A manager ends the game there, so surplus
    /// replies count only in the cases about errors.
    refused: bool,
    /// Indicates whether pondering was requested.
    pub(crate) ponders: bool,
    /// Indicates whether the suite has read the output so slowly that one read is not one write.
    pub(crate) read_slowly: bool,
    /// Indicates whether standard error is merged into the lines.
    pub(crate) stderr_is_merged: bool,
    /// Indicates whether the engine's output was cut off by the suite.
    pub(crate) output_is_closed: bool,
}

impl Watch {
    /// Records a breach of an invariant; only the first breach of each is kept.
    fn breach(&mut self, id: &'static str, reason: String) {
        if self.breaches.iter().all(|breach| breach.id != id) {
            self.breaches.push(Breach { id, reason });
        }
    }

    /// Watches the bytes that the suite sends.
    pub(crate) fn sent(&mut self, bytes: &[u8], at: Instant) {
        self.first_sent.get_or_insert(at);
        let plain = |text: &str| !text.contains(|c: char| c.is_control() && !c.is_whitespace());
        let long = bytes.split(|byte| *byte == b'\n').any(|line| line.len() > 1000);
        self.sent_garbage |= long || !std::str::from_utf8(bytes).is_ok_and(plain);
    }

    /// Watches a text line that has arrived.
    pub(crate) fn line(&mut self, line: &Line, wants_details: bool) {
        let text = printable(&line.bytes, 60);
        self.line_form(line, &text);
        let kind = classify(&line.bytes);
        let is_reply = kind != Kind::Message;
        self.refused |= matches!(kind, Kind::Error | Kind::Unknown);
        let early = self.first_sent.is_none_or(|sent| line.first_byte_at < sent);
        if early && is_reply {
            self.breach("G3", format!("`{text}` came before the first command"));
        }
        let word = line.bytes.split(|byte| *byte == b' ').next().unwrap_or_default();
        let is = |name: &str| word.eq_ignore_ascii_case(name.as_bytes());
        if is("SUGGEST") || (!wants_details && (is("INFO") || is("FORBID"))) {
            self.breach("G5", format!("`{text}` was not requested"));
        }
        // Long lines fill the pipe, and then come in parts through no fault of the engine.
        let short = line.length <= LONGEST_LINE;
        if is_reply && !self.read_slowly && short && line.reads > 1 {
            self.breach("G9", format!("`{text}` arrived in {} parts", line.reads));
        }
    }

    fn line_form(&mut self, line: &Line, text: &str) {
        if line.length > LONGEST_LINE && !self.sent_garbage {
            self.breach("G2", format!("a line of {} bytes: `{text}`", line.length));
        }
        match (self.line_end, line.end) {
            (_, LineEnd::None) => self.breach("G2", format!("`{text}` has no line ending")),
            (_, LineEnd::Cr) => self.breach("G2", format!("`{text}` ends with a lone CR")),
            (Some(known), end) if known != end && classify(&line.bytes) != Kind::Message => {
                self.breach(
                    "G2",
                    format!("`{text}` has a different line ending from the lines before"),
                );
            }
            (_, end) => self.line_end = Some(end),
        }
        if self.sent_garbage {
            return;
        }
        let cut = line.length > line.bytes.len() as u64;
        match std::str::from_utf8(&line.bytes) {
            Err(_) if !cut => self.breach("G2", format!("`{text}` is not valid UTF-8")),
            Ok(line) if line.chars().any(|c| c.is_control() && c != '\t') => {
                self.breach("G2", format!("`{text}` contains control characters"));
            }
            _ => {}
        }
    }

    /// Watches the time of a reply that needs no search.
    pub(crate) fn quick_reply(&mut self, command: &str, took: Duration, limit: Duration) {
        if took > limit {
            let (took, limit) = (took.as_millis(), limit.as_millis());
            self.breach(
                "G6",
                format!("{command} was answered after {took} ms; the limit is {limit} ms"),
            );
        }
    }

    /// Watches for unsolicited replies.
    pub(crate) fn surplus(&mut self, line: &Line, more: usize) {
        if self.refused {
            return;
        }
        let text = printable(&line.bytes, 60);
        let more = if more > 0 { format!(" and {more} more lines") } else { String::new() };
        self.breach("G4", format!("`{text}`{more} after the last expected reply"));
    }

    /// Watches the processor time of an engine that had nothing to do.
    pub(crate) fn idle(&mut self, cpu: Duration, wall: Duration, thorough: bool) {
        if self.ponders {
            return;
        }
        let share = cpu.as_secs_f64() / wall.as_secs_f64().max(1e-3);
        if share > IDLE_SHARE[usize::from(thorough)] {
            let (percent, wall) = (share * 100.0, wall.as_millis());
            self.breach(
                "G7",
                format!("used {percent:.0} % of a core for {wall} ms with nothing to do"),
            );
        }
    }

    /// Watches the end of the process.
    pub(crate) fn ended(&mut self, ending: &Ending) {
        let StderrSoFar { total, tail } = &ending.stderr;
        if *total > 0 && !self.stderr_is_merged {
            let text = printable(tail, 120);
            self.breach("G1", format!("{total} bytes on standard error: `{text}`"));
        }
        if ending.survivors > 0 {
            let count = ending.survivors;
            self.breach(
                "G10",
                format!("{count} processes were still running after the engine had exited"),
            );
        }
    }

    /// Watches the files that were left in the engine's folders.
    pub(crate) fn files(&mut self, stray: &[String]) {
        if let Some(first) = stray.first() {
            self.breach("G8", format!("{} files were left behind, such as `{first}`", stray.len()));
        }
    }

    /// Returns the invariants that did not hold.
    pub(crate) fn finish(self) -> Vec<Breach> {
        self.breaches
    }
}
