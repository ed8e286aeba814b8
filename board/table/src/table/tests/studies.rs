//! Analysis, changes of the tree, and games that a page keeps.

use dolmen::board::Color;

use super::{PERSON, PLAYING, Scene};
use crate::message::{Command, EngineState, Limits, Message, Work};
use crate::order::Millis;

/// Returns a scene in which five moves are analysed.
fn reviewed() -> Scene {
    let mut scene = Scene::new();
    scene.game(PERSON, PERSON, &[]).stones("h8 i9 h9 h10 g9");
    scene.command(r#"{"type": "review"}"#);
    scene.is(r#"{"type":"analysis"}"#);
    scene
}

#[test]
fn several_lines_are_searched_until_the_stop() {
    let mut scene = reviewed();
    scene.command(r#"{"type": "analyse", "at": 3, "engine": 0, "lines": 2}"#).line(0, "OK");
    let sent = scene.sent(0);
    let expected = ["YXBOARD", "7,7,2", "8,8,1", "7,8,2", "DONE", "YXNBEST 2"];
    assert_eq!(sent[sent.len() - 6..], expected);
    assert!(sent.contains(&"INFO timeout_turn 2147483647") && sent.contains(&"INFO level 0"));
    let limits = Limits::default();
    assert_eq!(scene.status.work, Some(Work::Analysis { at: 3, engine: 0, lines: 2, limits }));
    scene.line(0, "INFO PV 1").line(0, "INFO BESTLINE 7,9").line(0, "INFO PV DONE");
    assert_eq!(scene.thought().rank, 2);
    scene.command(r#"{"type": "analyse", "at": 4, "engine": 0, "lines": 2}"#);
    assert_eq!(*scene.engine(0), EngineState::Stopping);
    scene.line(0, "INFO PV 0").line(0, "INFO BESTLINE 1,1").line(0, "INFO PV DONE");
    assert_eq!(scene.messages, [], "late thoughts belong to the old position");
    scene.line(0, "1,1");
    assert_eq!(scene.sent(0).last(), Some(&"YXNBEST 2"));
    scene.command(r#"{"type": "stop"}"#).line(0, "2,2");
    assert_eq!((scene.status.work.clone(), scene.engine(0)), (None, &EngineState::Idle));
    scene.command(r#"{"type": "analyse", "at": 3, "engine": 1, "lines": 2}"#);
    assert_eq!(scene.refusal(), Some("plain cannot analyse; choose another engine"));
}

#[test]
fn an_analysis_without_a_limit_waits_for_the_next_position() {
    let mut scene = reviewed();
    scene.command(r#"{"type": "analyse", "at": 3, "engine": 0, "lines": 2}"#).line(0, "OK");
    scene.line(0, "7,9");
    let limits = Limits::default();
    assert_eq!(scene.status.work, Some(Work::Analysis { at: 3, engine: 0, lines: 2, limits }));
    assert_eq!(*scene.engine(0), EngineState::Idle, "it has searched the position to its end");
    scene.command(r#"{"type": "analyse", "at": 4, "engine": 0, "lines": 2}"#);
    assert_eq!(scene.sent(0).last(), Some(&"YXNBEST 2"));
    scene.line(0, "1,1").command(r#"{"type": "stop"}"#);
    assert_eq!((scene.status.work.clone(), scene.orders.as_slice()), (None, [].as_slice()));
    let limited = r#"{"type": "analyse", "at": 3, "engine": 0, "lines": 2, "limits": {"ms": 9}}"#;
    scene.command(limited).line(0, "7,9");
    assert_eq!(scene.status.work, None, "it has reached its limit");
}

#[test]
fn an_analysis_goes_on_in_another_game() {
    let mut scene = reviewed();
    let kept = scene.kept();
    scene.command(r#"{"type": "analyse", "at": 3, "engine": 0, "lines": 2}"#).line(0, "OK");
    let at = |scene: &Scene| match scene.status.work {
        Some(Work::Analysis { at, .. }) => Some(at),
        _ => None,
    };
    let arrange = |stones: &str| {
        let onto = r#"{"rule": "freestyle", "width": 15, "height": 15}"#;
        format!(r#"{{"type": "arrange", "onto": {onto}, "stones": [{stones}], "toMove": "white"}}"#)
    };
    scene.command(&arrange(r#"{"point": "h8", "color": "black"}"#));
    assert_eq!(at(&scene), Some(1));
    scene.command(r#"{"type": "rule", "rule": "standard"}"#);
    assert_eq!(at(&scene), Some(1));
    scene.restore(&kept);
    assert_eq!(at(&scene), Some(kept.last));
    scene.game(PERSON, PERSON, &[]);
    assert_eq!(at(&scene), None, "a game to be played is not analysed");
}

#[test]
fn the_lines_of_an_analysis_are_kept_with_its_position() {
    let mut scene = reviewed();
    scene.command(r#"{"type": "analyse", "at": 3, "engine": 0, "lines": 2}"#).line(0, "OK");
    for line in ["INFO PV 0", "INFO EVAL +M5", "INFO BESTLINE 7,9 0,0", "INFO PV DONE"] {
        scene.line(0, line);
    }
    // The second line takes the rank of the first, which is reported again at its new rank.
    for line in ["INFO PV 1", "INFO EVAL 5", "INFO BESTLINE 6,6", "INFO PV DONE"] {
        scene.line(0, line);
    }
    scene.pass(125);
    for line in ["INFO PV 1", "INFO EVAL +M5", "INFO BESTLINE 7,9 0,0", "INFO PV DONE"] {
        scene.line(0, line);
    }
    scene.pass(125);
    let found = |scene: &Scene, at: usize| {
        let lines = &scene.kept().nodes[at].lines;
        lines.iter().map(|found| (found.value.clone(), found.line.len())).collect::<Vec<_>>()
    };
    assert_eq!(found(&scene, 3), [], "the search goes on");
    scene.command(r#"{"type": "analyse", "at": 4, "engine": 0, "lines": 2}"#);
    let first = [(Some("5".to_owned()), 1), (Some("+M5".to_owned()), 2)];
    assert_eq!(found(&scene, 3), first, "the search follows the shown position");
    scene.line(0, "7,9").line(0, "INFO PV 0").line(0, "INFO BESTLINE 1,1").line(0, "INFO PV DONE");
    scene.command(r#"{"type": "stop"}"#).line(0, "1,1");
    assert_eq!(found(&scene, 4), [(None, 1)], "it was stopped");
    let kept = scene.kept();
    let mut other = Scene::new();
    other.restore(&kept);
    assert_eq!(found(&other, 3), first);
    other.command(r#"{"type": "area", "at": 3, "area": {"excluded": ["h10"]}}"#);
    assert_eq!(found(&other, 3), [], "they are not those of the new search");
}

#[test]
fn no_line_is_lost_when_moves_change_their_ranks_between_two_messages() {
    let mut scene = reviewed();
    scene.command(r#"{"type": "analyse", "at": 3, "engine": 0, "lines": 5}"#).line(0, "OK");
    // Each step has the first moves of some ranks; the search ends before the last ranks of its last iteration.
    let steps = [&[0][..], &[0, 1, 2, 3, 4], &[0, 4, 1, 3]];
    for (moves, milliseconds) in steps.iter().zip([125, 0, 0]) {
        for (rank, column) in moves.iter().enumerate() {
            for line in [
                format!("INFO PV {rank}"),
                format!("INFO BESTLINE {column},0"),
                "INFO PV DONE".into(),
            ] {
                scene.line(0, &line);
            }
        }
        scene.pass(milliseconds);
    }
    scene.pass(125);
    let sent = scene.messages.iter().map(|message| match message {
        Message::Thought { thought } => (thought.rank, thought.line.join(" ")),
        message => panic!("{message:?}"),
    });
    let changed = [(2, "e1"), (3, "b1"), (4, "d1"), (5, "c1")];
    let changed = changed.map(|(rank, line)| (rank, line.to_owned()));
    assert_eq!(sent.filter(|(rank, _)| *rank > 1).collect::<Vec<_>>(), changed);
    scene.command(r#"{"type": "stop"}"#).line(0, "0,0");
    assert_eq!(scene.kept().nodes[3].lines.len(), 5);
}

#[test]
fn thoughts_are_sent_eight_times_a_second_and_the_last_one_always() {
    let mut scene = reviewed();
    scene.command(r#"{"type": "analyse", "at": 5, "engine": 0, "lines": 1}"#).line(0, "OK");
    let mut told = 0;
    for depth in 1..=1010 {
        let depth = format!("INFO DEPTH {depth}");
        for line in ["INFO PV 0", &depth, "INFO PV DONE"] {
            told += scene.line(0, line).messages.len();
        }
        told += scene.pass(1).messages.len();
    }
    assert_eq!(told, 9, "at 0, 125, 250 and so on up to 1,000 ms");
    scene.pass(125);
    assert_eq!(scene.thought().depth, Some(1010));
}

#[test]
fn a_sweep_values_every_move_of_a_line() {
    let mut scene = reviewed();
    scene.command(r#"{"type": "sweep", "at": 2, "engine": 0, "nodes": 100}"#).line(0, "OK");
    for done in 0..6 {
        assert_eq!(scene.status.work, Some(Work::Sweep { done, all: 6 }));
        for line in ["INFO PV 0", "INFO EVAL 0", "INFO PV DONE", "14,14"] {
            scene.line(0, line);
        }
    }
    assert_eq!(scene.status.work, None);
    assert_eq!(kept(&scene).matches(r#""blackWins":0.5"#).count(), 6);
}

#[test]
fn the_tree_grows_and_shrinks() {
    let mut scene = reviewed();
    scene.command(r#"{"type": "play", "at": 2, "point": "j9"}"#);
    scene.command(r#"{"type": "play", "at": 6, "point": null}"#);
    assert_eq!(scene.refusal(), None, "a pass is possible in analysis");
    scene.command(r#"{"type": "promote", "at": 6}"#);
    assert!(scene.messages.contains(&Message::Order { at: 2, children: vec![6, 3] }));
    scene.command(r#"{"type": "comment", "at": 6, "text": "better"}"#);
    scene.command(r#"{"type": "remove", "at": 3}"#);
    assert!(scene.messages.contains(&Message::Removed { nodes: vec![3, 4, 5] }));
    assert_eq!(scene.status.last, 2, "the last moves of the game are gone");
    scene.command(r#"{"type": "play", "at": 6, "point": "h8"}"#);
    assert_eq!(scene.refusal(), Some("this point is occupied"));
    scene.command(r#"{"type": "remove", "at": 0}"#);
    assert_eq!(scene.refusal(), Some("only a move can be removed"));
}

#[test]
fn the_analysis_of_a_removed_move_goes_on_at_the_move_before() {
    let mut scene = reviewed();
    scene.command(r#"{"type": "analyse", "at": 4, "engine": 0, "lines": 2}"#).line(0, "OK");
    scene.command(r#"{"type": "remove", "at": 3}"#);
    let Some(Work::Analysis { at: 2, engine: 0, lines: 2, .. }) = scene.status.work else {
        panic!("{:?}", scene.status.work)
    };
    scene.command(r#"{"type": "sweep", "at": 2, "engine": 0, "nodes": 100}"#);
    scene.command(r#"{"type": "remove", "at": 2}"#);
    assert_eq!(scene.status.work, None, "a sweep of a line without its last move makes no sense");
}

#[test]
fn a_game_goes_on_from_any_position() {
    let mut scene = reviewed();
    scene.command(r#"{"type": "playOn", "at": 2}"#);
    scene.is(PLAYING);
    scene.stones("a1");
    assert_eq!((scene.status.last, scene.status.to_move), (6, dolmen::board::Color::White));
    assert_eq!(kept(&scene).matches("point").count(), 6, "the old moves are a variation");
}

/// Returns the game as a page keeps it, as JSON.
fn kept(scene: &Scene) -> String {
    serde_json::to_string(&scene.kept()).expect("a game is plain data")
}

#[test]
fn a_kept_game_goes_on_after_a_pause() {
    let mut scene = Scene::new();
    let clock = ("clock", r#"{"turnMs": 0, "gameMs": 60000, "incrementMs": 0}"#);
    scene.game(PERSON, PERSON, &[clock]).stones("h8").pass(10_000).stones("i9");
    let game = kept(&scene);
    scene.command(r#"{"type": "pause"}"#);
    let paused = kept(&scene);
    let restored = |game: &str, end: &str| {
        let mut later = Scene::new();
        later.command(&format!(r#"{{"type": "restore", "game": {game}}}"#));
        let reason = format!("Your game has been restored; the clocks are stopped{end}.");
        later.is(&format!(r#"{{"type":"paused","reason":"{reason}"}}"#));
        assert_eq!(later.status.clocks[1].game_ms, Some(50_000));
        later
    };
    restored(&paused, "");
    let mut later = restored(&game, ", and the time since the last move is given back");
    later.command(r#"{"type": "resume"}"#).stones("j10");
    later.is(PLAYING);
    assert_eq!(later.moves(), "h8 i9 j10");
}

#[test]
fn damaged_kept_games_are_refused() {
    let game = kept(&reviewed());
    let changes = [
        ("\"last\":5", "\"last\":9"),
        ("\"point\":\"i9\"", "\"point\":\"h8\""),
        ("\"parent\":3", "\"parent\":4"),
        ("\"width\":15", "\"width\":99"),
    ];
    for (from, to) in changes {
        let broken = game.replacen(from, to, 1);
        assert_ne!(broken, game, "{from}");
        let mut other = Scene::new();
        other.command(&format!(r#"{{"type": "restore", "game": {broken}}}"#));
        assert!(other.refusal().is_some(), "{to}");
        other.is(PLAYING);
    }
    assert!(serde_json::from_str::<Command>(r#"{"type": "restore", "game": {}}"#).is_err());
}

#[test]
fn a_position_is_set_up() {
    let mut scene = Scene::new();
    let stone = |point: &str, color: &str| serde_json::json!({ "point": point, "color": color });
    let arrange = |stones: &[serde_json::Value], to_move: &str| {
        let onto = serde_json::json!({ "rule": "renju", "width": 15, "height": 15 });
        let command = serde_json::json!({
            "type": "arrange", "onto": onto, "stones": stones, "toMove": to_move,
        });
        command.to_string()
    };
    let stones = [stone("h8", "black"), stone("i8", "black"), stone("a1", "white")];
    scene.command(&arrange(&stones, "black"));
    assert_eq!(scene.refusal(), None);
    scene.is(r#"{"type":"analysis"}"#);
    assert_eq!((scene.moves().as_str(), scene.status.to_move), ("h8 i8 a1", Color::Black));
    scene.command(&arrange(&[stone("h8", "white")], "white"));
    assert_eq!(scene.status.to_move, Color::White);
    let before = scene.moves();
    scene.command(&arrange(&[stone("h8", "black"), stone("h8", "white")], "black"));
    assert!(scene.refusal().is_some(), "two stones on one point");
    scene.command(&arrange(&[stone("v22", "black")], "white"));
    assert!(scene.refusal().is_some(), "off the board");
    assert_eq!(scene.moves(), before, "the game is untouched");
}

#[test]
fn a_game_goes_on_where_an_analysis_interrupted_it() {
    let mut scene = Scene::new();
    let clock = ("clock", r#"{"turnMs": 0, "gameMs": 60000, "incrementMs": 0}"#);
    scene.game(PERSON, PERSON, &[clock]).stones("h8 i9").pass(1_000);
    scene.command(r#"{"type": "review"}"#);
    assert!(scene.status.can_return);
    scene.command(r#"{"type": "play", "at": 1, "point": "a1"}"#).pass(30_000);
    scene.command(r#"{"type": "return"}"#);
    scene.is(PLAYING);
    assert_eq!(scene.status.last, 2, "the variation is not the game");
    let left = scene.status.clocks[0].game_ms;
    assert!(left.is_some_and(|left| (58_000..=60_000).contains(&left)), "{left:?}");
    scene.command(r#"{"type": "return"}"#);
    assert!(scene.refusal().is_some());
    scene.command(r#"{"type": "review"}"#).command(r#"{"type": "playOn", "at": 1}"#);
    assert!(!scene.status.can_return);
}

#[test]
fn a_proof_ends_with_its_game() {
    for command in [
        r#"{"type": "stop"}"#,
        r#"{"type": "playOn", "at": 2}"#,
        r#"{"type": "return"}"#,
        r#"{"type": "arrange", "onto": {"rule": "renju", "width": 15, "height": 15}, "stones": [], "toMove": "black"}"#,
    ] {
        let mut scene = reviewed();
        let prove = r#"{"type": "prove", "at": 2, "kind": "win", "side": "black", "nodes": 9}"#;
        let prove: Command = serde_json::from_str(prove).expect("the command is valid");
        let computation = scene.table.take(prove, Millis(0)).computations.remove(0);
        assert!(!computation.stop.is_stopped());
        scene.command(command);
        assert!(computation.stop.is_stopped(), "{command}");
    }
}
