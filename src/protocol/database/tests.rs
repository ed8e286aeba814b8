//! Tests of commands as text, and of the numbers in messages.

use crate::eval::Score;
use crate::positions::{Label, Line, Record};
use crate::protocol::command::{Command, Payload};
use crate::protocol::coordinate::Coordinate;
use crate::protocol::database::{DatabaseCommand, comment_message, move_message, position_message};

#[test]
fn commands_are_read_as_they_are_written() {
    for text in [
        "YXSETDATABASE",
        "YXQUERYDATABASEALLT",
        "YXEDITTVDDATABASE 1 119 0 0",
        "YXEDITTVDDATABASE 6 -1 -35 12",
        "YXEDITTEXTDATABASE \"a \\\"b\\\"\"",
        "YXEDITLABELDATABASE 7,7 A",
        "YXDELETEDATABASEALL",
        "YXDELETEDATABASEALL nonwl",
        "YXDELETEDATABASEALL wld",
    ] {
        let command = Command::parse(text).expect("it is a command");
        assert!(matches!(command, Command::Database(_)), "{text}");
        assert_eq!(command.to_string(), text);
    }
    let command = Command::parse("yxdeletedatabaseall WLRecursive");
    assert_eq!(command, Command::parse("YXDELETEDATABASEALL wl"));
    for (letter, number) in [("w", 119), ("W", 119), ("!", 33), ("-", 45), ("0", -1)] {
        let command = Command::parse(&format!("YXEDITTVDDATABASE 1 {letter} 0 0"));
        let text = format!("YXEDITTVDDATABASE 1 {number} 0 0");
        assert_eq!(command.expect("it is a command").to_string(), text, "{letter}");
    }
    assert_eq!(DatabaseCommand::parse("YXBOARD", ""), None);
}

#[test]
fn errors_say_what_was_expected() {
    let edit = "a mask from 1 to 7, a label such as w or 119, a value and a depth";
    for (text, expected) in [
        ("YXEDITTVDDATABASE nonsense", edit),
        ("YXEDITTVDDATABASE 1 w 0", edit),
        ("YXEDITTVDDATABASE 1 w 0 0 0", edit),
        ("YXEDITTVDDATABASE 0 w 0 0", edit),
        ("YXEDITTVDDATABASE 8 w 0 0", edit),
        ("YXEDITTVDDATABASE 1 win 0 0", edit),
        ("YXEDITTVDDATABASE 1 é 0 0", edit),
        ("YXEDITTVDDATABASE 1 5 0 0", edit),
        ("YXEDITTVDDATABASE 1 375 0 0", edit),
        ("YXEDITTVDDATABASE 2 -1 much 0", edit),
        ("YXEDITTVDDATABASE 4 -1 0 -1", edit),
        ("YXEDITLABELDATABASE A", "x,y and a text"),
        ("YXDELETEDATABASEALL foo", "w, l, wl or wld, or the same after non, such as nonwl"),
    ] {
        let error = Command::parse(text).expect_err(text);
        let (name, _) = text.split_once(' ').expect("it has an argument");
        assert_eq!(error.to_string(), format!("{name} expects {expected}"), "{text}");
        assert_eq!(error.payload(), Payload::List, "{text}");
    }
}

fn record(score: Score) -> Record {
    let lines = vec![Line { score, moves: Vec::new() }];
    Record { depth: 12, lines, ..Record::default() }
}

#[test]
fn messages_have_the_numbers_of_yixin_board() {
    let at = Coordinate { x: 3, y: 14 };
    let [w, five, zero] = [b'w', b'5', b'0'].map(i64::from);
    let even = record(Score::DRAW);
    let label = five * 256 + zero;
    assert_eq!(move_message(at, &even, ""), format!("DATABASE 3 14 {label} 0 12 3 0"));
    let lost = record(Score::loss_in(4));
    assert_eq!(move_message(at, &lost, "A"), format!("DATABASE 3 14 {w} -29996 12 3 0 A"));
    let labelled = Record { label: Some(Label::BLOCKED), ..record(Score::new(35)) };
    assert_eq!(position_message(Some(&labelled)), "DATABASE ONE 120 35 12 3 x");
    assert_eq!(position_message(None), "DATABASE ONE 0 0 0 0");
    let text = Record { comment: "a \"b\"\nc".to_owned(), ..Record::default() };
    assert_eq!(comment_message(Some(&text)), "DATABASE TEXT \"a \\\"b\\\" c\"");
    assert_eq!(move_message(at, &text, ""), "DATABASE 3 14 -1 0 0 3 1");
}
