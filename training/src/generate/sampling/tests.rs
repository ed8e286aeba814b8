//! Tests that both ways of drawing count, and that the best line is left out.

use dolmen::board::{BoardSize, Point, Position};
use dolmen::eval::Score;
use dolmen::rules::Rule;
use dolmen::search::{EvaluationSample, Margins};
use fastrand::Rng;

use super::paths;
use crate::generate::searcher::{Found, Searcher};

/// A search of a position with two stones, and its sample.
fn searched() -> (Found, EvaluationSample) {
    let mut position = Position::new(BoardSize::square(15));
    for point in [Point::new(7, 7), Point::new(8, 8)] {
        position.play(point).expect("it is empty");
    }
    let mut searcher = Searcher::with_margins(Rule::Standard, Margins::default());
    let sample = EvaluationSample::new(4);
    let mut found = searcher.find(&position, 4_000, Some(sample));
    let sample = found.sample.take().expect("the search returns its sample");
    assert_ne!(found.searched.score, Score::MIN);
    (found, sample)
}

#[test]
fn shallow_and_deep_positions_are_drawn() {
    let (_, sample) = searched();
    let deepest =
        sample.by_ply().map(|sampled| sampled.path.len()).max().expect("the sample is not empty");
    let mut rng = Rng::with_seed(2);
    let mut lengths = vec![0; deepest + 1];
    for _ in 0..400 {
        let paths = paths(&sample, &[], 4, &mut rng);
        assert_eq!(paths.len(), 4);
        assert!(paths.iter().enumerate().all(|(number, path)| !paths[..number].contains(path)));
        paths.iter().for_each(|path| lengths[path.len()] += 1);
    }
    // Each depth is drawn in at least half of two of ten rounds or so.
    assert!(lengths[1..].iter().all(|&count| count > 20), "{lengths:?}");
    let most_evaluated = sample.by_ply().max_by_key(|sampled| sampled.evaluations);
    let most_evaluated = most_evaluated.expect("the sample is not empty").path.len();
    let most = lengths.iter().max().expect("there are lengths");
    assert!(2 * lengths[most_evaluated] > *most, "{lengths:?}, most at {most_evaluated}");
}

#[test]
fn positions_on_the_best_line_are_left_out() {
    let (found, sample) = searched();
    let on_line = |path: &Vec<Point>| found.line.starts_with(path);
    let mut rng = Rng::with_seed(3);
    assert!(!paths(&sample, &found.line, 32, &mut rng).iter().any(on_line));
    let first = sample.by_ply().next().expect("the sample is not empty").path.to_vec();
    let left = paths(&sample, &first, 32, &mut rng);
    assert!(!left.contains(&first) && !left.is_empty());
    assert!(paths(&sample, &first, 0, &mut rng).is_empty());
}
