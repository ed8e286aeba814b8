//! Advice by searches: the engine as an adviser of a solver.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::board::Position;
use crate::engine::{Engine, Options};
use crate::eval::Evaluator;
use crate::game::Game;
use crate::rules::Rule;
use crate::search::{Control, Limits, Request, Silent, TimeSource};
use crate::solver::{Adviser, Budget, QuietSolver, Suggestion};

/// The node budgets of a search for advice on a board with two or three stones, four or five, six or seven, and eight
/// or nine. On other boards there is no search.
const NODES: [u64; 4] = [200_000, 20_000, 2_000, 1_000];
/// The memory of the searches, in bytes.
const BYTES: u64 = 256 << 20;

/// An adviser that searches positions with few stones.
pub struct SearchAdviser {
    engine: Engine,
    rule: Rule,
    until: Until,
    was_interrupted: bool,
}

/// The end of the advice, which stops with the search that asks for it.
#[derive(Clone, Debug)]
pub struct Until {
    /// The control of that search.
    pub control: Control,
    /// The time of that search, unless its control sets another one; `None` without a limit.
    pub turn: Option<Duration>,
}

impl TimeSource for Until {
    fn elapsed(&self) -> Duration {
        self.control.elapsed()
    }

    fn wants_stop(&self) -> bool {
        let turn = self.control.turn().or(self.turn);
        self.control.is_stopped() || turn.is_some_and(|turn| self.elapsed() >= turn)
    }
}

impl SearchAdviser {
    /// Returns an adviser with an evaluator.
    #[must_use]
    pub fn new(evaluator: &Arc<Evaluator>, rule: Rule, until: Until) -> Self {
        let options = Options { max_memory: Some(BYTES), ..Options::default() };
        let engine = Engine::new(Arc::clone(evaluator), options);
        Self { engine, rule, until, was_interrupted: false }
    }
}

/// Returns a solver of wins with quiet moves that takes the advice of a [`SearchAdviser`], with a memory of `bytes`
/// bytes for positions.
#[must_use]
pub fn advised_solver(
    position: &Position,
    evaluator: &Arc<Evaluator>,
    rule: Rule,
    bytes: usize,
    until: Until,
) -> QuietSolver {
    let budget = Budget { bytes, ..Budget::default() };
    let mut solver = QuietSolver::new(position, evaluator.rule(rule), rule, budget);
    solver.set_adviser(Box::new(SearchAdviser::new(evaluator, rule, until)));
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
        let control = Control::new(self.until.clone());
        let result = self.engine.think(&game, &request, &control, &mut Silent);
        self.was_interrupted = self.until.wants_stop();
        let result = result.ok().filter(|_| !self.was_interrupted)?;
        Some(Suggestion { point: result.best, chance: result.summary.score.win_probability() })
    }

    fn was_interrupted(&self) -> bool {
        self.was_interrupted
    }

    fn another(&self) -> Box<dyn Adviser> {
        Box::new(Self::new(self.engine.evaluator(), self.rule, self.until.clone()))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::time::Duration;

    use super::{SearchAdviser, Until};
    use crate::board::Position;
    use crate::eval::Evaluator;
    use crate::rules::Rule;
    use crate::search::{Control, TimeSource};
    use crate::solver::Adviser;

    /// A time source that requests a stop from its third query on.
    #[derive(Clone, Debug, Default)]
    struct StopsAtThirdQuery(Arc<AtomicU32>);

    impl TimeSource for StopsAtThirdQuery {
        fn elapsed(&self) -> Duration {
            Duration::ZERO
        }

        fn wants_stop(&self) -> bool {
            self.0.fetch_add(1, Ordering::Relaxed) >= 2
        }
    }

    #[test]
    fn a_stop_in_the_middle_ends_advice_which_is_not_remembered() {
        let position = Position::from_moves("15x15 h8 i9").expect("free points");
        let source = StopsAtThirdQuery::default();
        let until = Until { control: Control::new(source.clone()), turn: None };
        let mut adviser = SearchAdviser::new(&Evaluator::built_in(), Rule::Freestyle, until);
        assert_eq!(adviser.advise(&position), None);
        assert!(adviser.was_interrupted());
        let questions = source.0.load(Ordering::Relaxed);
        assert!(questions < 10, "{questions} questions: it goes on after a stop");
    }
}
