//! Moves that refuted others before: history, killers and counter moves.
//!
//! The threads of a search share everything except the killers, as atomics. So the results of
//! one thread order the moves of all, and the threads search the same moves first. A write may
//! be lost when two threads change the same value, which does no harm.

use std::sync::Arc;
use std::sync::atomic::{AtomicI16, AtomicU16, Ordering};

use crate::board::point::{POINT_INDICES, STRIDE};
use crate::board::{Color, PerColor, Point, Position};

/// The largest value of one table in either direction.
const MAX_VALUE: i32 = 8_192;
/// The number of killer moves per ply.
const KILLERS: usize = 2;

/// The number of distinct differences between two columns, or between two rows.
const DISPLACEMENTS: usize = 2 * STRIDE;
/// The number of distinct displacements from one point to another.
const DISPLACEMENT_PAIRS: usize = DISPLACEMENTS * DISPLACEMENTS;

/// The earlier stones that a move is compared with: the opponent's last one and the mover's
/// own last one.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Context {
    /// The points of up to two stones, the last one first.
    pub(crate) previous: [Option<Point>; CONTEXTS],
}

/// The number of earlier stones in a context.
const CONTEXTS: usize = 2;

impl Context {
    /// Returns the context of the next move of a position.
    #[must_use]
    pub(crate) fn of(position: &Position) -> Self {
        let mut stones = position.history().iter().rev();
        Self { previous: std::array::from_fn(|_| stones.next().map(|stone| stone.point)) }
    }
}

/// The counter move that stands for no move.
const NO_MOVE: u16 = u16::MAX;

/// A move that refuted the previous one, with the moves that did not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cutoff<'a> {
    /// The side that moves.
    pub(crate) color: Color,
    /// The refutation.
    pub(crate) best: Point,
    /// The moves that were searched before it.
    pub(crate) tried: &'a [Point],
    /// The context of the moves.
    pub(crate) context: &'a Context,
    /// The distance from the root.
    pub(crate) ply: usize,
    /// The reward, which counts up to a quarter of [`MAX_VALUE`].
    pub(crate) bonus: i32,
}

/// The statistics of moves, kept from move to move of a game.
#[derive(Debug, Default)]
pub(crate) struct History {
    shared: Arc<Shared>,
    /// `[ply]`: the last refutations at this distance from the root.
    killers: Vec<[Option<Point>; KILLERS]>,
}

/// The tables that all threads of a search share.
#[derive(Debug)]
struct Shared {
    /// `[point]`: how often a move was best, compared with how often it was not.
    main: PerColor<Box<[AtomicI16; POINT_INDICES]>>,
    /// `[context][displacement]`: the same by the displacement of the move from an earlier
    /// stone, wherever that stands (continuation history).
    continuation: [Box<[AtomicI16; DISPLACEMENT_PAIRS]>; CONTEXTS],
    /// `[previous point]`: the index of its last refutation.
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
    /// Returns a history for another thread of the same search.
    #[must_use]
    pub(crate) fn sharing(&self) -> Self {
        Self { shared: Arc::clone(&self.shared), killers: Vec::new() }
    }

    /// Prepares for the next search of the same game: the results of the points so far count half, and the killers are
    /// forgotten. Those of displacements and the counter moves stay as they are.
    pub(crate) fn age(&mut self) {
        for value in Color::ALL.iter().flat_map(|&color| self.shared.main[color].iter()) {
            value.store(value.load(Ordering::Relaxed) / 2, Ordering::Relaxed);
        }
        self.forget_killers();
    }

    /// Forgets the killers, which belong to the plies of one search.
    pub(crate) fn forget_killers(&mut self) {
        self.killers.clear();
    }

    /// Returns how good the moves of a colour have been in a context.
    #[inline]
    #[must_use]
    pub(crate) fn of_moves(&self, color: Color, context: &Context) -> MoveValues<'_> {
        let after = |age: usize| match context.previous[age] {
            Some(previous) => &self.shared.continuation[age][displacement(previous, FIRST)..],
            None => &NO_VALUES,
        };
        MoveValues { main: &self.shared.main[color], continuation: std::array::from_fn(after) }
    }

    /// Returns how good a move has been, from -3 to 3 times 8192.
    #[inline]
    #[must_use]
    pub(crate) fn value(&self, color: Color, point: Point, context: &Context) -> i32 {
        self.of_moves(color, context).of(point)
    }

    /// Returns the last refutation of the previous move.
    #[inline]
    #[must_use]
    pub(crate) fn counter(&self, color: Color, context: &Context) -> Option<Point> {
        let counter = &self.shared.counter[color][context.previous[0]?.index()];
        let index = counter.load(Ordering::Relaxed);
        (index != NO_MOVE).then(|| Point::from_index(usize::from(index)))
    }

    /// Returns the last refutations at this ply.
    #[inline]
    #[must_use]
    pub(crate) fn killers(&self, ply: usize) -> [Option<Point>; KILLERS] {
        self.killers.get(ply).copied().unwrap_or_default()
    }

    /// Rewards a refutation, and punishes the moves that were tried before it.
    pub(crate) fn reward(&mut self, cutoff: &Cutoff<'_>) {
        let &Cutoff { color, best, tried, context, ply, bonus } = cutoff;
        let bonus = bonus.min(MAX_VALUE / 4);
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

/// The values of the moves of one colour in one context.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveValues<'a> {
    main: &'a [AtomicI16; POINT_INDICES],
    /// `[age of the earlier stone][place of the move]`
    continuation: [&'a [AtomicI16]; CONTEXTS],
}

impl MoveValues<'_> {
    /// Returns how good a move has been, from -3 to 3 times 8192.
    #[inline]
    #[must_use]
    pub(crate) fn of(&self, point: Point) -> i32 {
        let read = |value: &AtomicI16| i32::from(value.load(Ordering::Relaxed));
        let place = usize::from(PLACES[point.index()]);
        let continuation = self.continuation.map(|values| read(&values[place]));
        read(&self.main[point.index()]) + continuation.into_iter().sum::<i32>()
    }
}

/// The continuation history of moves without an earlier stone: all zero.
static NO_VALUES: [AtomicI16; DISPLACEMENT_PAIRS] =
    [const { AtomicI16::new(0) }; DISPLACEMENT_PAIRS];

/// Moves a value by a bonus, less and less as it approaches the limit.
fn approach(value: &AtomicI16, bonus: i32) {
    let old = i32::from(value.load(Ordering::Relaxed));
    value.store((old + bonus - old * bonus.abs() / MAX_VALUE) as i16, Ordering::Relaxed);
}

/// Returns the index of the displacement from one point to another.
#[inline]
fn displacement(from: Point, to: Point) -> usize {
    const MIDDLE: usize = STRIDE * DISPLACEMENTS + STRIDE;
    let place = |point: Point| usize::from(PLACES[point.index()]);
    MIDDLE + place(to) - place(from)
}

/// The point whose place is 0.
const FIRST: Point = Point::new(0, 0);

/// The indices of the points in an area that is wide enough for every displacement.
static PLACES: [u16; POINT_INDICES] = {
    let mut places = [0; POINT_INDICES];
    let mut index = 0;
    while index < places.len() {
        places[index] = (index / STRIDE * DISPLACEMENTS + index % STRIDE) as u16;
        index += 1;
    }
    places
};

#[cfg(test)]
mod tests {
    use crate::board::BoardSize;
    use crate::board::point::STRIDE;
    use crate::search::history::{DISPLACEMENTS, displacement};

    #[test]
    fn a_displacement_tells_columns_and_rows() {
        let size = BoardSize::square(22);
        for from in size.points().step_by(3) {
            for to in size.points() {
                let columns = STRIDE + to.column() - from.column();
                let rows = STRIDE + to.row() - from.row();
                assert_eq!(displacement(from, to), rows * DISPLACEMENTS + columns);
            }
        }
    }
}
