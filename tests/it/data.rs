//! Tests of the rules on positions and games with known answers.
//!
//! The environment variable `DOLMEN_TEST_DATA` names the folder of the files. Each text line of a file
//! is a JSON object; points are `[x, y]`, counted from the top left corner.

use std::collections::HashMap;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::{env, fs, io};

use dolmen::board::{BoardSize, Color, Point, Position, diagram};
use dolmen::rules::{
    Forbidden, Outcome, Rule, forbidden, forbidden_kinds, forbidden_points, makes_five, outcome,
    winner,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;

pub(crate) type Cell = (usize, usize);

/// Checks the items of a file, or every `DOLMEN_TEST_STEP`th of them, and fails if any is wrong.
pub(crate) fn check_file<T: DeserializeOwned>(
    file: &str,
    check: impl Fn(&T) -> Result<(), String>,
) {
    check_every(step(), file, check);
}

/// Checks all items of a file, for a share that a sample would not tell exactly, and fails if any is wrong.
pub(crate) fn check_whole_file<T: DeserializeOwned>(
    file: &str,
    check: impl Fn(&T) -> Result<(), String>,
) {
    check_every(1, file, check);
}

/// Checks every `step`th item of a file, and fails if any is wrong.
fn check_every<T: DeserializeOwned>(
    step: usize,
    file: &str,
    check: impl Fn(&T) -> Result<(), String>,
) {
    let folder =
        env::var_os("DOLMEN_TEST_DATA").expect("the variable names the folder of the data");
    let folder = PathBuf::from(folder);
    let text = fs::read_to_string(folder.join(file)).expect("the file is in the folder");
    let (mut agree, mut wrong) = (0, Vec::new());
    for (index, line) in text.lines().enumerate().step_by(step) {
        let item = serde_json::from_str(line).expect("each line is an item");
        match check(&item) {
            Ok(()) => agree += 1,
            Err(error) => wrong.push(format!("line {}: {error}", index + 1)),
        }
    }
    note(&format!("{file}: {agree} of {} agree", agree + wrong.len()));
    assert!(wrong.is_empty(), "{file}: {} wrong\n{}", wrong.len(), wrong.join("\n"));
}

/// Returns the distance between the items that are checked: `DOLMEN_TEST_STEP`, by default 1.
fn step() -> usize {
    let step = env::var("DOLMEN_TEST_STEP").ok();
    let parse = |step: String| step.parse().expect("the variable is a number above 0");
    step.map_or(1, |step| NonZeroUsize::get(parse(step)))
}

/// Prints a text line that is visible even if the test passes.
pub(crate) fn note(text: &str) {
    writeln!(io::stderr(), "{text}").expect("stderr takes a line");
}

pub(crate) fn point(cell: Cell) -> Point {
    Point::new(cell.0, cell.1)
}

pub(crate) fn position(size: usize, black: &[Cell], white: &[Cell]) -> Position {
    let mut position = Position::new(BoardSize::square(size));
    let points = |cells: &[Cell]| cells.iter().copied().map(point).collect::<Vec<_>>();
    diagram::place_in_turn(&mut position, &points(black), &points(white));
    position
}

/// Returns the name of a point in renju: a column letter and a row from 1 at the bottom.
fn renju_name(point: Point, size: usize) -> String {
    format!("{}{}", char::from(b'a' + point.column() as u8), size - point.row())
}

/// Returns the name of a kind of forbidden point in the files.
fn kind_name(kind: Forbidden) -> String {
    kind.to_string().replace(' ', "-")
}

fn expect_equal<T: PartialEq + std::fmt::Debug>(
    actual: T,
    expected: T,
    board: &Position,
) -> Result<(), String> {
    if actual == expected {
        Ok(())
    } else {
        Err(format!("{actual:?} instead of {expected:?}\n{board}"))
    }
}

#[derive(Deserialize)]
struct ForbiddenItem {
    size: usize,
    black: Vec<Cell>,
    white: Vec<Cell>,
    point_xy: Cell,
    expected: String,
    black_five_there: bool,
}

#[test]
#[ignore = "needs DOLMEN_TEST_DATA"]
fn forbidden_points_one_by_one() {
    check_file("forbidden.jsonl", |item: &ForbiddenItem| {
        let board = position(item.size, &item.black, &item.white);
        let point = point(item.point_xy);
        let kind = forbidden(&board, point, Color::Black, Rule::Renju);
        expect_equal(kind.map_or("legal".into(), kind_name), item.expected.clone(), &board)?;
        let five = makes_five(&board, point, Color::Black, Rule::Renju);
        expect_equal(five, item.black_five_there, &board)
    });
}

#[derive(Deserialize)]
struct BulkItem {
    size: usize,
    black: Vec<Cell>,
    white: Vec<Cell>,
    forbidden: HashMap<String, Vec<String>>,
}

#[test]
#[ignore = "needs DOLMEN_TEST_DATA"]
fn all_forbidden_points_of_a_board() {
    check_file("forbidden_bulk.jsonl", |item: &BulkItem| {
        let board = position(item.size, &item.black, &item.white);
        let actual = forbidden_points(&board, Color::Black, Rule::Renju).iter().map(|point| {
            let kinds = forbidden_kinds(&board, point, Color::Black, Rule::Renju);
            (renju_name(point, item.size), kinds.into_iter().map(kind_name).collect())
        });
        expect_equal(actual.collect(), item.forbidden.clone(), &board)
    });
}

#[derive(Deserialize)]
struct WinItem {
    rule: String,
    size: usize,
    black: Vec<Cell>,
    white: Vec<Cell>,
    mover: String,
    point: Cell,
    expected: String,
}

#[test]
#[ignore = "needs DOLMEN_TEST_DATA"]
fn outcome_of_single_moves() {
    check_file("wins.jsonl", |item: &WinItem| {
        let rule: Rule = item.rule.parse().expect("a rule");
        let mover = if item.mover == "black" { Color::Black } else { Color::White };
        let mut board = position(item.size, &item.black, &item.white);
        let point = point(item.point);
        let foul = forbidden(&board, point, mover, rule).is_some();
        let five = makes_five(&board, point, mover, rule);
        board.place(point, mover).expect("the point is empty");
        let result = outcome(&board, rule);
        expect_equal(five, result == Some(Outcome::Win(mover)), &board)?;
        let text = match result {
            Some(Outcome::Win(_)) => "win",
            _ if foul => "loss",
            _ => "none",
        };
        expect_equal(text, item.expected.as_str(), &board)
    });
}

#[derive(Deserialize)]
struct GameItem {
    rule: String,
    size: usize,
    moves: Vec<Cell>,
    result: String,
    ended_by_five: bool,
}

#[test]
#[ignore = "needs DOLMEN_TEST_DATA"]
fn games_end_as_recorded() {
    check_file("games.jsonl", |item: &GameItem| {
        let rule: Rule = item.rule.parse().expect("a rule");
        let mut board = Position::new(BoardSize::square(item.size));
        for (ply, &cell) in item.moves.iter().enumerate() {
            expect_equal(outcome(&board, rule), None, &board)
                .map_err(|error| format!("before ply {}: {error}", ply + 1))?;
            board.play(point(cell)).map_err(|error| error.to_string())?;
        }
        let won = winner(&board, rule);
        expect_equal(won.is_some(), item.ended_by_five, &board)?;
        expect_equal(outcome(&board, rule), won.map(Outcome::Win), &board)?;
        match won {
            Some(color) => expect_equal(color.to_string(), item.result.clone(), &board),
            None => Ok(()),
        }
    });
}
