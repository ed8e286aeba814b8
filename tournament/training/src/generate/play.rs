//! One game of the engine against itself.

use dolmen::board::{BoardSize, Color, Key, Point, Position};
use dolmen::eval::weights;
use dolmen::rules::{Outcome, Rule, outcome};
use dolmen::search::Margins;
use dolmen::threats::{Threat, ThreatBoard};
use fastrand::Rng;

use crate::generate::opening::opening;
use crate::generate::searcher::{Prover, Searcher};
use crate::store::{Game, Ply, Searched, Settings};

/// An engine that plays games against itself, one after the other, each with an empty
/// memory.
pub struct Player {
    pub(crate) rule: Rule,
    pub(crate) size: BoardSize,
    pub(crate) settings: Settings,
    searcher: Searcher,
    prover: Prover,
}

impl Player {
    /// A player of games under a rule.
    #[must_use]
    pub fn new(rule: Rule, size: BoardSize, settings: Settings) -> Self {
        let searcher = Searcher::new(rule, size, Margins::default());
        Self { rule, size, settings, searcher, prover: Prover::new(rule) }
    }

    /// Plays the game with a number under a seed.
    ///
    /// # Panics
    /// If the engine plays an impossible move.
    #[must_use]
    pub fn play(&mut self, seed: u64, number: u32) -> Game {
        let mut rng = Rng::with_seed(Key(seed).mixed_with(u64::from(number)).0);
        self.searcher.forget();
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
            if self.prover.is_proved_win(&position, &searched) {
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
        self.searcher.search(position, nodes)
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
            let value = |color| board.value_at(color, *point);
            *point != found.best && value(Color::Black) + value(Color::White) > 0
        };
        let moves: Vec<Point> = legal.iter().filter(is_useful).collect();
        (!moves.is_empty()).then(|| moves[rng.usize(..moves.len())])
    }
}
