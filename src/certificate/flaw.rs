//! The mistakes of plans.

use std::fmt;

use crate::board::Point;
use crate::certificate::board::MAX_NESTING;

/// A mistake of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The moves and replies that lead to the mistake. Where the plan was played against no reply,
    /// two moves of the attacker follow each other.
    pub path: Vec<Point>,
    /// The mistake.
    pub reason: Reason,
}

/// A reason why a plan does not win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The attacker's move is off the board, on a stone or forbidden.
    IllegalMove(Point),
    /// The defender has a five.
    Five,
    /// The plan has no answer to a reply.
    Unanswered(Point),
    /// The plan names a reply that is not legal, or names it twice.
    IllegalReply(Point),
    /// The move makes no four, and the plan answers no reply to it.
    NoThreat(Point),
    /// The plan refers to a known position, but neither the position nor an image of it occurred
    /// before.
    NotKnown,
    /// More than two unnamed replies can follow each other.
    TooDeep,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::IllegalMove(point) => write!(f, "the move {point} is not legal"),
            Self::Five => write!(f, "the defender has a five"),
            Self::Unanswered(point) => write!(f, "there is no answer to {point}"),
            Self::IllegalReply(point) => {
                write!(f, "the reply {point} is not legal, or is named twice")
            }
            Self::NoThreat(point) => write!(f, "{point} makes no four, and no reply is answered"),
            Self::NotKnown => write!(f, "the certificate calls the position known, but it is not"),
            Self::TooDeep => write!(f, "more than {MAX_NESTING} unnamed replies follow each other"),
        }
    }
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "after")?;
        self.path.iter().try_for_each(|point| write!(f, " {point}"))?;
        write!(f, ": {}", self.reason)
    }
}

impl std::error::Error for Flaw {}
