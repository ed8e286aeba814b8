//! What one searching thread owns.

use std::sync::Arc;
use std::time::Duration;

use crate::board::Point;
use crate::eval::Score;
use crate::search::busy::Busy;
use crate::search::clock::Clock;
use crate::search::correction::Correction;
use crate::search::frame::{self, Frame};
use crate::search::history::History;
use crate::search::margins::Margins;
use crate::search::progress::Progress;
use crate::search::sample::EvaluationSample;
use crate::search::table::TranspositionTable;
use crate::solver::Vcf;
use crate::threats::ThreatBoard;

/// A move at the root, and what the search made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RootMove {
    /// The move.
    pub point: Point,
    /// The move's score in the last iteration that searched it with an open window, else a
    /// bound.
    pub score: Score,
    /// Nodes spent on it.
    pub nodes: u64,
}

/// What is kept from move to move of a game.
#[derive(Debug)]
pub struct Memory {
    /// What earlier visits found out.
    pub table: Arc<TranspositionTable>,
    /// Which moves were good.
    pub history: History,
    /// Positions without a VCF.
    pub vcf: Vcf,
    /// How far static evaluations were off.
    pub correction: Correction,
    /// The numbers that the search is tuned by.
    pub margins: Margins,
    /// A sample of the positions that the first thread evaluates, if somebody wants one.
    pub sample: Option<EvaluationSample>,
    /// Worth of the last search's move, from the view of the same side.
    pub(crate) last_score: Option<Score>,
    /// What further threads remember; they share the table.
    pub(crate) helpers: Vec<Self>,
}

/// Positions without a VCF that are remembered: 2 to this power, eight bytes each.
const VCF_MEMORY_BITS: u32 = 17;

impl Memory {
    /// An empty memory with a table of this many bytes.
    #[must_use]
    pub fn new(table_bytes: usize) -> Self {
        Self::with_table(Arc::new(TranspositionTable::new(table_bytes)))
    }

    fn with_table(table: Arc<TranspositionTable>) -> Self {
        Self {
            table,
            history: History::default(),
            vcf: Vcf::new(VCF_MEMORY_BITS),
            correction: Correction::default(),
            margins: Margins::default(),
            sample: None,
            last_score: None,
            helpers: Vec::new(),
        }
    }

    /// From now on so many threads search, at least one.
    pub fn set_threads(&mut self, count: usize) {
        let table = &self.table;
        let helpers = count.saturating_sub(1);
        let (history, margins) = (&self.history, self.margins);
        self.helpers.resize_with(helpers, || Self {
            history: history.sharing(),
            ..Self::with_table(Arc::clone(table))
        });
        self.helpers.iter_mut().for_each(|helper| helper.margins = margins);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.clear_with(&Arc::new(TranspositionTable::new(self.table.bytes())));
    }

    /// Forgets everything; the table to go on with is another one.
    fn clear_with(&mut self, table: &Arc<TranspositionTable>) {
        self.table = Arc::clone(table);
        self.history = History::default();
        self.vcf.clear();
        self.correction = Correction::default();
        self.last_score = None;
        for helper in &mut self.helpers {
            helper.clear_with(table);
            helper.history = self.history.sharing();
        }
    }
}

/// The state of a search.
pub(crate) struct Worker<'a> {
    pub(crate) board: ThreatBoard,
    pub(crate) memory: &'a mut Memory,
    pub(crate) clock: Clock<'a>,
    pub(crate) nodes: u64,
    pub(crate) selective_depth: u32,
    /// `[ply]`: the state at each ply of the line under search.
    pub(crate) frames: Box<[Frame]>,
    pub(crate) root_moves: Vec<RootMove>,
    /// What all threads are looking at, if there are several.
    pub(crate) busy: Option<&'a Busy>,
    /// The root moves before this one have their lines already.
    pub(crate) rank: usize,
    /// Whether the search ran out of its limits: what it returns means nothing then.
    pub(crate) stopped: bool,
}

impl<'a> Worker<'a> {
    pub(crate) fn new(board: ThreatBoard, memory: &'a mut Memory, clock: Clock<'a>) -> Self {
        memory.table.age();
        memory.history.age();
        Self::beside(board, memory, clock)
    }

    /// A further worker, on a table and a history that were told of the search already.
    pub(crate) fn beside(board: ThreatBoard, memory: &'a mut Memory, clock: Clock<'a>) -> Self {
        memory.history.forget_killers();
        Self {
            board,
            memory,
            clock,
            nodes: 0,
            selective_depth: 0,
            frames: frame::new_frames(),
            root_moves: Vec::new(),
            busy: None,
            rank: 0,
            stopped: false,
        }
    }

    /// Whether some thread is searching the position after a move just now.
    pub(crate) fn is_busy(&self, point: Point) -> bool {
        self.busy.is_some_and(|busy| busy.contains(self.board.position().key_after(point)))
    }

    /// Puts a move in front of the best line of the next ply.
    pub(crate) fn update_line(&mut self, ply: usize, point: Point) {
        let [frame, next] = &mut self.frames[ply..ply + 2] else {
            unreachable!("two frames are a pair");
        };
        frame.pv.clear();
        frame.pv.push(point);
        frame.pv.extend_from_slice(&next.pv);
    }

    /// The state of the search for whoever observes it.
    pub(crate) fn progress(&self, depth: u32, score: Score, line: &[Point]) -> Progress {
        Progress {
            rank: self.rank,
            depth,
            selective_depth: self.selective_depth.max(depth),
            score,
            nodes: self.total_nodes(),
            elapsed: self.elapsed(),
            principal_variation: line.to_vec(),
        }
    }

    /// Nodes of this thread and of those that help it.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes + self.clock.nodes_of_others()
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }
}
