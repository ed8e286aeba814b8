//! Tests of the limits and options that follow from INFO.

use std::time::Duration;

use crate::protocol::info::Info;
use crate::protocol::settings::{Settings, max_threads};
use crate::search::Limits;

fn settings(lines: &[&str]) -> Settings {
    let mut settings = Settings::default();
    lines.iter().for_each(|line| settings.apply(&Info::parse(line)));
    settings
}

fn limits(lines: &[&str], used: u64) -> Limits {
    settings(lines).limits(Duration::from_millis(used))
}

/// Checks the limits of the move and of the game in milliseconds; -1 means no limit.
#[track_caller]
fn check(lines: &[&str], used: u64, turn: i64, match_left: i64) {
    let limits = limits(lines, used);
    let milliseconds = |time: Option<Duration>| {
        time.map_or(-1, |time| i64::try_from(time.as_millis()).expect("small"))
    };
    let actual = (milliseconds(limits.turn), milliseconds(limits.match_left));
    assert_eq!(actual, (turn, match_left), "{lines:?}");
}

#[test]
fn time_limits() {
    check(&[], 0, 30_000, -1);
    check(&["timeout_turn 0", "timeout_match 0"], 0, 0, -1);
    check(&["timeout_turn 1000", "timeout_turn -5"], 0, 1_000, -1);
    check(&["timeout_turn 2147483647"], 0, -1, -1);
    check(&["timeout_turn 99999999999999999999"], 0, -1, -1);
    check(&["timeout_turn 1000", "timeout_turn abc"], 0, 1_000, -1);
}

#[test]
fn time_of_the_game() {
    check(&["timeout_match 10000"], 300, 30_000, 9_700);
    check(&["timeout_match 10000"], 10_300, 30_000, 0);
    check(&["timeout_match 10000", "time_left 8000"], 100, 30_000, 7_900);
    check(&["time_left 8000", "timeout_match 10000"], 0, 30_000, 8_000);
    check(&["timeout_match 10000", "time_left 2147483647"], 0, 30_000, -1);
    for left in ["time_left 0", "time_left -5000", "time_left -2147483648"] {
        check(&[left], 0, 30_000, 0);
    }
}

#[test]
fn allowance_of_a_running_move() {
    let allowance = |lines: &[&str]| settings(lines).allowance(Duration::ZERO).as_millis();
    assert_eq!(allowance(&["timeout_turn 0"]), 0);
    assert_eq!(allowance(&["timeout_turn 60000", "time_left 500"]), 500);
    assert_eq!(allowance(&["timeout_turn 300", "time_left 2147483647"]), 300);
    assert_eq!(allowance(&["timeout_turn 9999999999999"]), 2_147_483_647);
}

#[test]
fn depth_and_nodes() {
    for line in ["max_node -1", "max_node 0", "max_node 18446744073709551615", "max_depth 0"] {
        let limits = limits(&[line], 0);
        assert_eq!((limits.depth, limits.nodes), (None, None), "{line}");
    }
    let limits = limits(&["max_node 1000", "max_depth 5", "reserve 25"], 0);
    assert_eq!((limits.depth, limits.nodes), (Some(5), Some(1000)));
    assert_eq!(limits.reserve, Some(Duration::from_millis(25)));
}

#[test]
fn memory_and_seed() {
    let memory = |line| settings(&[line]).options().max_memory;
    assert_eq!(memory("max_memory 0"), None);
    assert_eq!(memory("max_memory -1"), None);
    assert_eq!(memory("max_memory 18446744073709551615"), None);
    assert_eq!(memory("max_memory 367001600"), Some(367_001_600));
    assert_eq!(settings(&["seed 7"]).options().seed, Some(7));
}

#[test]
fn ambiguous_rules_are_announced_once() {
    let mut settings = settings(&["rule 5"]);
    assert_eq!(settings.announcements(), ["rule 5 is played as renju"]);
    settings.apply(&Info::parse("rule 5"));
    assert!(settings.announcements().is_empty());
    settings.apply(&Info::parse("rule 9"));
    assert!(settings.announcements().is_empty());
    settings.apply(&Info::parse("rule 5"));
    assert_eq!(settings.announcements().len(), 1);
}

#[test]
fn invalid_values_are_announced_once_and_change_nothing() {
    let mut settings =
        settings(&["timeout_turn 500", "timeout_turn abc", "colour blue", "Rule chess"]);
    assert_eq!(
        settings.announcements(),
        [
            "invalid value \"abc\" of timeout_turn: expected a whole number of 0 or more",
            "invalid value \"chess\" of Rule: expected freestyle, standard, renju, caro, caro6, omok, or a number such as 4",
        ]
    );
    assert!(settings.announcements().is_empty());
    let long = format!("seed {}", "9x".repeat(1000));
    for _ in 0..100 {
        settings.apply(&Info::parse(&long));
    }
    let found = settings.announcements();
    assert!(found.len() == 1 && found[0].len() < 120, "{found:?}");
}

#[test]
fn numbers_out_of_range_are_announced_once_for_each_number() {
    let most = max_threads();
    let mut settings = settings(&["thread_num 99999", "hash_size 5"]);
    let expected = [
        format!("thread_num 99999 is taken as {most}: expected a whole number from 1 to {most}, one for each processor"),
        "hash_size 5 is taken as 1024: expected a whole number from 1024 to 1048576, or 0 for the default".to_owned(),
    ];
    assert_eq!(settings.announcements(), expected);
    let options = settings.options();
    assert_eq!((options.threads, options.table_bytes()), (most, 1 << 20));
    settings.apply(&Info::parse("thread_num 99999"));
    assert!(settings.announcements().is_empty());
    settings.apply(&Info::parse("hash_size 2000000"));
    let found = settings.announcements();
    assert!(
        found.len() == 1 && found[0].starts_with("hash_size 2000000 is taken as 1048576"),
        "{found:?}"
    );
    assert_eq!(settings.options().table_bytes(), 1 << 30);
    for line in ["thread_num 1", "hash_size 0"] {
        settings.apply(&Info::parse(line));
    }
    assert!(settings.announcements().is_empty());
    settings.apply(&Info::parse("hash_size 2000000"));
    assert_eq!(settings.announcements(), found);
}

#[test]
fn a_valid_value_takes_an_error_back() {
    let mut settings = settings(&["level 16", "Level 4", "rule go"]);
    settings.apply(&Info::parse("rule renju"));
    assert!(settings.announcements().is_empty());
}

#[test]
fn errors_beyond_the_eighth_are_counted() {
    let keys =
        ["timeout_turn", "timeout_match", "time_left", "max_memory", "game_type", "max_depth"];
    let more = ["max_node", "thread_num", "hash_size", "show_detail", "seed"];
    let lines: Vec<String> = keys.iter().chain(&more).map(|key| format!("{key} x")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let mut settings = settings(&lines);
    let found = settings.announcements();
    assert_eq!((found.len(), found[8].as_str()), (9, "3 more settings are unknown or invalid"));
    assert!(settings.announcements().is_empty());
}

#[test]
fn yixin_renju() {
    let mut settings = settings(&["rule 2"]);
    assert_eq!(settings.game_rule().to_string(), "freestyle continuous");
    settings.set_yixin();
    assert_eq!(settings.game_rule().to_string(), "renju");
    assert!(settings.announcements().is_empty());
}
