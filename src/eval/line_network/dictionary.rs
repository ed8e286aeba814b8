//! The dictionary: the row of each window.
//!
//! The commonest windows have rows of their own, all others share the row of their seven middle
//! cells. A window and its mirror image have the same row.

use rustc_hash::FxHashMap;

use crate::eval::line_network::window::{Core, Window};

/// The most windows with rows of their own. In the search, the two rows of each window, one for
/// each colour's view, and the rows of the cores must have numbers of 16 bits.
pub const MAX_WINDOWS: usize = 30_000;

/// The number of a row: those of windows come first, then those of cores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RowNumber(u32);

impl RowNumber {
    /// Returns the number.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The numbers of times that windows occur, as the side to move sees them.
#[derive(Clone, Debug)]
pub struct WindowCounts {
    /// `[window]`
    counts: Vec<u64>,
}

impl Default for WindowCounts {
    fn default() -> Self {
        Self { counts: vec![0; Window::COUNT] }
    }
}

impl WindowCounts {
    /// Counts a window.
    #[inline]
    pub fn add(&mut self, window: Window) {
        self.counts[window.index()] += 1;
    }

    /// Returns the commonest windows of both sides' views, at most `most`, the commonest first. The
    /// canonical one stands for a window and its mirror image.
    #[must_use]
    pub fn commonest(&self, most: usize) -> Vec<Window> {
        let mut totals = vec![0_u64; Window::COUNT];
        for (index, &count) in self.counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
            let window = Window::from_index(index);
            for view in [window, window.swapped()] {
                totals[view.canonical().index()] += count;
            }
        }
        let seen = totals.iter().enumerate().filter(|&(_, &total)| total > 0);
        let mut seen: Vec<_> = seen.map(|(index, &total)| (total, index)).collect();
        seen.sort_unstable_by_key(|&(total, index)| (std::cmp::Reverse(total), index));
        seen.truncate(most.min(MAX_WINDOWS));
        seen.into_iter().map(|(_, index)| Window::from_index(index)).collect()
    }
}

/// The row of each window.
///
/// ```
/// use dolmen::eval::line_network::window::Cell;
/// use dolmen::eval::line_network::{Dictionary, Window};
///
/// let dictionary = Dictionary::new(vec![Window::EMPTY])?;
/// let mut cells = [Cell::Empty; Window::CELLS];
/// cells[0] = Cell::Own;
/// let rare = Window::new(cells);
/// assert_eq!(dictionary.row(rare), dictionary.shared_row(rare.core()));
/// assert_ne!(dictionary.row(rare), dictionary.row(Window::EMPTY));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dictionary {
    windows: Vec<Window>,
    cores: Vec<Core>,
    /// `[row of a window]`: the place of its core among the cores.
    core_of: Vec<usize>,
    /// The rows of windows with rows of their own, by the canonical ones.
    own: FxHashMap<Window, RowNumber>,
    /// `[core]`: the row of windows without rows of their own.
    shared: Vec<RowNumber>,
}

impl Dictionary {
    /// Returns the dictionary in which these windows have rows of their own, numbered in this
    /// order.
    ///
    /// # Errors
    /// Returns the reason if a window is impossible, above its mirror image or listed twice, or if
    /// there are more than [`MAX_WINDOWS`].
    pub fn new(windows: Vec<Window>) -> Result<Self, String> {
        if windows.len() > MAX_WINDOWS {
            return Err(format!("{} windows: expected at most {MAX_WINDOWS}", windows.len()));
        }
        let numbered = windows.iter().copied().zip((0..).map(RowNumber));
        let own: FxHashMap<Window, RowNumber> = numbered.collect();
        let is_valid = |window: &Window| window.is_possible() && *window == window.canonical();
        if own.len() < windows.len() || !windows.iter().all(is_valid) {
            return Err("a window is impossible or occurs twice".to_owned());
        }
        let cores: Vec<Core> = Core::all().collect();
        let mut place_of_core = vec![0; Core::COUNT];
        cores.iter().enumerate().for_each(|(place, core)| place_of_core[core.index()] = place);
        let place_of = |core: Core| place_of_core[core.canonical().index()];
        let shared = |core| RowNumber((windows.len() + place_of(core)) as u32);
        let shared = (0..Core::COUNT).map(|index| shared(Core::from_index(index))).collect();
        let core_of = windows.iter().map(|&window| place_of(window.core())).collect();
        Ok(Self { windows, cores, core_of, own, shared })
    }

    /// Returns the windows with rows of their own, in the order of their rows.
    #[must_use]
    pub fn windows(&self) -> &[Window] {
        &self.windows
    }

    /// Returns the number of cores, each of which has a row.
    #[must_use]
    pub const fn cores(&self) -> usize {
        self.cores.len()
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.windows.len() + self.cores.len()
    }

    /// Returns the row of a window: its own, or the shared row of its core.
    #[must_use]
    pub fn row(&self, window: Window) -> RowNumber {
        let own = self.own.get(&window.canonical()).copied();
        own.unwrap_or_else(|| self.shared_row(window.core()))
    }

    /// Returns the row of the windows with a core that have no rows of their own.
    #[must_use]
    pub fn shared_row(&self, core: Core) -> RowNumber {
        self.shared[core.index()]
    }

    /// Returns the place of the core of a window that has a row of its own and this place.
    ///
    /// # Panics
    /// Panics if `window` is not below the number of windows with rows of their own.
    #[must_use]
    pub fn core_of(&self, window: usize) -> usize {
        self.core_of[window]
    }

    /// Returns the parts of a row: of a window of its own, if it has one, and of a core, by their
    /// places among the windows and the cores.
    #[inline]
    #[must_use]
    pub fn parts(&self, row: RowNumber) -> (Option<usize>, usize) {
        match self.core_of.get(row.index()) {
            Some(&core) => (Some(row.index()), core),
            None => (None, row.index() - self.windows.len()),
        }
    }
}

#[cfg(test)]
mod tests;
