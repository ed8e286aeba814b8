//! What all games of the engine in this process are made of: searches that always find a
//! move, and the proof that ends a game. The same searches in the same order find the same.

use dolmen::board::{BoardSize, Position};
use dolmen::engine::Engine;
use dolmen::eval::weights;
use dolmen::rules::{GameRule, Rule};
use dolmen::search::{Control, Limits, Margins, Silent};
use dolmen::solver::{Proof, Vcf};
use dolmen::threats::{Threat, ThreatBoard};

use crate::store::Searched;
use crate::store::game::DEEPEST;

/// A search that found nothing out is repeated with twice the nodes, this often.
const REPETITIONS: u32 = 3;
/// Positions that the solver may look at to end a game.
const PROOF_BUDGET: u64 = 4_096;
/// Positions that it remembers, as a power of two.
const PROOF_MEMORY_BITS: u32 = 10;

/// An engine that finds moves, limited by nodes.
pub(crate) struct Searcher {
    rule: Rule,
    engine: Engine,
}

impl Searcher {
    /// One with an empty memory.
    pub(crate) fn new(rule: Rule, size: BoardSize, margins: Margins) -> Self {
        let mut engine = Engine::new(size);
        engine.options_mut().rule = GameRule { rule, continuous: false };
        engine.options_mut().margins = margins;
        Self { rule, engine }
    }

    /// Empties the memory.
    pub(crate) fn forget(&mut self) {
        self.engine.forget();
    }

    /// Searches a position that is not over.
    ///
    /// # Panics
    /// If the board is full.
    pub(crate) fn search(&mut self, position: &Position, nodes: u64) -> Searched {
        self.engine.set_position(position.clone());
        let think = |engine: &mut Engine, nodes| {
            let limits = Limits { nodes: Some(nodes), ..Limits::unlimited() };
            engine.think(&limits, &Control::default(), &mut Silent).expect("a point is empty")
        };
        let nodes = (0..=REPETITIONS).map(|doubled| nodes << doubled);
        let mut result = None;
        for nodes in nodes {
            let found = think(&mut self.engine, nodes);
            let is_void = found.summary.depth == 0 && !self.is_forced(position);
            result = Some(found);
            if !is_void {
                break;
            }
        }
        let result = result.expect("it was searched at least once");
        let summary = result.summary;
        let depth = summary.depth.min(u32::from(DEEPEST)) as u8;
        Searched { best: result.best, score: summary.score, depth }
    }

    /// Whether one point answers the opponent's five: the engine plays it without a search.
    fn is_forced(&self, position: &Position) -> bool {
        let board = ThreatBoard::new(position, weights::tables(self.rule));
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
    /// One for games under a rule.
    pub(crate) fn new(rule: Rule) -> Self {
        Self { rule, solver: Vcf::new(PROOF_MEMORY_BITS) }
    }

    /// Whether the side to move, whose search found this, wins by continuous fours. The
    /// search's word is not enough to end a game: it does not look at all points.
    pub(crate) fn is_proved_win(&mut self, position: &Position, searched: &Searched) -> bool {
        if !searched.score.is_win() {
            return false;
        }
        let mut board = ThreatBoard::new(position, weights::tables(self.rule));
        self.solver.clear();
        matches!(self.solver.solve(&mut board, PROOF_BUDGET), Proof::Win(_))
    }
}
