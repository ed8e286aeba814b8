//! The names on the command line, and the descriptions that belong to them.

use super::{ALL, Behaviour, DESCRIPTIONS, Script, ScriptError, about, list};

#[test]
fn names_and_numbers_are_read() {
    let check = |text: &str, behaviour, value| {
        assert_eq!(Script::parse(text), Ok(Script { behaviour, value }), "{text}");
    };
    check("correct", Behaviour::Correct, 0);
    check("slow", Behaviour::Slow, 1500);
    check("slow=20", Behaviour::Slow, 20);
}

#[test]
fn what_is_no_behaviour_is_refused() {
    for text in ["", "Correct", "correct=1", "slow=", "slow=x", "slower", "slow =1"] {
        assert_eq!(Script::parse(text), Err(ScriptError(text.to_owned())));
    }
}

#[test]
fn behaviours_and_descriptions_are_the_same_and_in_the_same_order() {
    let described: Vec<&str> = DESCRIPTIONS
        .lines()
        .filter_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))
        .collect();
    let known: Vec<&str> = ALL.iter().map(|entry| entry.1).collect();
    assert_eq!(described, known);
    for name in known {
        assert!(about(name).is_some_and(|text| text.ends_with('.')), "{name}");
    }
}

#[test]
fn the_list_has_a_line_for_each() {
    assert_eq!(list().lines().count(), ALL.len());
    assert!(list().contains("slow=1500 "));
}
