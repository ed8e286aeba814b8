//! The players by name, and what they have in common: the first move and legality.
//!
//! A player searches legal points only, so its answer is a foul only if every empty point is.

pub mod alphabeta_weights;
pub mod bitboards;
pub mod one_ply_weights;
pub mod patterns;

use std::fmt;
use std::time::Duration;

use dolmen::board::{Point, Position};
use dolmen::rules::{Rule, check_move};
use fastrand::Rng;

use crate::budget::Budget;
use crate::search::Table;

/// A house opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// Plays any legal point.
    Random,
    /// Weighs points and searches to depth 3.
    A,
    /// Weighs points, and gives the opponent's rows full weight.
    BCareful,
    /// Weighs points, and gives the opponent's rows less weight.
    BBold,
    /// Weighs points by line patterns and searches to depth 4.
    C,
    /// Matches line queries on bitboards and searches to depth 5.
    E,
}

/// A request for a move.
#[derive(Debug)]
pub struct Request<'a> {
    /// The position, with the player to move.
    pub position: &'a Position,
    /// The rule.
    pub rule: Rule,
    /// The seed of all random choices.
    pub seed: u64,
}

impl Player {
    /// Every player.
    pub const ALL: [Self; 6] =
        [Self::Random, Self::A, Self::BCareful, Self::BBold, Self::C, Self::E];

    /// Returns the name and the description.
    const fn words(self) -> [&'static str; 2] {
        match self {
            Self::Random => ["random", "plays any legal point"],
            Self::A => ["a", "weighs points; alpha-beta search to depth 3"],
            Self::BCareful => [
                "b-careful",
                "plays the point of greatest weight; cautious of the opponent's lines",
            ],
            Self::BBold => ["b-bold", "plays the point of greatest weight; prefers its own lines"],
            Self::C => ["c", "weighs points by line patterns; alpha-beta search to depth 4"],
            Self::E => ["e", "queries lines on bitboards; iterative deepening to depth 5"],
        }
    }

    /// Returns the name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.words()[0]
    }

    /// Returns a short description of the player.
    #[must_use]
    pub const fn description(self) -> &'static str {
        self.words()[1]
    }

    /// Returns the player of a name, in either case.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|player| player.name().eq_ignore_ascii_case(name))
    }

    /// Returns the part of its time for a move that the player keeps back.
    #[must_use]
    pub const fn kept_back(self) -> Duration {
        match self {
            Self::E => Duration::from_millis(500),
            _ => Duration::ZERO,
        }
    }

    /// Returns the player's move, which is legal unless every empty point is a foul, or `None` if
    /// the board is full.
    pub fn choose(self, request: &Request, budget: &mut Budget) -> Option<Point> {
        let legal = legal_points(request);
        let center = request.position.geometry().center();
        let mut rng = random(request);
        if self == Self::Random {
            return rng.choice(legal);
        }
        if request.position.ply() == 0 || legal.len() <= 1 {
            return legal.iter().copied().min_by_key(|point| point.distance(center));
        }
        let mut table = Table::new(request.position, request.rule);
        Some(match self {
            Self::Random | Self::A => alphabeta_weights::choose(&mut table, &legal, budget),
            Self::BCareful => {
                one_ply_weights::choose(&table, &legal, one_ply_weights::CAREFUL, &mut rng)
            }
            Self::BBold => one_ply_weights::choose(&table, &legal, one_ply_weights::BOLD, &mut rng),
            Self::C => patterns::choose(&mut table, &legal, budget),
            Self::E => bitboards::choose(&mut table, &legal, &mut rng, budget),
        })
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Returns the random generator for one move, which depends only on the seed and the number of
/// stones.
fn random(request: &Request) -> Rng {
    let ply = request.position.ply() as u64;
    Rng::with_seed(request.seed.wrapping_add(ply.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
}

/// Returns the points where the side to move may play, or all empty points if there are none.
fn legal_points(request: &Request) -> Vec<Point> {
    let position = request.position;
    let empty: Vec<Point> = position.empty().iter().collect();
    if !request.rule.restricts(position.side_to_move()) {
        return empty;
    }
    let is_legal = |point: &Point| check_move(position, *point, request.rule).is_ok();
    let legal: Vec<Point> = empty.iter().copied().filter(is_legal).collect();
    if legal.is_empty() { empty } else { legal }
}

/// Returns a player's own moves that are legal, in its order, or all legal points if there are
/// none.
fn only_legal(own: Vec<Point>, legal: &[Point]) -> Vec<Point> {
    let moves: Vec<Point> = own.into_iter().filter(|point| legal.contains(point)).collect();
    if moves.is_empty() { legal.to_vec() } else { moves }
}

#[cfg(test)]
mod tests;
