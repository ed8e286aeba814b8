//! Tests that the sequential test sees pairs in the order of the plan.

use crate::plan::mix;
use crate::record::{GameRecord, Score};
use crate::run::{Sequential, StopRule};
use crate::statistics::{Hypothesis, Sprt, SprtConfig};
use crate::testing::{Tournament, config};

const TEST: SprtConfig =
    SprtConfig { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05, normalized: true };

fn test(paired: bool) -> Sequential {
    Sequential::new(Some(Sprt::new(TEST).expect("the figures of a test are valid")), "A", paired)
}

/// Games in which A gets a point in `percent` of a hundred.
fn games(paired: bool, percent: u64) -> Vec<GameRecord> {
    let mut config = config(2, 2000);
    config.conditions.repeat = paired;
    let play = |mut game: GameRecord| {
        let is_won = mix(game.seed, 77, 0) % 100 < percent;
        let is_black = game.black.name == "A";
        game.score = if is_won == is_black { Score::Black } else { Score::White };
        game
    };
    Tournament::of(config).records().into_iter().map(play).collect()
}

/// Returns how many pairs the test sees of these games, and what it decides.
fn decide(test: &mut Sequential, games: &[GameRecord]) -> (u64, Option<Hypothesis>) {
    for game in games {
        let is_over = test.count(game);
        assert_eq!(is_over, test.decision().is_some());
    }
    (test.next, test.decision())
}

#[test]
fn clear_results_decide() {
    for paired in [true, false] {
        let (pairs, decision) = decide(&mut test(paired), &games(paired, 70));
        assert_eq!(decision, Some(Hypothesis::Alternative));
        assert!((5..1000).contains(&pairs), "{pairs}");
        assert_eq!(decide(&mut test(paired), &games(paired, 40)).1, Some(Hypothesis::Null));
    }
}

#[test]
fn the_order_of_finishing_does_not_matter() {
    let games = games(true, 56);
    let expected = decide(&mut test(true), &games);
    assert!(expected.1.is_some());
    for seed in 0..20 {
        let mut shuffled = games.clone();
        shuffled.sort_by_key(|game| mix(seed, 5, game.seed));
        assert_eq!(decide(&mut test(true), &shuffled), expected, "seed {seed}");
        // Nearly in order, as with many concurrent games.
        let mut nearly = games.clone();
        nearly.sort_by_key(|game| game.id.pair + mix(seed, 6, game.seed) % 40);
        assert_eq!(decide(&mut test(true), &nearly), expected, "seed {seed}");
    }
}

#[test]
fn a_missing_game_holds_the_test_up() {
    let games = games(true, 90);
    let (_, decision) = decide(&mut test(true), &games[1..]);
    assert_eq!(decision, None, "the first pair is not complete");
}

#[test]
fn without_figures_nothing_is_decided() {
    let mut rule = Sequential::new(None, "A", true);
    assert!(games(true, 90).iter().all(|game| !rule.count(game)));
}
