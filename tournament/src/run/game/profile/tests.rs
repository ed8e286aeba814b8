//! Tests that compare the text that is sent with captures of the managers.

use std::path::Path;
use std::time::Duration;

use dolmen::rules::Rule;

use super::{Facts, Manner, time_left};
use crate::config::{EngineConfig, Limits, Profile};
use crate::testing;

fn engine(profile: Profile) -> EngineConfig {
    let plain = testing::engine("a");
    let game = Some(Duration::from_secs(20));
    let limits = Limits { game, memory: Some(300 << 20), ..plain.limits };
    EngineConfig { limits, profile, ..plain }
}

/// Checks the INFO lines at the start of a game, given without the word INFO and
/// on one line.
fn check(engine: &EngineConfig, rule: Rule, expected: &str) {
    let folder = Some(Path::new("/tmp/with blank"));
    let facts = Facts { engine, rule, seed: Some(7), folder, left_ms: Some(19_973) };
    let lines = facts.lines();
    let keys: Vec<_> = lines.iter().filter_map(|line| line.strip_prefix("INFO ")).collect();
    assert_eq!(keys.len(), lines.len(), "{lines:?}");
    assert_eq!(keys.join(", "), expected, "{:?}", engine.profile);
}

#[test]
fn lines_at_the_start() {
    for (profile, rule, expected) in [
        (
            Profile::Plain,
            Rule::Standard,
            "timeout_turn 1000, timeout_match 20000, max_memory 314572800, game_type 1, rule 1, seed 7",
        ),
        (
            Profile::Piskvork,
            Rule::Freestyle,
            "max_memory 314572800, timeout_match 20000, timeout_turn 1000, game_type 2, rule 0, \
             time_left 19973, folder /tmp/with blank, seed 7",
        ),
        (
            Profile::Gomocup,
            Rule::Caro,
            "timeout_turn 1000, timeout_match 20000, max_memory 314572800, game_type 3, rule 9, \
             folder /tmp/with blank, seed 7",
        ),
        (
            Profile::CGomokuCli,
            Rule::Freestyle,
            "rule 0, timeout_turn 1000, timeout_match 20000, max_memory 314572800, seed 7",
        ),
    ] {
        check(&engine(profile), rule, expected);
    }
}

#[test]
fn lines_for_searches_and_of_the_engine() {
    let mut engine = engine(Profile::CGomokuCli);
    engine.limits.game = None;
    engine.limits.depth = Some(5);
    engine.limits.nodes = Some(1000);
    engine.limits.threads = Some(2);
    engine.options = vec![("foo".to_owned(), "bar".to_owned())];
    let expected = "rule 4, timeout_turn 1000, timeout_match 0, max_depth 5, max_node 1000, \
                    max_memory 314572800, thread_num 2, foo bar, seed 7";
    check(&engine, Rule::Renju, expected);
    engine.profile = Profile::Plain;
    engine.limits.turn = None;
    engine.limits.memory = None;
    let expected = "timeout_turn 600000, timeout_match 0, max_memory 0, game_type 1, rule 17, \
                    max_depth 5, max_node 1000, thread_num 2, foo bar, seed 7";
    check(&engine, Rule::Omok, expected);
}

#[test]
fn a_seed_of_its_own_replaces_the_games_and_an_empty_one_leaves_it_out() {
    let told = |seed: &str| {
        let mut engine = engine(Profile::CGomokuCli);
        engine.options = vec![("Seed".to_owned(), seed.to_owned())];
        let facts = Facts {
            engine: &engine,
            rule: Rule::Renju,
            seed: Some(7),
            folder: None,
            left_ms: None,
        };
        facts.lines().into_iter().filter(|line| line.contains("eed")).collect::<Vec<_>>()
    };
    assert_eq!(told("11"), ["INFO Seed 11"]);
    assert!(told("").is_empty());
}

#[test]
fn piskvork_names_no_more_than_two_gigabytes() {
    let mut engine = engine(Profile::Piskvork);
    engine.limits.memory = Some(8 << 30);
    let facts =
        Facts { engine: &engine, rule: Rule::Caro6, seed: Some(1), folder: None, left_ms: None };
    let lines = facts.lines();
    assert_eq!(lines[0], "INFO max_memory 2147483647");
    assert_eq!(lines[5], "INFO time_left 2147483647");
}

#[test]
fn the_other_lines() {
    assert_eq!(time_left(Some(-3)), "INFO time_left -3");
    let lines = ["A".to_owned(), "B".to_owned()];
    assert_eq!(Manner::of(Profile::Plain).bytes(&lines), b"A\nB\n");
    assert_eq!(Manner::of(Profile::Gomocup).bytes(&lines), b"A\r\nB\r\n");
}
