//! What is written down about a game that was played.

use std::fmt::{self, Write};

use dolmen::board::{Color, Point};
use dolmen::rules::Outcome;

use crate::game::coordinates;
use crate::plan::Setup;

/// Most faults of one kind that are printed for a game; all are counted.
const FAULTS_SHOWN: usize = 2;

/// What can go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FaultKind {
    /// A reply that is no move, or a move that the rules do not allow.
    Illegal,
    /// A five could have been made and was not.
    MissedFive,
    /// The engine ended, or could not be started.
    Crash,
    /// No reply at all.
    Hang,
    /// A reply after its time.
    Late,
    /// Output that nobody asked for, or a bad end.
    Noise,
}

impl FaultKind {
    /// Every kind, in the order of the columns of the report.
    pub(crate) const ALL: [Self; 6] =
        [Self::Illegal, Self::MissedFive, Self::Crash, Self::Hang, Self::Late, Self::Noise];
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Illegal => "illegal",
            Self::MissedFive => "missed",
            Self::Crash => "crash",
            Self::Hang => "hang",
            Self::Late => "late",
            Self::Noise => "noise",
        })
    }
}

/// Something that went wrong.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    /// What kind of thing.
    pub(crate) kind: FaultKind,
    /// Whose fault, at which ply, and what happened.
    pub(crate) text: String,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// By the rules.
    Outcome(Outcome),
    /// Every empty point is forbidden to the side to move.
    NoMove(Color),
    /// By a fault.
    Fault,
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outcome(outcome) => outcome.fmt(f),
            Self::NoMove(color) => write!(f, "{color} has no legal move"),
            Self::Fault => write!(f, "stopped"),
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// What was to be played.
    pub(crate) setup: Setup,
    /// All stones, those of the opening included.
    pub(crate) moves: Vec<Point>,
    /// How it ended.
    pub(crate) end: End,
    /// What went wrong.
    pub(crate) faults: Vec<Fault>,
    /// For each reply, milliseconds over the limit; negative if it was in time.
    pub(crate) lateness: Vec<f64>,
}

impl Record {
    /// The game in a line, its first faults in one more each, the moves of a faulty game
    /// below.
    pub(crate) fn summary(&self, with_moves: bool) -> String {
        let Setup { number, rule, size, limit, .. } = &self.setup;
        let plies = self.moves.len();
        let mut text = format!("{number}: {rule} {size} {limit}: {} after {plies}", self.end);
        for kind in FaultKind::ALL {
            let faults: Vec<_> = self.faults.iter().filter(|fault| fault.kind == kind).collect();
            for fault in faults.iter().take(FAULTS_SHOWN) {
                let _ = write!(text, "\n  {kind}: {}", fault.text);
            }
            if let Some(more) = faults.len().checked_sub(FAULTS_SHOWN + 1) {
                let _ = write!(text, "\n  {kind}: and {} more", more + 1);
            }
        }
        if with_moves || !self.faults.is_empty() {
            let _ = write!(text, "\n  opening {}, moves", self.setup.opening.len());
            for point in &self.moves {
                let _ = write!(text, " {}", coordinates(*point));
            }
        }
        text
    }
}
