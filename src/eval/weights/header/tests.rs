//! Headers are JSON, and what is written is read back.

use serde_json::{Value, json};

use crate::eval::weights::{SetNote, WeightsHeader};

fn header() -> WeightsHeader {
    let note = |rule: &str, color: Option<&str>, network| SetNote {
        rule: rule.to_owned(),
        color: color.map(str::to_owned),
        network,
    };
    WeightsHeader {
        command: "learn \"C:\\games\" \u{1}\u{8}\u{c}\r\t".to_owned(),
        notes: "renju: 7 positions\nthe émigré's, \u{1f600}\n".to_owned(),
        sets: vec![note("renju", Some("black"), true), note("caro", None, false)],
        lines: vec!["renju".to_owned(), "omok".to_owned()],
    }
}

#[test]
fn headers_are_json() {
    let WeightsHeader { command, notes, .. } = header();
    let value: Value = serde_json::from_str(&header().to_json()).expect("it is JSON");
    let sets = json!([
        { "rule": "renju", "color": "black", "network": true },
        { "rule": "caro", "color": null, "network": false },
    ]);
    let lines = json!(["renju", "omok"]);
    assert_eq!(value, json!({ "command": command, "notes": notes, "sets": sets, "lines": lines }));
}

#[test]
fn headers_are_read_back() {
    assert_eq!(WeightsHeader::from_json(&header().to_json()), Ok(header()));
    let empty = WeightsHeader { sets: Vec::new(), ..header() };
    assert_eq!(WeightsHeader::from_json(&empty.to_json()), Ok(empty));
}

#[test]
fn errors_say_what_was_expected() {
    let check = |text: &str, expected: &str| {
        assert_eq!(WeightsHeader::from_json(text), Err(expected.to_owned()), "{text}");
    };
    check("[]", "expected {\"command\": at byte 0");
    check(r#"{"command":7"#, "expected \" at byte 11");
    check(r#"{"command":"learn"#, "expected a quotation mark at byte 17");
    check(r#"{"command":"\x"#, "expected an escape sequence at byte 14");
    check(r#"{"command":"\ud800"#, "expected four hexadecimal digits at byte 14");
    check(r#"{"command":"","notes":"","sets":[]}!"#, "expected the end at byte 35");
    let text = header().to_json();
    for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
        assert!(WeightsHeader::from_json(&text[..end]).is_err(), "{}", &text[..end]);
    }
}
