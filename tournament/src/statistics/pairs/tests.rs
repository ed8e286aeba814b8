//! Tests of the grouping of games, the views of either engine, and the first mover.

use crate::record::GameRecord;
use crate::statistics::{Counts, GameResult, pair_results};
use crate::testing::games;

fn names() -> Vec<String> {
    ["one", "two", "three"].map(str::to_owned).to_vec()
}

/// Three pairs between two engines, one of them incomplete, and a pair with a third engine.
fn records() -> Vec<GameRecord> {
    games(
        "0.0 one two black five
         0.1 two one white five
         1.0 one two draw board-full
         1.1 two one black five
         2.0 one two white five
         2.1 two one void aborted
         3.0 one three black five
         3.1 three one black five
         4.0 one stranger black five",
    )
}

#[test]
fn complete_pairs_are_counted_for_either_engine() {
    let results = pair_results(&records(), &names(), true);
    assert_eq!(results.iter().map(|result| result.pair).collect::<Vec<_>>(), [0, 1, 3]);
    assert_eq!(Counts::between(&results, 0, 1, true), Counts::from([0, 1, 0, 0, 1]));
    assert_eq!(Counts::between(&results, 1, 0, true), Counts::from([1, 0, 0, 1, 0]));
    assert_eq!(Counts::between(&results, 0, 2, true), Counts::from([0, 0, 1, 0, 0]));
    assert_eq!(Counts::between(&results, 0, 1, false), Counts::from([0; 3]));
}

#[test]
fn without_colours_swapped_games_stand_alone() {
    let games: Vec<_> = records().into_iter().filter(|record| record.id.game == 0).collect();
    let results = pair_results(&games, &names(), false);
    assert_eq!(Counts::between(&results, 0, 1, false), Counts::from([1, 1, 1]));
    assert_eq!(Counts::between(&results, 0, 1, true), Counts::from([0; 5]));
}

#[test]
fn the_order_of_finishing_does_not_matter() {
    let mut records = records();
    let expected = pair_results(&records, &names(), true);
    fastrand::Rng::with_seed(3).shuffle(&mut records);
    assert_eq!(pair_results(&records, &names(), true), expected);
}

#[test]
fn first_is_who_moves_after_the_opening() {
    let check = |stones, expected| {
        let mut games = games("0.0 one two black five");
        let moves = games[0].moves.iter_mut().enumerate();
        moves.for_each(|(ply, at)| at.ms = (ply >= stones).then_some(1.0));
        assert_eq!(pair_results(&games, &names(), false)[0].games, [expected], "{stones} stones");
    };
    check(0, GameResult { first: 0, second: 1, half_points: 2 });
    check(3, GameResult { first: 1, second: 0, half_points: 0 });
    check(4, GameResult { first: 0, second: 1, half_points: 2 });
}
