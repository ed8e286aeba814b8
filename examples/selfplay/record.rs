//! The record of a game.

use std::fmt::{self, Write};

use dolmen::board::{Color, Point};
use dolmen::rules::Outcome;

use crate::game::coordinates;
use crate::plan::Setup;

/// The number of faults of one kind that are printed for a game; all are counted.
const MAX_FAULTS_SHOWN: usize = 2;

/// A kind of fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FaultKind {
    /// A reply that is not a move, or an illegal move.
    Illegal,
    /// A move that does not make a possible five.
    MissedFive,
    /// An engine that ended or could not be started.
    Crash,
    /// A missing reply.
    Hang,
    /// A late reply.
    Late,
    /// Unsolicited output, or an end with a failure.
    Noise,
}

impl FaultKind {
    /// All kinds, in the order of the columns of the report.
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

/// A fault of an engine.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    /// The kind of the fault.
    pub(crate) kind: FaultKind,
    /// The engine's colour, the ply and a description.
    pub(crate) text: String,
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The game ended by the rules.
    Outcome(Outcome),
    /// All empty points are forbidden for the side to move.
    NoMove(Color),
    /// A fault stopped the game.
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

/// The record of a game.
#[derive(Clone, Debug)]
pub(crate) struct Record {
    /// The setup of the game.
    pub(crate) setup: Setup,
    /// All moves, including the opening.
    pub(crate) moves: Vec<Point>,
    /// The end of the game.
    pub(crate) end: End,
    /// The faults of the engines.
    pub(crate) faults: Vec<Fault>,
    /// The milliseconds over the limit of each reply, negative if it was in time.
    pub(crate) lateness: Vec<f64>,
}

impl Record {
    /// Returns one text line for the game, one for each of its first faults, and one for the moves
    /// of a game with faults.
    pub(crate) fn summary(&self, with_moves: bool) -> String {
        let Setup { number, rule, size, limit, .. } = &self.setup;
        let plies = self.moves.len();
        let mut text = format!("{number}: {rule} {size} {limit}: {} after {plies}", self.end);
        for kind in FaultKind::ALL {
            let faults: Vec<_> = self.faults.iter().filter(|fault| fault.kind == kind).collect();
            for fault in faults.iter().take(MAX_FAULTS_SHOWN) {
                let _ = write!(text, "\n  {kind}: {}", fault.text);
            }
            if let Some(more) = faults.len().checked_sub(MAX_FAULTS_SHOWN + 1) {
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
