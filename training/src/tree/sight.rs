//! Sight: how well the scores of searches predict the results of games.

use dolmen::search::{Margins, Silent};

use crate::tree::draw::Drawn;
use crate::tree::searcher::{memory, search_position};

/// Returns the loss of a search: the square of the distance between the win probability by its score
/// and the result of the game.
#[must_use]
pub fn loss(drawn: &Drawn, nodes: u64, margins: Margins) -> f64 {
    let mut memory = memory(margins);
    let found = search_position(&drawn.game, nodes, &mut memory, &mut Silent);
    let expected = found.map_or(0.5, |found| found.summary.score.win_probability());
    (expected - drawn.result).powi(2)
}
