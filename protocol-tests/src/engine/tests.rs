//! Tests of the checks before an engine is started.

use std::path::Path;

use clap::Parser;

use crate::arguments::Arguments;
use crate::engine::subject_of;

/// The message about an engine, or the words that start it.
fn told(words: &[&str]) -> String {
    let words = ["protocol-tests", "--engine"].iter().chain(words);
    let arguments = Arguments::try_parse_from(words).expect("the tests are well formed");
    match subject_of(&arguments) {
        Err(error) => error.to_string(),
        Ok(subject) => {
            let arguments = subject.arguments.iter().map(Path::new);
            let words = subject.prefix.iter().map(Path::new);
            let words = words.chain([subject.program.as_path()]).chain(arguments);
            words.map(|word| word.display().to_string()).collect::<Vec<_>>().join(" ")
        }
    }
}

fn check(words: &[&str], expected: &str) {
    let told = told(words);
    assert!(told.contains(expected), "{words:?}: {told}");
}

#[test]
fn a_path_that_leads_nowhere() {
    check(&["no/such/engine"], "cannot start the engine: no/such/engine: ");
    check(&["src"], "src is not a file");
}

#[test]
#[cfg(unix)]
fn a_file_that_is_no_program() {
    check(
        &["Cargo.toml"],
        "Cargo.toml is not executable; run chmod +x Cargo.toml, or name the program",
    );
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let path = folder.path().join("engine.EXE");
    std::fs::write(&path, "MZ").expect("the folder can be changed");
    check(&[&path.to_string_lossy()], "is a Windows program; try --prefix wine64");
}

#[test]
#[cfg(unix)]
fn a_prefix() {
    check(
        &["Cargo.toml", "--prefix", "no-such-wine"],
        "--prefix names no-such-wine, which was not found",
    );
    check(&["Cargo.toml", "--prefix", "sh -e", "--", "x"], "/sh -e ");
    check(&["Cargo.toml", "--prefix", "sh -e", "--", "x"], "/Cargo.toml x");
}
