//! Sight: how well the scores of searches predict the results of games.

use dolmen::search::{self, Control, Limits, Margins, Memory, Request, Silent};

use crate::tree::TABLE_BYTES;
use crate::tree::draw::Drawn;

/// Returns the loss of a search: the square of the distance between the win probability by its score
/// and the result of the game.
#[must_use]
pub fn loss(drawn: &Drawn, nodes: u64, margins: Margins) -> f64 {
    let mut memory = Memory::new(TABLE_BYTES);
    memory.margins = margins;
    let request = Request::new(Limits { nodes: Some(nodes), ..Limits::unlimited() });
    let (position, rule) = (drawn.game.position(), drawn.game.rule().rule);
    let control = Control::without_clock();
    let found = search::search(position, rule, &mut memory, &request, &control, &mut Silent);
    let expected = found.map_or(0.5, |found| found.summary.score.win_probability());
    (expected - drawn.result).powi(2)
}

/// A mean with its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl Mean {
    /// Returns the mean of some numbers, of which there must be at least one.
    #[must_use]
    pub fn of(numbers: &[f64]) -> Self {
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        let squares: f64 = numbers.iter().map(|number| (number - mean).powi(2)).sum();
        Self { mean, error: (squares / (count - 1.0).max(1.0) / count).sqrt() }
    }
}
