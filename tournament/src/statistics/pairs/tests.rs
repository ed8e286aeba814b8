//! Grouping, views of either engine, who moved first.

use crate::record::{Conduct, GameId, GameRecord, MoveRecord, Reason, Score};
use crate::statistics::{Counts, GameResult, Pentanomial, Trinomial, pair_results};

/// A game after an opening of `stones` stones.
fn record(
    (pair, game): (u64, u8),
    black: &str,
    white: &str,
    score: Score,
    stones: u8,
) -> GameRecord {
    let conduct = |name: &str| Conduct { name: name.to_owned(), ..Conduct::default() };
    let moves = (0..9).map(|row| MoveRecord {
        at: (0, row),
        ms: (row >= stones).then_some(1.0),
        message: None,
    });
    GameRecord {
        id: GameId { pair, game },
        opening: 0,
        seed: 0,
        black: conduct(black),
        white: conduct(white),
        score,
        reason: Reason::Five,
        detail: String::new(),
        moves: moves.collect(),
        started: 0,
        host: 0,
        replays: 0,
    }
}

fn names() -> Vec<String> {
    ["one", "two", "three"].map(str::to_owned).to_vec()
}

/// Three pairs between two engines, one of them incomplete, and a pair with a third engine.
fn records() -> Vec<GameRecord> {
    vec![
        record((0, 0), "one", "two", Score::Black, 3),
        record((0, 1), "two", "one", Score::White, 3),
        record((1, 0), "one", "two", Score::Draw, 4),
        record((1, 1), "two", "one", Score::Black, 4),
        record((2, 0), "one", "two", Score::White, 0),
        record((2, 1), "two", "one", Score::Void, 0),
        record((3, 0), "one", "three", Score::Black, 0),
        record((3, 1), "three", "one", Score::Black, 0),
        record((4, 0), "one", "stranger", Score::Black, 0),
    ]
}

#[test]
fn complete_pairs_are_counted_for_either_engine() {
    let results = pair_results(&records(), &names(), true);
    assert_eq!(results.iter().map(|result| result.pair).collect::<Vec<_>>(), [0, 1, 3]);
    assert_eq!(Pentanomial::between(&results, 0, 1), Counts([0, 1, 0, 0, 1]));
    assert_eq!(Pentanomial::between(&results, 1, 0), Counts([1, 0, 0, 1, 0]));
    assert_eq!(Pentanomial::between(&results, 0, 2), Counts([0, 0, 1, 0, 0]));
    assert_eq!(Trinomial::between(&results, 0, 1), Counts([0; 3]));
}

#[test]
fn without_colours_swapped_games_stand_alone() {
    let games: Vec<_> = records().into_iter().filter(|record| record.id.game == 0).collect();
    let results = pair_results(&games, &names(), false);
    assert_eq!(Trinomial::between(&results, 0, 1), Counts([1, 1, 1]));
    assert_eq!(Pentanomial::between(&results, 0, 1), Counts([0; 5]));
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
        let game = record((0, 0), "one", "two", Score::Black, stones);
        assert_eq!(pair_results(&[game], &names(), false)[0].games, [expected], "{stones} stones");
    };
    check(0, GameResult { first: 0, second: 1, half_points: 2 });
    check(3, GameResult { first: 1, second: 0, half_points: 0 });
    check(4, GameResult { first: 0, second: 1, half_points: 2 });
}
