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
    check("seed -7", &Info::Seed(-7));
    check("level 15", &Info::Level(15));
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
    check("timeout_turn -5", &other("timeout_turn", "-5"));
    check("max_memory -1", &other("max_memory", "-1"));
    check("max_depth -2", &other("max_depth", "-2"));
    check("thread_num 0", &other("thread_num", "0"));
    check("game_type 4", &other("game_type", "4"));
    check("level 16", &other("level", "16"));
    check("level -1", &other("level", "-1"));
    check("reserve -1", &other("reserve", "-1"));
    check("margin_aspiration 101", &other("margin_aspiration", "101"));
    check("rule abc", &other("rule", "abc"));
}

#[test]
fn errors() {
    for (text, expected) in [
        ("level 77", Some("invalid value \"77\" of level: expected a whole number from 0 to 15")),
        (
            "margin_aspiration 3",
            Some("invalid value \"3\" of margin_aspiration: expected a whole number from 4 to 100"),
        ),
        ("MARGIN_aspirin 3", Some("unknown key \"MARGIN_aspirin\"")),
        (
            "margin_aspiratoin 9",
            Some("unknown key \"margin_aspiratoin\"; did you mean margin_aspiration?"),
        ),
        ("LEVL 4", Some("unknown key \"LEVL\"; did you mean level?")),
        ("timeout_trun 5", Some("unknown key \"timeout_trun\"; did you mean timeout_turn?")),
        ("hash 64", Some("unknown key \"hash\"; did you mean hash_size?")),
        (
            "timeout_turn",
            Some("invalid value \"\" of timeout_turn: expected a whole number of 0 or more"),
        ),
        ("level 0", None),
        ("level 15", None),
        ("", None),
    ] {
        assert_eq!(Info::parse(text).error().as_deref(), expected, "{text}");
    }
    // Keys that managers send to other engines.
    for key in [
        "evaluate",
        "caution_factor",
        "thread_split_depth",
        "nbestsym",
        "checkmate",
        "vcthread",
        "color",
    ] {
        assert_eq!(Info::parse(&format!("{key} 1")).error(), None, "{key}");
    }
}

#[test]
fn the_manual_has_the_table_of_the_keys() {
    const MARGIN: [&str; 3] =
        ["margin_NAME", " one of the [margins of the search](margins.md)", ""];
    let rows = ROWS.iter().chain([&MARGIN]).map(|[key, about, default]| {
        format!("| `{key}` |{about} | {default} |\n").replace("|  |", "| |")
    });
    let table = format!("| key | meaning | default |\n|---|---|---|\n{}", rows.collect::<String>());
    let manual = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/protocol.md");
    let manual = std::fs::read_to_string(manual).expect("the manual can be read");
    assert!(manual.contains(&format!("\n\n{table}\n")), "expected in docs/protocol.md:\n{table}");
}

#[test]
fn rule_sums() {
    for (sum, played, is_ambiguous) in [
        (0, "freestyle", false),
        (1, "standard", false),
        (2, "freestyle continuous", false),
        (3, "standard continuous", false),
        (4, "renju", false),
        (6, "renju continuous", false),
        (8, "caro6", false),
        (9, "caro", false),
        (17, "omok", false),
        (19, "omok continuous", false),
        (5, "renju", true),
        (12, "renju", true),
        (13, "renju", true),
        (16, "omok", true),
        (25, "caro", true),
        (32, "freestyle", true),
        (255, "renju continuous", true),
    ] {
        let code = RuleCode::Sum(sum);
        assert_eq!(code.game_rule(false).to_string(), played, "rule {sum}");
        assert_eq!(code.is_ambiguous(false), is_ambiguous, "rule {sum}");
    }
    assert_eq!(RuleCode::Sum(1).game_rule(true).rule, Rule::Standard);
}
