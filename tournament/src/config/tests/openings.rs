//! Tests of what may be said about openings: sets, files, lists, orders.

use super::fixture::{Folder, opening, refused};
use super::{MINIMAL, check_refused, draft, with};
use crate::config::{Draft, OpeningsDraft};

#[test]
fn openings_of_built_in_sets() {
    let folder = Folder::new();
    let names = |openings: &str| {
        let openings = with(&folder, &format!("openings = {openings}")).openings;
        openings.into_iter().map(|opening| opening.name).collect::<Vec<_>>().join(" ")
    };
    for name in ["'middle'", "'built-in'", "{}", "{ order = 'random' }", "{ file = 'middle' }"] {
        assert_eq!(names(name), "middle 1", "{name}");
    }
    assert_eq!(names("'contest'"), "contest 1");
    assert_eq!(names("{ file = 'contest', order = 'random' }"), "contest 1");
    assert_eq!(with(&folder, "").openings, with(&folder, "openings = 'middle'").openings);
    // Whatever has a folder or an extension is a file.
    assert!(names("'./contest'").starts_with("contest None 15x15"));
    assert!(names("'sets/middle'").starts_with("middle None 15x15"));
    assert!(names("'contest.txt'").starts_with("contest.txt None 15x15"));
    check_refused("swap2 = true\nopenings = 'contest'", &["with swap2"]);
    check_refused("size = 16\nopenings = 'contest'", &["no built-in set for freestyle on 16x16"]);
}

#[test]
fn unknown_openings() {
    let expected = "unknown openings \"missing\": expected \"middle\", \"contest\" or a file such \
                    as \
                    ./openings.txt";
    check_refused("openings = 'missing'", &[expected]);
    check_refused("openings = { file = 'missing', form = 'sgf' }", &[expected]);
    check_refused("openings = './missing'", &["openings: missing: no such file"]);
    // It is there, but is no file of openings.
    let folder = Folder::new();
    folder.write("missing", "");
    let draft = draft(&folder, &format!("openings = 'missing'\n{MINIMAL}"));
    assert_eq!(refused(&draft), "openings: missing: no such file");
}

#[test]
fn openings_that_were_asked_for_are_written_and_read_again() {
    for text in ["middle", "contest", "built-in", "none", "o.txt", "./contest", "./none"] {
        let openings = Some(OpeningsDraft::named(text));
        let draft = Draft { openings, ..Draft::default() };
        let written = toml::to_string(&draft).expect("all that a draft holds can be said in TOML");
        assert_eq!(toml::from_str(&written).as_ref(), Ok(&draft), "{written}");
    }
}

#[test]
fn openings_within_the_text() {
    let list =
        |moves: &str| format!("openings = {{ list = [{{ name = 'x', moves = '{moves}' }}] }}");
    let folder = Folder::new();
    let openings = with(&folder, &list("h8I9 a15")).openings;
    assert_eq!(openings, [opening("x", &[(7, 7), (8, 8), (0, 14)])]);
    assert_eq!(with(&folder, &list("")).openings, [opening("x", &[])]);
    check_refused(&list("h8p1"), &["openings: x: p1 is off the 15x15 board"]);
    check_refused(&list("h8i"), &["openings: x: invalid point \"i\""]);
    check_refused(&list("8h"), &["invalid moves \"8h\""]);
    check_refused(&list("a1"), &["openings: x: it begins in the corner"]);
}

#[test]
fn openings_in_random_order_are_the_same_for_a_seed() {
    let folder = Folder::new();
    let names = |seed: u64| {
        let more = format!("seed = {seed}\nopenings = {{ file = 'o.txt', order = 'random' }}");
        let openings = with(&folder, &more).openings;
        openings.iter().map(|opening| opening.moves.len()).collect::<Vec<_>>()
    };
    let orders: Vec<_> = (0..20).map(names).collect();
    assert!(orders.iter().any(|order| *order != [1, 2, 3]));
    // The order is part of what a tournament is, for all versions of the program.
    assert_eq!(orders[..4], [[3, 1, 2], [1, 2, 3], [3, 1, 2], [3, 2, 1]]);
    for (seed, order) in (0..).zip(&orders) {
        assert_eq!(names(seed), *order);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert_eq!(sorted, [1, 2, 3]);
    }
}

#[test]
fn swap2_begins_on_the_empty_board() {
    let openings = with(&Folder::new(), "swap2 = true").openings;
    assert_eq!(openings, [opening("empty board", &[])]);
}
