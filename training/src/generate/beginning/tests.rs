//! Tests of the places of beginnings, and that crowded ones are full and open.

use dolmen::board::{BoardSize, Point};
use dolmen::rules::{Rule, outcome};
use dolmen::search::MarginOverrides;
use fastrand::Rng;

use super::Opener;
use crate::generate::plan::{Conditions, PublishedOpening};
use crate::generate::searcher::Searcher;
use crate::store::Beginning;

/// Lines between a point and the nearest edge.
fn to_edge(point: Point, size: BoardSize) -> usize {
    let across = |place: usize, side: usize| place.min(side - 1 - place);
    across(point.column(), size.width()).min(across(point.row(), size.height()))
}

/// Calls `look` with an opener.
fn with_opener<T>(rule: Rule, size: BoardSize, look: impl FnOnce(&mut Opener<'_>) -> T) -> T {
    let conditions = Conditions::usual(size, 400);
    let mut searcher = Searcher::with_margins(rule, MarginOverrides::default());
    let mut rng = Rng::with_seed(9);
    look(&mut Opener { rule, conditions: &conditions, searcher: &mut searcher, rng: &mut rng })
}

#[test]
fn beginnings_lie_at_their_places() {
    let size = BoardSize::square(20);
    let mean_to_edge = |beginning: Beginning| {
        with_opener(Rule::Freestyle, size, |opener| {
            let positions: Vec<_> = (0..30).map(|_| opener.begin(beginning, size)).collect();
            let stones = positions.iter().flat_map(|position| position.history());
            let distances: Vec<usize> = stones.map(|stone| to_edge(stone.point, size)).collect();
            distances.iter().sum::<usize>() as f64 / distances.len() as f64
        })
    };
    let [middle, anywhere, edge, corner] =
        [Beginning::Middle, Beginning::Anywhere, Beginning::Edge, Beginning::Corner]
            .map(mean_to_edge);
    assert!(middle > 5.0 && anywhere < middle, "{middle} {anywhere}");
    assert!(edge < anywhere && corner < anywhere, "{anywhere} {edge} {corner}");
}

#[test]
fn crowded_beginnings_are_full_and_open() {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let size = BoardSize::square(15);
        with_opener(rule, size, |opener| {
            let mut full = 0;
            for _ in 0..24 {
                let position = opener.begin(Beginning::Crowded, size);
                assert!(position.ply() >= 10, "{rule}: {} stones", position.ply());
                assert_eq!(outcome(&position, rule), None);
                full += usize::from(position.ply() >= 25);
            }
            // Their numbers of stones range from 10 to 50.
            assert!(full >= 6, "{rule}: only {full} of 24 have 25 stones");
        });
    }
}

#[test]
fn published_openings_are_turned_and_gone_on_with() {
    let size = BoardSize::square(15);
    let moves = vec![Point::new(3, 1), Point::new(4, 2), Point::new(5, 1)];
    let opening = PublishedOpening { size, moves };
    with_opener(Rule::Standard, size, |opener| {
        let mut firsts = std::collections::BTreeSet::new();
        for _ in 0..40 {
            let position = opener.published(&opening);
            assert!((4..=7).contains(&position.ply()), "{} stones", position.ply());
            firsts.insert(position.history()[0].point.index());
        }
        assert_eq!(firsts.len(), 8, "all images of the first stone occur");
    });
}
