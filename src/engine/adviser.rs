//! Advice by searches: the engine as an adviser of a solver.

use std::fmt;
use std::sync::Arc;

use crate::board::Position;
use crate::engine::{Engine, Options};
use crate::eval::Evaluator;
use crate::game::Game;
use crate::rules::Rule;
use crate::search::{Control, Limits, Request, Silent};
use crate::solver::{Adviser, Budget, QuietSolver, Suggestion};

/// The nodes of a search for advice on a board with two or three stones, four or five, six or seven, eight
/// or nine; with others there is none.
const NODES: [u64; 4] = [200_000, 20_000, 2_000, 1_000];
/// The memory of the searches, in bytes.
const BYTES: u64 = 256 << 20;

/// An adviser who searches, where there are few stones.
pub struct SearchAdviser {
    engine: Engine,
    rule: Rule,
}

impl SearchAdviser {
    /// Returns an adviser with an evaluator.
    #[must_use]
    pub fn new(evaluator: &Arc<Evaluator>, rule: Rule) -> Self {
        let options = Options { max_memory: Some(BYTES), ..Options::default() };
        Self { engine: Engine::new(Arc::clone(evaluator), options), rule }
    }
}

/// Returns a solver of wins with quiet moves that such an adviser advises, with a memory for positions of
/// so many bytes.
#[must_use]
pub fn advised_solver(
    position: &Position,
    evaluator: &Arc<Evaluator>,
    rule: Rule,
    bytes: usize,
) -> QuietSolver {
    let budget = Budget { bytes, ..Budget::default() };
    let mut solver = QuietSolver::new(position, evaluator.rule(rule), rule, budget);
    solver.set_adviser(Box::new(SearchAdviser::new(evaluator, rule)));
    solver
}

impl fmt::Debug for SearchAdviser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SearchAdviser").field("rule", &self.rule).finish_non_exhaustive()
    }
}

impl Adviser for SearchAdviser {
    fn advise(&mut self, position: &Position) -> Option<Suggestion> {
        let stones = position.ply();
        let nodes = stones.checked_sub(2).and_then(|more| NODES.get(more / 2)).copied()?;
        let game = Game::from_position(self.rule, position.clone());
        let request = Request::new(Limits { nodes: Some(nodes), ..Limits::unlimited() });
        let control = Control::without_clock();
        let result = self.engine.think(&game, &request, &control, &mut Silent).ok()?;
        Some(Suggestion { point: result.best, chance: result.summary.score.win_probability() })
    }

    fn another(&self) -> Box<dyn Adviser> {
        Box::new(Self::new(self.engine.evaluator(), self.rule))
    }
}
