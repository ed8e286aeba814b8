//! Draws positions from stored games.

use std::ops::RangeInclusive;

use dolmen::board::{BoardSize, Point, Position};
use dolmen::game::Game;
use dolmen::rules::{Outcome, Rule};
use fastrand::Rng;

use crate::label::foreign::ForeignGame;
use crate::store::{self, GamePosition};

/// A position of a stored game and the result of that game.
#[derive(Clone, Debug)]
pub struct Drawn {
    /// The position.
    pub game: Game,
    /// The number of its game among those that were drawn.
    pub of_game: usize,
    /// The result of the game for the side to move: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub result: f64,
}

/// The criteria of the positions to draw.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The numbers of stones.
    pub stones: RangeInclusive<usize>,
    /// The range of the absolute stored score, in evaluation units.
    pub scores: RangeInclusive<i32>,
    /// The maximum number of moves to the end of the game.
    pub to_end: usize,
    /// The maximum number of positions of a game.
    pub per_game: usize,
    /// The number of positions.
    pub count: usize,
    /// The seed of the draw.
    pub seed: u64,
}

/// A game to draw from.
struct Source {
    size: BoardSize,
    moves: Vec<Point>,
    outcome: Outcome,
    /// The numbers of stones of the positions that fit.
    fitting: Vec<usize>,
}

impl Wanted {
    /// Draws positions from games of one rule. The same games, settings and seed give the same
    /// positions.
    #[must_use]
    pub fn draw(&self, rule: Rule, games: &[store::Game]) -> Vec<Drawn> {
        let source = |game: &store::Game| {
            let fits = |(stones, position): &(usize, &GamePosition)| {
                let score = position.label.searched.score;
                self.fits(*stones, game.plies.len())
                    && position.label.searched.depth > 0
                    && !score.is_proved()
                    && self.scores.contains(&score.value().abs())
            };
            Source {
                size: game.size,
                moves: game.plies.iter().map(|ply| ply.point).collect(),
                outcome: game.outcome,
                fitting: game.positions().filter(fits).map(|(stones, _)| stones).collect(),
            }
        };
        self.draw_from(rule, games.iter().map(source).collect())
    }

    /// Draws positions after the openings of games that other programs or people played. They have no
    /// scores, so every score fits.
    #[must_use]
    pub fn draw_foreign(&self, rule: Rule, games: &[ForeignGame]) -> Vec<Drawn> {
        let source = |game: &ForeignGame| Source {
            size: game.size,
            moves: game.moves.clone(),
            outcome: game.outcome,
            fitting: (game.opening_plies..game.moves.len())
                .filter(|&stones| self.fits(stones, game.moves.len()))
                .collect(),
        };
        self.draw_from(rule, games.iter().filter(|game| game.rule == rule).map(source).collect())
    }

    /// Returns whether a position has a suitable number of stones and of moves to the end.
    fn fits(&self, stones: usize, all: usize) -> bool {
        self.stones.contains(&stones) && all - stones <= self.to_end
    }

    fn draw_from(&self, rule: Rule, mut games: Vec<Source>) -> Vec<Drawn> {
        let mut rng = Rng::with_seed(self.seed);
        rng.shuffle(&mut games);
        let draw = |(number, game): (usize, &Source)| {
            let mut chosen = rng.choose_multiple(game.fitting.iter().copied(), self.per_game);
            chosen.sort_unstable();
            let drawn = chosen.into_iter().filter_map(|stones| game.after(stones, rule, number));
            drawn.collect::<Vec<Drawn>>()
        };
        games.iter().enumerate().flat_map(draw).take(self.count).collect()
    }
}

impl Source {
    /// Returns the position after `stones` moves, or `None` if they are not legal.
    fn after(&self, stones: usize, rule: Rule, of_game: usize) -> Option<Drawn> {
        let mut position = Position::new(self.size);
        for &point in &self.moves[..stones] {
            position.play(point).ok()?;
        }
        let result = match self.outcome {
            Outcome::Draw => 0.5,
            Outcome::Win(winner) => f64::from(u8::from(winner == position.side_to_move())),
        };
        Some(Drawn { game: Game::from_position(rule, position), of_game, result })
    }
}
