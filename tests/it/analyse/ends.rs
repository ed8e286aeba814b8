//! Ends of searches and of the program: actions, the end of the input, a closed output, signals.

use std::process::Command;

use serde_json::{Value, json};

use super::{Session, answers};

/// Starts the command with a search without limits that has begun.
fn searching(arguments: &[&str]) -> Session {
    let mut session = Session::start(arguments);
    let query = json!({ "id": "long", "moves": ["h8", "i9"], "infinite": true, "maxLines": 2,
        "reportDuringSearchEvery": 0.01 });
    session.send(&query);
    let report = session.next();
    assert!(report["isDuringSearch"] == true && report["rootInfo"]["visits"].is_u64(), "{report}");
    session
}

/// Checks the final reply to the search without limits.
#[track_caller]
fn check_final(object: &Value) {
    let is_final = object["id"] == "long" && object["isDuringSearch"] == false;
    assert!(is_final && object["moveInfos"][0]["pv"].is_array(), "{object}");
}

#[test]
fn terminate_stops_some_turns() {
    let mut session = Session::start(&["--threads", "2"]);
    session.send(&json!({ "id": "g", "moves": ["h8", "i9", "g9"], "analyzeTurns": [0, 1, 2, 3],
        "maxDepth": 90, "reportDuringSearchEvery": 0.01 }));
    // Turn 0 is the empty board, whose answer needs no search; the threads are busy with turns 1 and 2.
    let mut begun = [false; 4];
    while !(begun[1] && begun[2]) {
        let object = session.next();
        begun[object["turnNumber"].as_u64().expect("a turn") as usize] = true;
    }
    session.send(
        &json!({ "id": "t", "action": "terminate", "terminateId": "g", "turnNumbers": [1, 3] }),
    );
    let mut ended = Vec::new();
    let mut nothing = Vec::new();
    let mut stopped = Value::Null;
    while ended.len() + nothing.len() < 2 || stopped.is_null() {
        let object = session.next_final();
        if object["id"] == "t" {
            stopped = object["stopped"].clone();
        }
        if object["id"] == "g" && object["turnNumber"] != 0 {
            let list = if object["noResults"] == true { &mut nothing } else { &mut ended };
            list.push(object["turnNumber"].clone());
        }
    }
    assert_eq!((ended, nothing, stopped), (vec![json!(1)], vec![json!(3)], json!(2)));
    session.send(&json!({ "id": "u", "action": "terminate_all", "turnNumbers": [2] }));
    let (rest, is_success) = session.end();
    let finals = rest.iter().filter(|object| object["isDuringSearch"] == false);
    assert!(is_success && finals.map(|object| &object["turnNumber"]).eq([2]));
}

#[test]
fn terminate_counts_no_position_that_has_its_final_reply() {
    for order in [&[][..], &["--ordered"]] {
        let mut session = Session::start(order);
        let query = json!({ "id": "q", "moves": ["h8"], "analyzeTurns": [0, 1], "infinite": true });
        session.send(&query);
        // Turn 0 is the empty board, whose answer needs no search.
        assert_eq!(session.next_final()["turnNumber"], 0);
        let one =
            json!({ "id": "t", "action": "terminate", "terminateId": "q", "turnNumbers": [0] });
        session.send(&one);
        assert_eq!(session.next_final()["stopped"], 0);
        session.send(&json!({ "id": "t", "action": "terminate", "terminateId": "q" }));
        // The final reply of turn 1 may come before the echo.
        let both = [session.next_final(), session.next_final()];
        let has = |field: &str, number: u64| both.iter().any(|object| object[field] == number);
        assert!(has("stopped", 1) && has("turnNumber", 1), "{both:?}");
        session.send(&json!({ "id": "t", "action": "terminate_all" }));
        assert_eq!(session.next_final()["stopped"], 0);
    }
}

#[test]
fn small_limits_hold_as_far_as_the_manual_says() {
    let root = |query: Value| answers(&[], &query.to_string())[0]["rootInfo"].clone();
    let one = root(json!({ "id": "one", "moves": ["h8", "i9"], "maxVisits": 1 }));
    let visits = one["visits"].as_u64().expect("a number");
    assert!(visits <= 512 && one["depth"] == 0 && one["winrate"] == 0.5, "{one}");
    let only = root(json!({ "id": "only", "maxDepth": 1 }));
    assert_eq!(only["depth"], 4, "the middle of the empty board");
}

#[test]
fn the_end_of_the_input_finishes_the_queue() {
    let mut session = searching(&[]);
    for id in ["a", "b"] {
        session.send(&json!({ "id": id, "maxVisits": 500 }));
    }
    let (rest, is_success) = session.end();
    let finals: Vec<&Value> =
        rest.iter().filter(|object| object["isDuringSearch"] == false).collect();
    assert!(is_success && finals.len() == 3, "{rest:?}");
    check_final(finals[0]);
    assert!(finals[1..].iter().all(|object| object["rootInfo"].is_object()), "{finals:?}");
}

#[test]
fn quit_without_waiting_answers_what_is_left_with_nothing() {
    let mut session = searching(&["--quit-without-waiting"]);
    session.send(&json!({ "id": "a", "maxVisits": 100_000_000 }));
    let (rest, is_success) = session.end();
    let mut finals: Vec<&Value> =
        rest.iter().filter(|object| object["isDuringSearch"] == false).collect();
    finals.sort_by_key(|object| object["id"].to_string());
    assert!(is_success && finals.len() == 2, "{rest:?}");
    assert_eq!(finals[0]["noResults"], true);
    check_final(finals[1]);
}

#[test]
fn a_reader_that_goes_away_ends_the_program() {
    let mut session = searching(&[]);
    drop(session.output);
    assert!(session.child.wait().expect("it ends").success());
}

#[test]
#[cfg(unix)]
fn a_signal_ends_the_program_with_a_reply_to_each_query() {
    for signal in ["-TERM", "-INT"] {
        let mut session = searching(&[]);
        session.send(&json!({ "id": "queued", "moves": ["h8"], "infinite": true }));
        session.send(&json!({ "id": "v", "action": "query_version" }));
        while session.next_final()["id"] != "v" {}
        let number = session.child.id().to_string();
        let status = Command::new("kill").args([signal, &number]).status();
        assert!(status.expect("the system can send signals").success());
        let mut finals = [session.next_final(), session.next_final()];
        finals.sort_by_key(|object| object["id"].to_string());
        check_final(&finals[0]);
        assert_eq!((&finals[1]["id"], &finals[1]["noResults"]), (&json!("queued"), &json!(true)));
        assert!(session.child.wait().expect("it ends").success(), "the input is still open");
    }
}

#[test]
fn sessions_remember_and_are_cleared() {
    let mut session = Session::start(&[]);
    let mut visits = |name: Value, clears: bool| {
        if clears {
            session.send(&json!({ "id": "c", "action": "clear_cache" }));
            assert_eq!(session.next()["action"], "clear_cache");
        }
        session.send(&json!({ "id": "q", "moves": ["h8", "i9"], "maxDepth": 8, "session": name }));
        session.next_final()["rootInfo"]["visits"].as_u64().expect("a number")
    };
    let alone = visits(Value::Null, false);
    assert_eq!(visits(Value::Null, false), alone);
    let first = visits(json!("s"), false);
    assert!(visits(json!("s"), false) < first);
    assert_eq!(visits(json!("s"), true), first);
}
