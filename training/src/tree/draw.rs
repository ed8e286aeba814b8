//! Draws positions from stored games.

use std::ops::RangeInclusive;

use dolmen::board::Position;
use dolmen::game::Game;
use dolmen::rules::{Outcome, Rule};
use fastrand::Rng;

use crate::store::{self, GamePosition};

/// A position of a stored game and the result of that game.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The position.
    pub game: Game,
    /// The result of the game for the side to move: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub result: f64,
}

/// The positions that a draw takes.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The numbers of stones.
    pub stones: RangeInclusive<usize>,
    /// The stored scores for the side to move, in evaluation units, either way.
    pub scores: RangeInclusive<i32>,
    /// The greatest number of moves to the end of the game.
    pub to_end: usize,
    /// The number of positions.
    pub count: usize,
    /// The seed of the draw.
    pub seed: u64,
}

impl Wanted {
    /// Draws positions from games of one rule, at most one of each game.
    ///
    /// The same games, settings and seed give the same positions.
    #[must_use]
    pub fn draw(&self, rule: Rule, games: &[store::Game]) -> Vec<Drawn> {
        let mut rng = Rng::with_seed(self.seed);
        let mut order: Vec<&store::Game> = games.iter().collect();
        rng.shuffle(&mut order);
        order
            .into_iter()
            .filter_map(|game| self.of(rule, game, &mut rng))
            .take(self.count)
            .collect()
    }

    /// Draws a position of a game.
    fn of(&self, rule: Rule, game: &store::Game, rng: &mut Rng) -> Option<Drawn> {
        let fits = |(stones, position): &(usize, &GamePosition)| {
            let score = position.label.searched.score;
            self.stones.contains(stones)
                && game.plies.len() - stones <= self.to_end
                && position.label.searched.depth > 0
                && !score.is_proved()
                && self.scores.contains(&score.value().abs())
        };
        let candidates: Vec<usize> =
            game.positions().filter(fits).map(|(stones, _)| stones).collect();
        let stones = *rng.choice(&candidates)?;
        let mut position = Position::new(game.size);
        for ply in &game.plies[..stones] {
            position.play(ply.point).ok()?;
        }
        let result = match game.outcome {
            Outcome::Draw => 0.5,
            Outcome::Win(winner) => f64::from(u8::from(winner == position.side_to_move())),
        };
        Some(Drawn { game: Game::from_position(rule, position), result })
    }
}
