//! Tests of JUnit XML.

use crate::report::{fixture, junit};

fn xml() -> String {
    fixture::shown(|out, results| {
        junit::write(out, results, &fixture::circumstances())
            .expect("writing to memory never fails");
        Ok(())
    })
}

fn check(part: &str) {
    let xml = xml();
    let lines: Vec<_> = xml.lines().map(str::trim).collect();
    let joined = lines.join("\n");
    assert!(joined.contains(part), "no {part} in\n{xml}");
}

#[test]
fn a_suite_for_each_group() {
    check(r#"<testsuites name="protocol-tests" tests="9" failures="4" errors="0" time="4.321">"#);
    check(r#"<testsuite name="A start-up" tests="2" "#);
    check(r#"<testsuite name="D time" tests="6" "#);
    check(r#"<property name="engine" value="/opt/pbrain --threads 1"/>"#);
    check(r#"<property name="slack" value="400 ms"/>"#);
}

#[test]
fn a_test_for_each_run() {
    check(
        r#"<testcase name="D02[turn=50] lf answers-within-turn" classname="time" time="0.600">
<properties>
<property name="level" value="must"/>
<property name="delivery" value="lf"/>
</properties>
<failure message="expected a move within 50 ms, got 7,7 after 533 ms" type="must">"#,
    );
    check(r#"<property name="saved by slack" value="61 ms over a limit of 50 ms"/>"#);
}

#[test]
fn transcripts_only_of_failures() {
    assert_eq!(xml().matches("<system-out>").count(), 4);
    check("12.0 ms  &gt; BEGIN\n545.0 ms  &lt; 7,7\n");
}

#[test]
fn blocked_and_skipped_have_no_run() {
    check(r#"<testcase name="D11 idle-between-moves" classname="time">"#);
    check(r#"<skipped message="blocked by D02, which did not pass"/>"#);
    check(r#"<skipped message="answered UNKNOWN"/>"#);
}

#[test]
fn no_control_characters() {
    let xml = xml();
    assert_eq!(xml.chars().find(|c| c.is_control() && *c != '\n'), None, "{xml}");
}
