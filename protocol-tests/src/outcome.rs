//! The results of a run of a case: the verdict, and the transcript that shows why.

use std::time::Duration;

use serde::{Deserialize, Serialize, Serializer};
use strum::{Display, EnumString, IntoStaticStr, VariantArray};

/// The importance of a case.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Deserialize,
    Serialize,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Level {
    /// Some manager forfeits the game or hangs if the engine fails.
    Must,
    /// A robust engine passes.
    Should,
    /// An extension, skipped if the engine lacks it.
    Nice,
}

/// The way in which the text lines of a script reach the engine.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Deserialize,
    Serialize,
    Display,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Delivery {
    /// Each text line in one write, ended by CR LF, as the protocol document says.
    Crlf,
    /// Each text line in one write, ended by LF.
    Lf,
    /// Each byte in a write of its own.
    Bytes,
    /// As many text lines as possible in one write, without waiting for the answers.
    Burst,
    /// The suite stops the engine between its answer and the next command.
    Frozen,
}

/// The verdict of a run or a case, best first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase", tag = "verdict")]
pub enum Verdict {
    /// All requirements held.
    Passed,
    /// The engine lacks the feature that the case tests.
    Skipped {
        /// The engine's answer.
        reason: String,
    },
    /// The case did not run, because a case that it needs has failed.
    Blocked {
        /// The identifier of the failed case.
        by: String,
    },
    /// A requirement did not hold.
    Failed(Failure),
}

/// The kind of a failure, as far as the report distinguishes them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailureKind {
    /// Any other failure.
    #[default]
    Other,
    /// A line that is no attempt at a reply, such as debug text.
    StrayLine,
    /// A reply that no open command asks for.
    ExtraReply,
    /// A legal move that is not among the accepted ones.
    WrongChoice,
}

/// A failed requirement.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Failure {
    /// The kind.
    #[serde(rename = "failure")]
    pub kind: FailureKind,
    /// The expectation and the answer.
    pub reason: String,
}

impl Failure {
    /// Returns the failure with the reason that `words` makes of the present one.
    pub fn reworded(self, words: impl FnOnce(&str) -> String) -> Self {
        Self { reason: words(&self.reason), ..self }
    }
}

impl From<String> for Failure {
    fn from(reason: String) -> Self {
        Self { kind: FailureKind::Other, reason }
    }
}

impl From<&str> for Failure {
    fn from(reason: &str) -> Self {
        Self::from(reason.to_owned())
    }
}

impl Verdict {
    /// Returns whether it is [`Verdict::Passed`].
    pub fn is_passed(&self) -> bool {
        matches!(self, Self::Passed)
    }

    /// Returns whether it is [`Verdict::Failed`].
    pub fn is_failed(&self) -> bool {
        matches!(self, Self::Failed(_))
    }

    /// Returns the kind of a failure; [`FailureKind::Other`] for another verdict.
    pub fn failure_kind(&self) -> FailureKind {
        if let Self::Failed(failure) = self { failure.kind } else { FailureKind::Other }
    }

    /// Returns the reason of the verdict; for a blocked case, the identifier of the failed one.
    pub fn reason(&self) -> &str {
        match self {
            Self::Passed => "",
            Self::Blocked { by } => by,
            Self::Skipped { reason } | Self::Failed(Failure { reason, .. }) => reason,
        }
    }

    /// Returns its place in the order from best to worst, from 0.
    pub fn rank(&self) -> u8 {
        match self {
            Self::Passed => 0,
            Self::Skipped { .. } => 1,
            Self::Blocked { .. } => 2,
            Self::Failed(_) => 3,
        }
    }
}

/// A reply that came after its limit, but within the slack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Slack {
    /// The limit that the case names.
    #[serde(serialize_with = "as_milliseconds")]
    pub limit: Duration,
    /// The time that the reply took.
    #[serde(serialize_with = "as_milliseconds")]
    pub took: Duration,
}

impl Slack {
    /// Returns the time by which the reply was late.
    pub fn over(&self) -> Duration {
        self.took.saturating_sub(self.limit)
    }
}

/// The speaker of a transcript entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Speaker {
    /// The suite, to the engine.
    Suite,
    /// The engine, on its standard output.
    Engine,
    /// The engine, on its standard error.
    Stderr,
    /// The suite, about its own actions and findings.
    Note,
}

/// An entry of a transcript.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// The time since the start of the process.
    #[serde(serialize_with = "as_milliseconds")]
    pub at: Duration,
    /// The speaker.
    pub speaker: Speaker,
    /// The text, with unprintable bytes escaped, and cut if it is long.
    pub text: String,
}

/// A breach of an invariant during a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Breach {
    /// The identifier of the invariant, `G1` to `G10`.
    pub id: &'static str,
    /// The observation.
    pub reason: String,
}

/// The result of one run of a case.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    /// The value of the case's variation, such as `k=5`; empty without one.
    pub variation: String,
    /// The delivery of the text lines.
    pub delivery: Delivery,
    /// The verdict.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// The invariants that it broke.
    pub breaches: Vec<Breach>,
    /// The replies that were in time only because of the slack.
    pub slack: Vec<Slack>,
    /// The time from the start of the process to its end.
    #[serde(serialize_with = "as_milliseconds")]
    pub took: Duration,
    /// The dialogue.
    pub transcript: Vec<Entry>,
}

/// The results of all runs of a case.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The identifier of the case, such as `A04`.
    pub id: String,
    /// The runs; empty if the case was blocked, or skipped without running.
    pub runs: Vec<Run>,
    /// The worst verdict of the runs; an invariant failed if any run broke it.
    pub verdict: Verdict,
}

/// The results of a run of the suite.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// An outcome for each selected case, in the order of the files.
    pub outcomes: Vec<Outcome>,
    /// The time that the run took.
    pub took: Duration,
}

/// A progress event of a running suite.
#[derive(Debug)]
pub enum Event<'a> {
    /// The number of planned runs.
    Planned(usize),
    /// A run has ended.
    Finished {
        /// The identifier of the case.
        id: &'a str,
        /// The result of the run.
        run: &'a Run,
    },
    /// The number of runs that will not take place, because their case is blocked.
    Dropped(usize),
}

/// Writes a time as milliseconds, to the microsecond.
pub(crate) fn as_milliseconds<S: Serializer>(time: &Duration, out: S) -> Result<S::Ok, S::Error> {
    out.serialize_f64((time.as_secs_f64() * 1e6).round() / 1e3)
}
