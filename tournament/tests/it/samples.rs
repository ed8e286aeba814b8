//! Golden files: command lines of both dialects and texts in TOML, with the answers of the program. Set
//! `UPDATE_SAMPLES` to store the current answers.

use std::env;
use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use tournament::cli::{self, CliError};
use tournament::commands::Request;

#[cfg(unix)]
mod results;
#[cfg(unix)]
mod tournaments;

/// Compares the answers to the samples of a file, one in each text line, with the stored ones. Of an answer,
/// only the text lines that the first answer lacks are stored, or all of them after `full `.
fn check(name: &str, answer: impl Fn(&str) -> String) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples");
    let read = |file: &Path| fs::read_to_string(file).expect("it is there").replace("\r\n", "\n");
    let mut first = None;
    let mut now = String::new();
    for sample in read(&folder.join(format!("{name}.txt"))).lines() {
        if sample.is_empty() || sample.starts_with('#') {
            continue;
        }
        let answer = answer(sample);
        let first = first.get_or_insert_with(|| answer.clone());
        let is_full = now.is_empty() || sample.starts_with("full ");
        let is_stored = |line: &&str| is_full || !first.lines().any(|known| known == *line);
        let lines: Vec<_> = answer.lines().filter(is_stored).collect();
        write!(now, "$ {sample}\n{}\n\n", lines.join("\n")).expect("a string takes text");
    }
    let file = folder.join(format!("{name}.answers.txt"));
    if env::var_os("UPDATE_SAMPLES").is_some() {
        fs::write(&file, &now).expect("the samples can be written");
    }
    let stored = read(&file);
    for (now, stored) in now.split("\n$ ").zip(stored.split("\n$ ")) {
        assert_eq!(now, stored);
    }
    assert_eq!(now, stored);
}

/// Returns the request of a command line.
fn request(line: &str) -> Result<Request, CliError> {
    let words = shell_words::split(line).expect("the quotes of the samples match");
    cli::parse(&words.into_iter().map(OsString::from).collect::<Vec<_>>())
}

/// Command lines that are rejected, and those of commands other than playing.
#[test]
fn requests() {
    check("requests", |line| match request(line) {
        Ok(request) => format!("{request:?}"),
        Err(error) => error.to_string(),
    });
}
