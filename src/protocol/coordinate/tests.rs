//! Tests of parsing and printing coordinates.

use crate::board::BoardSize;
use crate::protocol::coordinate::Coordinate;

#[track_caller]
fn check(text: &str, x: i64, y: i64) {
    assert_eq!(text.parse(), Ok(Coordinate { x, y }), "{text:?}");
}

#[test]
fn well_formed() {
    check("7,7", 7, 7);
    check("0,14", 0, 14);
    check(" 7 , 8\t", 7, 8);
    check("+7,-1", 7, -1);
    check("07,007", 7, 7);
}

#[test]
fn malformed() {
    for text in ["", "7", ",", "7,", ",7", "a,b", "7.5,3", "7,7,1", "7;7", "7 7", "7,7 x", "--7,7"]
    {
        assert!(text.parse::<Coordinate>().is_err(), "{text:?}");
    }
}

#[test]
fn numbers_never_wrap_onto_the_board() {
    let size = BoardSize::square(15);
    for text in ["263,7", "65543,7", "4294967303,7", "18446744073709551623,7", "7,-1", "15,0"] {
        let coordinate: Coordinate = text.parse().expect("two numbers");
        assert_eq!(coordinate.on(size), None, "{text}");
    }
}

#[test]
fn every_point_survives_printing_and_parsing() {
    let size = BoardSize::square(BoardSize::MAX);
    for point in size.points() {
        let printed = Coordinate::from(point).to_string();
        let parsed: Coordinate = printed.parse().expect("two numbers");
        assert_eq!(parsed.on(size), Some(point), "{printed}");
    }
}
