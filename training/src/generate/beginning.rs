//! The beginnings of games: a few random stones or a crowded board, balanced by short searches.

use dolmen::board::{BoardSize, Color, Point, Position};
use dolmen::rules::{Rule, check_move, outcome};
use dolmen::threats::{Threat, ThreatBoard};
use fastrand::Rng;

use crate::generate::crowded;
use crate::generate::plan::{Conditions, PublishedOpening};
use crate::generate::searcher::Searcher;
use crate::store::Beginning;

/// Random beginnings of which the most even is taken, if none is even.
const BEGINNINGS: usize = 5;
/// Stones of which the most even ends a beginning.
const LAST_STONES: usize = 6;
/// Attempts to place a random stone.
const MAX_ATTEMPTS: usize = 50;
/// Numbers of random stones, each as likely as any other.
const STONES: std::ops::RangeInclusive<usize> = 2..=7;
/// The maximum distance of a stone from the centre of its group, in king's moves.
const SPREADS: std::ops::RangeInclusive<usize> = 2..=4;
/// The maximum distance of a group in the middle from the middle of the board.
const MIDDLE: usize = 2;
/// The maximum distance of a group at the edge from an edge.
const EDGE: usize = 3;
/// Moves after a published opening.
const MOVES_AFTER_OPENING: std::ops::RangeInclusive<usize> = 1..=4;

/// Makes beginnings of games of one rule.
pub(crate) struct Opener<'a> {
    pub(crate) rule: Rule,
    pub(crate) conditions: &'a Conditions,
    pub(crate) searcher: &'a mut Searcher,
    pub(crate) rng: &'a mut Rng,
}

impl Opener<'_> {
    /// Returns a position to begin with, black first, on a board of some size. If a beginning
    /// of this kind cannot be made there, it is the empty board.
    pub(crate) fn begin(&mut self, beginning: Beginning, size: BoardSize) -> Position {
        match beginning {
            Beginning::Crowded => self.crowded(size),
            Beginning::Published | Beginning::Foreign => Position::new(size),
            place => self.evened(place, size),
        }
    }

    /// Returns a position some moves after a published opening, turned or mirrored at random.
    pub(crate) fn published(&mut self, opening: &PublishedOpening) -> Position {
        let symmetries: Vec<_> = dolmen::board::Symmetry::all(opening.size).collect();
        let symmetry = symmetries[self.rng.usize(..symmetries.len())];
        let mut position = Position::new(opening.size);
        for &point in &opening.moves {
            let point = symmetry.apply(point, opening.size);
            position.play(point).expect("the plan has checked its openings");
        }
        let stones = position.ply() + self.rng.usize(MOVES_AFTER_OPENING);
        crowded::grow(self, &mut position, stones);
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
            crowded::grow(self, &mut position, stones);
            if position.ply() >= least && self.keep_more_even(&mut most_even, position) {
                break;
            }
        }
        match most_even {
            Some((_, position)) => position,
            None => self.evened(Beginning::Middle, size),
        }
    }

    /// Returns a few random stones, and one more that balances the position.
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

    /// Keeps a position if it is the most even one so far; whether it is even enough.
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

    pub(crate) fn threats(&self, position: &Position) -> ThreatBoard {
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
