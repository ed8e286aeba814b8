//! Tests of the shares of moves, and that no position of a game has two labels.

use std::collections::HashSet;

use dolmen::board::{BoardSize, Point, Position};
use dolmen::eval::Score;
use dolmen::rules::Rule;
use dolmen::search::{EvaluationSample, MarginOverrides, RootMove};
use fastrand::Rng;

use super::{MIN_MOVES, Player, paths, shares};
use crate::generate::plan::testing::freestyle;
use crate::generate::searcher::Searcher;
use crate::store::{MAX_MOVES, SHARE_PARTS, testing};

fn root_moves(nodes: &[u64]) -> Vec<RootMove> {
    let moves = nodes.iter().enumerate();
    let root_move =
        |(column, &nodes)| RootMove { point: Point::new(column, 0), score: Score::DRAW, nodes };
    moves.map(root_move).collect()
}

/// The columns and shares of the moves that are kept when the move of a column was chosen.
fn kept(nodes: &[u64], best: usize) -> Vec<[usize; 2]> {
    let shares = shares(&root_moves(nodes), Point::new(best, 0));
    shares.iter().map(|kept| [kept.point.column(), usize::from(kept.share)]).collect()
}

#[test]
fn the_chosen_move_comes_first_and_idle_ones_last() {
    assert_eq!(kept(&[100, 300, 0, 400], 0), [[0, 4], [3, 16], [1, 12], [2, 1]]);
    assert_eq!(kept(&[1000], 0), [[0, usize::from(SHARE_PARTS)]]);
    assert_eq!(kept(&[0, 0], 0).len(), 0, "nothing was searched");
    assert_eq!(kept(&[10, 20], 7).len(), 0, "the chosen move is none of these");
    let idle = kept(&[1000, 1, 1, 1, 1, 1, 1], 0);
    assert_eq!(idle.len(), MIN_MOVES);
    let busy = kept(&[100; 12], 3);
    assert_eq!((busy.len(), busy[0][0]), (MAX_MOVES, 3));
}

#[test]
fn no_position_of_a_game_has_two_labels() {
    let plan = freestyle();
    let mut player = Player::new(&plan.rules[0], &plan.effort);
    for number in 0..4 {
        let game = player.play(1, number);
        let positions = testing::labelled_positions(&game);
        let keys: HashSet<_> = positions.iter().map(|(position, _)| position.key()).collect();
        assert_eq!(keys.len(), positions.len(), "game {number}");
        assert_eq!(keys.len(), game.labelled_positions());
    }
}

#[test]
fn interior_positions_come_from_all_depths_but_not_from_the_best_line() {
    let mut position = Position::new(BoardSize::square(15));
    for point in [Point::new(7, 7), Point::new(8, 8)] {
        position.play(point).expect("it is empty");
    }
    let mut searcher = Searcher::with_margins(Rule::Standard, MarginOverrides::default());
    let mut found = searcher.find(&position, 4_000, Some(EvaluationSample::new(4)));
    let sample = found.sample.take().expect("the search returns its sample");
    let mut rng = Rng::with_seed(2);
    let all: Vec<_> = sample.by_ply().map(|sampled| sampled.path.len()).collect();
    let mut lengths = vec![0; all.iter().max().expect("the sample is not empty") + 1];
    for _ in 0..400 {
        paths(&sample, &[], 4, &mut rng).iter().for_each(|path| lengths[path.len()] += 1);
    }
    assert_eq!(lengths.iter().sum::<usize>(), 1_600);
    assert!(lengths[1..].iter().all(|&count| count > 20), "{lengths:?}");
    let on_line = |path: &Vec<Point>| found.line.starts_with(path);
    assert!(!paths(&sample, &found.line, 32, &mut rng).iter().any(on_line));
}
