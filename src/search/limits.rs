//! Requests to the search, and the limits of its resources.

use std::time::Duration;

use crate::board::Bitboard;

/// The limits of the resources of a search. The default is no limit at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The time for this move; zero means "as fast as possible", `None` means no limit.
    pub turn: Option<Duration>,
    /// The time that is left for the rest of the game; `None` means no limit.
    pub match_left: Option<Duration>,
    /// The time that is added after each move.
    pub increment: Duration,
    /// The time that is kept back for the pipe and the scheduler; `None` means the default share.
    pub reserve: Option<Duration>,
    /// The delay that the machine has lately caused, which is kept back as well.
    pub lateness: Duration,
    /// The depth of the last iteration, in plies.
    pub depth: Option<u32>,
    /// The number of nodes.
    pub nodes: Option<u64>,
}

impl Limits {
    /// Returns whether a time ends the search.
    pub(crate) const fn has_clock(&self) -> bool {
        self.turn.is_some() || self.match_left.is_some()
    }

    /// Returns limits that never end a search.
    #[must_use]
    pub const fn unlimited() -> Self {
        Self {
            turn: None,
            match_left: None,
            increment: Duration::ZERO,
            reserve: None,
            lateness: Duration::ZERO,
            depth: None,
            nodes: None,
        }
    }
}

/// A request for the best moves of a position, with the limits of the search.
///
/// ```
/// use dolmen::search::{Control, Limits, Request, Silent};
/// use dolmen::{BoardSize, Engine, Game, Rule};
///
/// let game = Game::new(Rule::Freestyle, BoardSize::square(15));
/// let center = game.position().geometry().center();
/// let limits = Limits { nodes: Some(100), ..Limits::unlimited() };
/// let request = Request { blocked: [center].into_iter().collect(), ..Request::new(limits) };
/// let result = Engine::default().think(&game, &request, &Control::without_clock(), &mut Silent)?;
/// assert_ne!(result.best, center);
/// # Ok::<(), dolmen::engine::NoMove>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// The limits.
    pub limits: Limits,
    /// The points that the search must not choose unless there is no other point.
    pub blocked: Bitboard,
    /// The only points that the search may choose, however far from the stones they are; any if there are none. If no
    /// move on them is legal, the search ignores them.
    pub only: Bitboard,
    /// The number of best moves that get an exact score and a variation of their own; 0 counts
    /// as 1.
    pub multi_pv: usize,
    /// Indicates whether the search begins on the opponent's time: it ponders with no limit but its depth until
    /// [`Control::begin_turn`](crate::search::Control::begin_turn).
    pub is_pondering: bool,
}

impl Request {
    /// Returns a request for the best move on any point.
    #[must_use]
    pub const fn new(limits: Limits) -> Self {
        let (blocked, only) = (Bitboard::EMPTY, Bitboard::EMPTY);
        Self { limits, blocked, only, multi_pv: 1, is_pondering: false }
    }

    /// Returns those points of a set that the search may choose.
    #[must_use]
    pub fn allowed(&self, points: Bitboard) -> Bitboard {
        let allowed = points - self.blocked;
        if self.only.is_empty() { allowed } else { allowed & self.only }
    }
}

impl Request {
    /// Returns the limits with which the search begins.
    #[must_use]
    pub(crate) const fn first_limits(&self) -> Limits {
        if self.is_pondering {
            Limits { depth: self.limits.depth, ..Limits::unlimited() }
        } else {
            self.limits
        }
    }
}

impl From<Limits> for Request {
    fn from(limits: Limits) -> Self {
        Self::new(limits)
    }
}
