//! Results for the statistics: the players, the first mover and the score of each game, grouped in
//! pairs, in the order of the plan.

use std::collections::{BTreeMap, HashMap};

use crate::record::GameRecord;

use super::counts::Counts;

/// A game that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The engine that made the first move after the opening.
    pub first: usize,
    /// Its opponent.
    pub second: usize,
    /// The half points of `first`: 0, 1 or 2.
    pub half_points: u8,
}

/// A finished pair; one game where colours are not swapped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairResult {
    /// Its number in the plan.
    pub pair: u64,
    /// Its games, one or two, of the same two engines.
    pub games: Vec<GameResult>,
}

impl GameResult {
    /// Returns the half points of `engine`; `None` if it did not play.
    #[must_use]
    pub fn half_points_of(&self, engine: usize) -> Option<u8> {
        if engine == self.first {
            Some(self.half_points)
        } else if engine == self.second {
            Some(2 - self.half_points)
        } else {
            None
        }
    }
}

impl PairResult {
    /// Returns the half points of `engine`; `None` if it did not play.
    #[must_use]
    pub fn half_points_of(&self, engine: usize) -> Option<u8> {
        self.games.iter().map(|game| game.half_points_of(engine)).sum()
    }

    /// Returns whether both engines play in it.
    pub(crate) fn is_between(&self, one: usize, other: usize) -> bool {
        self.games.iter().all(|game| {
            (game.first, game.second) == (one, other) || (game.first, game.second) == (other, one)
        })
    }
}

impl Counts {
    /// Returns the results between two engines, from the view of `one`: of pairs of two games, or of single
    /// games.
    #[must_use]
    pub fn between(results: &[PairResult], one: usize, other: usize, is_paired: bool) -> Self {
        let mut counts = Self::none(is_paired);
        for result in results.iter().filter(|result| result.is_between(one, other)) {
            counts.add(result, one);
        }
        counts
    }

    /// Counts a result of `engine`; returns `None` if it did not play, or if the result has another
    /// number of games.
    pub(super) fn add(&mut self, result: &PairResult, engine: usize) -> Option<()> {
        let half_points = result.half_points_of(engine)?;
        (result.games.len() == self.games_each()).then(|| self.count(half_points))
    }
}

/// Returns the complete pairs among `records`, sorted by number: with `paired`, those of which both games
/// count; otherwise each game stands alone. Void games and games of engines that `names` lacks are ignored.
/// Engines are numbered as in `names`.
#[must_use]
pub fn pair_results(records: &[GameRecord], names: &[String], paired: bool) -> Vec<PairResult> {
    let numbers: HashMap<&str, usize> =
        names.iter().enumerate().map(|(number, name)| (name.as_str(), number)).collect();
    let mut pairs: BTreeMap<u64, BTreeMap<u8, GameResult>> = BTreeMap::new();
    for record in records {
        if let Some(result) = game_result(record, &numbers) {
            pairs.entry(record.id.pair).or_default().insert(record.id.game, result);
        }
    }
    let games_needed = if paired { 2 } else { 1 };
    pairs
        .into_iter()
        .filter(|(_, games)| games.len() >= games_needed)
        .map(|(pair, games)| PairResult { pair, games: games.into_values().collect() })
        .collect()
}

/// Returns the result of a game; `None` if it is void or of other engines. The first mover is the engine to
/// move after the opening.
fn game_result(record: &GameRecord, numbers: &HashMap<&str, usize>) -> Option<GameResult> {
    let black = *numbers.get(record.black.name.as_str())?;
    let white = *numbers.get(record.white.name.as_str())?;
    let black_half_points = record.score.half_points_of_black()?;
    let opening = record.opening_length();
    Some(if opening.is_multiple_of(2) {
        GameResult { first: black, second: white, half_points: black_half_points }
    } else {
        GameResult { first: white, second: black, half_points: 2 - black_half_points }
    })
}

#[cfg(test)]
mod tests;
