//! The reports of a search while it runs and at its end.

use std::time::Duration;

use crate::board::Point;
use crate::eval::Score;
use crate::solver::QuietProgress;

/// The state of a search after an iteration or a new best move.
///
/// ```
/// use dolmen::search::{Control, Limits, Progress, Request};
/// use dolmen::{Engine, Game};
///
/// let game: Game = "freestyle 15x15 h8".parse()?;
/// let mut depths = Vec::new();
/// let mut observer = |progress: &Progress| depths.push(progress.depth);
/// let request = Request::new(Limits { depth: Some(3), ..Limits::unlimited() });
/// Engine::default().think(&game, &request, &Control::without_clock(), &mut observer)?;
/// assert!(depths.is_sorted() && depths.ends_with(&[3]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The rank of the variation in multi-PV mode, from 0, which is the best.
    pub rank: usize,
    /// The depth of the iteration, in plies.
    pub depth: u32,
    /// The length of the longest variation that was searched, in plies.
    pub selective_depth: u32,
    /// The score of the position for the side to move.
    pub score: Score,
    /// The number of nodes since the search began.
    pub nodes: u64,
    /// The time since the command was read.
    pub elapsed: Duration,
    /// The principal variation, which begins with the move to play.
    pub principal_variation: Vec<Point>,
    /// The way in which the move was found.
    pub origin: Origin,
}

/// The way in which a move was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Origin {
    /// By this search.
    #[default]
    Search,
    /// There was no other move. The rest of the report is that of the last search, or of a short
    /// one.
    Forced,
    /// By the opening book, which also has the rest of the report.
    Book,
    /// By the plan of a certificate, which wins.
    Proof,
}

/// A step of a search at the root, or of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// An iteration begins.
    Iteration,
    /// The search of a move begins.
    Entered(Point),
    /// The search of a move ends.
    Left(Point),
    /// The search of a move ends, and the move loses.
    Lost(Point),
    /// A solver of fours or threats has visited this number of positions.
    Solving(u64),
    /// A proof with quiet moves is under way.
    Proving(QuietProgress),
}

/// An observer of a running search, such as a closure that takes a [`Progress`].
///
/// ```
/// use dolmen::search::{Control, Detail, Limits, Observer, Progress, Request};
/// use dolmen::{Engine, Game};
///
/// #[derive(Default)]
/// struct Iterations(usize);
///
/// impl Observer for Iterations {
///     fn progress(&mut self, _progress: &Progress) {}
///
///     fn detail(&mut self, detail: Detail) {
///         self.0 += usize::from(detail == Detail::Iteration);
///     }
/// }
///
/// let game: Game = "freestyle 15x15 h8".parse()?;
/// let mut iterations = Iterations::default();
/// let request = Request::new(Limits { depth: Some(3), ..Limits::unlimited() });
/// Engine::default().think(&game, &request, &Control::without_clock(), &mut iterations)?;
/// assert_eq!(iterations.0, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Observer {
    /// Receives each new best move and each completed iteration.
    fn progress(&mut self, progress: &Progress);

    /// Receives each step at the root. The default does nothing.
    fn detail(&mut self, _detail: Detail) {}
}

impl<F: FnMut(&Progress)> Observer for F {
    /// Calls the function.
    fn progress(&mut self, progress: &Progress) {
        self(progress);
    }
}

/// An observer that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn progress(&mut self, _progress: &Progress) {}
}

/// A move at the root and the result of its search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootMove {
    /// The move.
    pub point: Point,
    /// The score in the last iteration that searched the move with an open window, otherwise
    /// a bound.
    pub score: Score,
    /// The number of nodes spent on the move.
    pub nodes: u64,
}

/// The decision of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult {
    /// The move to play.
    pub best: Point,
    /// The last state of the search.
    pub summary: Progress,
    /// The moves at the root, the best one first, without those that the search found to lose.
    /// Empty if the move needed no search.
    pub root_moves: Vec<RootMove>,
}

impl SearchResult {
    /// Returns a decision that needed no search of the root moves.
    pub(crate) const fn unsearched(best: Point, summary: Progress) -> Self {
        Self { best, summary, root_moves: Vec::new() }
    }
}
