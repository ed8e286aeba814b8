//! The referee against collections of judged positions: JSON lines in the folder that the
//! environment variable `DOLMEN_TEST_DATA` names.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs};

use serde_json::Value;

use crate::referee::{Content, Field, Foul, Point, Rule, Side, foul, has_line, wins};

/// Returns the objects of a file of the data folder.
fn items(file: &str) -> Vec<Value> {
    let folder =
        env::var_os("DOLMEN_TEST_DATA").expect("the variable names the folder of the data");
    let path = PathBuf::from(folder).join(file);
    let text = fs::read_to_string(&path).expect("the data folder holds the file");
    let parse = |line: &str| serde_json::from_str(line).expect("one JSON object a line");
    let items: Vec<Value> = text.lines().map(parse).collect();
    assert!(!items.is_empty(), "{} is empty", path.display());
    items
}

fn point(pair: &Value) -> Point {
    let coordinate = |index: usize| {
        let number = pair[index].as_u64().expect("a coordinate");
        u16::try_from(number).expect("on a board")
    };
    Point::new(coordinate(0), coordinate(1))
}

fn points(list: &Value) -> Vec<Point> {
    list.as_array().expect("a list of points").iter().map(point).collect()
}

fn size(item: &Value) -> u16 {
    u16::try_from(item["size"].as_u64().expect("a size")).expect("a board's size")
}

fn field(item: &Value) -> Field {
    let mut field = Field::new(size(item), size(item));
    for (colour, side) in [("black", Side::Black), ("white", Side::White)] {
        for point in points(&item[colour]) {
            field.set(point, Content::Stone(side));
        }
    }
    field
}

fn rule(item: &Value) -> Rule {
    let code = match item["rule"].as_str().expect("a rule") {
        "freestyle" => 0,
        "standard" => 1,
        "renju" => 4,
        "caro6" => 8,
        "caro" => 9,
        other => panic!("unknown rule {other}"),
    };
    Rule::from_code(code).expect("the five rules")
}

fn name(foul: Foul) -> &'static str {
    match foul {
        Foul::DoubleThree => "double-three",
        Foul::DoubleFour => "double-four",
        Foul::Overline => "overline",
    }
}

#[test]
#[ignore = "needs DOLMEN_TEST_DATA"]
fn judged_points() {
    for item in items("forbidden.jsonl") {
        let found = foul(&field(&item), Rule::Renju, Side::Black, point(&item["point_xy"]));
        let reasons = item["all_reasons"].as_array().expect("a list of reasons");
        match found {
            Some(foul) => assert!(reasons.contains(&name(foul).into()), "{found:?}: {item}"),
            None => assert_eq!(item["expected"], "legal", "{item}"),
        }
    }
}

#[test]
#[ignore = "needs DOLMEN_TEST_DATA"]
fn all_forbidden_points_of_a_board() {
    for item in items("forbidden_bulk.jsonl") {
        let board = field(&item);
        let found: BTreeMap<String, &str> = board
            .empty_points()
            .into_iter()
            .filter_map(|point| {
                let foul = foul(&board, Rule::Renju, Side::Black, point)?;
                let letter = char::from(b'a' + u8::try_from(point.x).expect("a letter"));
                Some((format!("{letter}{}", board.height() - point.y), name(foul)))
            })
            .collect();
        let expected = item["forbidden"].as_object().expect("kinds by point");
        assert!(found.keys().eq(expected.keys()), "{found:?}: {item}");
        for (point, kind) in found {
            let kinds = expected[&point].as_array().expect("a list of kinds");
            assert!(kinds.contains(&kind.into()), "{point} {kind}: {item}");
        }
    }
}

#[test]
#[ignore = "needs DOLMEN_TEST_DATA"]
fn winning_moves() {
    for item in items("wins.jsonl") {
        let side = match item["mover"].as_str() {
            Some("black") => Side::Black,
            _ => Side::White,
        };
        let (board, rule, point) = (field(&item), rule(&item), point(&item["point"]));
        let found = if wins(&board, rule, side, point) {
            "win"
        } else if foul(&board, rule, side, point).is_some() {
            "loss"
        } else {
            "none"
        };
        assert_eq!(item["expected"], found, "{item}");
    }
}

#[test]
#[ignore = "needs DOLMEN_TEST_DATA"]
fn finished_games() {
    for item in items("games.jsonl") {
        let mut board = Field::new(size(&item), size(&item));
        let mut side = Side::White;
        let moves = points(&item["moves"]);
        for (number, &point) in moves.iter().enumerate() {
            side = side.other();
            let last = number + 1 == moves.len();
            let ends = last && item["ended_by_five"] == true;
            assert_eq!(wins(&board, rule(&item), side, point), ends, "{point}: {item}");
            board.set(point, Content::Stone(side));
        }
        if item["ended_by_five"] == true {
            let winner = if item["result"] == "black" { Side::Black } else { Side::White };
            assert_eq!(has_line(&board, rule(&item)), Some(winner), "{item}");
        }
    }
}
