//! A number for each window, in an order that suits the caches of the processor.
//!
//! A window is its middle cell and two halves. The halves of the commonest windows are numbered first, so that the
//! entries of common windows lie together. A search needs a few of these entries all the time and must not wait
//! for them.

use crate::eval::line_network::window::{Cell, Window};

/// The bits of a cell.
const CELL_BITS: usize = 2;
/// The bits of a half.
const HALF_BITS: usize = CELL_BITS * Window::REACH;
/// The number of halves, possible or not.
const HALVES: usize = 1 << HALF_BITS;
/// The number of possible halves: up to five cells on the board, with three contents each, and the others outside.
const POSSIBLE_HALVES: usize = (3_usize.pow(Window::REACH as u32 + 1) - 1) / 2;

/// The cells on one side of the middle one, two bits for each, the nearest lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Half(usize);

impl Half {
    /// Returns the half with these bits, in which all cells beyond one that is outside are outside, too.
    fn closed(bits: usize) -> Self {
        let outside = Cell::Outside as usize;
        let edge = (0..Window::REACH).find(|cell| bits >> (CELL_BITS * cell) & outside == outside);
        Self(edge.map_or(bits, |edge| bits | (HALVES - (1 << (CELL_BITS * edge)))))
    }

    /// Returns all possible halves.
    fn all() -> impl Iterator<Item = Self> {
        (0..HALVES).map(Self).filter(|half| Self::closed(half.0) == *half)
    }

    /// Returns the bits of the cells in the other order.
    fn mirrored(self) -> usize {
        Window::from_index(self.0).mirrored().index() >> (HALF_BITS + CELL_BITS)
    }

    /// Returns the halves after and before the middle cell of a window.
    fn of(window: Window) -> [Self; 2] {
        [window, window.mirrored()]
            .map(|view| Self::closed(view.index() >> (HALF_BITS + CELL_BITS)))
    }
}

/// A number for each window. Beyond a cell outside, all cells count as outside.
#[derive(Debug)]
pub(super) struct WindowMap {
    /// `[bits after the middle cell]`: the place of the numbers of windows with this half.
    after: Box<[u32; HALVES]>,
    /// `[bits before the middle cell]`: their place among those.
    before: Box<[u16; HALVES]>,
    /// `[place after the middle cell][place before it][middle cell]`, in one dimension.
    numbers: Vec<u16>,
}

impl WindowMap {
    /// Returns the map in which the windows with a core have its `[core]` number. `commonest` lists common windows,
    /// the commonest first.
    pub(super) fn new(commonest: &[Window], of_core: &[u16]) -> Self {
        let common = commonest.iter().flat_map(|window| [*window, window.swapped()]);
        let mut place_of = [None; HALVES];
        let mut halves = Vec::with_capacity(POSSIBLE_HALVES);
        for half in common.flat_map(Half::of).chain(Half::all()) {
            place_of[half.0].get_or_insert_with(|| {
                halves.push(half);
                halves.len() as u16 - 1
            });
        }
        let place = |bits| place_of[Half::closed(bits).0].expect("every possible half has a place");
        let mirrored: Vec<usize> = halves.iter().map(|half| half.mirrored()).collect();
        let mut numbers = Vec::with_capacity(POSSIBLE_HALVES.pow(2) * Cell::ALL.len());
        for after in &halves {
            for before in &mirrored {
                let bits =
                    |middle: Cell| (after.0 << CELL_BITS | middle as usize) << HALF_BITS | before;
                let core = |middle| Window::from_index(bits(middle)).core();
                numbers.extend(Cell::ALL.map(|middle| of_core[core(middle).index()]));
            }
        }
        Self {
            after: Box::new(std::array::from_fn(|bits| {
                u32::from(place(bits)) * (POSSIBLE_HALVES * Cell::ALL.len()) as u32
            })),
            before: Box::new(std::array::from_fn(|bits| {
                place(Half(bits).mirrored()) * Cell::ALL.len() as u16
            })),
            numbers,
        }
    }

    /// Changes the number of a window.
    pub(super) fn insert(&mut self, window: Window, number: u16) {
        let place = self.numbers().place(window.index());
        self.numbers[place] = number;
    }

    /// Returns the numbers, for many windows.
    #[inline]
    pub(super) fn numbers(&self) -> WindowNumbers<'_> {
        WindowNumbers { after: &self.after, before: &self.before, numbers: &self.numbers }
    }
}

/// The numbers of a [`WindowMap`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct WindowNumbers<'a> {
    after: &'a [u32; HALVES],
    before: &'a [u16; HALVES],
    numbers: &'a [u16],
}

impl WindowNumbers<'_> {
    /// Returns the number of the window with the lowest bits of an [index](Window::index).
    #[inline]
    pub(crate) fn of_window(self, index: usize) -> u16 {
        self.numbers[self.place(index)]
    }

    #[inline]
    fn place(self, index: usize) -> usize {
        let after = self.after[(index >> (HALF_BITS + CELL_BITS)) % HALVES] as usize;
        let before = usize::from(self.before[index % HALVES]);
        let middle = (index >> HALF_BITS) % Cell::ALL.len();
        after + before + middle
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use std::collections::HashMap;

    use super::{Half, POSSIBLE_HALVES, WindowMap};
    use crate::eval::line_network::window::{Cell, Core, Window};

    /// Returns a map in which all cores have different numbers.
    fn map(commonest: &[Window]) -> WindowMap {
        let of_core: Vec<u16> = (0..Core::COUNT as u16).collect();
        WindowMap::new(commonest, &of_core)
    }

    #[test]
    fn each_window_has_its_number() {
        assert_eq!(Half::all().count(), POSSIBLE_HALVES);
        let mut rng = Rng::with_seed(1);
        let possible = (0..Window::COUNT).map(Window::from_index).filter(|one| one.is_possible());
        let possible: Vec<Window> = possible.collect();
        let own = rng.choose_multiple(possible.iter().copied(), 5_000);
        let own: HashMap<Window, u16> = own.into_iter().zip(Core::COUNT as u16..).collect();
        for commonest in [vec![], own.keys().copied().take(1_000).collect()] {
            let mut map = map(&commonest);
            own.iter().for_each(|(&window, &number)| map.insert(window, number));
            for &window in &possible {
                let shared = window.core().index() as u16;
                let expected = own.get(&window).copied().unwrap_or(shared);
                assert_eq!(map.numbers().of_window(window.index()), expected, "{window:?}");
            }
        }
    }

    #[test]
    fn cells_beyond_one_outside_count_as_outside() {
        let mut rng = Rng::with_seed(2);
        let map = map(&[Window::EMPTY]);
        let mut impossible = 0;
        for _ in 0..20_000 {
            let window = Window::from_index(rng.usize(0..Window::COUNT));
            let mut cells = window.cells();
            if cells[Window::REACH] == Cell::Outside {
                continue;
            }
            for place in (0..Window::REACH).rev() {
                if cells[place + 1] == Cell::Outside {
                    cells[place] = Cell::Outside;
                }
            }
            for place in Window::REACH + 1..Window::CELLS {
                if cells[place - 1] == Cell::Outside {
                    cells[place] = Cell::Outside;
                }
            }
            let closed = Window::new(cells);
            assert!(closed.is_possible());
            assert_eq!(
                map.numbers().of_window(window.index()),
                map.numbers().of_window(closed.index()),
                "{window:?}"
            );
            impossible += usize::from(closed != window);
        }
        assert!(impossible > 1_000, "{impossible}");
    }
}
