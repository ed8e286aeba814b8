//! One game of the engine against itself.

use dolmen::board::{BoardSize, Color, Key, Point, Position};
use dolmen::engine::Engine;
use dolmen::eval::weights;
use dolmen::rules::{GameRule, Outcome, Rule, outcome};
use dolmen::search::{Control, Limits, Silent};
use dolmen::solver::{Proof, Vcf};
use dolmen::threats::{Threat, ThreatBoard};
use fastrand::Rng;

use crate::generate::opening::opening;
use crate::store::game::DEEPEST;
use crate::store::{Game, Ply, Searched, Settings};

/// A search that found nothing out is repeated with twice the nodes, this often.
const REPETITIONS: u32 = 3;
/// Positions that the solver may look at to end a game.
const PROOF_BUDGET: u64 = 4_096;
/// Positions that it remembers, as a power of two.
const PROOF_MEMORY_BITS: u32 = 10;

/// An engine that plays games against itself, one after the other, each with an empty
/// memory.
pub struct Player {
    pub(crate) rule: Rule,
    pub(crate) size: BoardSize,
    pub(crate) settings: Settings,
    engine: Engine,
    solver: Vcf,
}

impl Player {
    /// A player of games under a rule.
    #[must_use]
    pub fn new(rule: Rule, size: BoardSize, settings: Settings) -> Self {
        let mut engine = Engine::new(size);
        engine.options_mut().rule = GameRule { rule, continuous: false };
        Self { rule, size, settings, engine, solver: Vcf::new(PROOF_MEMORY_BITS) }
    }

    /// Plays the game with a number under a seed.
    ///
    /// # Panics
    /// If the engine plays an impossible move.
    #[must_use]
    pub fn play(&mut self, seed: u64, number: u32) -> Game {
        let mut rng = Rng::with_seed(Key(seed).mixed_with(u64::from(number)).0);
        self.engine.new_game(self.size);
        let mut position = opening(self, &mut rng);
        let stones = position.history().iter();
        let mut plies: Vec<Ply> =
            stones.map(|stone| Ply { point: stone.point, searched: None }).collect();
        let last_quiet_ply = plies.len() + self.settings.quiet_plies;
        loop {
            if let Some(outcome) = outcome(&position, self.rule) {
                return Game { number, outcome, plies, proof: None };
            }
            let searched = self.search(&position, self.settings.nodes);
            if searched.score.is_win() && self.is_proved_win(&position) {
                let outcome = Outcome::Win(position.side_to_move());
                return Game { number, outcome, plies, proof: Some(searched) };
            }
            let is_varied =
                plies.len() < last_quiet_ply && rng.u32(..100) < self.settings.quiet_percent;
            let quiet =
                is_varied.then(|| self.quiet_move(&position, &searched, &mut rng)).flatten();
            let point = quiet.unwrap_or(searched.best);
            plies.push(Ply { point, searched: Some(searched) });
            position.play(point).expect("the engine plays on empty points");
        }
    }

    /// Searches a position that is not over.
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

    /// Whether the side to move wins by continuous fours. The search's word is not enough
    /// to end a game: it does not look at all points.
    fn is_proved_win(&mut self, position: &Position) -> bool {
        let mut board = ThreatBoard::new(position, weights::tables(self.rule));
        self.solver.clear();
        matches!(self.solver.solve(&mut board, PROOF_BUDGET), Proof::Win(_))
    }

    /// Whether one point answers the opponent's five: the engine plays it without a search.
    fn is_forced(&self, position: &Position) -> bool {
        let board = ThreatBoard::new(position, weights::tables(self.rule));
        let mover = board.side_to_move();
        board.count(mover, Threat::Five) == 0 && board.count(!mover, Threat::Five) > 0
    }

    /// A random move that is not the best, where nothing is urgent and the game is open.
    fn quiet_move(&self, position: &Position, found: &Searched, rng: &mut Rng) -> Option<Point> {
        let mut board = ThreatBoard::new(position, weights::tables(self.rule));
        let strong = [Threat::Five, Threat::OpenFour];
        let is_urgent = Color::ALL.into_iter().any(|color| board.has_any(color, &strong));
        if is_urgent || found.score.value().abs() > self.settings.quiet_within {
            return None;
        }
        let mover = board.side_to_move();
        let legal = board.legal(mover, board.near());
        let is_useful = |point: &Point| {
            let value = |color| board.value_at(color, *point).to_move;
            *point != found.best && value(Color::Black) + value(Color::White) > 0
        };
        let moves: Vec<Point> = legal.iter().filter(is_useful).collect();
        (!moves.is_empty()).then(|| moves[rng.usize(..moves.len())])
    }
}
