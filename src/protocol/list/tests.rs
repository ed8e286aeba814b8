//! Tests of lists, well-formed and malformed, and of the positions that they describe.

use crate::board::{BoardSize, Color};
use crate::protocol::command::{Command, Payload};
use crate::protocol::coordinate::Coordinate;
use crate::protocol::list::{
    List, ListEntry, ListError, ListKind, ListStatus, listed_points, listed_position,
};

fn collect(kind: ListKind, lines: &str) -> Result<Vec<ListEntry>, ListError> {
    let mut list = List::new(kind);
    for line in lines.split('\n') {
        assert_eq!(list.receive(line), ListStatus::Incomplete, "{line:?}");
    }
    match list.receive(" done ") {
        ListStatus::Complete(entries) => entries,
        step => panic!("DONE gives {step:?}"),
    }
}

/// Returns the engine's colour and the stones in their order, each as `b` or `w` with its point;
/// stones of no player are written with `#`.
fn describe(lines: &str, in_game_order: bool) -> Result<String, ListError> {
    let entries = collect(ListKind::Board, lines)?;
    let position = listed_position(&entries, BoardSize::square(15), in_game_order)?;
    let mut text = position.side_to_move().to_string();
    for placement in position.history() {
        let letter = if placement.color == Color::Black { 'b' } else { 'w' };
        text.push_str(&format!(" {letter}{}", placement.point));
    }
    position.dead().iter().for_each(|point| text.push_str(&format!(" #{point}")));
    Ok(text)
}

#[test]
fn positions() {
    for (lines, in_game_order, expected) in [
        ("", false, "black"),
        ("7,7,2", false, "white bh8"),
        ("7,7,1\n8,8,2", false, "black bh8 wi9"),
        ("8,8,2\n7,7,1", false, "black wi9 bh8"),
        ("8,8,2\n7,7,1\n9,9,2", false, "white bi9 wh8 bj10"),
        // The counts do not determine the colours, so the first stone is black.
        ("7,7,1\n8,8,1\n0,0,2\n1,1,2\n2,2,2", false, "white wh8 wi9 ba1 bb2 bc3"),
        ("7,7,1\n8,8,1", false, "black bh8 bi9"),
        ("7,7,2\n8,8,2", false, "white bh8 bi9"),
        // Stones of no player.
        ("6,6,3\n7,7,2\n8,8,3", false, "white bh8 #g7 #i9"),
        ("6,6,3\n7,7,2", true, "white bh8 #g7"),
        // Blanks and blank lines.
        (" 7 , 7 , 2 \n\n \t\n8,8,1\t", false, "black wh8 bi9"),
        // Renju.
        ("8,8,2\n7,7,1", true, "white bi9 wh8"),
        ("8,8,1\n7,7,2\n9,9,2", true, "black bi9 wh8 wj10"),
        ("", true, "black"),
    ] {
        assert_eq!(describe(lines, in_game_order).as_deref(), Ok(expected), "{lines:?}");
    }
}

#[test]
fn malformed_lines() {
    for line in [
        "7,7",
        "7,7,1,1",
        "a,b,c",
        "7;7;1",
        "7,7,0",
        "7,7,4",
        "7,7,-1",
        "ABOUT",
        "INFO rule 1",
        "BOARD",
    ] {
        let lines = format!("0,0,1\n{line}\n7,7,2");
        assert_eq!(describe(&lines, false), Err(ListError::MalformedStone(2)), "{line:?}");
    }
}

#[test]
fn impossible_stones() {
    let off_board = |x, y| Err(ListError::OffBoard(Coordinate { x, y }));
    assert_eq!(describe("15,0,1", false), off_board(15, 0));
    assert_eq!(describe("0,-1,1", false), off_board(0, -1));
    assert_eq!(describe("4294967303,7,1", false), off_board(4_294_967_303, 7));
    let twice = ListError::Occupied(Coordinate { x: 7, y: 7 });
    assert_eq!(describe("7,7,1\n7,7,2", false), Err(twice));
    assert_eq!(describe("7,7,3\n7,7,2", false), Err(twice));
}

#[test]
fn a_long_list_is_not_kept() {
    let lines = ["7,7,1"; 10_000].join("\n");
    assert_eq!(describe(&lines, false), Err(ListError::TooLong));
}

#[test]
fn swap2_lists_have_no_fields() {
    let points = |lines| {
        collect(ListKind::Swap2, lines)
            .and_then(|entries| listed_points(&entries, BoardSize::square(15)))
            .map(|points| points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(points("7,7\n8,7\n9,9").as_deref(), Ok("h8 i8 j10"));
    assert_eq!(points("7,7,1"), Err(ListError::MalformedPoint(1)));
    assert_eq!(points("7,7\n7,7"), Err(ListError::Occupied(Coordinate { x: 7, y: 7 })));
}

#[test]
fn commands_that_abandon_a_list() {
    for kind in [ListKind::Board, ListKind::Swap2, ListKind::Ignored(Payload::List)] {
        for line in ["END", "RESTART", "START 15"] {
            let command = Command::parse(line).expect("it is a command");
            assert_eq!(List::new(kind.clone()).receive(line), ListStatus::Abandoned(command));
        }
    }
}

#[test]
fn a_path_is_one_line() {
    let kind = ListKind::Ignored(Payload::Line);
    let line = |text: &str| ListStatus::Line(text.to_owned());
    assert_eq!(List::new(kind.clone()).receive("/start/a file"), line("/start/a file"));
    assert_eq!(List::new(kind.clone()).receive("START 15"), line("START 15"));
    assert_eq!(List::new(kind).receive("END"), ListStatus::Abandoned(Command::End));
}
