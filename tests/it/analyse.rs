//! `pbrain-dolmen analyse` as a child process: queries in, replies out. [`schema`] checks the form of every text
//! line in between.

mod bad_input;
mod ends;
mod flood;
mod schema;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;

use serde_json::{Value, json};

use crate::process::{PROGRAM, run};

/// The running command.
struct Session {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

impl Session {
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(PROGRAM);
        command.arg("analyse").args(arguments).env_remove("RUST_LOG");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = command.spawn().expect("the program starts");
        let input = child.stdin.take();
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        Self { child, input, output }
    }

    /// Sends an object.
    fn send(&mut self, object: &Value) {
        schema::check_input(object);
        self.send_text(&object.to_string());
    }

    fn send_text(&mut self, text: &str) {
        let input = self.input.as_mut().expect("the input is open");
        writeln!(input, "{text}").expect("the program reads");
    }

    /// Returns the next object.
    fn next(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the program writes text");
        checked(&line)
    }

    /// Returns the next object that is not a report.
    fn next_final(&mut self) -> Value {
        loop {
            let object = self.next();
            if object["isDuringSearch"] != true {
                return object;
            }
        }
    }

    /// Returns the rest of the output after the end of the input, and whether the program ended well.
    fn end(mut self) -> (Vec<Value>, bool) {
        drop(self.input.take());
        let lines = self.output.lines().map(|line| checked(&line.expect("text")));
        let rest = lines.collect();
        (rest, self.child.wait().expect("the program ends").success())
    }
}

fn checked(line: &str) -> Value {
    let object = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
    schema::check_output(&object);
    object
}

/// Returns the output for an input whose text lines may be anything.
fn answers(arguments: &[&str], input: &str) -> Vec<Value> {
    let mut session = Session::start(arguments);
    let mut stdin = session.input.take().expect("the input is open");
    let input = input.to_owned();
    let writer =
        thread::spawn(move || stdin.write_all(input.as_bytes()).expect("the program reads"));
    let (objects, is_success) = session.end();
    writer.join().expect("the input was written");
    assert!(is_success);
    objects
}

/// Returns the only output for a query, without times.
#[track_caller]
fn answer(query: &Value) -> Value {
    schema::check_input(query);
    let objects = answers(&[], &query.to_string());
    let [object] = objects.as_slice() else { panic!("one reply: {objects:?}") };
    timeless(object)
}

/// Returns an object without the times in it.
fn timeless(object: &Value) -> Value {
    let mut object = object.clone();
    for part in ["rootInfo", "solve"] {
        if let Some(part) = object.get_mut(part).and_then(Value::as_object_mut) {
            part.remove("seconds");
        }
    }
    object
}

#[test]
fn a_query_has_a_reply_for_each_turn() {
    let query = json!({
        "id": "g", "rules": "renju", "boardXSize": 15, "boardYSize": 15, "priorities": [1, 2, 3],
        "moves": [["B", "h8"], ["W", "i9"], ["B", "g9"]], "analyzeTurns": [2, 0, 3],
        "maxVisits": 2000, "maxLines": 2,
    });
    let objects = answers(&["--ordered"], &query.to_string());
    let turns: Vec<&Value> = objects.iter().map(|object| &object["turnNumber"]).collect();
    assert_eq!(turns, [2, 0, 3]);
    for (object, player) in objects.iter().zip(["B", "B", "W"]) {
        let (root, moves) = (&object["rootInfo"], object["moveInfos"].as_array().expect("moves"));
        assert_eq!((&object["id"], &root["currentPlayer"]), (&json!("g"), &json!(player)));
        assert_eq!(root["winrate"], moves[0]["winrate"]);
        assert_eq!(moves[0]["pv"][0], moves[0]["move"]);
        let order: Vec<_> = moves.iter().map(|info| info["order"].as_u64()).collect();
        assert!(order.iter().copied().eq((0..moves.len() as u64).map(Some)), "{object}");
    }
    assert_eq!(objects[2]["moveInfos"].as_array().map(Vec::len), Some(2));
}

#[test]
fn replies_depend_on_neither_order_nor_threads() {
    let query = |index: usize| {
        let moves = &["h8", "i9", "g7", "h7", "g9", "g8"][..index % 7];
        let (nodes, lines) = (300 + 40 * index, 1 + index % 3);
        let rule = ["freestyle", "renju", "caro"][index % 3];
        json!({ "id": index.to_string(), "rules": rule,
            "moves": moves, "maxVisits": nodes, "maxLines": lines, "priority": index % 5,
            "solve": if lines == 1 { json!("vct") } else { Value::Null } })
    };
    let run = |threads: &str, indices: Vec<usize>| {
        let input: String =
            indices.into_iter().map(|index| format!("{}\n", query(index))).collect();
        let objects = answers(&["--threads", threads], &input);
        let mut texts: Vec<String> =
            objects.iter().map(|object| timeless(object).to_string()).collect();
        texts.sort();
        texts
    };
    let expected = run("1", (0..60).collect());
    assert_eq!(expected.len(), 60);
    assert_eq!(run("4", (0..60).rev().collect()), expected);
}

#[test]
fn ordered_replies_follow_the_queries() {
    let mut input = String::new();
    for index in 0..40 {
        let query =
            json!({ "id": index.to_string(), "moves": ["h8"], "maxVisits": 50 + index % 4 * 900 });
        input += &format!("{query}\n");
        if index % 9 == 0 {
            input += "{\"id\":\"bad\",\"rules\":\"chess\"}\n";
        }
    }
    let objects = answers(&["--ordered", "--threads", "3"], &input);
    let ids: Vec<&str> = objects.iter().filter_map(|object| object["id"].as_str()).collect();
    let mut expected = Vec::new();
    for index in 0..40 {
        expected.push(index.to_string());
        expected.extend((index % 9 == 0).then(|| "bad".to_owned()));
    }
    assert_eq!(ids, expected);
}

#[test]
fn notations_name_the_same_points() {
    let query = |notation: &str, moves: Value, avoid: Value| {
        answer(&json!({ "id": "n", "notation": notation, "moves": moves, "maxVisits": 500,
            "boardXSize": 12, "boardYSize": 17, "includeForbidden": true,
            "avoidMoves": [{ "player": "B", "moves": [avoid], "untilDepth": 1 }] }))
    };
    let letters = query("letters", json!([["B", "i4"], ["W", "c2"]]), json!("j5"));
    let xy = query("xy", json!([[8, 3], "(2,1)"]), json!([9, 4]));
    let gtp = query("gtp", json!([["b", "J14"], ["w", "C16"]]), json!("K13"));
    let hash = |object: &Value| object["rootInfo"]["symHash"].clone();
    assert!(hash(&letters) == hash(&xy) && hash(&xy) == hash(&gtp));
    let first = |object: &Value| object["moveInfos"][0]["move"].clone();
    let [column, row] = [0, 1].map(|index| first(&xy)[index].as_u64().expect("a number"));
    let letter = |letters: &str| letters.chars().nth(column as usize).expect("a column");
    assert_eq!(first(&letters), json!(format!("{}{}", letter("abcdefghijkl"), row + 1)));
    assert_eq!(first(&gtp), json!(format!("{}{}", letter("ABCDEFGHJKLM"), 17 - row)));
}

#[test]
fn values_are_from_the_view_that_is_wanted() {
    let query = |view: &str| {
        answer(&json!({ "id": "v", "moves": ["h8", "a1", "h9", "a2", "h10"], "maxVisits": 3000,
            "reportAnalysisWinratesAs": view, "includeMoveValues": true }))
    };
    let [mover, white, black] = ["SIDETOMOVE", "WHITE", "BLACK"].map(query);
    assert_eq!(mover, white, "white is to move");
    let root = |object: &Value, field: &str| object["rootInfo"][field].as_f64().expect("a number");
    assert!((root(&mover, "winrate") + root(&black, "winrate") - 1.0).abs() < 1e-5);
    assert_eq!(root(&mover, "score"), -root(&black, "score"));
    let value = |object: &Value| object["moveValues"][30].as_f64().expect("a number");
    assert!((value(&mover) + value(&black) - 1.0).abs() < 1e-5);
    let overridden = json!({ "id": "v", "moves": ["h8"], "overrideSettings":
        { "maxVisits": 77, "reportAnalysisWinratesAs": "BLACK", "cpuctExploration": 1.0 } });
    let objects = answers(&[], &overridden.to_string());
    assert_eq!(objects[0]["code"], "no-effect");
    assert!(objects[1]["rootInfo"]["visits"].as_u64().is_some_and(|visits| visits < 400));
}

#[test]
fn facts_come_on_request() {
    let object = answer(&json!({ "id": "f", "rules": "renju", "maxVisits": 300,
        "moves": ["g8", "a1", "i8", "a3", "h7", "a5", "h9", "a7"], "includePolicy": true,
        "includeMoveValues": true, "includeForbidden": true, "includeThreats": true, "includeBoard": true }));
    assert_eq!(object["forbidden"], json!([{ "move": "h8", "reasons": ["double three"] }]));
    let numbers = |field: &str| -> Vec<f64> {
        let list = object[field].as_array().expect("a list");
        list.iter().map(|number| number.as_f64().expect("a number")).collect()
    };
    let (policy, values) = (numbers("policy"), numbers("moveValues"));
    assert_eq!((policy.len(), values.len()), (15 * 15 + 1, 15 * 15));
    let h8 = 7 * 15 + 7;
    assert_eq!((policy[h8], values[h8], policy[225]), (-1.0, -1.0, -1.0), "forbidden, and no pass");
    let shares: Vec<f64> = policy.iter().copied().filter(|&share| share >= 0.0).collect();
    assert_eq!(shares.len(), 15 * 15 - 9);
    assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-3);
    let board = object["board"].as_array().expect("rows");
    assert_eq!((board.len(), &board[7]), (15, &json!("......X.X......")));
    assert_eq!(object["threats"]["white"]["fives"], json!([]));

    let three = answer(
        &json!({ "id": "f", "moves": ["h8", "a1", "i8", "a3", "j8", "o15"], "maxVisits": 10,
        "includeThreats": true }),
    );
    assert_eq!(three["threats"]["black"]["openFours"], json!(["g8", "k8"]));
    assert_eq!(three["threats"]["black"]["openThrees"], json!([["h8", "i8", "j8"]]));
}

#[test]
fn proofs_come_with_certificates() {
    let folder = crate::process::folder("analyse-certificates");
    for (method, moves, verdict) in [
        ("vcf", "h8 a1 i9 a3 j10 a5", "win"),
        ("vcf", "g8 a1 i8 a15 h7 o1 h9 o15", "no-win"),
        ("vct", "g8 a1 i8 a15 h7 o1 h9 o15", "win"),
        ("win", "h8 a1 i8 a5 g9 a9", "win"),
    ] {
        let moves: Vec<&str> = moves.split(' ').collect();
        let object =
            answer(&json!({ "id": "s", "moves": moves, "solve": method, "maxVisits": 20_000,
            "includeCertificate": true }));
        let solved = &object["solve"];
        assert_eq!((&solved["verdict"], &solved["method"]), (&json!(verdict), &json!(method)));
        assert_eq!(solved["line"].as_array().is_some_and(Vec::is_empty), verdict != "win");
        let Some(certificate) = solved["certificate"].as_str() else {
            assert_eq!(verdict, "no-win", "a win has a certificate");
            continue;
        };
        std::fs::write(folder.join("a.certificate"), base64(certificate))
            .expect("the folder is ours");
        let output = run(&folder, &["check", "a.certificate"], "");
        assert!(output.status.success(), "{output:?}");
    }
}

/// Decodes base 64.
fn base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bytes = Vec::new();
    let (mut bits, mut count) = (0_u32, 0);
    for letter in text.bytes().filter(|&letter| letter != b'=') {
        let digit = DIGITS.iter().position(|&known| known == letter).expect("a digit");
        (bits, count) = (bits << 6 | digit as u32, count + 6);
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}

#[test]
fn positions_come_from_stones_and_lines() {
    let outcome = |query: Value| answer(&query);
    let stones = json!({ "id": "p", "initialStones": [["B", "h8"], ["W", "i9"], ["B", "j10"]],
        "deadPoints": ["a1"], "boardXSize": 15, "maxVisits": 100, "includeBoard": true });
    let line = json!({ "id": "p", "position": "freestyle 15x15 h8j10/i9/a1 white", "maxVisits": 100,
        "includeBoard": true });
    assert_eq!(outcome(stones.clone()), outcome(line));
    assert_eq!(outcome(stones)["board"][0], json!("#.............."));
    let ended = outcome(
        json!({ "id": "p", "moves": ["h8", "a1", "h9", "a3", "h10", "a5", "h11", "a7", "h12"] }),
    );
    assert_eq!(
        ended,
        json!({ "id": "p", "turnNumber": 9, "isDuringSearch": false, "outcome": "black" })
    );
    let stones: Vec<Value> = (1..=5).map(|row| json!(["W", format!("c{row}")])).collect();
    let ended = outcome(json!({ "id": "p", "initialStones": stones, "initialPlayer": "black" }));
    assert_eq!(ended["outcome"], "white");
    let passed = outcome(json!({ "id": "p", "moves": ["h8", "pass"], "maxVisits": 100 }));
    assert_eq!(passed["rootInfo"]["currentPlayer"], "B");
}

#[test]
fn moves_are_restricted() {
    let moves = |query: Value| -> Vec<Value> {
        let object = answer(&query);
        let infos = object["moveInfos"].as_array().expect("moves");
        infos.iter().map(|info| info["move"].clone()).collect()
    };
    let free = moves(json!({ "id": "r", "moves": ["h8"], "maxVisits": 400 }));
    let avoid = json!([{ "player": "W", "moves": free.clone() }]);
    let other = moves(json!({ "id": "r", "moves": ["h8"], "maxVisits": 400, "avoidMoves": avoid }));
    assert_ne!(free, other);
    let allow = json!([{ "player": "W", "moves": ["c3", "i9", "m12"] }]);
    let mut only = moves(
        json!({ "id": "r", "moves": ["h8"], "maxVisits": 900, "maxLines": 9, "allowMoves": allow }),
    );
    only.sort_by_key(Value::to_string);
    assert_eq!(only, ["c3", "i9", "m12"], "however far they are");
    let two = json!([{ "player": "B", "moves": ["c3"] }, { "player": "W", "moves": ["m12"] }]);
    let query = json!({ "id": "r", "moves": ["h8"], "maxVisits": 100, "allowMoves": two });
    assert_eq!(moves(query), ["m12"]);
    let length = |limit: Value| {
        let query =
            json!({ "id": "r", "moves": ["h8", "i9"], "maxVisits": 2000, "analysisPVLen": limit });
        answer(&query)["moveInfos"][0]["pv"].as_array().map_or(0, Vec::len)
    };
    assert!(length(Value::Null) > 2);
    assert_eq!(length(json!(1)), 2);
}

#[test]
fn rules_of_go_stand_for_the_rule_of_the_command_line() {
    let query = r#"{"id":"k","moves":[["b","D4"]],"initialStones":[],"rules":"Chinese","komi":6.5,
        "boardXSize":19,"boardYSize":19,"includePolicy":true}"#;
    let query = query.replace('\n', " ");
    let objects = answers(&["--rules", "omok", "--notation", "gtp", "--nodes", "300"], &query);
    assert_eq!(objects.len(), 1, "komi needs no warning: {objects:?}");
    assert_eq!(objects[0]["policy"].as_array().map(Vec::len), Some(362));
    let objects = answers(&[], &query);
    assert_eq!((&objects[0]["field"], &objects[0]["code"]), (&json!("rules"), &json!("invalid")));
}

#[test]
fn actions_are_echoed() {
    let version = answer(&json!({ "id": "a", "action": "query_version" }));
    assert_eq!(
        (&version["version"], &version["protocol"]),
        (&json!(env!("CARGO_PKG_VERSION")), &json!(1))
    );
    assert_eq!(version["rules"].as_array().map(Vec::len), Some(6));
    let status = answer(&json!({ "id": "a", "action": "query_status" }));
    assert_eq!((&status["openQueries"], &status["running"]), (&json!(0), &json!(0)));
    let object = json!({ "id": "a", "action": "clear_cache" });
    assert_eq!(answer(&object), object);
    for mut object in [
        json!({ "id": "a", "action": "terminate_all" }),
        json!({ "id": "a", "action": "terminate", "terminateId": "no one", "turnNumbers": [1] }),
    ] {
        let echo = answer(&object);
        object["stopped"] = json!(0);
        assert_eq!(echo, object);
    }
    let models = answer(&json!({ "id": "a", "action": "query_models" }));
    assert_eq!(models["models"][0]["name"], "dolmen");
    assert_eq!(run(Path::new("."), &["analyse", "--threads", "0"], "").status.code(), Some(2));
}
