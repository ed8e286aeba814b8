//! Tests of the result that a search leaves for the position after a reply.

use crate::eval::Score;
use crate::search::last_result::{LastResult, Outlived};
use crate::search::progress::{Progress, SearchResult};
use crate::tests::{points, position};

/// Returns the result that a search after `h8` with the variation `h9 i9 g10` leaves after more moves.
fn after(score: Score, names: &str) -> Option<Outlived> {
    let variation = points("h9 i9 g10");
    let summary = Progress {
        depth: 11,
        selective_depth: 20,
        score,
        principal_variation: variation.clone(),
        ..Progress::default()
    };
    let result = SearchResult::unsearched(variation[0], summary);
    LastResult::new(&position("15x15 h8"), &result)
        .after_reply(&position(&format!("15x15 {names}")))
}

#[test]
fn expected_replies_keep_everything() {
    let outlived = after(Score::loss_in(20), "h8 h9 i9").expect("the reply was expected");
    assert_eq!(outlived.score, Score::loss_in(18));
    assert_eq!((outlived.depth, outlived.selective_depth), (9, 18));
    assert_eq!(outlived.variation, points("g10"));
}

#[test]
fn other_replies_keep_all_but_losses() {
    let score = |score| after(score, "h8 h9 a1").map(|outlived| outlived.score);
    assert_eq!(score(Score::win_in(17)), Some(Score::win_in(15)));
    assert_eq!(score(Score::new(40)), Some(Score::new(40)));
    assert_eq!(score(Score::loss_in(20)), None);
    assert_eq!(after(Score::new(40), "h8 h9 a1").map(|known| known.variation), Some(vec![]));
}

#[test]
fn other_games_keep_nothing() {
    for names in ["h8", "h8 h9", "h8 a1 h9", "g8 h9 i9", "h8 h9 i9 g10", "h8 h9 i9 g10 a1"] {
        assert_eq!(after(Score::new(40), names), None, "{names}");
    }
}
