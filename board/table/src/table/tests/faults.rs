//! Engines that flood, babble or fall silent, and commands at odd moments.

use super::{DOLMEN, PERSON, PLAIN, PLAYING, Scene};
use crate::message::{EngineState, Message};
use crate::table::Order;

#[test]
fn an_engine_that_does_not_move_at_once_is_started_again() {
    let mut scene = Scene::new();
    scene.stones("h8").line(0, "OK").command(r#"{"type": "moveNow"}"#);
    assert_eq!(scene.sent(0), ["YXSTOP"]);
    scene.command(r#"{"type": "moveNow"}"#);
    assert_eq!(scene.orders, [], "once is enough");
    scene.pass(999);
    assert_eq!(*scene.engine(0), EngineState::Thinking);
    scene.pass(1);
    let start = Order::Send(0, "START 15".to_owned());
    assert_eq!(scene.orders, [Order::Kill(0), Order::Start(0), start]);
    scene.line(0, "OK");
    let sent = scene.sent(0);
    assert!(sent.contains(&"BOARD"), "it is asked again: {sent:?}");
    assert!(sent.contains(&"INFO timeout_turn 100"), "it has no time to think: {sent:?}");
    scene.line(0, "8,8");
    assert_eq!(scene.moves(), "h8 i9");
    scene.stones("j10");
    assert!(scene.sent(0).contains(&"INFO timeout_turn 2000"), "its next move has its time");
}

#[test]
fn a_line_that_is_no_answer_pauses_the_game() {
    let mut scene = Scene::new();
    scene.stones("h8").line(0, "OK").line(0, "").line(0, "debug 1").line(0, "\u{1b}[2J7;7");
    scene.is_interrupted("Dolmen cannot continue: it answered \"[2J7;7\"");
    assert_eq!(scene.orders, [Order::Kill(0)], "what it would do next is unknown");
    scene.line(0, "8,8");
    assert_eq!(scene.moves(), "h8", "the question is closed");
    scene.command(r#"{"type": "resume"}"#);
    assert_eq!(scene.orders, [Order::Start(0), Order::Send(0, "START 15".to_owned())]);
    scene.line(0, "OK").line(0, "8,8");
    assert_eq!(scene.moves(), "h8 i9");
}

#[test]
fn the_loss_of_an_engine_without_a_job_is_told_and_interrupts_nothing() {
    let lost = "plain cannot continue: it did not answer START within 10 seconds.";
    let is_told = |scene: &Scene| {
        assert!(matches!(scene.engine(1), EngineState::Dead { .. }), "{:?}", scene.engine(1));
        let notice = Message::Notice { text: lost.to_owned(), point: None };
        assert!(scene.messages.contains(&notice), "{:?}", scene.messages);
    };
    let mut scene = Scene::new();
    scene.game(PERSON, PLAIN, &[]).stones("h8");
    assert_eq!(*scene.engine(1), EngineState::Starting);
    scene.game(PERSON, DOLMEN, &[]).stones("h8").line(0, "OK").pass(10_000);
    is_told(&scene);
    scene.is(PLAYING);
    scene.line(0, "8,8");
    assert_eq!(scene.moves(), "h8 i9", "the other game goes on");
    scene.game(PERSON, PLAIN, &[]).stones("h8").command(r#"{"type": "review"}"#);
    scene.command(r#"{"type": "analyse", "at": 1, "engine": 0, "lines": 1}"#);
    let work = scene.status.work.clone();
    scene.line(0, "OK").pass(10_000);
    is_told(&scene);
    assert!(work.is_some());
    assert_eq!(scene.status.work, work, "the study of another engine goes on");
}

#[test]
fn texts_do_not_flood_the_page() {
    let mut scene = Scene::new();
    scene.stones("h8").line(0, "OK");
    let mut told = 0;
    for index in 0..1_000 {
        told += scene.line(0, &format!("MESSAGE {index}{}", "x".repeat(5_000))).messages.len();
    }
    assert_eq!(told, 1);
    scene.pass(125);
    assert_eq!(scene.messages.len(), 20, "the newest wait");
    let longest = scene.messages.iter().map(|message| match message {
        Message::Thought { thought } => thought.text.as_ref().map_or(0, String::len),
        _ => 0,
    });
    assert_eq!(longest.max(), Some(400));
}

#[test]
fn a_thought_that_waits_is_dropped_by_a_stop() {
    let mut scene = Scene::new();
    scene.game(PERSON, PERSON, &[]).stones("h8").command(r#"{"type": "review"}"#);
    scene.command(r#"{"type": "analyse", "at": 1, "engine": 0, "lines": 1}"#).line(0, "OK");
    for line in ["INFO PV 0", "INFO PV DONE", "INFO PV 0", "INFO PV DONE"] {
        scene.line(0, line);
    }
    scene.command(r#"{"type": "stop"}"#).pass(500);
    assert_eq!(scene.messages, []);
}

#[test]
fn a_move_taken_back_ends_the_analysis_of_a_game_that_was_over() {
    let mut scene = Scene::new();
    scene.game(PERSON, PERSON, &[]).stones("h8 a1 i8 a2 j8 a3 k8 a4 l8");
    scene.command(r#"{"type": "analyse", "at": 1, "engine": 0, "lines": 1}"#).line(0, "OK");
    scene.command(r#"{"type": "takeBack"}"#);
    assert_eq!((&scene.status.work, scene.engine(0)), (&None, &EngineState::Stopping));
    scene.is(PLAYING);
}

#[test]
fn time_that_is_over_cannot_be_taken_back() {
    let mut scene = Scene::new();
    let clock = ("clock", r#"{"turnMs": 1000, "gameMs": 0, "incrementMs": 0}"#);
    scene.game(PERSON, PERSON, &[clock]).stones("h8 i9");
    scene.now += 1_000;
    scene.command(r#"{"type": "play", "at": 2, "point": "j10"}"#);
    scene.is(r#"{"type":"over","winner":"white","reason":"time"}"#);
    assert!(scene.refusal().is_some() && !scene.status.can_take_back);
}

#[test]
fn a_sweep_by_another_engine_stops_the_first() {
    let mut scene = Scene::new();
    scene.game(PERSON, PERSON, &[]).stones("h8 a1 i8 a2 j8 a3 k8 a4 l8");
    scene.command(r#"{"type": "review"}"#);
    scene.command(r#"{"type": "analyse", "at": 1, "engine": 0, "lines": 1}"#).line(0, "OK");
    scene.command(r#"{"type": "sweep", "at": 1, "engine": 2, "nodes": 50}"#);
    assert_eq!(*scene.engine(0), EngineState::Stopping);
    scene.line(2, "OK");
    for _ in 0..9 {
        scene.line(2, "14,14");
    }
    let end = scene.kept().nodes.iter().find(|node| node.id == 9).and_then(|node| node.black_wins);
    assert_eq!((end, &scene.status.work), (Some(1.0), &None), "the five has a value");
}

#[test]
fn the_stones_of_a_five_are_dead_in_a_continuous_game() {
    let mut scene = Scene::new();
    let rule = ("continuous", "true");
    scene.game(PERSON, PERSON, &[rule]).stones("h8 a1 i8 a2 j8 a3 k8 a4 l8");
    let seat = format!(r#"{{"type": "seat", "color": "white", "player": {DOLMEN}}}"#);
    scene.command(&seat).line(0, "OK");
    let sent = scene.sent(0);
    assert!(sent.contains(&"7,7,3") && sent.contains(&"11,7,3"), "{sent:?}");
    assert!(sent.contains(&"0,0,1") && !sent.contains(&"7,7,2"), "{sent:?}");
    scene.line(0, "7,7");
    scene.is(r#"{"type":"over","winner":"black","reason":"foul"}"#);
}
