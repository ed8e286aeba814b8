//! Tests of what the demonstration plays.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use crate::commands::demo::{DemoError, OPPONENTS, Programs, beside, draft, executable, profile};
use crate::config::Draft;

#[test]
fn profiles_follow_the_folder() {
    let check = |folder: &str, expected: &[&str]| {
        let expected: Vec<OsString> = expected.iter().map(OsString::from).collect();
        assert_eq!(profile(Path::new(folder)), expected, "{folder}");
    };
    check("target/debug", &[]);
    check("target/release", &["--profile", "release"]);
    check("target/x86_64-unknown-linux-gnu/mine", &["--profile", "mine"]);
}

#[test]
fn cargo_tells_where_programs_are() {
    let messages = r#"
{"reason":"compiler-artifact","target":{"name":"house"},"executable":null}
{"reason":"compiler-artifact","target":{"name":"house"},"executable":"/t/release/house"}
not JSON
{"reason":"compiler-artifact","target":{"name":"other"},"executable":"/t/release/other"}
"#;
    assert_eq!(executable(messages, "house"), Some(PathBuf::from("/t/release/house")));
    assert_eq!(executable(messages, "pbrain-dolmen"), None);
}

#[test]
fn programs_lie_beside_this_one() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let error = beside(folder.path()).expect_err("the folder is empty");
    let text = error.to_string();
    assert!(text.contains("pbrain-dolmen") && text.contains("cargo build --release"), "{text}");
    let suffix = std::env::consts::EXE_SUFFIX;
    for name in ["pbrain-dolmen", "house"] {
        let path = folder.path().join(format!("{name}{suffix}"));
        assert!(matches!(beside(folder.path()), Err(DemoError::Missing(_))));
        fs::write(path, "").expect("the folder can be written");
    }
    let programs = beside(folder.path()).expect("both are there");
    assert!(programs.house.starts_with(folder.path()));
}

#[test]
fn what_is_said_lies_over_the_demonstration() {
    let programs = Programs { dolmen: "/p/dolmen".into(), house: "/p/house".into() };
    let said = Draft { games: Some(8), ..Draft::default() };
    let draft = draft(&programs, &said);
    assert_eq!(draft.games, Some(8));
    assert_eq!(draft.engines.len(), 1 + OPPONENTS.len());
    let command = draft.engines[1].cmd.as_ref().expect("it has a command");
    assert_eq!(command.0, ["/p/house", "random"]);
}
