//! Tests of descriptions in TOML, and of what makes a tournament complete and possible.

use std::path::{Path, PathBuf};
use std::time::Duration;

use dolmen::board::BoardSize;
use dolmen::rules::Rule;

use crate::config::{Config, Draft, EngineConfig, Format, Limits, Profile, SprtConfig, read};
use fixture::{Folder, checked, opening, refused};

mod engines;
pub(crate) mod fixture;
mod openings;

const MINIMAL: &str = "[[engine]]\ncmd = './a'\n[[engine]]\ncmd = './b'\n";

fn draft(folder: &Folder, text: &str) -> Draft {
    let file = folder.write("t.toml", text);
    read(&file).unwrap_or_else(|error| panic!("{error}"))
}

/// The tournament of two engines with more said about it, before the engines.
fn with(folder: &Folder, more: &str) -> Config {
    checked(&draft(folder, &format!("{more}\n{MINIMAL}"))).config
}

#[track_caller]
fn check_refused(more: &str, parts: &[&str]) {
    let folder = Folder::new();
    let error = refused(&draft(&folder, &format!("{more}\n{MINIMAL}")));
    assert!(parts.iter().all(|part| error.contains(part)), "{more}\n{error}");
}

#[track_caller]
fn check_unreadable(text: &str, parts: &[&str]) {
    let folder = Folder::new();
    let file = folder.write("t.toml", text);
    let error = read(&file).expect_err(text).to_string();
    assert!(parts.iter().all(|part| error.contains(part)), "{text}\n{error}");
}

pub(crate) fn plain_limits() -> Limits {
    Limits {
        turn: Some(Duration::from_secs(1)),
        game: None,
        increment: Duration::ZERO,
        nodes: None,
        depth: None,
        threads: None,
        memory: Some(350 << 20),
        margin: Duration::from_millis(50),
        startup: Duration::from_secs(10),
        pause: Duration::ZERO,
    }
}

fn plain_engine(folder: &Folder, name: &str) -> EngineConfig {
    EngineConfig {
        name: name.to_owned(),
        command: vec![folder.text(name)],
        folder: None,
        options: Vec::new(),
        limits: plain_limits(),
        profile: Profile::Plain,
    }
}

#[test]
fn what_holds_when_nothing_is_said() {
    let folder = Folder::new();
    let expected = Config {
        engines: vec![plain_engine(&folder, "a"), plain_engine(&folder, "b")],
        format: Format::RoundRobin,
        rule: Rule::Freestyle,
        size: BoardSize::square(15),
        openings: vec![opening("middle 1", &[(7, 7)])],
        swap2: false,
        transform: true,
        pairs: 10,
        repeat: true,
        restart: false,
        concurrency: 2,
        affinity: false,
        strict_clock: false,
        draw_after: None,
        send_boards: false,
        keep_messages: true,
        seed: 1,
        sprt: None,
        state: PathBuf::from("t.jsonl"),
        stop_file: PathBuf::from("t.jsonl.stop"),
    };
    assert_eq!(checked(&draft(&folder, MINIMAL)).config, expected);
}

/// Everything said, each time other than what holds without.
const FULL: &str = r#"
rule = 4
size = "15x14"
format = "gauntlet"
games = 7
repeat = false
transform = false
concurrency = 3
affinity = true
strict-clock = true
restart = true
draw-after = 200
send-boards = true
keep-messages = false
seed = 77
state = "results/r.jsonl"
stop-file = "/tmp/halt"
openings = { file = "o.txt", form = "positions", order = "sequential" }

[sprt]
elo0 = -1.5
elo1 = 4
alpha = 0.1
beta = 0.01
model = "logistic"

[each]
tc = "120/5+0.1"
memory = 1000000
options = { hash_size = 64, deep = true, first = 0.5 }

[[engine]]
name = "new one"
cmd = "./a --fast 'x y'"
folder = "."
nodes = 5000
margin = "0.2s"
startup = 30
profile = "gomocup"
options = { hash_size = 128, extra = "a b" }

[[engine]]
cmd = ["./pbrain-c"]
depth = 9
threads = 2
tc = "0/0.5"
profile = "c-gomoku-cli"
"#;

#[test]
fn everything_said() {
    let folder = Folder::new();
    let config = checked(&draft(&folder, FULL)).config;
    let name = |line| format!("o.txt Some(Positions) 15x14 renju:{line}");
    let moves = [(7, 7), (8, 8), (9, 9)];
    let options = |list: &[(&str, &str)]| {
        list.iter().map(|&(key, value)| (key.to_owned(), value.to_owned())).collect()
    };
    let one = EngineConfig {
        name: "new one".to_owned(),
        command: vec![folder.text("a"), "--fast".to_owned(), "x y".to_owned()],
        folder: Some(folder.path(".")),
        options: options(&[
            ("hash_size", "128"),
            ("deep", "true"),
            ("first", "0.5"),
            ("extra", "a b"),
        ]),
        limits: Limits {
            turn: Some(Duration::from_secs(5)),
            game: Some(Duration::from_secs(120)),
            increment: Duration::from_millis(100),
            nodes: Some(5000),
            memory: Some(1_000_000),
            margin: Duration::from_millis(200),
            startup: Duration::from_secs(30),
            pause: Duration::ZERO,
            ..plain_limits()
        },
        profile: Profile::Gomocup,
    };
    let other = EngineConfig {
        options: options(&[("hash_size", "64"), ("deep", "true"), ("first", "0.5")]),
        limits: Limits {
            turn: Some(Duration::from_millis(500)),
            depth: Some(9),
            threads: Some(2),
            memory: Some(1_000_000),
            ..plain_limits()
        },
        profile: Profile::CGomokuCli,
        command: vec![folder.text("pbrain-c")],
        ..plain_engine(&folder, "c")
    };
    let expected = Config {
        engines: vec![one, other],
        format: Format::Gauntlet,
        rule: Rule::Renju,
        size: BoardSize::new(15, 14).expect("a board has 5 to 22 columns and rows"),
        openings: (1..=3).map(|line| opening(&name(line), &moves[..line])).collect(),
        swap2: false,
        transform: false,
        pairs: 7,
        repeat: false,
        restart: true,
        concurrency: 3,
        affinity: true,
        strict_clock: true,
        draw_after: Some(200),
        send_boards: true,
        keep_messages: false,
        seed: 77,
        sprt: Some(SprtConfig { elo0: -1.5, elo1: 4.0, alpha: 0.1, beta: 0.01, normalized: false }),
        state: folder.path("results/r.jsonl"),
        stop_file: PathBuf::from("/tmp/halt"),
    };
    assert_eq!(config, expected);
}

#[test]
fn a_complete_text_is_the_same_tournament() {
    let folder = Folder::new();
    for text in [MINIMAL, FULL, &format!("openings = 'none'\n{MINIMAL}")] {
        let config = checked(&draft(&folder, text)).config;
        let written = config.to_toml();
        let again: Draft = toml::from_str(&written).expect(&written);
        let again = checked(&again).config;
        assert_eq!(again, config, "{written}");
        assert_eq!(again.to_toml(), written);
    }
}

#[test]
fn the_example_can_be_read() {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("example.toml");
    let draft = read(&example).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(draft.engines.len(), 2);
    // What is commented out can be said.
    let text = include_str!("../../example.toml");
    let mut all = String::new();
    for line in text.lines().skip(5) {
        let said =
            line.strip_prefix("# ").filter(|rest| rest.contains(" = ") || rest.starts_with('['));
        all += said.unwrap_or(line);
        all.push('\n');
    }
    let all: Draft = toml::from_str(&all).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(all.engines.len(), 3);
    assert!(all.sprt.is_some() && all.stop_file.is_some() && all.each.profile.is_some());
}

#[test]
fn toml_that_is_not_understood_names_the_line() {
    check_unreadable("rule = 0\nsiz = 15\n", &["t.toml", "line 2", "siz", "`size`"]);
    check_unreadable(
        "\n\nrule = 'gomoku'\n",
        &["line 3", "invalid value \"gomoku\": expected freestyle"],
    );
    check_unreadable(
        "[each]\ntc = 'soon'\n",
        &["line 2", "invalid value \"soon\": expected a clock"],
    );
    check_unreadable("[[engine]]\ncmd = 'a \"b'\n", &["line 2", "matching quotes"]);
    check_unreadable("[[engine]]\nnmae = 'b'\n", &["line 2", "nmae"]);
    check_unreadable("openings = 3\n", &["line 1", "\"contest\", \"none\", a file"]);
    check_unreadable("[openings]\nfile = 'a'\nordre = 'random'\n", &["line 3", "ordre"]);
    check_unreadable("games = 1.5\n", &["line 1"]);
    check_unreadable("games = -2\n", &["line 1"]);
    check_unreadable("[each]\nprofile = 'gui'\n", &["line 2", "gui", "piskvork"]);
    check_unreadable("rule = \n", &["line 1"]);
    let missing = read(Path::new("/nowhere/x.toml")).expect_err("no such file").to_string();
    assert!(missing.starts_with("/nowhere/x.toml: "), "{missing}");
}

#[test]
fn impossible_tournaments() {
    check_refused("games = 0", &["the number of games is 0: expected at least 1"]);
    check_refused("games = 5", &["games is 5", "pairs", "4 or 6"]);
    check_refused("games = 100000000", &["too many games: 100000000"]);
    check_refused("concurrency = 0", &["invalid concurrency 0"]);
    check_refused("openings = 'missing.txt'", &["openings: missing.txt: no such file"]);
    check_refused("size = 16\nopenings = 'built-in'", &["no built-in set for freestyle on 16x16"]);
    check_refused("swap2 = true\nopenings = 'o.txt'", &["with swap2"]);
    check_refused("draw-after = 3\nopenings = 'o.txt'", &["after 3 stones", ":3 already has 3"]);
    check_refused(
        "state = 'x'\nstop-file = 'x'",
        &["x cannot be both the file of results and the stop file"],
    );
    check_refused("[sprt]\nelo0 = 3", &["sprt: elo1 is missing"]);
    check_refused("[sprt]\nelo1 = 0", &["sprt: invalid bounds: elo0 0 must be below elo1 0"]);
    check_refused("[sprt]\nelo1 = nan", &["must be below"]);
    check_refused("[sprt]\nelo1 = 5\nalpha = 0.5", &["invalid alpha 0.5: expected more than 0"]);
    let third = "[[engine]]\ncmd = './pbrain-c'\n";
    check_refused(&format!("[sprt]\nelo1 = 5\n{third}"), &["exactly two engines, but there are 3"]);
}

#[test]
fn a_test_may_take_many_games() {
    let config = with(&Folder::new(), "[sprt]\nelo1 = 5");
    let usual = SprtConfig { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, normalized: true };
    assert_eq!((config.pairs, config.sprt), (20_000, Some(usual)));
}

#[test]
fn what_is_said_later_counts() {
    let folder = Folder::new();
    let base = draft(&folder, &format!("rule = 1\ngames = 4\n[each]\nnodes = 5\n{MINIMAL}"));
    let later =
        draft(&folder, "games = 6\nseed = 3\n[each]\ntc = 5\n[[engine]]\ncmd = './pbrain-c'");
    let config = checked(&base.overlaid(later)).config;
    assert_eq!((config.rule, config.pairs, config.seed), (Rule::Standard, 3, 3));
    assert_eq!(config.engines.len(), 3);
    let limits = &config.engines[0].limits;
    assert_eq!((limits.nodes, limits.turn), (Some(5), Some(Duration::from_secs(5))));
}

#[test]
fn advice() {
    let folder = Folder::new();
    let check = |more: &str, part: &str| {
        let advice = checked(&draft(&folder, &format!("{more}\n{MINIMAL}"))).advice;
        let found = advice.iter().any(|sentence| sentence.contains(part));
        assert!(found, "{more}: {advice:?} lacks {part:?}");
    };
    check("rule = 4\nsize = 19", "renju is played on 15x15");
    check("games = 20", "10 pairs of games from 8 openings");
    check("games = 8\nopenings = 'none'", "4 pairs of games from 1 opening:");
    check("concurrency = 5", "need 5 processors, but this machine has 4");
    check("[each]\nthreads = 4", "need 8 processors");
    check("[each]\ntc = '0/0.05'", "the margin of a is as long");
    check("[each]\nnodes = 9", "a has no time limit");
    check("[each]\n[[engine]]\ncmd = './a'\nnodes = 1", "a and a-2 play under different limits");
    let quiet = checked(&draft(&folder, &format!("games = 16\n{MINIMAL}")));
    assert_eq!(quiet.advice, [""; 0]);
}
