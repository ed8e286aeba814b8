//! Tests that plans are read, or refused with the reason.

use std::fs;

use dolmen::board::BoardSize;
use dolmen::rules::Rule;

use super::testing::{START, plan};
use super::{Plan, read};

const STAGE: &str = "[[stages]]\npositions = 100\nrules = { freestyle = 0.4, renju = 0.6 }\n";

fn read(text: &str) -> Result<Plan, String> {
    read::plan(text, std::path::Path::new(""))
}

#[test]
fn a_plan_is_read() {
    let plan = read(&format!("{START}\n{STAGE}")).expect("the plan is valid");
    assert_eq!((plan.seed, plan.disk_limit, plan.games_per_file), (42, 100_000_000, 4));
    assert_eq!((plan.effort.nodes, plan.effort.interior), (150, 3));
    let freestyle = plan.rule(Rule::Freestyle).expect("the plan has the rule");
    let sizes = freestyle.conditions.sizes.parts();
    assert_eq!(sizes.len(), 2);
    assert_eq!(sizes[0].what, BoardSize::new(12, 9).expect("a board has 5 to 22 columns and rows"));
    assert!((sizes[1].share - 0.7).abs() < 1e-9);
    assert!(plan.rule(Rule::Omok).is_none());
    assert_eq!(plan.stages[0].positions, 100);
}

#[test]
fn impossible_plans_are_refused() {
    let cases = [
        ("seed = 42", "seeds = 42", "unknown field `seeds`"),
        ("middle = 0.2", "middle = 0.3", "the shares of beginnings sum to 1.100; expected 1"),
        ("middle = 0.2", "centre = 0.2", "unknown beginning \"centre\": expected one of middle, "),
        ("[rules.renju]", "[rules.gomoku]", "unknown rule \"gomoku\": expected one of freestyle, "),
        ("12x9", "12x4", "invalid board size \"12x4\": expected sides from 5 to 22, such as 15x15"),
        ("nodes = 150", "nodes = 15", "effort: nodes is 15; expected 50 or more"),
        ("interior = 3", "interior = 9", "effort: interior is 9; expected at most 7"),
        ("deep_share = 0.1", "deep_share = 2", "effort: deep_share is 2; expected 0 to 1"),
        ("even_within = 300", "even_within = -1", "even_within is -1; expected 0 or more"),
        ("quiet_within = 600", "quiet_within = -1", "quiet_within is -1; expected 0 or more"),
        ("[10, 30]", "[30, 10]", "crowded_stones is 30 to 10; expected 0 to 100, in order"),
        ("quiet_percent = 20", "quiet_percent = 101", "quiet_percent is 101; expected 0 to 100"),
        ("games_per_file = 4", "games_per_file = 0", "games_per_file is 0; expected 1 or more"),
        ("disk_limit = 100", "disk_limit = 0", "disk_limit is 0; expected 1 or more megabytes"),
        ("renju = 0.6", "caro = 0.6", "stage 1: caro has no sizes; add a table [rules.caro]"),
        ("renju = 0.6", "renju = 0.5", "stage 1: the shares of rules sum to 0.900; expected 1"),
        ("positions = 100", "positions = 0", "stage 1: positions is 0; expected 1 or more"),
    ];
    // A third of a position rounds to none.
    let thirds = "rules = { freestyle = 0.3334, renju = 0.3333, caro = 0.3333 }";
    let text = format!("{START}\n[rules.caro]\nsizes = {{ 15x15 = 1.0 }}\n[[stages]]\n{thirds}\n");
    let error = read(&format!("{text}positions = 1\n")).expect_err("no rule has a position");
    let expected = "stage 1: positions is 1, too few for one of any rule; expected 2 or more";
    assert_eq!(error, expected);
    read(&format!("{text}positions = 2\n")).expect("every rule has a position");
    let plan = format!("{START}\n{STAGE}");
    for (known, other, expected) in cases {
        assert!(plan.contains(known), "{known}");
        let error = read(&plan.replacen(known, other, 1)).expect_err(other);
        assert!(error.contains(expected), "{other}: {error}");
    }
}

#[test]
fn errors_name_the_file() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let path = folder.path().join("plan.toml");
    let error = Plan::read(&path).expect_err("there is no such file").to_string();
    assert!(error.starts_with(&path.display().to_string()), "{error}");
    fs::write(&path, "seed = 1\n").expect("the file can be written");
    let error = Plan::read(&path).expect_err("it is not whole").to_string();
    assert!(error.contains("plan.toml: ") && error.contains("missing field"), "{error}");
}

#[test]
fn published_openings_are_read_and_checked() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    fs::write(folder.path().join("good.txt"), "# a comment\n7,7 8,8\n\n0,0 14,14 7,0\n")
        .expect("the file can be written");
    let plan = |file: &str| {
        let published = format!("[rules.renju]\npublished = {{ 15x15 = [\"{file}\"] }}");
        let text = format!("{START}\n{STAGE}").replacen("[rules.renju]", &published, 1);
        read::plan(&text, folder.path())
    };
    let good = plan("good.txt").expect("they are legal");
    let openings = &good.rule(Rule::Renju).expect("the plan has the rule").conditions.openings;
    assert_eq!(openings.iter().map(|opening| opening.moves.len()).collect::<Vec<_>>(), [2, 3]);
    for (text, expected) in [
        (
            "7,7 15,7",
            "bad.txt, line 1: invalid point \"15,7\": expected x,y from 0,0 on a board of 15x15",
        ),
        ("\n7,7 7,7", "bad.txt, line 2: 7,7: "),
        ("7,7 0,0 8,7 0,2 9,7 0,4 10,7 0,6 11,7", "line 1: the game is over after the opening"),
    ] {
        fs::write(folder.path().join("bad.txt"), text).expect("the file can be written");
        let error = plan("bad.txt").expect_err(text);
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn the_rule_farthest_behind_comes_next() {
    let plan = plan(
        "[[stages]]\npositions = 100\nrules = { freestyle = 1.0 }\n\
         [[stages]]\npositions = 1000\nrules = { freestyle = 0.5, renju = 0.5 }",
    );
    let names: Vec<&str> = plan.rules.iter().map(|rule| rule.rule.name()).collect();
    assert_eq!(names, ["freestyle", "renju"]);
    let at = |positions: [u64; 2]| {
        let progress = plan.progress(&positions);
        (progress.stage, progress.done, progress.wanted, names[progress.next])
    };
    assert_eq!(at([0, 0]), (1, 0, 100, "freestyle"));
    assert_eq!(at([99, 40]), (1, 99, 100, "freestyle"));
    // Surplus positions of freestyle in the first stage count for the second one.
    assert_eq!(at([150, 40]), (2, 90, 1000, "renju"));
    assert_eq!(at([150, 60]), (2, 110, 1000, "freestyle"));
    assert_eq!(at([900, 60]), (2, 560, 1000, "renju"));
    // The last stage is repeated.
    assert_eq!(at([600, 500]), (3, 0, 1000, "freestyle"));
    assert_eq!(at([1100, 500]), (3, 500, 1000, "renju"));
    assert_eq!(at([1100, 1000]), (4, 0, 1000, "freestyle"));
}
