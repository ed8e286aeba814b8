//! Tests of printing and parsing replies, including the sloppy ones of other engines.

use crate::protocol::coordinate::Coordinate;
use crate::protocol::reply::Reply;

#[track_caller]
fn check(line: &str, expected: &Reply) {
    assert_eq!(line.parse().as_ref(), Ok(expected), "{line:?}");
    assert_eq!(expected.to_string(), line);
}

const fn at(x: i64, y: i64) -> Coordinate {
    Coordinate { x, y }
}

#[test]
fn replies_survive_printing_and_parsing() {
    check("OK", &Reply::Ok);
    check("7,14", &Reply::Move(at(7, 14)));
    check("8,8 8,6", &Reply::Moves(vec![at(8, 8), at(8, 6)]));
    check("7,7 8,7 9,9", &Reply::Moves(vec![at(7, 7), at(8, 7), at(9, 9)]));
    check("SWAP", &Reply::Swap);
    check("ERROR the board is full", &Reply::Error("the board is full".to_owned()));
    check("UNKNOWN command", &Reply::Unknown("command".to_owned()));
    check("MESSAGE hello", &Reply::Message("hello".to_owned()));
    check("INFO PV 1", &Reply::Info("PV 1".to_owned()));
    check("DEBUG hello", &Reply::Debug("hello".to_owned()));
    check("SUGGEST 7,7", &Reply::Suggest(at(7, 7)));
    check("FORBID .", &Reply::Forbidden(Vec::new()));
    check("FORBID 09081200.", &Reply::Forbidden(vec![at(9, 8), at(12, 0)]));
    check(r#"name="Some", version="1""#, &Reply::About(r#"name="Some", version="1""#.to_owned()));
}

#[test]
fn sloppy_replies_that_managers_accept() {
    for (line, expected) in [
        ("ok", Reply::Ok),
        ("7, 7", Reply::Move(at(7, 7))),
        ("7 ,7", Reply::Move(at(7, 7))),
        ("message hi", Reply::Message("hi".to_owned())),
        ("swap", Reply::Swap),
    ] {
        assert_eq!(line.parse(), Ok(expected), "{line:?}");
    }
}

#[test]
fn lines_that_are_not_replies() {
    for line in [
        "",
        "7",
        "7,7 text",
        "7,7,1",
        "OK then",
        "FORBID 0908",
        "FORBID 090.",
        "1,1 2,2 3,3 4,4",
        "SUGGEST",
    ] {
        assert!(line.parse::<Reply>().is_err(), "{line:?}");
    }
}
