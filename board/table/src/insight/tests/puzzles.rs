//! Puzzles: right moves, other wins, and why wrong moves fail.

use dolmen::Rule;
use dolmen::board::{Color, Point};

use crate::insight::{PuzzleError, judge_puzzle};
use crate::message::{Onto, Puzzle, PuzzleAnswer, PuzzleKind, PuzzleVerdict, Refutation, Stone};

/// Returns the puzzle of some black and white stones on 15×15, with the side to move that they leave.
fn puzzle(kind: PuzzleKind, rule: Rule, black: &str, white: &str, key: &str) -> Puzzle {
    let stones = |text: &str, color| {
        let points: Vec<Point> = text.split(' ').map(point).collect();
        points.into_iter().map(move |point| Stone { point, color }).collect::<Vec<_>>()
    };
    let (black, white) = (stones(black, Color::Black), stones(white, Color::White));
    let to_move = if black.len() == white.len() { Color::Black } else { Color::White };
    let onto = Onto { rule, width: 15, height: 15 };
    Puzzle { onto, stones: [black, white].concat(), to_move, kind, key: point(key) }
}

fn point(name: &str) -> Point {
    name.parse().expect("a point")
}

fn judged(puzzle: &Puzzle, moves: &str) -> PuzzleAnswer {
    let moves: Vec<Point> = moves.split_whitespace().map(point).collect();
    judge_puzzle("7".to_owned(), puzzle, &moves).expect("the moves can be played")
}

/// Two closed threes that meet in h8.
fn two_fours() -> Puzzle {
    let black = "e8 f8 g8 h5 h6 h7 c13";
    puzzle(PuzzleKind::Fours, Rule::Freestyle, black, "d8 h4 a1 c15 o1 o15 l13", "h8")
}

#[test]
fn a_double_four_solves_and_other_moves_do_not() {
    let puzzle = two_fours();
    let ready = judged(&puzzle, "");
    assert_eq!((ready.verdict, ready.line[0].as_str()), (PuzzleVerdict::Ready, "h8"));
    let solved = judged(&puzzle, "h8");
    assert_eq!(solved.verdict, PuzzleVerdict::Solved);
    assert_eq!(solved.line.len(), 1, "the next move makes five");
    let quiet = judged(&puzzle, "a15");
    assert_eq!(quiet.verdict, PuzzleVerdict::Wrong { reason: Refutation::Stopped });
    assert_eq!(quiet.line.len(), 1, "the defender stops both fours at once");
    let other = judged(&puzzle, "i8");
    assert_eq!(other.verdict, PuzzleVerdict::Other, "threes win after the four");
}

#[test]
fn moves_that_cannot_be_played_are_errors() {
    let puzzle = two_fours();
    let error = judge_puzzle("7".to_owned(), &puzzle, &[point("e8")]).unwrap_err();
    assert!(matches!(error, PuzzleError::Move(_)), "{error}");
    let twice =
        Puzzle { stones: [puzzle.stones.clone(), puzzle.stones.clone()].concat(), ..puzzle };
    let error = judge_puzzle("7".to_owned(), &twice, &[]).unwrap_err();
    assert!(matches!(error, PuzzleError::Stone(_)), "{error}");
}

#[test]
fn a_win_by_threes_goes_on_against_the_longest_defence() {
    // A stone on h8 makes two open threes.
    let puzzle = puzzle(PuzzleKind::Threes, Rule::Freestyle, "g8 i8 h7 h9", "a1 o1 a15 o15", "h8");
    let first = judged(&puzzle, "h8");
    assert_eq!(first.verdict, PuzzleVerdict::GoesOn);
    let reply = first.reply.expect("the defender answers");
    let line = format!("h8 {reply} {}", first.line[0]);
    let next = judged(&puzzle, &line);
    assert_ne!(next.verdict, PuzzleVerdict::Ready);
    assert!(!matches!(next.verdict, PuzzleVerdict::Wrong { .. }), "the line of the table wins");
    let double_three =
        self::puzzle(PuzzleKind::Threes, Rule::Renju, "g8 i8 h7 h9", "a1 o1 a15 o15", "h8");
    assert!(judged(&double_three, "").forbidden.iter().any(|forbidden| forbidden.point == "h8"));
}

#[test]
fn a_win_by_threes_does_not_count_where_fours_are_asked() {
    let puzzle = puzzle(PuzzleKind::Fours, Rule::Freestyle, "g8 i8 h7 h9", "a1 o1 a15 o15", "a8");
    assert_eq!(judged(&puzzle, "h8").verdict, PuzzleVerdict::Other);
}

#[test]
fn a_defence_beside_the_point_is_refuted_by_fours() {
    // White threatens nothing, Black an open four.
    let puzzle = puzzle(PuzzleKind::Defence, Rule::Freestyle, "f8 g8 h8 c3", "a1 o1 o15", "e8");
    let wrong = judged(&puzzle, "a15");
    assert_eq!(wrong.verdict, PuzzleVerdict::Wrong { reason: Refutation::Fours });
    assert_eq!(wrong.line.len(), 3, "an open four, its answer and the five");
    assert_eq!(judged(&puzzle, "e8").verdict, PuzzleVerdict::Solved);
}
