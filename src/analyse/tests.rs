//! Damaged queries: each text line of any input has its error or its final replies, and nothing panics.

use std::collections::HashMap;

use fastrand::Rng;
use serde_json::Value;

use crate::analyse::{Defaults, Options, serve};
use crate::scheduler::Settings;

/// Queries to damage.
const QUERIES: [&str; 6] = [
    r#"{"id":"a","rules":"renju","moves":[["B","h8"],["W","i9"],"g9"],"analyzeTurns":[0,2,3],"maxVisits":20}"#,
    r#"{"id":"b","initialStones":[["B","h8"],["W",[8,8]]],"initialPlayer":"B","deadPoints":["(0,0)"],"maxDepth":2,
        "avoidMoves":[{"player":"B","moves":["c3"],"untilDepth":1}],"includePolicy":true,"includeBoard":true}"#,
    r#"{"id":"c","position":"caro 9x9 e5d4/f6 white","solve":"vct","maxVisits":30,"includeCertificate":true}"#,
    r#"{"id":"d","boardXSize":7,"boardYSize":9,"moves":["c3","pass"],"maxLines":3,"maxVisits":30,"session":"s",
        "includeThreats":true,"includeForbidden":true,"notation":"gtp","rules":{"rule":"omok","continuous":true}}"#,
    r#"{"id":"e","action":"terminate","terminateId":"a","turnNumbers":[1,2]}"#,
    r#"{"id":"f","moves":[],"priorities":[3],"analyzeTurns":[0],"reportDuringSearchEvery":0.5,"infinite":true,
        "overrideSettings":{"maxTime":0.01},"reportAnalysisWinratesAs":"BLACK","includeMoveValues":true}"#,
];

/// Texts that are put into queries.
const PIECES: [&str; 20] = [
    "null",
    "-1",
    "1e400",
    "0.5",
    "\"\"",
    "[]",
    "{}",
    "[[",
    "\"h99\"",
    "\"i\u{301}8\"",
    "true",
    ",",
    "}",
    "\\",
    "18446744073709551616",
    "\"pass\"",
    "[7,7]",
    "[\"B\"]",
    "\"id\":1,",
    "\u{0}",
];

/// Returns a text with a few random changes.
fn damaged(random: &mut Rng, text: &str) -> String {
    let mut letters: Vec<char> = text.chars().filter(|&letter| letter != '\n').collect();
    for _ in 0..random.usize(1..4) {
        let at = random.usize(0..letters.len());
        let end = (at + random.usize(0..6)).min(letters.len());
        let piece: Vec<char> = match random.u8(0..3) {
            0 => PIECES[random.usize(0..PIECES.len())].chars().collect(),
            1 => Vec::new(),
            _ => letters[at..end].iter().rev().copied().collect(),
        };
        letters.splice(at..end, piece);
        letters.truncate(2_000);
    }
    letters.into_iter().filter(|letter| !"\r\n".contains(*letter)).collect()
}

/// Returns the output for an input, as objects.
fn objects(input: String) -> Vec<Value> {
    let settings = Settings { max_table: 1 << 16, ..Settings::default() };
    let defaults = Defaults { nodes: 20, ..Defaults::default() };
    let options = Options { settings, defaults, stops_at_end: true, ..Options::default() };
    let mut output = Vec::new();
    serve(options, std::io::Cursor::new(input), &mut output, |_| {}).expect("memory takes all");
    let text = String::from_utf8(output).expect("text");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn each_line_has_an_error_or_all_of_its_replies() {
    for seed in 0..1_500 {
        let mut random = Rng::with_seed(seed);
        let query = QUERIES[random.usize(0..QUERIES.len())];
        let line = damaged(&mut random, query);
        let mut finals: HashMap<String, usize> = HashMap::new();
        let mut ends = 0;
        let objects = objects(line.clone());
        for object in &objects {
            if object.get("isDuringSearch").is_some() {
                assert!(object.get("code").is_none(), "seed {seed}: {object}");
                let is_final = object["isDuringSearch"] == false;
                *finals.entry(object["turnNumber"].to_string()).or_default() +=
                    usize::from(is_final);
            } else if object.get("warning").is_none() {
                ends += 1;
            }
        }
        let is_blank = line.trim().is_empty();
        let is_answered =
            if finals.is_empty() { ends == usize::from(!is_blank) } else { ends == 0 };
        let are_single = finals.values().all(|&count| count == 1);
        assert!(is_answered && are_single, "seed {seed}: {line}\n{objects:?}");
    }
}
