//! Bad input: each mistake gets a precise error, and affects no other query.

use serde_json::{Value, json};

use super::{Session, answers};

/// Returns the error for a text line between two good queries, which are answered.
#[track_caller]
fn fault(line: &str) -> Value {
    let good = |id: &str| json!({ "id": id, "moves": ["h8"], "maxVisits": 20 }).to_string();
    let input = format!("{}\n{line}\n{}\n", good("before"), good("after"));
    let objects = answers(&["--ordered"], &input);
    let [before, fault, after] = objects.as_slice() else { panic!("three replies: {objects:?}") };
    for (object, id) in [(before, "before"), (after, "after")] {
        assert!(object["id"] == id && object["rootInfo"].is_object(), "{object}");
    }
    fault.clone()
}

/// Checks the error for a query: the field, the index (`null` for none), the code and the words.
#[track_caller]
fn check(fields: Value, field: &str, index: Value, code: &str, words: &str) {
    let mut query = json!({ "id": "q" });
    let object = query.as_object_mut().expect("an object");
    object.extend(fields.as_object().expect("fields").clone());
    let fault = fault(&query.to_string());
    let found = [&fault["field"], &fault["index"], &fault["code"], &fault["id"]];
    assert_eq!(found, [&json!(field), &index, &json!(code), &json!("q")], "{fault}");
    assert_eq!(fault["error"], words);
}

#[test]
fn lines_that_are_no_queries() {
    for line in
        ["hello", "[1,2]", "7", "{\"id\":\"q\"", "{\"id\":\"q\",}", "\u{0}", "{]", "nul", "\"x\""]
    {
        let fault = fault(line);
        assert_eq!((&fault["code"], &fault["id"]), (&json!("json"), &Value::Null), "{fault}");
    }
    let words = "the text line \"{\\\"id\\\":\\\"q\\\"\" is not a JSON object (unexpected end of the line at \
                 column 9): expected a whole object on one line";
    assert_eq!(fault("{\"id\":\"q\"")["error"], words);
    let words = "the text line \"hello\" is not a JSON object: expected a whole object on one line";
    assert_eq!(fault("hello")["error"], words);
    let deep = format!("{{\"id\":{}1{}}}", "[".repeat(5_000), "]".repeat(5_000));
    assert_eq!(fault(&deep)["code"], "json");
    let long = format!("{{\"id\":\"{}\"}}", "x".repeat(1_000_000));
    assert_eq!(fault(&long)["code"], "too-long");
    assert_eq!(fault(&"y".repeat(5_000_000))["code"], "too-long");
    assert_eq!(fault("{\"moves\":[]}")["error"], "missing id: expected a string");
    assert_eq!(fault("{\"id\":7}")["error"], "invalid id 7: expected a string");
}

#[test]
fn positions_that_are_not_possible() {
    let moves = |moves: Value| json!({ "moves": moves });
    let illegal = "illegal-move";
    check(moves(json!(["h8", "i9", "h8"])), "moves", json!(2), illegal, "point h8 is occupied");
    check(
        moves(json!(["h8", "p1"])),
        "moves",
        json!(1),
        illegal,
        "point \"p1\" is off the 15x15 board",
    );
    check(
        moves(json!([["X", "h8"]])),
        "moves",
        json!(0),
        "invalid",
        "invalid player \"X\": expected \"B\" or \"W\"",
    );
    check(
        moves(json!("h8")),
        "moves",
        Value::Null,
        "invalid",
        "invalid moves \"h8\": expected a list",
    );
    let words = "invalid point {}: expected a point such as \"h8\"";
    check(moves(json!([{}])), "moves", json!(0), "invalid", words);
    let foul = json!({ "rules": "renju", "moves": ["g8", "a1", "i8", "a3", "h7", "a5", "h9", "a7", "h8"] });
    check(foul, "moves", json!(8), illegal, "point h8 is forbidden: double three");
    let gtp = json!({ "notation": "gtp", "moves": ["J15", "J15"] });
    check(gtp, "moves", json!(1), illegal, "point J15 is occupied");
    let over = json!(["h8", "a1", "h9", "a3", "h10", "a5", "h11", "a7", "h12", "a9"]);
    check(moves(over), "moves", json!(9), illegal, "the game has ended: black wins");
    let stones = json!({ "initialStones": [["B", "h8"], ["W", "h8"]] });
    check(stones, "initialStones", json!(1), illegal, "point h8 is occupied");
    let dead = json!({ "deadPoints": ["h8"], "initialStones": [["B", "h8"]] });
    check(dead, "initialStones", json!(0), illegal, "point h8 is occupied");
    let two = json!({ "initialStones": [["B", "h8"], ["B", "h9"]] });
    let words = "2 black and 0 white stones do not determine the initialPlayer";
    check(two, "initialPlayer", Value::Null, "missing", words);
    let words =
        "unknown rule \"chess\": expected one of freestyle, standard, renju, caro, caro6, omok";
    check(json!({ "rules": "chess" }), "rules", Value::Null, "invalid", words);
    let words = "invalid boardXSize 23: expected a whole number from 5 to 22";
    check(json!({ "boardXSize": 23 }), "boardXSize", Value::Null, "invalid", words);
    let both = json!({ "position": "renju 15x15 h8/i9 black", "rules": "renju" });
    let words = "position and rules contradict each other: expected one of them";
    check(both, "rules", Value::Null, "conflict", words);
    let words = "invalid word \"4\": expected a size such as 15x15";
    check(json!({ "position": "renju 4" }), "position", Value::Null, "invalid", words);
}

#[test]
fn questions_that_make_no_sense() {
    let none = || Value::Null;
    let words = "invalid analyzeTurns 3: expected a whole number from 0 to 1";
    check(
        json!({ "moves": ["h8"], "analyzeTurns": [1, 3] }),
        "analyzeTurns",
        json!(1),
        "invalid",
        words,
    );
    let words = "turn 0 is already in analyzeTurns";
    check(json!({ "analyzeTurns": [0, 0] }), "analyzeTurns", json!(1), "invalid", words);
    let words = "no turn: expected at least one number";
    check(json!({ "analyzeTurns": [] }), "analyzeTurns", none(), "invalid", words);
    let words = "1 priorities: expected 2, one for each turn";
    let query = json!({ "moves": ["h8"], "analyzeTurns": [0, 1], "priorities": [1] });
    check(query, "priorities", none(), "invalid", words);
    let words = "invalid maxVisits 1.5: expected a whole number from 1";
    check(json!({ "maxVisits": 1.5 }), "maxVisits", none(), "invalid", words);
    let words = "invalid maxVisits -1: expected a whole number from 1";
    check(json!({ "maxVisits": -1 }), "maxVisits", none(), "invalid", words);
    let words = "invalid maxTime \"5\": expected seconds from 0.001 to 10000000";
    check(json!({ "maxTime": "5" }), "maxTime", none(), "invalid", words);
    let words = "infinite and a limit contradict each other: expected one of them";
    check(json!({ "infinite": true, "maxTime": 1 }), "infinite", none(), "conflict", words);
    let words = "invalid solve \"mate\": expected one of vcf, vct, win";
    check(json!({ "solve": "mate" }), "solve", none(), "invalid", words);
    let words = "invalid includePolicy 1: expected true or false";
    check(json!({ "includePolicy": 1 }), "includePolicy", none(), "invalid", words);
    let words = "invalid untilDepth 5: expected 1";
    let avoid = json!([{ "player": "B", "moves": ["h8"], "untilDepth": 5 }]);
    check(json!({ "avoidMoves": avoid }), "avoidMoves", json!(0), "invalid", words);
    let twice = json!([{ "player": "B", "moves": ["h8"] }, { "player": "B", "moves": ["h9"] }]);
    let words = "a second object for black: expected one for each player";
    check(json!({ "allowMoves": twice }), "allowMoves", json!(1), "invalid", words);
    let words = "missing terminateId: expected a string";
    check(json!({ "action": "terminate" }), "terminateId", none(), "missing", words);
    let words = "invalid action \"stop\": expected one of query_version, query_models, query_status, clear_cache, \
        terminate, terminate_all";
    check(json!({ "action": "stop" }), "action", none(), "invalid", words);
}

#[test]
fn moves_of_which_none_is_left() {
    let allowed = |player: &str, moves: Value, more: Value| {
        let mut query =
            json!({ "moves": ["h8", "i9"], "allowMoves": [{ "player": player, "moves": moves }] });
        let object = query.as_object_mut().expect("an object");
        object.extend(more.as_object().expect("fields").clone());
        query
    };
    let refused =
        |query: Value, words: &str| check(query, "allowMoves", json!(0), "invalid", words);
    let words = "allowMoves leaves no legal move at turn 2: it has no point";
    refused(allowed("B", json!([]), json!({})), words);
    let words = "allowMoves leaves no legal move at turn 2: point h8 is occupied";
    refused(allowed("B", json!(["h8", "i9"]), json!({})), words);
    let words = "allowMoves leaves no legal move at turn 1: point H8 is occupied";
    let turns = json!({ "notation": "gtp", "moves": ["H8", "J9"], "analyzeTurns": [1] });
    refused(allowed("W", json!(["H8"]), turns), words);
    let words = "allowMoves leaves no legal move at turn 2: point c3 is in avoidMoves, too";
    let avoid = json!({ "avoidMoves": [{ "player": "B", "moves": ["c3"] }] });
    refused(allowed("B", json!(["c3"]), avoid), words);
    let foul =
        json!({ "rules": "renju", "moves": ["g8", "a1", "i8", "a3", "h7", "a5", "h9", "a7"] });
    let words = "allowMoves leaves no legal move at turn 8: point h8 is forbidden: double three";
    refused(allowed("B", json!(["h8"]), foul), words);
    let points =
        (1..=5).flat_map(|row| "abcde".chars().map(move |column| format!("{column}{row}")));
    let all = json!([{ "player": "B", "moves": points.collect::<Vec<_>>() }]);
    let query = json!({ "boardXSize": 5, "moves": ["a1", "b2"], "avoidMoves": all });
    let words = "avoidMoves has all 23 legal moves of turn 2";
    check(query, "avoidMoves", Value::Null, "invalid", words);
}

#[test]
fn misspelt_fields_have_a_suggestion() {
    let warning = |query: Value| answers(&[], &query.to_string())[0]["warning"].clone();
    let query = |name: &str| json!({ "id": "w", "moves": ["h8"], "maxVisits": 10, name: true });
    for (name, near) in [
        ("maxVisit", "; did you mean maxVisits?"),
        ("include_policy", "; did you mean includePolicy?"),
        ("avoid_moves", "; did you mean avoidMoves?"),
        ("boardxsize", "; did you mean boardXSize?"),
        ("zzz", ""),
    ] {
        assert_eq!(warning(query(name)), format!("unknown field \"{name}\"{near}"));
    }
    let settings = json!({ "id": "w", "maxVisits": 10, "overrideSettings": { "maxtimes": 1 } });
    let words = "setting \"maxtimes\" has no effect; did you mean maxTime?";
    assert_eq!(warning(settings), words);
    let action = json!({ "id": "w", "action": "terminate_all", "turnNumber": [1] });
    assert_eq!(warning(action), "unknown field \"turnNumber\"; did you mean turnNumbers?");
}

#[test]
fn warnings_have_lines_of_their_own() {
    let query = r#"{"id":"w","moves":["h8"],"maxVisit":9,"maxVisits":30,"includeOwnership":true,
        "includePVVisits":false,"komi":7}"#;
    let objects = answers(&[], &query.replace('\n', " "));
    let codes: Vec<&Value> = objects.iter().map(|object| &object["code"]).collect();
    assert_eq!(codes, [&json!("no-effect"), &json!("unknown-field"), &Value::Null]);
    assert_eq!(objects[1]["warning"], "unknown field \"maxVisit\"; did you mean maxVisits?");
    assert!(objects[2]["rootInfo"].is_object());
    let query = json!({ "id": "w", "solve": "vcf", "maxLines": 2, "maxDepth": 3, "maxVisits": 10 });
    let objects = answers(&[], &query.to_string());
    let fields: Vec<&Value> = objects.iter().map(|object| &object["field"]).collect();
    assert_eq!(fields, [&json!("maxLines"), &json!("maxDepth"), &Value::Null]);
}

#[test]
fn two_queries_with_one_id() {
    let mut session = Session::start(&[]);
    session.send(&json!({ "id": "a", "moves": ["h8"], "infinite": true }));
    session.send(&json!({ "id": "a", "maxVisits": 10 }));
    let fault = session.next_final();
    assert_eq!((&fault["code"], &fault["field"]), (&json!("duplicate-id"), &json!("id")));
    session.send(&json!({ "id": "t", "action": "terminate", "terminateId": "a" }));
    let mut ends = [session.next_final(), session.next_final()];
    ends.sort_by_key(|object| object["id"].to_string());
    assert_eq!((&ends[0]["id"], &ends[1]["id"]), (&json!("a"), &json!("t")));
    session.send(&json!({ "id": "a", "maxVisits": 10 }));
    assert!(session.next_final()["rootInfo"].is_object(), "the id is free again");
    assert_eq!(session.end(), (Vec::new(), true));
}

#[test]
fn ten_thousand_open_queries() {
    let mut input = json!({ "id": "first", "moves": ["h8"], "infinite": true }).to_string() + "\n";
    for number in 0..10_000 {
        input += &format!(
            "{{\"id\":\"{number}\",\"moves\":[\"h8\"],\"infinite\":true,\"session\":\"s{}\"}}\n",
            number % 7
        );
    }
    input += "{\"id\":\"all\",\"action\":\"terminate_all\"}\n";
    let objects = answers(&[], &input);
    let of = |is: fn(&Value) -> bool| objects.iter().filter(|object| is(object)).count();
    let is_queued = |object: &Value| object["id"] != "first" && object["noResults"] == true;
    assert_eq!(of(is_queued), 9_999);
    assert_eq!(of(|object| object["code"] == "busy"), 1);
    assert_eq!(of(|object| object["id"] == "first"), 1);
    assert_eq!(objects.len(), 9_999 + 1 + 1 + 1, "and the action");
}
