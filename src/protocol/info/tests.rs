//! Tests of the keys and values of INFO, and of the sums that stand for rules.

use crate::protocol::info::{Info, ROWS, RuleCode};
use crate::protocol::notation::Notation;
use crate::rules::Rule;

#[track_caller]
fn check(text: &str, expected: &Info) {
    let info = Info::parse(text);
    assert_eq!(&info, expected, "{text:?}");
    assert_eq!(&Info::parse(&info.to_string()), expected, "{info} again");
}

fn other(key: &str, value: &str) -> Info {
    Info::Other { key: key.to_owned(), value: value.to_owned() }
}

#[test]
fn known_keys() {
    check("timeout_turn 100", &Info::TimeoutTurn(100));
    check("  TIMEOUT_TURN\t 100  ", &Info::TimeoutTurn(100));
    check("timeout_match 0", &Info::TimeoutMatch(0));
    check("time_left -2147483648", &Info::TimeLeft(-2_147_483_648));
    check("max_memory 18446744073709551615", &Info::MaxMemory(i64::MAX));
    check("game_type 3", &Info::GameType(3));
    check("rule 9", &Info::Rule(RuleCode::Sum(9)));
    check("rule Omok", &Info::Rule(RuleCode::Named(Rule::Omok)));
    check("max_depth 225", &Info::MaxDepth(225));
    check("max_node -1", &Info::MaxNode(-1));
    check("seed 7", &Info::Seed(7));
    check("pondering 1", &Info::Pondering(1));
    check("reserve 30", &Info::Reserve(30));
    check("notation YIXIN", &Info::Notation(Notation::Yixin));
    check(r"Folder C:\a folder\x y", &Info::Folder(r"C:\a folder\x y".to_owned()));
    check("folder", &Info::Folder(String::new()));
}

#[test]
fn unknown_keys_and_invalid_values() {
    check("", &other("", ""));
    check("foo", &other("foo", ""));
    check("foo bar baz", &other("foo", "bar baz"));
    check("notation words", &other("notation", "words"));
    check("evaluate 7,7", &other("evaluate", "7,7"));
    check("timeout_turn", &other("timeout_turn", ""));
    check("timeout_turn abc", &other("timeout_turn", "abc"));
    check("timeout_turn 1e3", &other("timeout_turn", "1e3"));
    check("rule -1", &other("rule", "-1"));
    check("rule abc", &other("rule", "abc"));
}

#[test]
fn the_manual_has_the_table_of_the_keys() {
    const MARGIN: [&str; 3] = [
        "margin_NAME",
        " one of the margins of the search, as listed in `src/search/margins.rs`",
        "",
    ];
    let rows = ROWS.iter().chain([&MARGIN]).map(|[key, about, default]| {
        format!("| `{key}` |{about} | {default} |\n").replace("|  |", "| |")
    });
    let table = format!("| key | meaning | default |\n|---|---|---|\n{}", rows.collect::<String>());
    let manual = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/protocol.md");
    let manual = std::fs::read_to_string(manual).expect("the manual can be read");
    assert!(manual.contains(&format!("\n\n{table}\n")), "expected in docs/protocol.md:\n{table}");
}

#[track_caller]
fn check_rule(sum: i64, rule: Rule, continuous: bool, ambiguous: bool) {
    let code = RuleCode::Sum(sum);
    let played = code.game_rule(false);
    assert_eq!((played.rule, played.continuous), (rule, continuous), "rule {sum}");
    assert_eq!(code.is_ambiguous(false), ambiguous, "rule {sum}");
}

#[test]
fn rule_sums() {
    check_rule(0, Rule::Freestyle, false, false);
    check_rule(1, Rule::Standard, false, false);
    check_rule(2, Rule::Freestyle, true, false);
    check_rule(3, Rule::Standard, true, false);
    check_rule(4, Rule::Renju, false, false);
    check_rule(6, Rule::Renju, true, false);
    check_rule(8, Rule::Caro6, false, false);
    check_rule(9, Rule::Caro, false, false);
    check_rule(17, Rule::Omok, false, false);
    check_rule(19, Rule::Omok, true, false);
}

#[test]
fn odd_rule_sums() {
    check_rule(5, Rule::Renju, false, true);
    check_rule(12, Rule::Renju, false, true);
    check_rule(13, Rule::Renju, false, true);
    check_rule(16, Rule::Omok, false, true);
    check_rule(25, Rule::Caro, false, true);
    check_rule(32, Rule::Freestyle, false, true);
    check_rule(255, Rule::Renju, true, true);
}

#[test]
fn two_means_renju_for_yixin() {
    let played = RuleCode::Sum(2).game_rule(true);
    assert_eq!((played.rule, played.continuous), (Rule::Renju, false));
    assert!(!RuleCode::Sum(2).is_ambiguous(true));
    assert_eq!(RuleCode::Sum(1).game_rule(true).rule, Rule::Standard);
}
