//! Games from move to move.

use super::{DOLMEN, PERSON, PLAIN, PLAYING, Scene, person};

use crate::message::{EngineState, Message};
use crate::table::{Millis, Order};
use dolmen::board::Color;

#[test]
fn an_engine_answers_a_person() {
    let mut scene = Scene::new();
    scene.stones("h8");
    assert_eq!(scene.orders, [Order::Start(0), Order::Send(0, "START 15".to_owned())]);
    scene.line(0, "OK");
    let sent = scene.sent(0);
    assert!(sent.contains(&"INFO rule 0") && sent.contains(&"INFO level 4"), "{sent:?}");
    assert_eq!(sent[sent.len() - 3..], ["BOARD", "7,7,2", "DONE"]);
    assert_eq!(*scene.engine(0), EngineState::Thinking);
    for line in
        ["INFO PV 0", "INFO DEPTH 9", "INFO EVAL 0", "INFO BESTLINE 8,8 9,9", "INFO PV DONE"]
    {
        scene.line(0, line);
    }
    let thought = scene.thought();
    assert_eq!((thought.depth, thought.black_wins), (Some(9), Some(0.5)));
    assert_eq!(thought.line, ["i9", "j10"]);
    scene.pass(700).line(0, "8,8");
    assert_eq!(scene.moves(), "h8 i9");
    let node = scene.node().expect("the table sends the move");
    assert_eq!((node.ms, node.black_wins), (Some(700), Some(0.5)));
    scene.is(PLAYING);
    scene.stones("h9");
    assert!(!scene.sent(0).contains(&"START 15"), "the board has been set up");
}

#[test]
fn five_in_a_row_ends_a_game_of_two_persons() {
    let mut scene = Scene::new();
    scene.game(PERSON, PERSON, &[]).stones("h8 a1 h9 a2 h10 a3 h11 a4 h12");
    scene.is(r#"{"type":"over","winner":"black","reason":"five"}"#);
    scene.command(r#"{"type": "play", "at": 9, "point": "c3"}"#);
    let reason = "the game has ended; choose Analyse to try other moves";
    assert_eq!(scene.refusal(), Some(reason));
    scene.command(r#"{"type": "takeBack"}"#);
    scene.is(PLAYING);
    assert_eq!(scene.status.to_move, Color::Black);
}

#[test]
fn a_continuous_game_goes_on_after_a_five() {
    let mut scene = Scene::new();
    scene.game(PERSON, PERSON, &[("continuous", "true")]);
    scene.stones("h8 a1 h9 a2 h10 a3 h11 a4 h12 a5 h13");
    scene.is(PLAYING);
}

#[test]
fn forbidden_points_are_refused_with_the_reason() {
    let mut scene = Scene::new();
    scene.game(PERSON, PERSON, &[("rule", "\"renju\"")]);
    scene.stones("g8 a1 i8 a3 h7 a5 h9 a7");
    scene.command(r#"{"type": "play", "at": 8, "point": "h8"}"#);
    let Some(Message::Refused { reason, point, id: None }) = scene.messages.first() else {
        panic!("{:?}", scene.messages)
    };
    assert_eq!(reason, "a black stone on this point would make a double three");
    assert_eq!(point.as_deref(), Some("h8"));
    scene.command(r#"{"type": "play", "at": 8, "point": "g8"}"#);
    assert_eq!(scene.refusal(), Some("this point is occupied"));
    scene.command(r#"{"type": "play", "at": 8, "point": "p16"}"#);
    assert_eq!(scene.refusal(), Some("this point is off the board"));
    scene.command(r#"{"type": "play", "at": 3, "point": "h8"}"#);
    let reason = "this is an earlier position; go to the last move to play";
    assert_eq!(scene.refusal(), Some(reason));
}

#[test]
fn a_person_takes_two_stones_back_against_an_engine() {
    let mut scene = Scene::new();
    scene.stones("h8").line(0, "OK").line(0, "8,8").stones("h9").line(0, "9,9");
    assert!(scene.status.can_take_back);
    scene.command(r#"{"type": "takeBack"}"#);
    assert_eq!(scene.moves(), "h8 i9");
    // While the engine thinks, only the person's stone is taken back, and the engine stops.
    scene.stones("h9").command(r#"{"type": "takeBack"}"#);
    assert_eq!(scene.moves(), "h8 i9");
    assert_eq!(scene.sent(0), ["YXSTOP"]);
    scene.line(0, "1,1");
    assert_eq!(scene.moves(), "h8 i9", "the answer to the old question is dropped");
    scene.stones("j9");
    assert_eq!(*scene.engine(0), EngineState::Thinking);
    scene.command(r#"{"type": "takeBack"}"#).command(r#"{"type": "takeBack"}"#);
    assert_eq!(scene.moves(), "");
    assert!(!scene.status.can_take_back);
}

#[test]
fn moves_that_are_taken_back_give_no_increment() {
    let mut scene = Scene::new();
    let clock = ("clock", r#"{"turnMs": 0, "gameMs": 60000, "incrementMs": 2000}"#);
    scene.game(PERSON, PERSON, &[clock]).stones("h8");
    let left = |scene: &Scene| scene.status.clocks.map(|face| face.game_ms);
    let before = left(&scene);
    for _ in 0..3 {
        scene.stones("h9").command(r#"{"type": "takeBack"}"#);
    }
    assert_eq!(left(&scene), before);
}

#[test]
fn clocks_run_out() {
    let mut scene = Scene::new();
    let clock = ("clock", r#"{"turnMs": 0, "gameMs": 10000, "incrementMs": 1000}"#);
    scene.game(PERSON, PERSON, &[clock]);
    scene.pass(4_900).stones("h8");
    assert_eq!(scene.status.clocks[0].game_ms, Some(11_000), "the first five seconds are free");
    scene.pass(9_000).stones("h9").pass(10_999);
    scene.is(PLAYING);
    scene.pass(1);
    scene.is(r#"{"type":"over","winner":"white","reason":"time"}"#);
    assert_eq!(scene.status.running, None);
}

#[test]
fn an_engine_thinks_for_its_own_time_within_its_clock() {
    let game = r#"{"turnMs": 0, "gameMs": 300000, "incrementMs": 2000}"#;
    let turn = r#"{"turnMs": 900, "gameMs": 0, "incrementMs": 0}"#;
    let none = r#"{"turnMs": 0, "gameMs": 0, "incrementMs": 0}"#;
    for (clock, thinking, expected) in [
        (game, None, ["timeout_turn 2000", "timeout_match 300000", "time_left 300000"]),
        (game, Some("7000"), ["timeout_turn 7000", "timeout_match 300000", "time_increment 2000"]),
        (game, Some("0"), ["timeout_turn 2147483647", "timeout_match 300000", "time_left 300000"]),
        (turn, Some("7000"), ["timeout_turn 900", "timeout_match 0", "time_left 2147483647"]),
        (none, Some("7000"), ["timeout_turn 7000", "timeout_match 0", "time_left 2147483647"]),
        (none, Some("0"), ["timeout_turn 2000", "timeout_match 0", "time_left 2147483647"]),
    ] {
        let mut scene = Scene::new();
        let more = [Some(("clock", clock)), thinking.map(|ms| ("thinkingMs", ms))];
        let more: Vec<_> = more.into_iter().flatten().collect();
        scene.game(PERSON, DOLMEN, &more).stones("h8").line(0, "OK");
        for line in expected {
            let line = format!("INFO {line}");
            assert!(scene.sent(0).contains(&line.as_str()), "{line}: {:?}", scene.sent(0));
        }
    }
    let mut scene = Scene::new();
    scene.game(PERSON, DOLMEN, &[("thinkingMs", "3600001")]);
    let refusal = scene.refusal().expect("it is too long");
    assert!(refusal.contains("at most an hour a move"), "{refusal}");
}

#[test]
fn a_pause_stops_clocks_and_engines() {
    let mut scene = Scene::new();
    let clock = ("clock", r#"{"turnMs": 5000, "gameMs": 0, "incrementMs": 0}"#);
    scene.game(PERSON, DOLMEN, &[clock, ("thinkingMs", "0")]).stones("h8").line(0, "OK");
    assert!(scene.sent(0).contains(&"INFO timeout_turn 5000"));
    scene.command(r#"{"type": "pause"}"#);
    scene.is(r#"{"type":"paused","reason":""}"#);
    assert_eq!(scene.sent(0), ["YXSTOP"]);
    scene.line(0, "8,8").pass(60_000);
    scene.is(r#"{"type":"paused","reason":""}"#);
    scene.command(r#"{"type": "resume"}"#);
    assert!(scene.sent(0).contains(&"BOARD"), "{:?}", scene.orders);
    scene.pass(5_299);
    scene.is(PLAYING);
    scene.pass(1);
    scene.is(r#"{"type":"over","winner":"black","reason":"time"}"#);
}

#[test]
fn an_engine_that_dies_pauses_the_game_and_starts_again() {
    let mut scene = Scene::new();
    scene.stones("h8").line(0, "OK");
    let output = scene.table.died(0, "ended by signal 9".to_owned(), Millis(0));
    scene.note(output);
    scene.is_interrupted("Dolmen cannot continue: ended by signal 9");
    scene.command(r#"{"type": "resume"}"#);
    assert_eq!(scene.orders[0], Order::Start(0));
    scene.line(0, "OK").line(0, "8,8");
    assert_eq!(scene.moves(), "h8 i9");
}

#[test]
fn a_silent_engine_is_ended() {
    let mut scene = Scene::new();
    scene.stones("h8").pass(10_000);
    scene.is_interrupted("Dolmen cannot continue: it did not answer START within 10 seconds");
    scene.command(r#"{"type": "resume"}"#).line(0, "OK").command(r#"{"type": "pause"}"#);
    scene.pass(999);
    assert_eq!(*scene.engine(0), EngineState::Stopping);
    scene.pass(1);
    assert_eq!(scene.orders, [Order::Kill(0)]);
}

#[test]
fn an_engine_that_is_not_ready_is_told_to_move_when_it_begins() {
    let mut scene = Scene::new();
    scene.stones("h8").command(r#"{"type": "moveNow"}"#);
    assert_eq!((scene.refusal(), scene.sent(0)), (None, Vec::new()));
    scene.line(0, "OK");
    assert_eq!(scene.sent(0).last(), Some(&"YXSTOP"));
    assert!(scene.sent(0).contains(&"DONE"), "the job comes first");
    scene.line(0, "8,8").stones("j9");
    assert!(!scene.sent(0).contains(&"YXSTOP"), "the next move takes its time");
}

#[test]
fn illegal_answers_of_engines_are_fouls() {
    let mut scene = Scene::new();
    scene.stones("h8").line(0, "OK").line(0, "7,7");
    scene.is(r#"{"type":"over","winner":"black","reason":"foul"}"#);
    let mut scene = Scene::new();
    scene.stones("h8").line(0, "OK").line(0, "ERROR no idea");
    scene.is_interrupted("Dolmen cannot continue: it answered \"ERROR no idea\"");
}

#[test]
fn a_plain_engine_is_ended_to_stop_it() {
    let mut scene = Scene::new();
    scene.game(DOLMEN, PLAIN, &[]).line(0, "OK");
    assert_eq!(scene.sent(0).last(), Some(&"BEGIN"));
    scene.line(0, "7,7").line(1, "OK");
    assert!(!scene.sent(1).iter().any(|line| line.contains("level")), "{:?}", scene.orders);
    scene.command(r#"{"type": "moveNow"}"#);
    assert_eq!(scene.refusal(), Some("plain cannot be told to move at once"));
    scene.command(r#"{"type": "pause"}"#);
    assert_eq!(scene.orders, [Order::Kill(1)]);
    scene.command(r#"{"type": "resign"}"#);
    assert_eq!(scene.refusal(), Some("cannot resign: no person is playing a game"));
}

#[test]
fn seats_change_in_the_middle_of_a_game() {
    let mut scene = Scene::new();
    let seat = |color: &str, player: &str| {
        format!(r#"{{"type": "seat", "color": "{color}", "player": {player}}}"#)
    };
    scene.stones("h8").line(0, "OK");
    scene.command(&seat("white", &person("Ann")));
    scene.line(0, "8,8").stones("i9");
    scene.command(&seat("black", r#"{"type": "engine", "engine": 0, "level": 16}"#));
    assert_eq!(scene.refusal(), Some("invalid level 16 of Dolmen: expected 1 to 15"));
    scene.command(&seat("black", r#"{"type": "engine", "engine": 0}"#));
    assert!(scene.sent(0).contains(&"INFO level 0"), "{:?}", scene.orders);
    scene.command(r#"{"type": "resign"}"#);
    scene.is(r#"{"type":"over","winner":"black","reason":"resigned"}"#);
}

#[test]
fn a_resignation_is_taken_back_alone() {
    let mut scene = Scene::new();
    scene.game(PERSON, PERSON, &[]);
    for stones in ["", "h8 i9"] {
        if !stones.is_empty() {
            scene.stones(stones);
        }
        scene.command(r#"{"type": "resign"}"#);
        assert!(scene.status.can_take_back);
        scene.command(r#"{"type": "takeBack"}"#);
        scene.is(PLAYING);
        assert_eq!(scene.moves(), stones);
    }
}

#[test]
fn an_engine_begins_its_second_game_on_an_empty_board() {
    let mut scene = Scene::new();
    scene.game(DOLMEN, PERSON, &[]).line(0, "OK");
    assert_eq!(scene.sent(0).last(), Some(&"BEGIN"), "its board is empty after START");
    scene.line(0, "7,7");
    scene.game(DOLMEN, PERSON, &[]);
    assert_eq!(scene.sent(0), ["START 15"]);
    scene.line(0, "OK");
    assert_eq!(scene.sent(0).last(), Some(&"BEGIN"));
    scene.line(0, "7,7");
    assert_eq!(scene.moves(), "h8");
}

#[test]
fn two_engines_wait_between_their_moves() {
    let mut scene = Scene::new();
    scene.game(DOLMEN, PLAIN, &[("delayMs", "700")]).line(0, "OK");
    assert_eq!(scene.sent(0).last(), Some(&"BEGIN"), "the first move has no delay");
    scene.line(0, "7,7");
    assert_eq!((scene.moves().as_str(), &scene.orders[..]), ("h8", &[][..]));
    assert_eq!((scene.status.running, scene.table.deadline()), (None, Some(Millis(700))));
    scene.pass(699);
    assert_eq!(scene.orders, []);
    scene.pass(1);
    assert_eq!(scene.sent(1), ["START 15"]);
    assert_eq!(scene.status.running, Some(Color::White));
    scene.line(1, "OK").line(1, "8,8");
    scene.command(r#"{"type": "pause"}"#).pass(5_000);
    assert_eq!(scene.orders, [], "a pause ends the wait");
    scene.command(r#"{"type": "resume"}"#).command(r#"{"type": "moveNow"}"#);
    assert_eq!(scene.sent(0).last(), Some(&"DONE"), "it is asked at once");
    let delay = [("delayMs", "60001")];
    scene.game(DOLMEN, PLAIN, &delay);
    let refusal = scene.refusal().expect("it is too long");
    assert!(refusal.contains("at most a minute"), "{refusal}");
}

#[test]
fn a_game_that_goes_on_and_loses_stones_can_be_kept() {
    let mut scene = Scene::new();
    scene.game(PERSON, PERSON, &[]).stones("h8 i9 j10").command(r#"{"type": "review"}"#);
    scene.command(r#"{"type": "playOn", "at": 3}"#).command(r#"{"type": "takeBack"}"#);
    let kept = serde_json::to_value(scene.kept()).expect("a game is plain data");
    let mut other = Scene::new();
    other.command(&serde_json::json!({ "type": "restore", "game": kept }).to_string());
    assert_eq!((other.refusal(), other.moves().as_str()), (None, "h8 i9"));
}
