//! The board model, the comparison of replies and the mutations, without a process; the rest
//! against small shells.

use crate::driver::lines::{Kind, classify, coordinate, printable};
use crate::driver::model::{Model, OWN, THEIRS};
use crate::referee::{Content, Point};

fn check_kind(line: &str, kind: Kind) {
    assert_eq!(classify(line.as_bytes()), kind, "{line}");
}

#[test]
fn lines_are_classified_as_the_strictest_manager_does() {
    check_kind("OK", Kind::Ok);
    check_kind("OK ", Kind::Other);
    check_kind("ok", Kind::Other);
    check_kind("7,7", Kind::Coordinate(7, 7));
    check_kind("7 ,7", Kind::Other);
    check_kind("7, 7", Kind::Other);
    check_kind("-1,7", Kind::Other);
    check_kind("7,7 x", Kind::Other);
    check_kind("error no", Kind::Error);
    check_kind("ERRORS", Kind::Other);
    check_kind("UNKNOWN", Kind::Unknown);
    check_kind("message hi", Kind::Message);
    check_kind("MESSAGE", Kind::Other);
    check_kind("DEBUG\thi", Kind::Other);
    check_kind("SWAP", Kind::Swap);
    check_kind("name=\"x\"", Kind::Other);
    assert_eq!(coordinate(b"1234,1"), None);
}

#[test]
fn bytes_are_shown_without_harm() {
    assert_eq!(printable(b"a\x1b[31m\r\n\xff", 99), "a\\x1b[31m\\r\\n\\xff");
    assert_eq!(printable(b"abcdef", 3), "abc… (6 bytes)");
}

/// The contents of points after some lines and replies.
fn model(talk: &[(&str, Kind)]) -> Model {
    let mut model = Model::default();
    for (lines, reply) in talk {
        model.sent(lines.as_bytes());
        assert_eq!(model.replied(*reply), Ok(()), "{lines}");
    }
    model
}

fn content(model: &Model, x: u16, y: u16) -> Content {
    model.field().expect("a game was started").get(Point { x, y })
}

#[test]
fn the_model_follows_a_game() {
    let mut model = model(&[
        ("START 15\r\n", Kind::Ok),
        ("INFO rule 4\r\nTURN 7,7\r\n", Kind::Coordinate(8, 8)),
        ("TURN 8,8\r\n", Kind::Error),
        ("TAKEBACK 8,8\n", Kind::Ok),
    ]);
    assert_eq!(content(&model, 7, 7), THEIRS);
    assert_eq!(content(&model, 8, 8), Content::Empty);
    assert_eq!((model.rule, model.last(), model.theirs()), (4, None, Some(Point { x: 7, y: 7 })));
    model.sent(b"BEGIN\n");
    assert!(model.replied(Kind::Coordinate(7, 7)).is_err());
    assert!(model.replied(Kind::Coordinate(15, 0)).is_err());
}

#[test]
fn the_model_reads_blocks_and_pipelines() {
    let mut model = Model::default();
    model.sent(b"START 15\nABOUT\nBOARD\n 3 , 4 ,1\n5,5,2\n6,6,3\ndone\nTURN 1,1\n");
    assert_eq!(model.pending().len(), 4);
    assert_eq!(model.free_points().len(), 0);
    assert_eq!(model.replied(Kind::Ok), Ok(()));
    assert_eq!(model.replied(Kind::Other), Ok(()));
    assert_eq!(model.replied(Kind::Coordinate(0, 0)), Ok(()));
    assert_eq!(content(&model, 3, 4), OWN);
    assert_eq!(content(&model, 5, 5), THEIRS);
    assert_eq!(content(&model, 6, 6), Content::Dead);
    assert!(!model.free_points().contains(&Point { x: 1, y: 1 }), "a TURN is about to take it");
    assert!(model.replied(Kind::Coordinate(1, 1)).is_err());
}

#[test]
fn a_damaged_block_leaves_the_board_as_it_was() {
    let model = model(&[
        ("START 15\n", Kind::Ok),
        ("TURN 7,7\n", Kind::Coordinate(0, 0)),
        ("BOARD\n1,1,1\nnonsense\nDONE\n", Kind::Error),
    ]);
    assert_eq!(content(&model, 7, 7), THEIRS);
    assert_eq!(content(&model, 1, 1), Content::Empty);
}

#[test]
fn a_reply_is_one_too_many_when_no_open_command_asks_for_its_kind() {
    let mut model = Model::default();
    model.sent(b"START 15\n");
    assert!(model.awaits(Kind::Ok) && !model.awaits(Kind::Coordinate(7, 7)));
    assert_eq!(model.replied(Kind::Ok), Ok(()));
    model.sent(b"TURN 7,7\nABOUT\n");
    assert!(model.awaits(Kind::Coordinate(8, 8)) && !model.awaits(Kind::Ok));
    assert_eq!(model.replied(Kind::Coordinate(8, 8)), Ok(()));
    assert!(!model.awaits(Kind::Coordinate(9, 9)), "TURN is answered, ABOUT is open");
    assert!(model.awaits(Kind::Other) && model.awaits(Kind::Error));
}
