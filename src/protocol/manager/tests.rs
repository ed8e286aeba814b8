//! Tests of the manager without an engine: the lines that it sends, and the meaning of lines.

use super::{Event, Manager, PositionStyle, Question};
use crate::board::{BoardSize, Position};
use crate::opening::{Act, Protocol};
use crate::protocol::coordinate::Coordinate;
use crate::protocol::reply::Reply;
use crate::tests;

fn position(moves: &str) -> Position {
    tests::position(&format!("15x15 {moves}"))
}

/// Returns the manager of an engine that has answered START.
fn ready(style: PositionStyle) -> Manager {
    let mut manager = Manager::default();
    manager.start(BoardSize::square(15), style);
    assert_eq!(manager.hear("OK"), Event::Ready);
    manager
}

/// Returns the manager of an engine that has been asked this about an empty board.
fn asked(question: Question) -> Manager {
    let mut manager = ready(PositionStyle::WHOLE);
    manager.ask(question, &position(""));
    manager
}

fn answer(text: &str) -> Event {
    Event::Answer(text.parse().expect("a reply"))
}

#[test]
fn games_and_lists() {
    let mut manager = Manager::default();
    let oblong = BoardSize::new(15, 12).expect("the size is supported");
    assert_eq!(manager.start(oblong, PositionStyle::WHOLE), "RECTSTART 15,12");
    let two = position("h8 a1");
    assert_eq!(manager.ask(Question::Swap2, &two), ["SWAP2BOARD", "7,7", "0,0", "DONE"]);
    let lines = ["YXBOARD", "7,7,1", "0,0,2", "DONE", "YXNBEST 3"];
    assert_eq!(manager.ask(Question::Variations(3), &two), lines);
}

#[test]
fn acts_of_an_opening() {
    let acts = [Act::Place("h8".parse().expect("a point")), Act::Stay, Act::Count(5)];
    let lines = ["OPENING soosorv-8", "7,7", "STAY", "COUNT 5", "DONE"];
    for act in ["7,6", "SWAP", "STAY", "ADD", "COUNT 3"] {
        let mut manager = ready(PositionStyle::WHOLE);
        assert_eq!(manager.ask_opening(Protocol::Soosorv8, &acts), lines);
        assert!(matches!(manager.hear("7,7 8,8"), Event::Unexpected(_)));
        assert_eq!(manager.hear(act), answer(act));
        assert_eq!(manager.expected(), None);
    }
}

#[test]
fn engines_without_openings_may_refuse_each_line() {
    let mut manager = ready(PositionStyle::WHOLE);
    manager.ask_opening(Protocol::Swap, &[Act::Place("h8".parse().expect("a point"))]);
    let refusal: Reply = "UNKNOWN command".parse().expect("a reply");
    assert_eq!(manager.hear("UNKNOWN command"), Event::Refusal(refusal.clone()));
    assert_eq!(manager.hear("UNKNOWN command"), Event::Error(refusal.clone()));
    manager.ask(Question::Move, &position("h8"));
    assert_eq!(manager.hear("UNKNOWN command"), Event::Error(refusal.clone()));
    assert_eq!(manager.hear("UNKNOWN command"), Event::Refusal(refusal), "it is about the move");
}

#[test]
fn positions_in_every_style() {
    const TWO: &str = "BOARD/7,7,1/8,7,2/DONE";
    for (board_from, first, one) in [
        (0, "BOARD/DONE", "BOARD/7,7,2/DONE"),
        (1, "BEGIN", "BOARD/7,7,2/DONE"),
        (2, "BEGIN", "TURN 7,7"),
    ] {
        let plain = PositionStyle { board_from, repeats: false };
        let ask = |style, moves| ready(style).ask(Question::Move, &position(moves)).join("/");
        assert_eq!(ask(plain, ""), first, "{board_from}");
        assert_eq!(ask(plain, "h8"), one, "{board_from}");
        assert_eq!(ask(plain, "h8 i8"), TWO, "{board_from}");
        let repeating = PositionStyle { repeats: true, ..plain };
        assert_eq!(ask(repeating, ""), first, "{board_from}");
        assert_eq!(ask(repeating, "h8"), "BOARD/7,7,2/DONE", "{board_from}");
    }
}

#[test]
fn a_position_is_a_turn_only_if_it_follows_from_the_answer() {
    let style = PositionStyle { board_from: 1, repeats: false };
    for (next, expected) in [
        ("h8 i8", "TURN 8,7"),
        ("h9 i8", "BOARD/7,8,1/8,7,2/DONE"),
        ("", "BEGIN"),
        ("h8 i8 j8", "BOARD/7,7,2/8,7,1/9,7,2/DONE"),
    ] {
        let mut manager = ready(style);
        manager.ask(Question::Move, &position(""));
        assert_eq!(manager.hear("7,7"), answer("7,7"));
        assert_eq!(manager.ask(Question::Move, &position(next)).join("/"), expected, "{next}");
    }
}

#[test]
fn the_start_of_an_engine() {
    let mut manager = Manager::default();
    assert_eq!(manager.about(), "ABOUT");
    assert_eq!(manager.hear("MESSAGE hello"), Event::Message("hello".to_owned()));
    assert_eq!(manager.hear("Pela 2012"), Event::About("Pela 2012".to_owned()));
    manager.start(BoardSize::square(15), PositionStyle::WHOLE);
    assert_eq!(manager.hear("7,7"), Event::Unexpected(Reply::Move(Coordinate { x: 7, y: 7 })));
    assert_eq!(manager.hear("ERROR size"), Event::Refusal(Reply::Error("size".to_owned())));
    manager.skip_start();
    assert_eq!(manager.hear("OK"), Event::Comment);
    assert_eq!(manager.hear("OK"), Event::Unexpected(Reply::Ok));
}

#[test]
fn replies_to_a_question() {
    let unexpected = |text: &str| Event::Unexpected(text.parse().expect("a reply"));
    for (question, line, expected) in [
        (Question::Move, "7,7", answer("7,7")),
        (Question::Move, "7,7 8,8", unexpected("7,7 8,8")),
        (Question::Move, "SWAP", unexpected("SWAP")),
        (Question::Move, "SUGGEST 7,7", Event::Suggestion(Coordinate { x: 7, y: 7 })),
        (Question::Move, "ERROR no", Event::Refusal(Reply::Error("no".to_owned()))),
        (Question::Move, "UNKNOWN", Event::Refusal(Reply::Unknown(String::new()))),
        (Question::Move, "OK", unexpected("OK")),
        (Question::Move, "7;7", Event::Invalid("7;7".to_owned())),
        (Question::Move, "  ", Event::Comment),
        (Question::Move, "DEBUG x", Event::Comment),
        (Question::Move, "INFO DEPTH 3", Event::Info),
        (Question::Swap2, "7,7 8,8", answer("7,7 8,8")),
        (Question::Swap2, "SWAP", answer("SWAP")),
        (Question::Swap2, "7,7", answer("7,7")),
        (Question::Swap2, "SUGGEST 7,7", unexpected("SUGGEST 7,7")),
        (Question::Variations(2), "7,7", answer("7,7")),
    ] {
        assert_eq!(asked(question).hear(line), expected, "{question:?} {line:?}");
    }
    let mut manager = asked(Question::Variations(1));
    assert_eq!(manager.hear("INFO PV 0"), Event::Info);
    assert!(matches!(manager.hear("INFO PV DONE"), Event::Variation(_)));
}

#[test]
fn lines_without_a_question_answer_none() {
    let mut manager = asked(Question::Move);
    assert_eq!(manager.overhear("6,6"), Event::Unexpected(Reply::Move(Coordinate { x: 6, y: 6 })));
    manager.discard();
    assert_eq!(manager.hear("MESSAGE x"), Event::Message("x".to_owned()));
    assert_eq!(manager.hear("7,7"), Event::Discarded);
    assert_eq!(manager.expected(), None);
    manager.discard();
    assert_eq!(manager.hear("ERROR x"), Event::Error(Reply::Error("x".to_owned())));
}

#[test]
fn errors_are_tolerated_until_a_game_without_any() {
    let error = Event::Error(Reply::Unknown("rule".to_owned()));
    let refusal = Event::Refusal(Reply::Unknown("rule".to_owned()));
    let mut manager = Manager::default().tolerant();
    let mut game = |lines: &[(&str, &Event)]| {
        manager.start(BoardSize::square(15), PositionStyle::WHOLE);
        manager.hear("OK");
        for (line, expected) in lines {
            manager.ask(Question::Move, &position(""));
            assert_eq!(manager.hear(line), **expected);
        }
    };
    game(&[("UNKNOWN rule", &error), ("7,7", &answer("7,7")), ("UNKNOWN rule", &refusal)]);
    game(&[("UNKNOWN rule", &error), ("7,7", &answer("7,7"))]);
    game(&[("7,7", &answer("7,7")), ("UNKNOWN rule", &refusal)]);
    game(&[("UNKNOWN rule", &refusal)]);
}
