//! Tests of the pages.

use std::fs;

use crate::case::LeftOut;
use crate::report::fixture;
use crate::report::pages::{Page, pages, write};

#[test]
fn the_page_of_a_group() {
    let pages = pages(&fixture::groups(), &[]);
    let names: Vec<_> = pages.iter().map(|page| page.name.as_str()).collect();
    assert_eq!(names, ["README.md", "a-start-up.md", "d-time.md", "g-invariants.md"]);
    let expected = "\
<!-- Generated from the case files by protocol-tests --write-pages. -->

# G: What holds in every run

What group G is about.

| case | level | name |
|---|---|---|
| [G1](#g1-silent-on-stderr) | should | silent-on-stderr |

## G1 silent-on-stderr

*should*; source: protocol document, START

A manager waits for the answer before it does anything else,
and forfeits the game of an engine that gives none.

This is checked in every run of every case.

**How to fix it**

Answer as silent-on-stderr says, and flush standard
output after every line.
";
    assert_eq!(pages[3].text, expected);
    assert!(pages[1].text.contains("\n```text\n> BEGIN\n< move within 300\n```\n"));
}

#[test]
fn the_index() {
    let left_out = [LeftOut { ids: vec!["O04".to_owned()], reason: "No\nhash.\n".to_owned() }];
    let text = &pages(&fixture::groups(), &left_out)[0].text;
    let check = |part: &str| assert!(text.contains(part), "no {part} in\n{text}");
    check("| [D time](d-time.md) | Time | 2 | 1 | 1 |\n");
    check("| all | | 3 | 3 | 1 |\n\n## Levels\n");
    check("\n## Not tested\n\n- O04: No hash.\n");
}

#[test]
fn pages_are_written_to_a_new_folder() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let page = Page { name: "a.md".to_owned(), text: "text\n".to_owned() };
    write(&folder.path().join("new"), &[page]).expect("the folder can be changed");
    let text = fs::read_to_string(folder.path().join("new/a.md"));
    assert_eq!(text.ok().as_deref(), Some("text\n"));
}
