//! The case files are complete, agree with each other, and are all carried by the program.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use strum::VariantArray;

use crate::case::file::parse_group;
use crate::case::{built_in, left_out, read_folder};
use crate::outcome::Delivery;
use crate::script::Session;

/// The number of cases in each group of the catalogue.
const CATALOGUE: [(char, u32); 18] = [
    ('A', 14),
    ('B', 31),
    ('C', 22),
    ('D', 20),
    ('E', 30),
    ('F', 18),
    ('G', 10),
    ('H', 20),
    ('I', 18),
    ('J', 11),
    ('K', 8),
    ('L', 12),
    ('M', 12),
    ('N', 15),
    ('O', 25),
    ('P', 8),
    ('Q', 29),
    ('R', 15),
];

/// Cases that the catalogue counts as one and the files as another: start sizes 5 to 22 are
/// one case with many values.
const IN_OTHERS: [(char, u32, u32); 1] = [('B', 4, 19)];

#[test]
fn all_of_the_catalogue_is_there_or_left_out_with_a_reason() {
    let mut there: BTreeSet<String> = BTreeSet::new();
    for group in built_in().expect("the case files are valid") {
        there.extend(group.cases.iter().map(|case| case.id.clone()));
    }
    for entry in left_out().expect("the file is right") {
        assert!(entry.reason.len() > 20, "{:?} has no reason", entry.ids);
        for id in entry.ids {
            assert!(there.insert(id.clone()), "{id} is left out, and is there");
        }
    }
    let merged = |letter: char, number: u32| {
        IN_OTHERS.iter().any(|(l, from, to)| *l == letter && (*from..=*to).contains(&number))
    };
    for (letter, count) in CATALOGUE {
        for number in (1..=count).filter(|number| !merged(letter, *number)) {
            let id = format!("{letter}{number:02}");
            // A case may be there in several parts, such as `Q14-renju`.
            let short = format!("{letter}{number}");
            let is_part = |known: &String| known.split('-').next() == Some(id.as_str());
            let found = there.contains(&short) || there.iter().any(is_part);
            assert!(found, "{id} is missing");
        }
    }
}

#[test]
fn the_program_carries_all_files() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cases");
    let ids = |groups: Vec<crate::case::Group>| -> BTreeSet<String> {
        groups.into_iter().flat_map(|group| group.cases).map(|case| case.id).collect()
    };
    let carried = ids(built_in().expect("the case files are valid"));
    assert_eq!(ids(read_folder(&folder).expect("the case files are valid")), carried);
}

#[test]
fn the_program_carries_all_sessions() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("replays");
    for entry in fs::read_dir(folder).expect("the file can be read") {
        let name = entry.expect("it is readable").file_name();
        let name = name.to_str().expect("our names are text").to_owned();
        assert!(Session::built_in(&name).is_some(), "{name} is not carried");
    }
}

/// Returns the file of a group with one case, which has these text lines.
fn group(lines: &str) -> String {
    format!(
        "letter = 'X'\nname = 'x'\ntitle = 'X'\nabout = ''\n[[case]]\nid = 'X1'\nname = 'n'\n\
         level = 'must'\nsource = 's'\nmeans = 'm'\nmend = 'm'\n{lines}\n"
    )
}

fn check_wrong(lines: &str, part: &str) {
    let error = parse_group("x.toml", &group(lines)).expect_err(lines).to_string();
    assert!(error.contains(part), "{error}");
}

#[test]
fn errors_of_cases() {
    check_wrong("script = 'alive'\nfoo = 1", "foo");
    check_wrong("script = 'alvie'", "script of case X1: line 1, `alvie`");
    check_wrong("script = 'alive'\nraw = true\nrule = 4", "a raw case cannot set");
    check_wrong("script = 'alive'\nonly = ['lf']\nmodes = ['bytes']", "does not allow");
    check_wrong("script = '> $a'\nvary = { a = ['1'], b = ['1', '2'] }", "differ in length");
}

#[test]
fn values_are_taken_together() {
    let text = group(
        "script = '> $a $b'\nvary = { a = ['1', '2'], b = ['3', '4'] }\nmore = { a = ['5'], b = ['6'] }",
    );
    let group = parse_group("x.toml", &text).expect("it is right");
    let case = &group.cases[0];
    assert_eq!(case.labels(), ["a=1", "a=2", "a=5"]);
    let full: Vec<_> = case.variations.iter().map(|variation| variation.full).collect();
    assert_eq!(full, [false, false, true]);
    let last = &case.variations[2].values;
    assert_eq!(last[..], [("a".to_owned(), "5".to_owned()), ("b".to_owned(), "6".to_owned())]);
    assert_eq!((case.needs.len(), case.only.len()), (1, Delivery::VARIANTS.len()));
}
