//! The result of a run of a case: the verdict, and the transcript that shows why.

use std::fmt;
use std::time::Duration;

use serde::Serialize;

/// The importance of a case.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Deserialize, Serialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Some manager forfeits the game or hangs if it fails.
    Must,
    /// A robust engine passes it.
    Should,
    /// An extension; skipped if the engine does not have it.
    Nice,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Must => "must",
            Self::Should => "should",
            Self::Nice => "nice",
        })
    }
}

/// The way that the lines of a script take to the engine.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Deserialize, Serialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Delivery {
    /// Each line in one write, ended by CR LF, as the protocol document says.
    Crlf,
    /// Each line in one write, ended by LF.
    Lf,
    /// Each byte in a write of its own.
    Bytes,
    /// As many lines as possible in one write, without waiting for the answers.
    Burst,
    /// The engine is stopped between its answer and the next command.
    Frozen,
}

impl Delivery {
    /// All of them, the usual one first.
    pub const ALL: [Self; 5] = [Self::Crlf, Self::Lf, Self::Bytes, Self::Burst, Self::Frozen];
}

impl fmt::Display for Delivery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Crlf => "crlf",
            Self::Lf => "lf",
            Self::Bytes => "bytes",
            Self::Burst => "burst",
            Self::Frozen => "frozen",
        })
    }
}

/// The verdict of one run, best first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase", tag = "verdict")]
pub enum Verdict {
    /// Everything held.
    Passed,
    /// The engine does not have what the case is about.
    Skipped {
        /// The engine's answer.
        reason: String,
    },
    /// A case that must hold before did not, so this one was not run.
    Blocked {
        /// The identifier of that case.
        by: String,
    },
    /// Something did not hold.
    Failed {
        /// The expectation and the answer.
        reason: String,
    },
}

impl Verdict {
    /// Returns whether it is [`Verdict::Failed`].
    pub fn is_failed(&self) -> bool {
        matches!(self, Self::Failed { .. })
    }

    /// Its place in the order from best to worst, from 0.
    pub fn rank(&self) -> u8 {
        match self {
            Self::Passed => 0,
            Self::Skipped { .. } => 1,
            Self::Blocked { .. } => 2,
            Self::Failed { .. } => 3,
        }
    }

    /// Returns whether it is [`Verdict::Passed`].
    pub fn is_passed(&self) -> bool {
        matches!(self, Self::Passed)
    }
}

/// A reply that came after its limit, but within the slack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Slack {
    /// The limit that the case names.
    pub limit: Duration,
    /// The time it took.
    pub took: Duration,
}

/// The speaker of a line of a transcript.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Speaker {
    /// The suite, to the engine.
    Suite,
    /// The engine, on its standard output.
    Engine,
    /// The engine, on its standard error.
    Stderr,
    /// The suite, about what it does or finds.
    Note,
}

/// A line of a transcript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// Time since the process was started.
    pub at: Duration,
    /// The speaker.
    pub speaker: Speaker,
    /// The line, with bytes that are not printable escaped, and cut if it is long.
    pub text: String,
}

/// A breach of an invariant during a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Breach {
    /// The invariant's identifier, `G1` to `G10`.
    pub id: &'static str,
    /// The observation.
    pub reason: String,
}

/// The result of one run of a case.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    /// The value of the case's variation, such as `k=5`; empty without.
    pub variation: String,
    /// The delivery of the lines.
    pub delivery: Delivery,
    /// The verdict.
    pub verdict: Verdict,
    /// The invariants that it broke.
    pub breaches: Vec<Breach>,
    /// The replies that the slack saved.
    pub slack: Vec<Slack>,
    /// The time that the run took, from the start of the process to its end.
    pub took: Duration,
    /// The dialogue.
    pub transcript: Vec<Entry>,
}

/// The results of all runs of a case.
#[derive(Clone, Debug, Serialize)]
pub struct Outcome {
    /// The case's identifier, such as `A04`.
    pub id: String,
    /// Its runs; empty if it was blocked, skipped without running, or an invariant.
    pub runs: Vec<Run>,
    /// The worst verdict of its runs; of an invariant: failed if any run broke it.
    pub verdict: Verdict,
}

impl Outcome {
    /// The first run with the case's own verdict.
    pub fn telling_run(&self) -> Option<&Run> {
        self.runs.iter().find(|run| run.verdict == self.verdict)
    }
}

/// The results of a run of the whole suite.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// One for each selected case, in the order of the files.
    pub outcomes: Vec<Outcome>,
    /// The time that the whole run took.
    pub took: Duration,
}

/// Something worth showing while the suite runs.
#[derive(Debug)]
pub enum Event<'a> {
    /// So many runs are ahead.
    Planned(usize),
    /// A run has ended.
    Finished {
        /// The case's identifier.
        id: &'a str,
        /// The result of the run.
        run: &'a Run,
    },
    /// Runs that will not take place because their case is blocked.
    Dropped(usize),
}
