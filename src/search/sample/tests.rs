//! Tests that the sample is fair, and holds positions that the search can reach.

use crate::board::{Color, Placement, Point};
use crate::rules::{Rule, check_move};
use crate::search::tests::{think, with_nodes};
use crate::search::{EvaluationSample, Limits, Memory, Request};
use crate::tests::position;

#[test]
fn every_position_has_the_same_chance() {
    const POSITIONS: usize = 8;
    const ROUNDS: u64 = 8_000;
    let mut drawn = [0; POSITIONS];
    for seed in 0..ROUNDS {
        let mut sample = EvaluationSample::new(seed);
        for column in 0..POSITIONS {
            let stone = Placement { point: Point::new(column, 0), color: Color::Black };
            sample.note(&[stone]);
        }
        let sampled: Vec<_> = sample.by_ply().collect();
        assert_eq!((sampled.len(), sampled[0].evaluations), (1, POSITIONS as u64));
        drawn[sampled[0].path[0].column()] += 1;
    }
    // 1,000 each are expected; the standard deviation is 30.
    assert!(drawn.iter().all(|count| (850..1_150).contains(count)), "{drawn:?}");
}

#[test]
fn a_search_samples_legal_positions_of_all_depths() {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let position = position("15x15 h8 i9 i7");
        let sampled = |seed: u64| {
            let mut memory = Memory::new(1 << 20);
            memory.sample = Some(EvaluationSample::new(seed));
            think(&position, rule, &with_nodes(5_000), &mut memory);
            let sample = memory.sample.expect("the search leaves the sample there");
            let paths: Vec<Vec<Point>> =
                sample.by_ply().map(|sampled| sampled.path.to_vec()).collect();
            paths
        };
        let paths = sampled(1);
        assert_eq!(paths, sampled(1), "the same seed gives the same sample");
        assert_ne!(paths, sampled(2), "another seed gives another one");
        assert!(paths.len() > 4, "{rule}: {} depths", paths.len());
        for path in paths {
            let mut position = position.clone();
            for point in path {
                assert_eq!(check_move(&position, point, rule), Ok(()), "{rule}");
                position.play(point).expect("a legal move is possible");
            }
        }
    }
}

#[test]
fn a_sample_leaves_the_search_as_it_is() {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let position = position("15x15 h8 i9 i7");
        let found = |sample: Option<EvaluationSample>| {
            let mut memory = Memory::new(1 << 20);
            memory.sample = sample;
            let request = Request::new(Limits { depth: Some(8), ..Limits::unlimited() });
            let found = think(&position, rule, &request, &mut memory);
            (found.best, found.root_moves)
        };
        assert_eq!(found(Some(EvaluationSample::new(1))), found(None), "{rule}");
    }
}
