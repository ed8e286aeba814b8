//! Tests of the reader of scripts: valid scripts, and the errors of invalid ones.

use crate::script::{Action, BoardSpec, Pattern, Script, Since, Step, Text, Then};

fn parse(text: &str) -> Vec<Step> {
    let values = [("k".to_owned(), " 5 ".to_owned())];
    Script::parse(text, &values).unwrap_or_else(|error| panic!("{error}")).steps
}

fn check_wrong(text: &str, line: usize, part: &str) {
    let error = Script::parse(text, &[]).expect_err(text);
    assert_eq!(error.line, line, "{error}");
    assert!(error.reason.contains(part), "{error}");
}

#[test]
fn lines_to_send_keep_the_blanks_of_their_variables() {
    let steps = parse("> START $k!\n>+  TURN $free \n");
    let texts: Vec<_> = steps
        .iter()
        .map(|step| match &step.action {
            Action::Send { text: Text(text), hold } => (text.as_str(), *hold),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(texts, [("START  5 !", false), ("TURN $free", true)]);
}

#[test]
fn bytes_have_escapes_and_counts() {
    let steps = parse(r#"raw "A\r\n\x00\"\\" * 2"#);
    let Action::Raw { bytes, hold: false } = &steps[0].action else { panic!("{steps:?}") };
    assert_eq!(bytes, b"A\r\n\0\"\\A\r\n\0\"\\");
}

#[test]
fn loops_are_unrolled_or_kept() {
    let steps = parse("for v in A | \"B |\"\nrepeat 3\n> $v\nend\nend\nalive");
    assert_eq!(steps.len(), 3);
    let sent = |step: &Step| match &step.action {
        Action::Repeat { times: 3, body } => match &body[0].action {
            Action::Send { text, .. } => text.0.clone(),
            other => panic!("{other:?}"),
        },
        other => panic!("{other:?}"),
    };
    assert_eq!([sent(&steps[0]), sent(&steps[1])], ["A", "B |"]);
}

#[test]
fn replies_have_alternatives_names_and_times() {
    let steps = parse("< move 7,7 $last but 8,8 | error -> stop as m1 within 500 since thaw");
    let Action::Expect(expectation) = &steps[0].action else { panic!("{steps:?}") };
    assert_eq!(expectation.name.as_deref(), Some("m1"));
    assert_eq!(expectation.within.map(|time| time.as_millis()), Some(500));
    assert_eq!(expectation.since, Since::Thaw);
    let Pattern::Move { among, but } = &expectation.alternatives[0].pattern else { panic!() };
    assert_eq!((among.len(), but.len()), (2, 1));
    assert_eq!(expectation.alternatives[1].then, Then::Stop);
}

#[test]
fn expressions_may_hold_bars_and_words() {
    let steps = parse("< /a | b within c/ | \"x | y\" -> skip within 9");
    let Action::Expect(expectation) = &steps[0].action else { panic!("{steps:?}") };
    assert_eq!(expectation.alternatives.len(), 2);
    assert_eq!(expectation.alternatives[1].then, Then::Skip);
    assert!(expectation.within.is_some());
}

#[test]
fn positions_are_read() {
    let steps = parse("board own 3,7 4,7 opp 0,0 dead 6,6 first opp");
    let Action::Board(BoardSpec::Stones { own, theirs, dead, own_first }) = &steps[0].action else {
        panic!("{steps:?}")
    };
    assert_eq!((own.len(), theirs.len(), dead.len(), *own_first), (2, 1, 1, false));
}

#[test]
fn errors_of_scripts() {
    check_wrong("alive\nfoo", 2, "unknown statement");
    check_wrong("> TURN $nowhere", 1, "$nowhere");
    check_wrong("repeat 3\nalive", 1, "missing `end`");
    check_wrong("pause soon", 1, "`soon`");
    check_wrong("< maybe", 1, "maybe");
    check_wrong("< move 7;7 within x", 1, "`x`");
    check_wrong("raw \"abc", 1, "missing closing quote");
    check_wrong("raw \"\\q\"", 1, "\\q");
    check_wrong("alive now", 1, "now");
    check_wrong("check weather", 1, "unknown check");
    check_wrong("end", 1, "unknown statement");
}
