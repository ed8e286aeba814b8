//! Which moves refuted others before: history, killers and counter moves.
//!
//! The threads of a search share all but the killers, as atomics: what one of them found out
//! orders the moves of all, so that they agree on what to search. A write that comes between
//! another thread's reading and writing is lost, and not missed.

use std::sync::Arc;
use std::sync::atomic::{AtomicI16, AtomicU16, Ordering};

use crate::board::point::{POINT_INDICES, STRIDE};
use crate::board::{Color, PerColor, Point, Position};

/// Largest history value either way.
const LIMIT: i32 = 8_192;
/// Killer moves remembered per ply.
const KILLERS: usize = 2;

/// Columns (and rows) by which one point can be away from another, either way.
const DISPLACEMENTS: usize = 2 * STRIDE;
/// Displacements in both coordinates.
const DISPLACEMENT_PAIRS: usize = DISPLACEMENTS * DISPLACEMENTS;

/// The stones before a move to which its place is compared: the opponent's last one and
/// the mover's own last one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Context {
    /// Up to two points, the last stone first.
    pub previous: [Option<Point>; CONTEXTS],
}

const CONTEXTS: usize = 2;

impl Context {
    /// The context of the next move of a position.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let mut stones = position.history().iter().rev();
        Self { previous: std::array::from_fn(|_| stones.next().map(|stone| stone.point)) }
    }
}

/// Stands for no move among the counter moves.
const NO_MOVE: u16 = u16::MAX;

/// Statistics of moves over a search, kept from move to move of a game.
#[derive(Debug, Default)]
pub struct History {
    shared: Arc<Shared>,
    /// `[ply]`: the moves that last refuted something at this distance from the root.
    killers: Vec<[Option<Point>; KILLERS]>,
}

/// What all threads of a search write and read.
#[derive(Debug)]
struct Shared {
    /// `[point]`: how often a move was best, against how often it was not.
    main: PerColor<Box<[AtomicI16; POINT_INDICES]>>,
    /// `[context][displacement]`: the same by where the move lies from an earlier stone,
    /// wherever on the board that is (continuation history).
    continuation: [Box<[AtomicI16; DISPLACEMENT_PAIRS]>; CONTEXTS],
    /// `[previous point]`: the index of the move that last refuted it.
    counter: PerColor<Box<[AtomicU16; POINT_INDICES]>>,
}

impl Default for Shared {
    fn default() -> Self {
        let zeros = |_| Box::new([const { AtomicI16::new(0) }; DISPLACEMENT_PAIRS]);
        Self {
            main: PerColor::from_fn(|_| Box::new([const { AtomicI16::new(0) }; POINT_INDICES])),
            continuation: std::array::from_fn(zeros),
            counter: PerColor::from_fn(|_| {
                Box::new([const { AtomicU16::new(NO_MOVE) }; POINT_INDICES])
            }),
        }
    }
}

impl History {
    /// One for another thread of the same searches.
    #[must_use]
    pub fn sharing(&self) -> Self {
        Self { shared: Arc::clone(&self.shared), killers: Vec::new() }
    }

    /// Prepares for the search of another move of the same game: older results count
    /// half.
    pub fn age(&mut self) {
        for value in Color::ALL.iter().flat_map(|&color| self.shared.main[color].iter()) {
            value.store(value.load(Ordering::Relaxed) / 2, Ordering::Relaxed);
        }
        self.forget_killers();
    }

    /// Forgets what was true of the plies of the last search.
    pub fn forget_killers(&mut self) {
        self.killers.clear();
    }

    /// How good a move has been, from -3 to 3 times 8192.
    #[inline]
    #[must_use]
    pub fn value(&self, color: Color, point: Point, context: &Context) -> i32 {
        let read = |value: &AtomicI16| i32::from(value.load(Ordering::Relaxed));
        let mut value = read(&self.shared.main[color][point.index()]);
        for (table, previous) in self.shared.continuation.iter().zip(context.previous) {
            if let Some(previous) = previous {
                value += read(&table[displacement(previous, point)]);
            }
        }
        value
    }

    /// The move that last refuted the previous one.
    #[inline]
    #[must_use]
    pub fn counter(&self, color: Color, context: &Context) -> Option<Point> {
        let counter = &self.shared.counter[color][context.previous[0]?.index()];
        let index = counter.load(Ordering::Relaxed);
        (index != NO_MOVE).then(|| Point::from_index(usize::from(index)))
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
        context: &Context,
        (ply, depth): (usize, i32),
    ) {
        let bonus = (25 * depth * depth + 100 * depth).min(LIMIT / 4);
        self.add(color, best, context, bonus);
        for &point in tried {
            self.add(color, point, context, -bonus);
        }
        if let Some(previous) = context.previous[0] {
            let counter = &self.shared.counter[color][previous.index()];
            counter.store(best.index() as u16, Ordering::Relaxed);
        }
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; KILLERS]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
    }

    fn add(&self, color: Color, point: Point, context: &Context, bonus: i32) {
        approach(&self.shared.main[color][point.index()], bonus);
        for (table, previous) in self.shared.continuation.iter().zip(context.previous) {
            if let Some(previous) = previous {
                approach(&table[displacement(previous, point)], bonus);
            }
        }
    }
}

/// Moves a value towards the limit, the more slowly the nearer it is.
fn approach(value: &AtomicI16, bonus: i32) {
    let old = i32::from(value.load(Ordering::Relaxed));
    value.store((old + bonus - old * bonus.abs() / LIMIT) as i16, Ordering::Relaxed);
}

/// Number of the step from one point to another.
#[inline]
fn displacement(from: Point, to: Point) -> usize {
    let columns = STRIDE + to.column() - from.column();
    let rows = STRIDE + to.row() - from.row();
    rows * DISPLACEMENTS + columns
}
