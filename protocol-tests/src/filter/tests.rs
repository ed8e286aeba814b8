//! Tests of filters, on the groups that the program carries.

use crate::case::{self, Group};
use crate::filter::{Filters, find};

fn groups() -> Vec<Group> {
    case::built_in().unwrap_or_else(|error| panic!("{error}"))
}

/// The identifiers that filters select.
fn selected(filters: &[&str]) -> Vec<String> {
    let groups = groups();
    let texts: Vec<_> = filters.iter().map(|&filter| filter.to_owned()).collect();
    let filters = Filters::read(&texts, &groups).unwrap_or_else(|error| panic!("{error}"));
    filters.select(&groups).map(|(_, case)| case.id.clone()).collect()
}

#[test]
fn identifiers() {
    let check = |filters: &[&str], ids: &[&str]| assert_eq!(selected(filters), ids, "{filters:?}");
    check(&["A04"], &["A04"]);
    check(&["a4", "A04"], &["A04"]);
    check(&["E02", "A04"], &["A04", "E02"]);
    check(&["D02[limit=50] lf"], &["D02"]);
    check(&["Q01-caro", "c12-RENJU"], &["C12-renju", "Q01-caro"]);
    check(&["C12"], &["C12", "C12-renju", "C12-caro"]);
}

#[test]
fn ranges() {
    assert_eq!(selected(&["A02-A04"]), ["A02", "A03", "A04"]);
    assert_eq!(selected(&["a2..a04"]), ["A02", "A03", "A04"]);
    assert_eq!(selected(&["A-B"]), selected(&["A", "B"]));
    assert_eq!(selected(&["G9-G10"]), ["G9", "G10"]);
}

#[test]
fn groups_and_names() {
    assert_eq!(selected(&["time"]), selected(&["D"]));
    assert_eq!(selected(&["Time"]), selected(&["d"]));
    assert_eq!(selected(&["start-up"]), selected(&["A"]));
    assert_eq!(selected(&["limit-for-a-move"]), ["D02"]);
    assert!(selected(&["limit-for"]).contains(&"D02".to_owned()));
}

#[test]
fn none_selects_all() {
    let number: usize = groups().iter().map(|group| group.cases.len()).sum();
    assert_eq!(selected(&[]).len(), number);
}

#[test]
fn unknown_names_are_answered_with_similar_ones() {
    let groups = groups();
    let check = |text: &str, expected: &str| {
        let error = Filters::read(&[text.to_owned()], &groups).expect_err(text);
        assert!(error.to_string().starts_with(expected), "{error}");
    };
    check("starup", "no case matches 'starup'; did you mean start-up");
    check("", "no case matches ''; --list shows all cases");
    check("§§§", "no case matches '§§§'; --list shows all cases");
    check("A05-a4", "the range 'A05-a4' ends before it begins: expected A04-A05");
    check("C..A", "the range 'C..A' ends before it begins: expected A-C");
}

#[test]
fn finding_one() {
    let groups = groups();
    let check = |text: &str, id: &str| {
        let found = find(text, &groups).map(|(_, case)| case.id.as_str());
        assert_eq!(found, Ok(id), "{text}");
    };
    check("A04", "A04");
    check("a4", "A04");
    check("limit-for-a-move", "D02");
    assert!(find("time", &groups).is_err());
    assert!(find("A99", &groups).is_err());
}
