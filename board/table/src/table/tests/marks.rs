//! The marks of a person: points that engines leave out, circles and arrows, and limits of analysis.

use super::{DOLMEN, PERSON, Scene};
use crate::message::EngineState;

/// Returns a scene in which three moves are analysed, by an engine that has answered START.
fn analysed(analysis: &str) -> Scene {
    let mut scene = Scene::new();
    scene.game(PERSON, PERSON, &[]).stones("h8 i9 h9");
    scene.command(r#"{"type": "review"}"#);
    scene.command(analysis).line(0, "OK");
    assert_eq!(scene.refusal(), None);
    scene
}

const UNLIMITED: &str = r#"{"type": "analyse", "at": 3, "engine": 0, "lines": 2}"#;

#[test]
fn points_are_left_out_until_they_are_not() {
    let mut scene = analysed(UNLIMITED);
    assert!(!scene.sent(0).contains(&"YXBLOCKRESET"), "an engine without it keeps working");
    scene.command(r#"{"type": "area", "at": 3, "area": {"excluded": ["i8", "a1", "i8"]}}"#);
    assert_eq!(scene.sent(0), ["YXSTOP"]);
    scene.line(0, "1,1");
    let sent = scene.sent(0);
    let from = sent.iter().position(|line| *line == "YXBLOCKRESET").expect("points are left out");
    assert_eq!(sent[from..from + 6], ["YXBLOCKRESET", "YXBLOCK", "0,0", "8,7", "DONE", "YXBOARD"]);
    scene.command(r#"{"type": "analyse", "at": 2, "engine": 0, "lines": 2}"#).line(0, "1,1");
    let sent = scene.sent(0);
    assert!(sent.contains(&"YXBLOCKRESET") && !sent.contains(&"YXBLOCK"), "another position");
    scene.command(r#"{"type": "analyse", "at": 1, "engine": 0, "lines": 2}"#).line(0, "1,1");
    assert!(!scene.sent(0).contains(&"YXBLOCKRESET"), "nothing is left to reset");
}

#[test]
fn only_some_points_are_searched() {
    let mut scene = analysed(UNLIMITED);
    scene.command(
        r#"{"type": "area", "at": 3, "area": {"only": ["g8", "g9"], "excluded": ["g9"]}}"#,
    );
    let sent = scene.line(0, "1,1").sent(0).len();
    // All points but the three stones and g8, and the settings.
    assert!((221..250).contains(&sent), "{sent}");
    let sent = scene.sent(0);
    let from = sent.iter().position(|line| *line == "ONLY").expect("Dolmen searches them all");
    assert_eq!(sent[from..from + 3], ["ONLY", "6,7", "DONE"]);
    assert!(!sent[..from].contains(&"6,7") && sent.contains(&"6,8"));
    scene.command(r#"{"type": "area", "at": 3, "area": {"only": ["h8"]}}"#);
    assert_eq!(scene.refusal(), Some("no point is left to search; allow at least one"));
    assert_eq!(scene.status.work, None, "it does not go on with other points than the board shows");
    scene.command(r#"{"type": "area", "at": 3, "area": {"only": ["v22"]}}"#);
    assert_eq!(scene.refusal(), Some("this point is off the board"));
}

#[test]
fn an_engine_without_the_command_goes_on() {
    let mut scene = analysed(UNLIMITED);
    scene.command(r#"{"type": "area", "at": 3, "area": {"excluded": ["i8"]}}"#).line(0, "1,1");
    scene.line(0, "UNKNOWN YXBLOCKRESET").line(0, "UNKNOWN YXBLOCK");
    assert_eq!(*scene.engine(0), EngineState::Thinking);
    scene.line(0, "INFO PV 0").line(0, "INFO BESTLINE 6,6").line(0, "INFO PV DONE").pass(125);
    assert!(scene.messages.iter().any(|message| format!("{message:?}").contains("g7")));
}

#[test]
fn limits_are_told_and_taken_back() {
    let limits = r#"{"ms": 5000, "nodes": 70000, "threads": 2, "memory": 134217728}"#;
    let analyse = |limits: &str| {
        format!(r#"{{"type": "analyse", "at": 3, "engine": 0, "lines": 1, "limits": {limits}}}"#)
    };
    let mut scene = analysed(&analyse(limits));
    for setting in ["timeout_turn 5000", "max_node 70000", "thread_num 2", "max_memory 134217728"] {
        let line = format!("INFO {setting}");
        assert!(scene.sent(0).contains(&line.as_str()), "{line}: {:?}", scene.sent(0));
    }
    let work = serde_json::to_string(&scene.status.work).expect("work is plain data");
    assert!(work.contains(r#""limits":{"ms":5000,"nodes":70000,"threads":2,"#), "{work}");
    scene.line(0, "7,9");
    assert_eq!(scene.status.work, None, "the engine has come to its limit");
    scene.command(UNLIMITED);
    assert_eq!(scene.sent(0), ["START 15"], "the host's own settings follow");
    scene.line(0, "OK");
    assert!(scene.sent(0).contains(&"INFO timeout_turn 2147483647"));
    assert!(!scene.sent(0).iter().any(|line| line.contains("thread_num")), "{:?}", scene.sent(0));
    for (limits, reason) in [
        (r#"{"ms": 0}"#, "invalid time 0: expected 1 to 86400000 milliseconds"),
        (r#"{"threads": 0}"#, "invalid number of threads 0: expected 1 to 1024 threads"),
        (r#"{"memory": 1}"#, "invalid memory 1: expected 16777216 to 1099511627776 bytes"),
    ] {
        scene.command(&analyse(limits));
        assert_eq!(scene.refusal(), Some(reason));
    }
}

#[test]
fn drawings_come_and_go() {
    let mut scene = Scene::new();
    scene.game(PERSON, DOLMEN, &[]).stones("h8");
    let mut draw = |drawing: &str| {
        scene.command(&format!(r#"{{"type": "draw", "at": 1, "drawing": {drawing}}}"#));
        let node = serde_json::to_value(scene.node()).expect("a node is plain data");
        (node["drawings"].to_string(), scene.refusal().map(str::to_owned))
    };
    let circle = r#"{"from": "h8", "to": "h8", "color": "green"}"#;
    assert_eq!(draw(circle).0, r#"[{"color":"green","from":"h8"}]"#);
    assert_eq!(draw(r#"{"from": "h8", "color": "red"}"#).0, r#"[{"color":"red","from":"h8"}]"#);
    assert_eq!(draw(r#"{"from": "h8", "color": "red"}"#).0, "null", "drawn again, it is gone");
    draw(r#"{"from": "a1", "to": "b2", "color": "blue"}"#);
    let reason = draw(r#"{"from": "v22", "color": "red"}"#).1;
    assert_eq!(reason.as_deref(), Some("this point is off the board"));
    assert_eq!(scene.kept().nodes[1].drawings.len(), 1);
    let kept = serde_json::to_string(&scene.kept()).expect("a game is plain data");
    scene.command(&format!(r#"{{"type": "restore", "game": {kept}}}"#));
    assert_eq!(scene.kept().nodes[1].drawings.len(), 1, "it is kept with the game");
    scene.command(r#"{"type": "erase", "at": 1}"#);
    assert!(scene.kept().nodes[1].drawings.is_empty());
}
