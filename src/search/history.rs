//! Which moves refuted others before: history, killers and counter moves.

use crate::board::point::POINT_INDICES;
use crate::board::{Color, PerColor, Point};

/// Largest history value either way.
const LIMIT: i32 = 8_192;
/// Killer moves remembered per ply.
const KILLERS: usize = 2;

/// Statistics of quiet moves over a search, kept from move to move of a game.
#[derive(Clone, Debug)]
pub struct History {
    /// `[point]`: how often a move was best, against how often it was not.
    main: PerColor<Box<[i16; POINT_INDICES]>>,
    /// `[previous point]`: the move that last refuted it.
    counter: PerColor<Box<[Option<Point>; POINT_INDICES]>>,
    /// `[ply]`: the moves that last refuted something at this distance from the root.
    killers: Vec<[Option<Point>; KILLERS]>,
}

impl Default for History {
    fn default() -> Self {
        Self {
            main: PerColor::from_fn(|_| Box::new([0; POINT_INDICES])),
            counter: PerColor::from_fn(|_| Box::new([None; POINT_INDICES])),
            killers: Vec::new(),
        }
    }
}

impl History {
    /// Prepares for the search of another move of the same game: older results count
    /// half.
    pub fn age(&mut self) {
        for color in Color::ALL {
            self.main[color].iter_mut().for_each(|value| *value /= 2);
        }
        self.killers.clear();
    }

    /// How good a move has been, from -8192 to 8192.
    #[inline]
    #[must_use]
    pub fn value(&self, color: Color, point: Point) -> i32 {
        i32::from(self.main[color][point.index()])
    }

    /// The move that last refuted the previous one.
    #[inline]
    #[must_use]
    pub fn counter(&self, color: Color, previous: Option<Point>) -> Option<Point> {
        self.counter[color][previous?.index()]
    }

    /// Whether the move last refuted something at this ply.
    #[inline]
    #[must_use]
    pub fn is_killer(&self, ply: usize, point: Point) -> bool {
        self.killers.get(ply).is_some_and(|killers| killers.contains(&Some(point)))
    }

    /// Notes that `best` refuted a line at a depth (in plies) after the moves `tried`.
    pub fn reward(
        &mut self,
        color: Color,
        (best, tried): (Point, &[Point]),
        previous: Option<Point>,
        (ply, depth): (usize, i32),
    ) {
        let bonus = (25 * depth * depth + 100 * depth).min(LIMIT / 4);
        self.add(color, best, bonus);
        for &point in tried {
            self.add(color, point, -bonus);
        }
        if let Some(previous) = previous {
            self.counter[color][previous.index()] = Some(best);
        }
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; KILLERS]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
    }

    /// Moves a value towards the limit, the more slowly the nearer it is.
    fn add(&mut self, color: Color, point: Point, bonus: i32) {
        let value = &mut self.main[color][point.index()];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / LIMIT) as i16;
    }
}
