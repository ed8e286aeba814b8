//! The best lines of a search, collected from its progress.

use crate::search::progress::{Observer, Progress};

/// An observer that collects the best lines of the last complete iteration.
///
/// ```
/// use dolmen::search::{Control, Limits, Lines, Request};
/// use dolmen::{Engine, Game};
///
/// let game: Game = "freestyle 15x15 h8".parse()?;
/// let limits = Limits { depth: Some(4), ..Limits::unlimited() };
/// let request = Request { multi_pv: 3, ..Request::new(limits) };
/// let mut lines = Lines::default();
/// Engine::default().think(&game, &request, &Control::without_clock(), &mut lines)?;
/// assert_eq!(lines.best().len(), 3);
/// assert!(lines.best().is_sorted_by_key(|line| std::cmp::Reverse(line.score)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Lines {
    /// The lines of the last complete iteration, the best first.
    done: Vec<Progress>,
    /// The lines of the iteration that is reported.
    new: Vec<Progress>,
}

impl Lines {
    /// Returns the lines of the last complete iteration, the best one first.
    #[must_use]
    pub fn best(&self) -> &[Progress] {
        if self.new.len() >= self.done.len() { &self.new } else { &self.done }
    }
}

impl Observer for Lines {
    fn progress(&mut self, progress: &Progress) {
        if progress.rank < self.new.len() {
            let old = std::mem::take(&mut self.new);
            if old.len() >= self.done.len() {
                self.done = old;
            }
        }
        self.new.push(progress.clone());
    }
}
