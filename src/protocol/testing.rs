//! Searches that tests use in place of the real one.

use crate::board::Point;
use crate::engine::{Engine, NoMove, any_move};
use crate::game::Game;
use crate::search::{Control, Observer, Progress, Request, SearchResult};

/// Chooses a point near the centre at once.
pub(crate) fn nearest(
    _: &mut Engine,
    game: &Game,
    _: &Request,
    _: &Control,
    _: &mut dyn Observer,
) -> Result<SearchResult, NoMove> {
    let best = any_move(game).ok_or(NoMove)?;
    let summary = Progress { principal_variation: vec![best], ..Progress::default() };
    Ok(SearchResult { best, summary, root_moves: Vec::new() })
}

/// Reports b2 as the best move and panics.
pub(crate) fn panics(
    _: &mut Engine,
    _: &Game,
    _: &Request,
    _: &Control,
    observer: &mut dyn Observer,
) -> Result<SearchResult, NoMove> {
    report_b2(observer);
    std::panic::resume_unwind(Box::new("a search that fails"));
}

/// Reports b2 as the best move.
pub(crate) fn report_b2(observer: &mut dyn Observer) {
    let principal_variation = vec![Point::new(1, 1)];
    observer.progress(&Progress { principal_variation, ..Progress::default() });
}
