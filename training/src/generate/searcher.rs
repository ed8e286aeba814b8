//! Searches that always find a move. The same searches in the same order give the same results.

use dolmen::board::{Point, Position};
use dolmen::eval::{Evaluator, Score};
use dolmen::rules::Rule;
use dolmen::search::{
    self, Control, EvaluationSample, Limits, MarginOverrides, Memory, Request, RootMove,
    SearchResult, Silent,
};
use dolmen::solver::{Proof, Vcf};
use dolmen::threats::{Threat, ThreatBoard};

use crate::store::{MAX_DEPTH, Searched};

/// A search that completes no iteration is repeated with twice the nodes, at most this often.
const REPETITIONS: u32 = 3;
/// The size of the transposition table, in bytes.
const TABLE_BYTES: usize = 1 << 22;
/// The budget of the solver that ends a game, in positions.
const PROOF_BUDGET: u64 = 4_096;
/// The size of its table, in positions, as a power of two.
const PROOF_MEMORY_BITS: u32 = 10;

/// The findings of a search.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The move, score and depth.
    pub(crate) searched: Searched,
    /// The moves at the root; empty if the move needed no search.
    pub(crate) root_moves: Vec<RootMove>,
    /// The best line.
    pub(crate) line: Vec<Point>,
    /// The sample of the evaluated positions, if one was requested.
    pub(crate) sample: Option<EvaluationSample>,
}

/// An engine that finds moves, limited by nodes.
pub(crate) struct Searcher {
    rule: Rule,
    memory: Memory,
}

impl Searcher {
    /// Returns a searcher with the built-in weights and an empty memory.
    pub(crate) fn with_margins(rule: Rule, margins: MarginOverrides) -> Self {
        let mut memory = Memory::with_evaluator(Evaluator::built_in(), TABLE_BYTES);
        memory.margins = margins;
        Self { rule, memory }
    }

    /// Empties the memory before another game, or another size of board.
    pub(crate) fn forget(&mut self) {
        self.memory.clear();
    }

    /// Searches a position that is not over.
    ///
    /// # Panics
    /// Panics if the board is full.
    pub(crate) fn search(&mut self, position: &Position, nodes: u64) -> Searched {
        self.find(position, nodes, None).searched
    }

    /// Searches a position that is not over, and returns all findings, with a sample of the evaluated
    /// positions if one is requested.
    ///
    /// # Panics
    /// Panics if the board is full.
    pub(crate) fn find(
        &mut self,
        position: &Position,
        nodes: u64,
        sample: Option<EvaluationSample>,
    ) -> Found {
        self.memory.sample = sample;
        let mut nodes = nodes;
        let mut result = self.think(position, nodes);
        for _ in 0..REPETITIONS {
            if result.summary.depth > 0 || self.is_forced(position) {
                break;
            }
            nodes *= 2;
            result = self.think(position, nodes);
        }
        let SearchResult { best, summary, root_moves } = result;
        let depth = summary.depth.min(u32::from(MAX_DEPTH)) as u8;
        Found {
            searched: Searched { best, score: summary.score, depth },
            root_moves,
            line: summary.principal_variation,
            sample: self.memory.sample.take(),
        }
    }

    fn think(&mut self, position: &Position, nodes: u64) -> SearchResult {
        let request = Request::new(Limits { nodes: Some(nodes), ..Limits::unlimited() });
        let control = Control::without_clock();
        let memory = &mut self.memory;
        let result = search::search(position, self.rule, memory, &request, &control, &mut Silent);
        result.expect("the position has an empty point")
    }

    /// Returns whether exactly one point answers the opponent's five, which the engine
    /// plays without a search.
    fn is_forced(&self, position: &Position) -> bool {
        let board = ThreatBoard::new(position, self.rule);
        let mover = board.side_to_move();
        board.count(mover, Threat::Five) == 0 && board.count(!mover, Threat::Five) > 0
    }
}

/// The solver that ends games before the five is on the board.
pub(crate) struct Prover {
    rule: Rule,
    solver: Vcf,
}

impl Prover {
    /// Returns a prover for games under a rule.
    pub(crate) fn new(rule: Rule) -> Self {
        Self { rule, solver: Vcf::new(PROOF_MEMORY_BITS) }
    }

    /// Returns whether the side to move, whose search returned this score, wins by continuous
    /// fours. The score alone is not enough to end a game, since the search does not try all points.
    pub(crate) fn is_proved_win(&mut self, position: &Position, score: Score) -> bool {
        if !score.is_win() {
            return false;
        }
        let mut board = ThreatBoard::new(position, self.rule);
        self.solver.clear();
        matches!(self.solver.solve(&mut board, PROOF_BUDGET), Proof::Win(_))
    }
}
