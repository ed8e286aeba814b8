//! The state of one searching thread.

use std::slice;
use std::time::Duration;

use crate::board::{Key, Point};
use crate::eval::{Accumulator, Score};
use crate::search::depth::MAX_PLY;
use crate::search::history::Context;
use crate::search::last_result::Outlived;
use crate::search::margins::Margins;
use crate::search::memory::Memory;
use crate::search::node::Node;
use crate::search::picker::{Hints, MovePicker, PolicyWorths};
use crate::search::progress::{Origin, Progress, RootMove};
use crate::search::searching_table::SearchingTable;
use crate::search::time_manager::TimeManager;
use crate::threats::{Threat, ThreatBoard};

/// The state of the search at one ply, with buffers that the nodes of this ply use in turn.
///
/// A node overwrites the state of the last node of its ply.
#[derive(Clone, Debug, Default)]
pub(crate) struct Frame {
    /// The corrected static evaluation, or an estimate under a threat; `None` before the first
    /// node of this ply.
    pub(crate) eval: Option<Score>,
    /// The move that is excluded while the search tests whether it is singular.
    pub(crate) excluded: Option<Point>,
    /// Indicates whether the node has to answer a five.
    pub(crate) must_answer_five: bool,
    /// Indicates whether the node is or was on the principal variation.
    pub(crate) was_open: bool,
    /// The principal variation from here.
    pub(crate) pv: Vec<Point>,
    /// The buffer for the ranks of the moves that are still to be searched.
    pub(crate) ranked: Vec<i32>,
    /// The buffer for the moves that were searched without a cutoff.
    pub(crate) tried: Vec<Point>,
}

/// One searching thread.
pub(crate) struct Worker<'a> {
    pub(crate) board: ThreatBoard,
    pub(crate) accumulator: Accumulator,
    pub(crate) memory: &'a mut Memory,
    /// The margins of the rule, with those that the memory overrides.
    pub(crate) margins: Margins,
    pub(crate) time: TimeManager<'a>,
    pub(crate) nodes: u64,
    /// The length of the longest variation of the iteration, in plies.
    pub(crate) selective_depth: u32,
    /// `[ply]`: the state at each ply of the current variation, and one below the deepest.
    pub(crate) frames: Box<[Frame]>,
    /// The worths of moves that the policy computed last, for one node.
    pub(crate) policy: Box<PolicyWorths>,
    pub(crate) root_moves: Vec<RootMove>,
    /// The positions that all threads are searching; `None` if there is one thread.
    pub(crate) searching: Option<&'a SearchingTable>,
    /// The index of the variation under search in multi-PV mode. The root moves before this
    /// one have their variations already.
    pub(crate) pv_index: usize,
    /// Indicates whether the search reached a limit; its scores are then meaningless.
    pub(crate) is_stopped: bool,
}

impl<'a> Worker<'a> {
    /// Returns the worker that starts a new search or continues an interrupted one.
    pub(crate) fn new(board: ThreatBoard, memory: &'a mut Memory, time: TimeManager<'a>) -> Self {
        if memory.resumed.is_empty() {
            memory.table.age();
            memory.history.age();
        }
        Self::with_memory(board, memory, time)
    }

    /// Returns a worker that joins a running search, whose first worker has aged the shared
    /// table and history.
    pub(crate) fn joining(
        board: ThreatBoard,
        memory: &'a mut Memory,
        time: TimeManager<'a>,
    ) -> Self {
        memory.history.forget_killers();
        Self::with_memory(board, memory, time)
    }

    fn with_memory(board: ThreatBoard, memory: &'a mut Memory, time: TimeManager<'a>) -> Self {
        let accumulator = Accumulator::new(memory.evaluator.rule(board.rule()), &board);
        Self {
            margins: memory.margins.of(board.rule()),
            board,
            accumulator,
            memory,
            time,
            nodes: 0,
            selective_depth: 0,
            frames: vec![Frame::default(); MAX_PLY + 1].into_boxed_slice(),
            policy: Box::new([0; _]),
            root_moves: Vec::new(),
            searching: None,
            pv_index: 0,
            is_stopped: false,
        }
    }

    /// Returns whether a stone of the side to move on a point wins at once.
    pub(crate) fn makes_five(&self, point: Point) -> bool {
        self.board.strong_threat(self.board.side_to_move(), point) == Threat::Five
    }

    /// Returns the parameters of the order of the moves at a ply, with the last worths of the policy if they apply.
    pub(crate) fn hints<'b>(
        &'b self,
        context: &'b Context,
        ply: usize,
        with_policy: bool,
    ) -> Hints<'b> {
        Hints {
            accumulator: &self.accumulator,
            history: &self.memory.history,
            margins: &self.margins,
            context,
            ply,
            policy: with_policy.then_some(&*self.policy),
        }
    }

    /// Returns the next move of a node, which the policy helps to order if the node is deep enough.
    pub(crate) fn next_move(&mut self, picker: &mut MovePicker, node: &Node) -> Option<Point> {
        let asks = picker.will_rank()
            && node.is_free
            && node.depth >= self.margins.policy_depth
            && self.ask_policy(node.estimate.static_eval);
        picker.next(&self.board, &self.hints(&node.context, node.ply, asks))
    }

    /// Computes the policy of the moves near the stones of the position, whose evaluation is known. Returns `false`
    /// if the rule has no policy.
    pub(crate) fn ask_policy(&mut self, evaluation: Score) -> bool {
        let Some(worths) = self.accumulator.policy(&self.board, evaluation) else { return false };
        let share = self.margins.policy_share;
        worths.for_each(|(point, worth)| self.policy[point.index()] = worth * share / 100);
        true
    }

    /// Takes the last move back.
    pub(crate) fn undo(&mut self) {
        self.board.undo();
        self.accumulator.follow_undo(&self.board);
    }

    /// Returns whether a thread is searching the position after a move.
    pub(crate) fn is_under_search(&self, point: Point) -> bool {
        let key = || self.board.position().key_after(point);
        self.searching.is_some_and(|searching| searching.contains(key()))
    }

    /// Tells the other threads that this one begins to search a position.
    pub(crate) fn enter(&self, key: Key) {
        if let Some(searching) = self.searching {
            searching.insert(key);
        }
    }

    /// Tells the other threads that this one has searched a position.
    pub(crate) fn leave(&self, key: Key) {
        if let Some(searching) = self.searching {
            searching.remove(key);
        }
    }

    /// Makes the variation of a ply from a move and the variation of the next ply.
    pub(crate) fn update_pv(&mut self, ply: usize, point: Point) {
        let [frame, next] = &mut self.frames[ply..ply + 2] else {
            unreachable!("the range holds two frames");
        };
        frame.pv.clear();
        frame.pv.push(point);
        frame.pv.extend_from_slice(&next.pv);
    }

    /// Returns the state of the search for an observer.
    pub(crate) fn progress(&self, depth: u32, score: Score, variation: &[Point]) -> Progress {
        Progress {
            rank: self.pv_index,
            depth,
            selective_depth: self.selective_depth.max(depth),
            score,
            nodes: self.total_nodes(),
            elapsed: self.elapsed(),
            principal_variation: variation.to_vec(),
            origin: Origin::Search,
        }
    }

    /// Returns the results of the game's last search that hold for this position.
    pub(crate) fn outlived(&self) -> Option<Outlived> {
        self.memory.last_result.as_ref()?.after_reply(self.board.position())
    }

    /// Returns the results of the last search about this position as the summary of this search, which has chosen
    /// `best`.
    pub(crate) fn summary_of_outlived(&self, outlived: Outlived, best: Point) -> Progress {
        let Outlived { depth, selective_depth, score, variation } = outlived;
        let is_expected = variation.first() == Some(&best);
        let summary = self.progress(
            depth,
            score,
            if is_expected { &variation } else { slice::from_ref(&best) },
        );
        Progress { selective_depth, ..summary }
    }

    /// Returns the nodes of this thread since its turn began and, as far as it knows, of the others.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.time.counted(self.nodes)
    }

    /// Returns the time since the command was read.
    pub(crate) fn elapsed(&self) -> Duration {
        self.time.elapsed()
    }
}
