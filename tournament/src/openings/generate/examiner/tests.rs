//! Tests of what counts as a value.

use super::Value;

fn check(text: &str, expected: Option<Value>) {
    assert_eq!(Value::find(text), expected, "{text:?}");
}

#[test]
fn values_in_messages() {
    check("depth 9-14 ev -12 n 30000 n/s 5 tm 6 pv h8", Some(Value::Units(-12)));
    check("Depth 9 | EV +33 | pv", Some(Value::Units(33)));
    check("depth 9-9 ev +M5 n 1", Some(Value::Decided));
    check("depth 9-9 ev -M12 n 1", Some(Value::Decided));
    check("depth 9-9 ev", None);
    check("depth 9-9 ev soon", None);
    check("every word", None);
}

#[test]
fn small_values_are_within_the_limit() {
    assert!(Value::Units(-40).is_within(40) && Value::Units(40).is_within(40));
    assert!(!Value::Units(41).is_within(40) && !Value::Units(i64::MIN).is_within(40));
    assert!(!Value::Decided.is_within(u64::MAX));
}
