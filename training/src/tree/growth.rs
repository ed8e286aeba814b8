//! The growth of the tree: the nodes that each further ply of depth takes, and their kinds.

use std::fmt;

use dolmen::game::Game;
use dolmen::search::{Detail, MarginOverrides, NodeCensus, NodeKind, Observer, Progress};

use crate::estimate::Estimate;
use crate::tree::searcher::{memory, search_position};

/// The factor of nodes over which the growth is measured.
const SPAN: f64 = 10.0;

/// The iterations of one search.
#[derive(Clone, Debug)]
pub struct Iterations {
    /// The nodes up to the end of each iteration, from a depth of one ply on.
    pub nodes: Vec<u64>,
    /// The length of the longest variation, in plies.
    pub selective_depth: u32,
    /// The kinds of all nodes.
    pub census: NodeCensus,
}

impl Iterations {
    /// Searches a position with an empty memory until the nodes are spent.
    #[must_use]
    pub fn of(game: &Game, nodes: u64, margins: MarginOverrides) -> Self {
        let mut memory = memory(margins);
        memory.census = Some(Box::default());
        let mut observer = Ends::default();
        search_position(game, nodes, &mut memory, &mut observer);
        let census = memory.census.map(|census| *census).unwrap_or_default();
        Self { nodes: observer.ends, selective_depth: observer.last.selective_depth, census }
    }

    /// Returns whether the search spent its limit of `nodes` nodes, or ended early since the game is
    /// decided.
    #[must_use]
    pub fn lasted(&self, nodes: u64) -> bool {
        self.census.total() >= nodes - nodes / 10
    }

    /// Returns the depth in plies after some nodes.
    ///
    /// Within an iteration the depth is interpolated on a logarithmic scale. The unfinished iteration is
    /// assumed to grow like the last two finished ones.
    #[must_use]
    pub fn depth_after(&self, nodes: u64) -> f64 {
        let whole = self.nodes.iter().take_while(|&&end| end <= nodes).count();
        let Some(last) = whole.checked_sub(1) else { return 0.0 };
        let ratio = |later: u64, earlier: u64| (later as f64 / earlier.max(1) as f64).ln();
        let next = self.nodes.get(whole).map(|&end| ratio(end, self.nodes[last]));
        let growth = next.unwrap_or_else(|| {
            let before = last.checked_sub(2).map_or(1, |before| self.nodes[before]);
            ratio(self.nodes[last], before) / 2.0
        });
        whole as f64 + (ratio(nodes, self.nodes[last]) / growth.max(0.1)).min(0.99)
    }
}

/// An observer that records the nodes at the end of each iteration.
#[derive(Debug, Default)]
struct Ends {
    ends: Vec<u64>,
    last: Progress,
}

impl Observer for Ends {
    fn progress(&mut self, progress: &Progress) {
        self.last = progress.clone();
    }

    /// Records the end of an iteration when the next one begins, which leaves out the unfinished one.
    fn detail(&mut self, detail: Detail) {
        if detail == Detail::Iteration {
            let depth = self.ends.len().max(self.last.depth as usize);
            self.ends.resize(depth, self.last.nodes);
        }
    }
}

/// The growth over the searches of some positions.
#[derive(Clone, Debug, Default)]
pub struct Growth {
    /// The number of positions.
    pub positions: usize,
    /// The sum of the depths after all nodes, in plies.
    late: f64,
    /// The plies that ten times the nodes add, for each position.
    gains: Vec<f64>,
    /// The sum of the selective depths, in plies.
    selective: u32,
    /// The kinds of the nodes.
    pub census: NodeCensus,
}

impl Growth {
    /// Adds a search that [lasted](Iterations::lasted) for a limit of `nodes` nodes.
    pub fn add(&mut self, iterations: &Iterations, nodes: u64) {
        self.positions += 1;
        let late = iterations.depth_after(nodes);
        self.late += late;
        self.gains.push(late - iterations.depth_after((nodes as f64 / SPAN) as u64));
        self.selective += iterations.selective_depth;
        self.census += &iterations.census;
    }

    fn mean(&self, sum: f64) -> f64 {
        sum / self.positions.max(1) as f64
    }

    /// Returns the mean depth after all nodes, in plies.
    #[must_use]
    pub fn depth(&self) -> f64 {
        self.mean(self.late)
    }

    /// Returns the mean selective depth, in plies.
    #[must_use]
    pub fn selective_depth(&self) -> f64 {
        self.mean(f64::from(self.selective))
    }

    /// Returns the plies that ten times the nodes add: the mean over the positions, and its standard error.
    #[must_use]
    pub fn gain(&self) -> Estimate {
        Estimate::of(&self.gains)
    }

    /// Returns the factor of nodes for each further ply; `None` if ten times the nodes add no ply, as with
    /// a few hundred nodes.
    #[must_use]
    pub fn factor(&self) -> Option<f64> {
        let plies = self.gain().mean;
        (plies >= 1.0).then(|| SPAN.powf(plies.recip()))
    }

    /// Returns the share of the nodes that are of a kind, from 0 to 1.
    #[must_use]
    pub fn share(&self, kind: NodeKind) -> f64 {
        self.census.nodes(kind) as f64 / self.census.total().max(1) as f64
    }
}

impl fmt::Display for Growth {
    /// Writes the columns of a table: depth, selective depth, gain with its standard error, growth per ply, and the
    /// shares of free nodes, answers to open threes, answers to fours and positions of the VCF solver.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = [NodeKind::Free, NodeKind::OpenThree, NodeKind::Four, NodeKind::Vcf];
        let [free, three, four, vcf] = kinds.map(|kind| 100.0 * self.share(kind));
        let (depth, selective) = (self.depth(), self.selective_depth());
        let gain = self.gain();
        let factor = self.factor().map_or("–".to_owned(), |factor| format!("{factor:.2}"));
        write!(
            f,
            "{:9} {depth:6.1} {selective:9.1} {:5.1} {:4.1} {factor:>6} {free:5.0} {three:6.0} {four:5.0} {vcf:4.0}",
            self.positions, gain.mean, gain.error,
        )
    }
}

/// The header of the columns of a [`Growth`].
pub const HEADER: &str = "positions  depth selective  gain    ± growth free% three% four% vcf%";
