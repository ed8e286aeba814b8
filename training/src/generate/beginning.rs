//! The beginnings of games: a few random stones or a crowded board, balanced by short searches.

use dolmen::board::{BoardSize, Color, Point, Position, Symmetry};
use dolmen::eval::Evaluator;
use dolmen::rules::{Rule, check_move, outcome};
use dolmen::threats::{Threat, ThreatBoard};
use fastrand::Rng;

use crate::generate::plan::{Conditions, PublishedOpening};
use crate::generate::searcher::Searcher;
use crate::store::Beginning;

/// The number of random beginnings; if none is even, the most even one is taken.
const BEGINNINGS: usize = 5;
/// The number of candidates for the last stone of a beginning, of which the most even is taken.
const LAST_STONES: usize = 6;
/// Attempts to place a random stone.
const MAX_ATTEMPTS: usize = 50;
/// The range of the number of random stones, all equally likely.
const STONES: std::ops::RangeInclusive<usize> = 2..=7;
/// The maximum distance of a stone from the centre of its group, in king's moves.
const SPREADS: std::ops::RangeInclusive<usize> = 2..=4;
/// The maximum distance of a group in the middle from the middle of the board.
const MIDDLE: usize = 2;
/// The maximum distance of a group at the edge from an edge.
const EDGE: usize = 3;
/// Moves after a published opening.
const MOVES_AFTER_OPENING: std::ops::RangeInclusive<usize> = 1..=4;
/// Nodes of the search that accepts or rejects a stone of a crowded board.
const STONE_NODES: u64 = 60;
/// The maximum absolute score of an open position.
const OPEN_WITHIN: i32 = 400;
/// The number of moves to try in a position.
const CANDIDATES: usize = 6;
/// The temperature of the choice of moves, in move-ordering units: a score this much higher makes a
/// move e times as likely.
const TEMPERATURE: f32 = 60.0;
/// The number of stones to take back where no move keeps the position open.
const STONES_BACK: usize = 3;
/// The maximum number of times that stones are taken back.
const MAX_RETREATS: usize = 12;

/// Makes beginnings of games of one rule.
pub(crate) struct Opener<'a> {
    pub(crate) rule: Rule,
    pub(crate) conditions: &'a Conditions,
    pub(crate) searcher: &'a mut Searcher,
    pub(crate) rng: &'a mut Rng,
}

impl Opener<'_> {
    /// Returns a position to start from, black first, on a board of some size. If this kind of
    /// beginning is impossible there, the board is empty.
    pub(crate) fn begin(&mut self, beginning: Beginning, size: BoardSize) -> Position {
        match beginning {
            Beginning::Crowded => self.crowded(size),
            Beginning::Published | Beginning::Foreign => Position::new(size),
            place => self.evened(place, size),
        }
    }

    /// Returns a position some moves after a published opening, turned or mirrored at random.
    pub(crate) fn published(&mut self, opening: &PublishedOpening) -> Position {
        let symmetries: Vec<_> = Symmetry::all(opening.size).collect();
        let symmetry = symmetries[self.rng.usize(..symmetries.len())];
        let mut position = Position::new(opening.size);
        for &point in &opening.moves {
            let point = symmetry.apply(point, opening.size);
            position.play(point).expect("the plan has checked its openings");
        }
        let stones = position.ply() + self.rng.usize(MOVES_AFTER_OPENING);
        self.grow(&mut position, stones);
        position
    }

    /// Returns a position of ten to fifty stones that short searches evaluate as balanced.
    fn crowded(&mut self, size: BoardSize) -> Position {
        let most = (size.area() / 4).min(self.conditions.settings.crowded_stones.1);
        let least = self.conditions.settings.crowded_stones.0.min(most);
        let mut most_even: Option<(i32, Position)> = None;
        for _ in 0..BEGINNINGS {
            let places = [Beginning::Middle, Beginning::Anywhere, Beginning::Edge];
            let place = places[self.rng.usize(..places.len())];
            let mut position = self.calm_stones(place, size);
            let stones = self.rng.usize(least..=most);
            self.grow(&mut position, stones);
            if position.ply() >= least && self.keep_more_even(&mut most_even, position) {
                break;
            }
        }
        match most_even {
            Some((_, position)) => position,
            None => self.evened(Beginning::Middle, size),
        }
    }

    /// Returns a position of a few random stones, and one more that balances it.
    fn evened(&mut self, place: Beginning, size: BoardSize) -> Position {
        let mut most_even: Option<(i32, Position)> = None;
        'beginnings: for _ in 0..BEGINNINGS {
            let beginning = self.calm_stones(place, size);
            let near: Vec<Point> = self.threats(&beginning).near().iter().collect();
            for _ in 0..LAST_STONES.min(near.len()) {
                let point = near[self.rng.usize(..near.len())];
                let mut position = beginning.clone();
                if check_move(&position, point, self.rule).is_err()
                    || position.play(point).is_err()
                    || outcome(&position, self.rule).is_some()
                {
                    continue;
                }
                if self.keep_more_even(&mut most_even, position) {
                    break 'beginnings;
                }
            }
        }
        most_even.map_or_else(|| Position::new(size), |(_, position)| position)
    }

    /// Keeps a position if it is the most even one so far, and returns whether it is even enough.
    fn keep_more_even(
        &mut self,
        most_even: &mut Option<(i32, Position)>,
        position: Position,
    ) -> bool {
        let nodes = self.conditions.settings.nodes;
        let score = self.searcher.search(&position, nodes).score.value().abs();
        if most_even.as_ref().is_none_or(|(best, _)| score < *best) {
            *most_even = Some((score, position));
        }
        score <= self.conditions.settings.even_within
    }

    /// Adds stones until there are `stones`, or until the position can no longer stay open.
    ///
    /// Each stone is drawn from the better moves in the engine's order, and stays only if a very
    /// short search finds the position still open; where no move does, the last stones are taken
    /// back. Every position on the way is thus one that two careful players could reach.
    fn grow(&mut self, position: &mut Position, stones: usize) {
        let first = position.ply();
        let mut retreats = 0;
        while position.ply() < stones {
            if let Some(next) = self.open_move(position) {
                *position = next;
                continue;
            }
            retreats += 1;
            if retreats > MAX_RETREATS {
                return;
            }
            for _ in 0..STONES_BACK.min(position.ply() - first) {
                position.undo();
            }
        }
    }

    /// Returns the position after a move that leaves the game open, if one is found.
    fn open_move(&mut self, position: &Position) -> Option<Position> {
        self.candidates(position).into_iter().find_map(|point| {
            let mut next = position.clone();
            if next.play(point).is_err() || outcome(&next, self.rule).is_some() {
                return None;
            }
            let score = self.searcher.search(&next, STONE_NODES).score.value();
            (score.abs() <= OPEN_WITHIN).then_some(next)
        })
    }

    /// Draws moves from a Boltzmann distribution over their scores, without replacement, by the
    /// Gumbel trick.
    fn candidates(&mut self, position: &Position) -> Vec<Point> {
        let mut board = self.threats(position);
        let built_in = Evaluator::built_in();
        let evaluator = built_in.rule(self.rule);
        let mover = board.side_to_move();
        let legal = board.legal(mover, board.near());
        let mut drawn: Vec<(f32, Point)> = legal
            .iter()
            .map(|point| {
                let own = evaluator.weights_at(&board, mover, point).attack;
                let other = evaluator.weights_at(&board, !mover, point).defence;
                let score = f32::from(own) + f32::from(other);
                (score / TEMPERATURE + gumbel(self.rng), point)
            })
            .collect();
        drawn.sort_by(|a, b| b.0.total_cmp(&a.0));
        drawn.truncate(CANDIDATES);
        drawn.into_iter().map(|(_, point)| point).collect()
    }

    fn threats(&self, position: &Position) -> ThreatBoard {
        ThreatBoard::new(position, self.rule)
    }

    /// Random stones with no three or four of either colour.
    fn calm_stones(&mut self, place: Beginning, size: BoardSize) -> Position {
        loop {
            let position = self.random_stones(place, size);
            let threats = self.threats(&position);
            let strong = [Threat::Five, Threat::OpenFour, Threat::FourThree];
            if !Color::ALL.into_iter().any(|color| threats.has_any(color, &strong)) {
                return position;
            }
        }
    }

    /// Random stones in turn, in one to three groups, the first of them at a place.
    fn random_stones(&mut self, place: Beginning, size: BoardSize) -> Position {
        let groups = match self.rng.u32(..10) {
            0..6 => 1,
            6..9 => 2,
            _ => 3,
        };
        let groups: Vec<Group> = (0..groups)
            .map(|number| {
                let place = if number == 0 { place } else { Beginning::Anywhere };
                Group { center: self.center(place, size), spread: self.rng.usize(SPREADS) }
            })
            .collect();
        let stones = self.rng.usize(STONES);
        let mut position = Position::new(size);
        for _ in 0..MAX_ATTEMPTS {
            if position.ply() == stones {
                break;
            }
            let group = &groups[self.rng.usize(..groups.len())];
            let point = group.random_point(size, self.rng);
            let legal = point.filter(|&point| check_move(&position, point, self.rule).is_ok());
            if let Some(point) = legal {
                position.play(point).expect("a legal move is on an empty point");
            }
        }
        position
    }

    /// A random centre of a group.
    fn center(&mut self, place: Beginning, size: BoardSize) -> Point {
        let (width, height) = (size.width(), size.height());
        let anywhere = |side: usize, rng: &mut Rng| rng.usize(..side);
        let at_edge = |side: usize, rng: &mut Rng| {
            let inward = rng.usize(..EDGE.min(side));
            if rng.bool() { inward } else { side - 1 - inward }
        };
        let in_middle = |side: usize, rng: &mut Rng| {
            let reach = MIDDLE.min(side / 2 - 1);
            side / 2 - reach + rng.usize(..=2 * reach)
        };
        let rng = &mut *self.rng;
        let (column, row) = match place {
            Beginning::Corner => (at_edge(width, rng), at_edge(height, rng)),
            Beginning::Edge if rng.bool() => (at_edge(width, rng), anywhere(height, rng)),
            Beginning::Edge => (anywhere(width, rng), at_edge(height, rng)),
            Beginning::Middle => (in_middle(width, rng), in_middle(height, rng)),
            _ => (anywhere(width, rng), anywhere(height, rng)),
        };
        Point::new(column, row)
    }
}

/// Returns a random number of the Gumbel distribution.
fn gumbel(rng: &mut Rng) -> f32 {
    -(-rng.f32().max(f32::MIN_POSITIVE).ln()).max(f32::MIN_POSITIVE).ln()
}

/// Stones that lie together.
struct Group {
    center: Point,
    spread: usize,
}

impl Group {
    /// A point of the group, if it is on the board.
    fn random_point(&self, size: BoardSize, rng: &mut Rng) -> Option<Point> {
        let spread = self.spread as i64;
        let column = self.center.column() as i64 + rng.i64(-spread..=spread);
        let row = self.center.row() as i64 + rng.i64(-spread..=spread);
        size.point(column, row)
    }
}

#[cfg(test)]
mod tests;
