//! `pbrain-dolmen solve` from outside: files and standard input in, verdicts and exit
//! status out.

use std::io::Write;
use std::process::{Command, Output, Stdio};
use std::{fs, path};

use dolmen::board::{Color, Point, Position, diagram};
use dolmen::rules::Rule;
use serde_json::Value;

use crate::fours::check_line;

/// What the program says to these arguments and this standard input.
fn solve(arguments: &[&str], input: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_pbrain-dolmen"))
        .arg("solve")
        .args(arguments)
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = program.stdin.take().expect("a pipe");
    // Whoever does not read its input closes the pipe: that is no failure here.
    stdin.write_all(input.as_bytes()).ok();
    drop(stdin);
    program.wait_with_output().expect("the program ends")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program writes text")
}

/// The objects for positions on standard input, and whether the status is 0.
fn objects(arguments: &[&str], input: &str) -> (Vec<Value>, bool) {
    let output = solve(&[&["-", "--json"], arguments].concat(), input);
    assert_eq!(text(&output.stderr), "");
    let lines = text(&output.stdout).lines();
    let objects = lines.map(|line| serde_json::from_str(line).expect("each line is JSON"));
    (objects.collect(), output.status.success())
}

fn points(line: &Value) -> Vec<Point> {
    let pair = |point: &Value| serde_json::from_value::<(usize, usize)>(point.clone());
    let points = line.as_array().expect("a line is a list").iter();
    points.map(|point| pair(point).map(|(x, y)| Point::new(x, y)).expect("a point")).collect()
}

/// A position with the verdict on it under a rule; a win's line is replayed.
#[track_caller]
fn check(board: &str, rule: Rule, mover: Color, verdict: &str) {
    let (answers, success) =
        objects(&["--rule", rule.name(), "--to-move", &mover.to_string()], board);
    let answer = &answers[0];
    assert!(success && answers.len() == 1, "{answers:?}");
    assert_eq!(answer["verdict"], verdict, "{rule}, {mover} to move:\n{board}{answer}");
    assert!(answer["nodes"].is_u64() && answer["ms"].is_u64(), "{answer}");
    let line = points(&answer["line"]);
    assert_eq!(line.is_empty(), verdict != "win", "{answer}");
    if verdict == "win" {
        let mut position: Position = diagram::parse(board).expect("a board");
        position.set_side_to_move(mover);
        check_line(&position, rule, &line).unwrap_or_else(|error| panic!("{error}\n{answer}"));
    }
}

const OPEN_THREE: &str = "
. . . . . . .
. . . . . . .
. X X X . . .
. O O . . . .
. . . . . . .
. . . O . . .
. . . . . . .
";

/// Two closed threes; they cross where one stone makes both of them fours.
const CROSSING: &str = "
. . . . . . . . .
. . . . . . . O .
. . . . . . . X .
. . . . . . . X .
. . . O X X X . .
. . . . . . . X .
. . . . . . . . .
. . . . . . . . .
. . . . . . . . .
";

#[test]
fn verdicts_under_every_rule() {
    for rule in Rule::ALL {
        check(OPEN_THREE, rule, Color::Black, "win");
        check(OPEN_THREE, rule, Color::White, "no-win");
        check(".....\n.....\n.....\n.....\n.....\n", rule, Color::Black, "no-win");
    }
    // Black needs both fours at once, or one by one: renju forbids the point where they
    // cross, and every other four comes to nothing.
    for rule in [Rule::Freestyle, Rule::Standard, Rule::Caro, Rule::Caro6, Rule::Omok] {
        check(CROSSING, rule, Color::Black, "win");
    }
    check(CROSSING, Rule::Renju, Color::Black, "no-win");
}

const SIX: &str = "
. . . . . . . .
. . . . . . . .
. . . . . . . .
O X X X . X X O
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
";

const CLOSED_FIVE: &str = "
. . . . . . . .
. . . . . . . .
. . . . . . . .
. O X X X X . O
. . . . . . . .
. . . . . . . .
. . . . . . . .
. . . . . . . .
";

#[test]
fn rules_differ() {
    for (rule, six, closed) in [
        (Rule::Freestyle, "win", "win"),
        (Rule::Standard, "no-win", "win"),
        (Rule::Renju, "no-win", "win"),
        (Rule::Caro, "no-win", "no-win"),
        (Rule::Caro6, "win", "no-win"),
        (Rule::Omok, "no-win", "win"),
    ] {
        check(SIX, rule, Color::Black, six);
        check(CLOSED_FIVE, rule, Color::Black, closed);
    }
}

#[test]
fn answers_come_in_order_and_the_bad_ones_among_them() {
    let input = r#"{"id":"one","rule":"freestyle","size":15,"black":[[3,3],[4,3],[5,3],[6,3]],"white":[[2,3],[0,0],[0,2],[0,4]],"to_move":"black","source":"x"}
{"id":"two","rule":"freestyle","size":15,"black":[[3,3],[3,3]],"white":[],"to_move":"black"}
not a position

{"rule":"freestyle","size":15,"black":[],"white":[],"to_move":"black"}
"#;
    let (answers, success) = objects(&[], input);
    assert!(!success, "a bad position makes the status 1");
    let ids: Vec<&Value> = answers.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [&Value::from("one"), &"two".into(), &3.into(), &5.into()]);
    assert_eq!(answers[0]["line"], serde_json::json!([[7, 3]]));
    assert_eq!(answers[1]["error"], "point d4 is occupied");
    assert!(answers[2]["error"].is_string());
    assert_eq!(answers[3]["verdict"], "no-win");
}

/// Two open twos of black's that cross, and no four: two open threes with one stone.
const CROSSING_TWOS: &str = "
. . . . . . . . .
. . . . . . . . .
. . X . . . X . .
. . . X . X . . .
. . . . . . . . .
. . . . . . . . .
. . O . O . O . .
. . . . . . . . .
. . . . . . . . .
";

#[test]
fn wins_by_threats() {
    let output = solve(&["-", "--mode", "vct", "--to-move", "black"], CROSSING_TWOS);
    let text = text(&output.stdout);
    assert!(text.contains("\nverdict win\nline e5 "), "{text}");
    assert!(text.contains("\nproof "), "{text}");
    for (rule, verdict) in [
        (Rule::Freestyle, "win"),
        (Rule::Standard, "win"),
        // A double three is forbidden, but there is a longer way.
        (Rule::Renju, "win"),
        (Rule::Caro, "no-win"),
        (Rule::Caro6, "no-win"),
        (Rule::Omok, "win"),
    ] {
        let arguments = ["--mode", "vct", "--rule", rule.name(), "--to-move", "black"];
        let (answers, success) = objects(&arguments, CROSSING_TWOS);
        assert!(success && answers[0]["verdict"] == verdict, "{rule}: {answers:?}");
        let size = answers[0]["proof_size"].as_u64().unwrap_or(0);
        assert_eq!(size > 1, verdict == "win", "{rule}: {answers:?}");
        if verdict == "win" {
            let is_short = points(&answers[0]["line"])[0] == Point::new(4, 4);
            assert_eq!(is_short, !rule.restricts(Color::Black), "{rule}: {answers:?}");
        }
    }
    let (answers, _) = objects(&["--mode", "vcf", "--to-move", "black"], CROSSING_TWOS);
    assert_eq!(answers[0]["verdict"], "no-win");
}

#[test]
fn the_status_is_one_if_anything_is_wrong() {
    assert_eq!(solve(&["-"], OPEN_THREE).status.code(), Some(0));
    assert_eq!(solve(&["-"], "X\n").status.code(), Some(1));
    assert_eq!(solve(&["-"], "\n").status.code(), Some(1));
    let cannot_read = solve(&["no/such/file"], "");
    assert_eq!(cannot_read.status.code(), Some(1));
    assert!(text(&cannot_read.stderr).contains("cannot read no/such/file"));
    assert_eq!(solve(&["-", "--rule", "go"], OPEN_THREE).status.code(), Some(2));
}

#[test]
fn a_file_and_text_that_is_no_utf8() {
    let path = path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("solve.txt");
    fs::write(&path, [OPEN_THREE.as_bytes(), b"\n\xff\xfe\0\n"].concat()).expect("it is ours");
    let output = solve(&[path.to_str().expect("the path is text")], "");
    assert_eq!(output.status.code(), Some(1));
    let text = text(&output.stdout);
    assert!(text.contains("\nverdict win\nline e3 a3 f3\nnodes 1\ntime "), "{text}");
    assert!(text.contains("\nposition 10: error: "), "{text}");
}
