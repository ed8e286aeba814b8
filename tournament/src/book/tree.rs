//! The scores of searched positions, backed up by negamax.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use dolmen::board::{Color, Point};
use dolmen::eval::Score;
use dolmen::game::Game;
use dolmen::positions::{EQUAL_WITHIN, Identity, Line, Positions, Record};

/// The cost of a ply, in units of score: a further ply from the opening counts as much as a deviation of this
/// many units from best play.
const PLY_COST: i32 = 30;
/// The cost of a move that is proved to lose where another one does not.
const MAX_LOSS: i32 = 2_000;
/// A position whose score is beyond this number of units counts as decided.
const DECIDED: i32 = 1_400;
/// The maximum number of moves in the variation that a book keeps for a move.
const MAX_VARIATION: usize = 4;

/// A move in a searched position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub point: Point,
    /// The score for the side that makes the move.
    pub score: Score,
}

/// The searched positions, with the backed-up scores of their moves.
#[derive(Debug)]
pub struct Tree<'a> {
    positions: &'a Positions,
    /// `[position]`: the score for the side to move; `None` if the position has not been searched.
    worths: HashMap<Identity, Option<Score>>,
}

impl<'a> Tree<'a> {
    /// Returns the tree of these positions.
    #[must_use]
    pub fn new(positions: &'a Positions) -> Self {
        Self { positions, worths: HashMap::new() }
    }

    /// Returns the moves of a position with their backed-up scores, the best one first; empty if the position
    /// has not been searched.
    pub fn choices(&mut self, game: &Game) -> Vec<Choice> {
        let Some(record) = self.positions.get(game) else { return Vec::new() };
        let mut choices: Vec<Choice> =
            record.lines.iter().filter_map(|line| self.choice(game, line)).collect();
        choices.sort_by_key(|choice| Reverse(choice.score));
        choices
    }

    fn choice(&mut self, game: &Game, line: &Line) -> Option<Choice> {
        let point = *line.moves.first()?;
        let is_final = line.score.plies_to_end().is_some();
        let after = after(game, point).filter(|_| !is_final);
        let reply = after.and_then(|after| self.worth(&after));
        let score = reply.map_or(line.score, |reply| (-reply).later_by(1));
        Some(Choice { point, score })
    }

    /// Returns the backed-up score of a position for the side to move, or `None` if it has not been searched.
    fn worth(&mut self, game: &Game) -> Option<Score> {
        let identity = Identity::of(game);
        if let Some(&worth) = self.worths.get(&identity) {
            return worth;
        }
        let worth = self.choices(game).first().map(|best| best.score);
        self.worths.insert(identity, worth);
        worth
    }

    /// Returns the variation of best play that begins with `first`, at most [`MAX_VARIATION`] moves.
    fn variation(&mut self, game: &Game, first: Point) -> Vec<Point> {
        let mut variation = vec![first];
        let mut next = after(game, first);
        while let Some(game) = next.filter(|_| variation.len() < MAX_VARIATION) {
            let Some(best) = self.choices(&game).first().copied() else { break };
            variation.push(best.point);
            next = after(&game, best.point);
        }
        variation
    }

    /// Returns the position to search next: the unsearched one that is reached from an opening at
    /// the least cost, or `None` if all play is decided or longer than `max_plies`.
    pub fn next(
        &mut self,
        openings: &[Game],
        max_plies: usize,
        is_taken: impl Fn(Identity) -> bool,
    ) -> Option<Game> {
        let mut seen = HashSet::new();
        let mut games = openings.to_vec();
        // The queue is ordered by cost, then by discovery.
        let mut visits: BinaryHeap<Reverse<(i32, usize)>> =
            (0..games.len()).map(|number| Reverse((0, number))).collect();
        while let Some(Reverse((cost, number))) = visits.pop() {
            let game = games[number].clone();
            let identity = Identity::of(&game);
            if !seen.insert(identity) || is_taken(identity) {
                continue;
            }
            if self.positions.get(&game).is_none() {
                return Some(game);
            }
            let choices = self.choices(&game);
            let Some(best) = choices.first() else { continue };
            let is_decided = best.score.value().abs() >= DECIDED;
            if is_decided || cost >= PLY_COST * max_plies as i32 {
                continue;
            }
            for choice in &choices {
                let loss = (best.score.value() - choice.score.value()).clamp(0, MAX_LOSS);
                if let Some(after) = after(&game, choice.point) {
                    visits.push(Reverse((cost + PLY_COST + loss, games.len())));
                    games.push(after);
                }
            }
        }
        None
    }

    /// Returns the book: the positions that a player of the book can reach as black or as white,
    /// each with its best moves, as long as at least `support` searched positions lie below them. With
    /// fewer, an engine's own search of the position knows as much.
    pub fn book(&mut self, openings: &[Game], support: usize) -> Positions {
        let mut book = Positions::default();
        for color in Color::ALL {
            let mut seen = HashSet::new();
            let mut rest: Vec<Game> = openings.to_vec();
            while let Some(game) = rest.pop() {
                if !seen.insert(Identity::of(&game)) {
                    continue;
                }
                let mut choices = self.choices(&game);
                let Some(best) = choices.first().map(|best| best.score) else { continue };
                if self.searched_below(&game, support) < support {
                    continue;
                }
                if game.side_to_move() == color {
                    choices.retain(|choice| choice.score >= best - EQUAL_WITHIN);
                    book.set(&game, self.record(&game, &choices));
                }
                rest.extend(choices.iter().filter_map(|choice| after(&game, choice.point)));
            }
        }
        book
    }

    /// Returns the number of searched positions below a position; stops counting beyond `enough`.
    fn searched_below(&mut self, game: &Game, enough: usize) -> usize {
        let mut seen = HashSet::new();
        let mut rest = vec![game.clone()];
        while let Some(game) = rest.pop().filter(|_| seen.len() <= enough) {
            let choices = self.choices(&game);
            let searched = choices.iter().filter_map(|choice| after(&game, choice.point));
            let searched = searched.filter(|after| self.positions.get(after).is_some());
            rest.extend(searched.filter(|after| seen.insert(Identity::of(after))));
        }
        seen.len()
    }

    /// Returns the record of a position for the book.
    fn record(&mut self, game: &Game, choices: &[Choice]) -> Record {
        let depth = self.positions.get(game).map_or(0, |record| record.depth);
        let lines = choices
            .iter()
            .map(|choice| Line { score: choice.score, moves: self.variation(game, choice.point) });
        Record { depth, lines: lines.collect(), ..Record::default() }
    }
}

/// Returns the game after a move, unless the move is illegal or ends it.
pub(super) fn after(game: &Game, point: Point) -> Option<Game> {
    let mut after = game.clone();
    matches!(after.play(point), Ok(None)).then_some(after)
}

#[cfg(test)]
mod tests;
