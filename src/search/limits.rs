//! What a search is asked for, and the resources that it may use.

use std::time::Duration;

use crate::board::Bitboard;

/// The resources that a search may use. The default is no limit at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The time for this move; zero means "as fast as possible", `None` means no limit.
    pub turn: Option<Duration>,
    /// The time that is left for the rest of the game; `None` means no limit.
    pub match_left: Option<Duration>,
    /// The time that each further move adds to what is left.
    pub increment: Duration,
    /// The time that is kept back for the pipe and the scheduler; `None` means the default share.
    pub reserve: Option<Duration>,
    /// The depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// The number of nodes.
    pub nodes: Option<u64>,
}

impl Limits {
    /// Returns limits that never end a search.
    #[must_use]
    pub const fn unlimited() -> Self {
        Self {
            turn: None,
            match_left: None,
            increment: Duration::ZERO,
            reserve: None,
            depth: None,
            nodes: None,
        }
    }
}

/// A question to the search about one position, with the resources for the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// The resources.
    pub limits: Limits,
    /// The points that the search must not choose while there is another choice.
    pub blocked: Bitboard,
    /// The number of best moves that get an exact score and a variation of their own; 0 counts
    /// as 1.
    pub multi_pv: usize,
}

impl Request {
    /// Returns a request for the best move on any point.
    #[must_use]
    pub const fn new(limits: Limits) -> Self {
        Self { limits, blocked: Bitboard::EMPTY, multi_pv: 1 }
    }
}

impl From<Limits> for Request {
    fn from(limits: Limits) -> Self {
        Self::new(limits)
    }
}
