//! Tests of the verdicts and of the output formats of `solve`.

use std::time::Duration;

use crate::rules::Rule;
use crate::solve::input::{Assumptions, Problem, read};
use crate::solve::solution::{FIRST_SLICE, Threats, solve};
use crate::solve::{Format, Mode, Options, Report, Tally, WinOptions, solve_all};
use crate::solver::Proof;
use crate::tests::Folder;

/// The output of `solve`, without the times.
struct Answers {
    text: String,
    tally: Tally,
}

/// Solves the positions of a text.
fn answers(text: &str, rule: Rule, format: Format) -> Answers {
    let assumptions = Assumptions { rule: Some(rule), to_move: None };
    let time = Duration::from_secs(60);
    let options = Options { assumptions, time, format, ..Options::default() };
    let mut output = Vec::new();
    let mut seen = Vec::new();
    let tally = solve_all(text, &options, &mut output, &mut |report| seen.push(report))
        .expect("a vector takes everything");
    let all = tally.answered + tally.refused;
    assert_eq!(seen, (1..=all).map(|done| Report::Answered { done, all }).collect::<Vec<_>>());
    let output = String::from_utf8(output).expect("the output is text");
    let lines = output.lines().map(|line| match line.rsplit_once("\"ms\":") {
        Some((start, _)) => format!("{start}\"ms\":_}}\n"),
        None if line.starts_with("time ") => "time _\n".to_owned(),
        None => format!("{line}\n"),
    });
    Answers { text: lines.collect(), tally }
}

/// A win by a four and a five, a position without a win, and an invalid one.
const BOARDS: &str = "
. . . . . .
. X X X . .
. O O . . .
. . . . . .
. O . . . .
. . . . . .

. . . . .
. . . . .
. . . . .
. . . . .
. . . . .

. . . . .
";

#[test]
fn text_for_people() {
    let Answers { text, tally } = answers(BOARDS, Rule::Freestyle, Format::Text);
    assert_eq!(tally, Tally { answered: 2, refused: 1, is_stopped: false });
    let expected = "\
position 2: freestyle, black to move
 1 . . . . . .
 2 . X X X . .
 3 . O O . . .
 4 . . . . . .
 5 . O . . . .
 6 . . . . . .
   a b c d e f
verdict win
line e2 a2 f2
nodes 1
time _

position 9: freestyle, black to move
 1 . . . . .
 2 . . . . .
 3 . . . . .
 4 . . . . .
 5 . . . . .
   a b c d e
verdict no-win
nodes 0
time _

position 15: error: invalid board size 5x1: expected sides from 5 to 22

";
    assert_eq!(text, expected);
}

#[test]
fn objects_for_programs() {
    let Answers { text, tally } = answers(BOARDS, Rule::Freestyle, Format::Json);
    assert_eq!(tally, Tally { answered: 2, refused: 1, is_stopped: false });
    let expected = r#"{"id":2,"verdict":"win","line":[[4,1],[0,1],[5,1]],"nodes":1,"ms":_}
{"id":9,"verdict":"no-win","line":[],"nodes":0,"ms":_}
{"id":15,"error":"invalid board size 5x1: expected sides from 5 to 22"}
"#;
    assert_eq!(text, expected);
}

/// Returns the first position of a text, with black to move.
fn problem(text: &str, rule: Rule) -> Problem {
    let assumptions = Assumptions { rule: Some(rule), to_move: Some(crate::board::Color::Black) };
    read(text, assumptions).remove(0).expect("a position")
}

/// Returns a board with many independent fours that lead to nothing, so that the solver has to
/// try all their combinations.
fn many_fours() -> String {
    let rows = ["OXXX..#OXXX..#OXXX..#", "#####################"];
    rows.into_iter().cycle().take(22).map(|row| format!("{row}\n")).collect()
}

#[test]
fn without_time_the_verdict_is_unknown() {
    let problem = problem(&many_fours(), Rule::Standard);
    let answer = solve(&problem, Threats::Fours, Duration::ZERO);
    assert!(answer.nodes <= FIRST_SLICE, "one slice, {} nodes", answer.nodes);
    assert_eq!(answer.proof, Proof::Unknown);
}

/// A search for a win with quiet moves that is stopped answers and is saved.
#[test]
fn a_search_that_is_stopped_is_saved() {
    let folder = Folder::new("stopped");
    let state = folder.path("empty.state");
    let win = WinOptions { state: Some(state.clone()), bytes: 1 << 20, ..WinOptions::default() };
    let time = Duration::from_secs(3_600);
    let options = Options { mode: Mode::Win, time, win, ..Options::default() };
    let control = options.control.clone();
    let mut output = Vec::new();
    let board = ". . . . . . . . . . . . . . .\n".repeat(15);
    let tally = solve_all(&board, &options, &mut output, &mut |_| control.stop());
    assert_eq!(
        tally.expect("the folder can be written"),
        Tally { answered: 1, refused: 0, is_stopped: true }
    );
    assert!(String::from_utf8_lossy(&output).contains("verdict unknown"));
    assert!(state.exists());
}

#[test]
fn a_state_without_a_folder_is_refused_before_the_search() {
    let folder = Folder::new("no-folder");
    let state = folder.path("missing/empty.state");
    let win = WinOptions { state: Some(state.clone()), bytes: 1 << 20, ..WinOptions::default() };
    let options = Options { mode: Mode::Win, win, ..Options::default() };
    let board = ". . . . . . . . . . . . . . .\n".repeat(15);
    let mut output = Vec::new();
    let searched = &mut |_| panic!("the search has begun");
    let error = solve_all(&board, &options, &mut output, searched).expect_err("no folder");
    let (state, missing) = (state.display(), folder.path("missing"));
    let expected = format!("{state}: there is no folder {}", missing.display());
    assert_eq!((error.to_string(), output.len()), (expected, 0));
}
