//! Lists of stones, well formed and broken, and the positions that they make.

use crate::board::{BoardSize, Color};
use crate::protocol::block::{
    Block, BlockError, BlockKind, Entry, Step, listed_points, listed_position,
};
use crate::protocol::command::{Command, Payload};
use crate::protocol::coordinate::Coordinate;

fn collect(kind: BlockKind, lines: &str) -> Result<Vec<Entry>, BlockError> {
    let mut block = Block::new(kind);
    for line in lines.split('\n') {
        assert_eq!(block.receive(line), Step::More, "{line:?}");
    }
    match block.receive(" done ") {
        Step::Complete(entries) => entries,
        step => panic!("DONE gives {step:?}"),
    }
}

/// The engine's colour, then the stones in their order as `b` or `w` with the point.
fn describe(lines: &str, in_game_order: bool) -> Result<String, BlockError> {
    let entries = collect(BlockKind::Board, lines)?;
    let (position, own) = listed_position(&entries, BoardSize::square(15), in_game_order)?;
    assert_eq!(position.side_to_move(), own);
    let mut text = own.to_string();
    for placement in position.history() {
        let letter = if placement.color == Color::Black { 'b' } else { 'w' };
        text.push_str(&format!(" {letter}{}", placement.point));
    }
    position.dead().iter().for_each(|point| text.push_str(&format!(" #{point}")));
    Ok(text)
}

#[track_caller]
fn check(lines: &str, expected: &str) {
    let actual = describe(lines, false).unwrap_or_else(|error| panic!("{lines:?}: {error}"));
    assert_eq!(actual, expected, "{lines:?}");
}

#[test]
fn colors_by_count() {
    check("", "black");
    check("7,7,2", "white bh8");
    check("7,7,1\n8,8,2", "black bh8 wi9");
    check("8,8,2\n7,7,1", "black wi9 bh8");
    check("8,8,2\n7,7,1\n9,9,2", "white bi9 wh8 bj10");
    check("7,7,1\n8,8,1\n0,0,2\n1,1,2\n2,2,2", "white wh8 wi9 ba1 bb2 bc3");
}

#[test]
fn colors_of_odd_counts_by_the_first_line() {
    check("7,7,1\n8,8,1", "black bh8 bi9");
    check("7,7,2\n8,8,2", "white bh8 bi9");
}

#[test]
fn renju_lists_are_in_game_order() {
    assert_eq!(describe("8,8,2\n7,7,1", true).as_deref(), Ok("white bi9 wh8"));
    assert_eq!(describe("8,8,1\n7,7,2\n9,9,2", true).as_deref(), Ok("black bi9 wh8 wj10"));
    assert_eq!(describe("", true).as_deref(), Ok("black"));
}

#[test]
fn stones_of_nobody() {
    check("6,6,3\n7,7,2\n8,8,3", "white bh8 #g7 #i9");
    assert_eq!(describe("6,6,3\n7,7,2", true).as_deref(), Ok("white bh8 #g7"));
}

#[test]
fn blanks_and_blank_lines() {
    check(" 7 , 7 , 2 \n\n \t\n8,8,1\t", "black wh8 bi9");
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
        assert_eq!(describe(&lines, false), Err(BlockError::Malformed(2)), "{line:?}");
    }
}

#[test]
fn impossible_stones() {
    let off_board = |x, y| Err(BlockError::OffBoard(Coordinate { x, y }));
    assert_eq!(describe("15,0,1", false), off_board(15, 0));
    assert_eq!(describe("0,-1,1", false), off_board(0, -1));
    assert_eq!(describe("4294967303,7,1", false), off_board(4_294_967_303, 7));
    let twice = BlockError::Occupied(Coordinate { x: 7, y: 7 });
    assert_eq!(describe("7,7,1\n7,7,2", false), Err(twice));
    assert_eq!(describe("7,7,3\n7,7,2", false), Err(twice));
}

#[test]
fn a_long_list_is_not_kept() {
    let lines = ["7,7,1"; 10_000].join("\n");
    assert_eq!(describe(&lines, false), Err(BlockError::TooLong));
}

#[test]
fn swap2_lists_have_no_fields() {
    let points = |lines| {
        collect(BlockKind::Swap2, lines)
            .and_then(|entries| listed_points(&entries, BoardSize::square(15)))
            .map(|points| points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(points("7,7\n8,7\n9,9").as_deref(), Ok("h8 i8 j10"));
    assert_eq!(points("7,7,1"), Err(BlockError::Malformed(1)));
    assert_eq!(points("7,7\n7,7"), Err(BlockError::Occupied(Coordinate { x: 7, y: 7 })));
}

#[test]
fn commands_that_give_a_list_up() {
    for kind in [BlockKind::Board, BlockKind::Swap2, BlockKind::Ignored(Payload::List)] {
        assert_eq!(Block::new(kind).receive("end"), Step::Abandoned(Command::End));
        assert_eq!(Block::new(kind).receive("RESTART"), Step::Abandoned(Command::Restart));
        let start = Command::Start { width: 15, height: 15 };
        assert_eq!(Block::new(kind).receive("START 15"), Step::Abandoned(start));
    }
}

#[test]
fn a_path_is_one_line() {
    let kind = BlockKind::Ignored(Payload::Line);
    assert_eq!(Block::new(kind).receive("/start/a file"), Step::Complete(Ok(Vec::new())));
    assert_eq!(Block::new(kind).receive("START 15"), Step::Complete(Ok(Vec::new())));
    assert_eq!(Block::new(kind).receive("END"), Step::Abandoned(Command::End));
}
