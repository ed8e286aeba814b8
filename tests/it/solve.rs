//! Tests of `pbrain-dolmen solve` as a child process: verdicts and exit status for files and
//! standard input.

use std::fs;
use std::path::Path;
use std::process::Output;

use dolmen::board::{Color, Point, Position, diagram};
use dolmen::rules::Rule;
use serde_json::Value;

use crate::fours::check_variation;
use crate::process::{run, text};

/// Solves with these arguments and this standard input.
fn solve(arguments: &[&str], input: &str) -> Output {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    run(folder, &[&["solve"], arguments].concat(), input)
}

/// The JSON output of the program.
struct Answers {
    objects: Vec<Value>,
    /// Indicates whether the exit status is 0.
    success: bool,
}

/// Returns the answers for the positions on standard input.
fn answers(arguments: &[&str], input: &str) -> Answers {
    let output = solve(&[&["-", "--json"], arguments].concat(), input);
    assert_eq!(text(&output.stderr), "");
    let lines = text(&output.stdout).lines();
    let objects = lines.map(|line| serde_json::from_str(line).expect("each line is JSON"));
    Answers { objects: objects.collect(), success: output.status.success() }
}

fn points(line: &Value) -> Vec<Point> {
    let pair = |point: &Value| serde_json::from_value::<(usize, usize)>(point.clone());
    let points = line.as_array().expect("a line is a list").iter();
    points.map(|point| pair(point).map(|(x, y)| Point::new(x, y)).expect("a point")).collect()
}

/// Checks the verdict on a position under a rule, and the variation of a win.
#[track_caller]
fn check(board: &str, rule: Rule, mover: Color, verdict: &str) {
    let arguments = ["--rule", rule.name(), "--to-move", &mover.to_string()];
    let Answers { objects, success } = answers(&arguments, board);
    let answer = &objects[0];
    assert!(success && objects.len() == 1, "{objects:?}");
    assert_eq!(answer["verdict"], verdict, "{rule}, {mover} to move:\n{board}{answer}");
    assert!(answer["nodes"].is_u64() && answer["ms"].is_u64(), "{answer}");
    let line = points(&answer["line"]);
    assert_eq!(line.is_empty(), verdict != "win", "{answer}");
    if verdict == "win" {
        let mut position: Position = diagram::parse(board).expect("a board");
        position.set_side_to_move(mover);
        check_variation(&position, rule, &line).unwrap_or_else(|error| panic!("{error}\n{answer}"));
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

#[test]
fn the_rule_and_the_side_to_move_are_arguments() {
    check(OPEN_THREE, Rule::Freestyle, Color::White, "no-win");
    check(OPEN_THREE, Rule::Freestyle, Color::Black, "win");
    check(SIX, Rule::Freestyle, Color::Black, "win");
    check(SIX, Rule::Standard, Color::Black, "no-win");
}

#[test]
fn answers_and_errors_come_in_order() {
    let input = r#"{"id":"one","rule":"freestyle","size":15,"black":[[3,3],[4,3],[5,3],[6,3]],"white":[[2,3],[0,0],[0,2],[0,4]],"to_move":"black","source":"x"}
{"id":"two","rule":"freestyle","size":15,"black":[[3,3],[3,3]],"white":[],"to_move":"black"}
not a position

{"rule":"freestyle","size":15,"black":[],"white":[],"to_move":"black"}
"#;
    let Answers { objects, success } = answers(&[], input);
    assert!(!success, "an invalid position makes the status 1");
    let ids: Vec<&Value> = objects.iter().map(|answer| &answer["id"]).collect();
    assert_eq!(ids, [&Value::from("one"), &"two".into(), &3.into(), &5.into()]);
    assert_eq!(objects[0]["line"], serde_json::json!([[7, 3]]));
    assert_eq!(objects[1]["error"], "point d4 is occupied");
    assert!(objects[2]["error"].is_string());
    assert_eq!(objects[3]["verdict"], "no-win");
}

/// Two open twos that cross at a point where one stone makes two open threes; there is no four.
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
        // The double three is forbidden, but there is a longer win.
        (Rule::Renju, "win"),
        (Rule::Caro, "no-win"),
        (Rule::Caro6, "no-win"),
        (Rule::Omok, "win"),
    ] {
        let arguments = ["--mode", "vct", "--rule", rule.name(), "--to-move", "black"];
        let Answers { objects, success } = answers(&arguments, CROSSING_TWOS);
        let answer = &objects[0];
        assert!(success && answer["verdict"] == verdict, "{rule}: {answer}");
        let size = answer["proof_size"].as_u64().unwrap_or(0);
        assert_eq!(size > 1, verdict == "win", "{rule}: {answer}");
        if verdict == "win" {
            let is_short = points(&answer["line"])[0] == Point::new(4, 4);
            assert_eq!(is_short, !rule.restricts(Color::Black), "{rule}: {answer}");
        }
    }
    let Answers { objects, .. } = answers(&["--mode", "vcf", "--to-move", "black"], CROSSING_TWOS);
    assert_eq!(objects[0]["verdict"], "no-win");
}

#[test]
fn solutions_are_counted() {
    let output = solve(&["-", "--solutions"], OPEN_THREE);
    let text = text(&output.stdout);
    assert!(text.contains("\nsolutions 1: e3\n"), "{text}");
    assert!(text.contains("\nshortest win in 2 moves\n"), "{text}");
    let arguments = ["--mode", "vct", "--to-move", "black", "--solutions"];
    let Answers { objects, .. } = answers(&arguments, CROSSING_TWOS);
    let solutions = points(&objects[0]["solutions"]);
    assert!(solutions.contains(&Point::new(4, 4)) && solutions.len() < 20, "{solutions:?}");
    assert_eq!(objects[0]["all_solutions"], true);
    assert!(objects[0]["shortest"].is_null(), "it is known for fours only");
    let Answers { objects, .. } = answers(&["--solutions", "--to-move", "black"], CROSSING_TWOS);
    assert!(objects[0]["solutions"].is_null(), "there is no win by fours");
}

#[test]
fn the_status_is_one_after_an_error() {
    assert_eq!(solve(&["-"], OPEN_THREE).status.code(), Some(0));
    assert_eq!(solve(&["-"], "X\n").status.code(), Some(1));
    assert_eq!(solve(&["-"], "\n").status.code(), Some(1));
    let cannot_read = solve(&["no/such/file"], "");
    assert_eq!(cannot_read.status.code(), Some(1));
    assert!(text(&cannot_read.stderr).contains("cannot read no/such/file"));
    assert_eq!(solve(&["-", "--rule", "go"], OPEN_THREE).status.code(), Some(2));
}

#[test]
fn options_that_the_mode_would_ignore() {
    let refusal = |options: &[&str]| {
        let output = solve(&[&["-"], options].concat(), OPEN_THREE);
        assert_eq!(output.status.code(), Some(1), "{options:?}");
        text(&output.stderr).to_owned()
    };
    for option in ["--state", "--certificates", "--threads", "--memory"] {
        let why = refusal(&["--mode", "vct", option, "1"]);
        assert!(why.contains(&format!("{option} needs --mode win")), "{why}");
    }
    let why = refusal(&["--mode", "win", "--solutions"]);
    assert!(why.contains("--solutions needs --mode vcf or --mode vct"), "{why}");
}

#[test]
fn a_file_that_is_not_utf8() {
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/solve.txt");
    fs::write(path, [OPEN_THREE.as_bytes(), b"\n\xff\xfe\n"].concat()).expect("it is ours");
    let output = solve(&["solve.txt"], "");
    assert_eq!(output.status.code(), Some(1));
    let text = text(&output.stdout);
    assert!(text.contains("\nverdict win\nline e3 a3 f3\nnodes 1\ntime "), "{text}");
    assert!(text.contains("\nposition 10: error: "), "{text}");
}

#[test]
fn a_file_that_is_not_text() {
    let refused = solve(&["-"], "(;\0\n");
    let why = "cannot read -: it is not text: expected board diagrams, JSON, or games in text, SGF or \
               Piskvork's format\n";
    assert_eq!((refused.status.code(), text(&refused.stderr)), (Some(1), why));
}
