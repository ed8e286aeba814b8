//! Tests of JSON lines.

use serde_json::{Value, json};

use crate::report::{fixture, json};

fn lines() -> Vec<Value> {
    let text = fixture::shown(|out, results| json::write(out, results, &fixture::circumstances()));
    text.lines().map(|line| serde_json::from_str(line).expect("each line is an object")).collect()
}

#[test]
fn an_object_for_each_run_and_each_case_and_a_summary() {
    let kinds: Vec<_> =
        lines().iter().map(|line| line["kind"].as_str().unwrap_or("none").to_owned()).collect();
    let expected = "run case run case run run run case run case case case run case summary";
    assert_eq!(kinds.join(" "), expected);
}

#[test]
fn a_run() {
    let mut run = lines().swap_remove(2);
    let transcript = run["transcript"].take();
    let expected = json!({
        "kind": "run", "id": "A07", "variation": "", "delivery": "crlf", "verdict": "passed",
        "breaches": [], "slack": [{"limit": 50.0, "took": 111.0}], "took": 600.0,
        "transcript": null,
    });
    assert_eq!(run, expected);
    assert_eq!(transcript[1], json!({"at": 1.25, "speaker": "suite", "text": "START 15"}));
}

#[test]
fn cases() {
    let cases = lines().into_iter().filter(|line| line["kind"] == "case");
    let blocked = cases.clone().find(|case| case["verdict"] == "blocked");
    let expected = json!({
        "kind": "case", "id": "D11", "name": "idle-between-moves", "group": "time",
        "level": "should", "verdict": "blocked", "by": "D02", "runs": 0,
    });
    assert_eq!(blocked, Some(expected));
    let failed = cases.clone().find(|case| case["verdict"] == "failed").unwrap_or_default();
    assert_eq!(failed["reason"], "expected a move within 50 ms, got 7,7 after 533 ms");
}

#[test]
fn the_summary() {
    let expected = json!({
        "kind": "summary", "engine": "/opt/pbrain --threads 1", "slack": 400.0, "seed": 1,
        "interrupted": false, "status": 1, "took": 4321.0,
        "must": {"passed": 1, "failed": 2, "blocked": 0, "skipped": 0},
        "should": {"passed": 1, "failed": 1, "blocked": 1, "skipped": 0},
        "nice": {"passed": 0, "failed": 0, "blocked": 0, "skipped": 1},
    });
    assert_eq!(lines().pop(), Some(expected));
}
