//! The program as a child process: its arguments and its log. Its dialogue with managers is the subject of the
//! conformance suite, which `tests/protocol.rs` runs.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The path of the program.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_pbrain-dolmen");

/// Runs the program in a folder with these arguments and this standard input, until it ends.
pub(crate) fn run(folder: &Path, arguments: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut program = Command::new(PROGRAM);
    program.current_dir(folder).env_remove("RUST_LOG").args(arguments);
    program.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut program = program.spawn().expect("the program starts");
    let mut stdin = program.stdin.take().expect("it is piped");
    // A program that does not read its input closes the pipe, which is not a failure here.
    stdin.write_all(input.as_ref()).ok();
    drop(stdin);
    program.wait_with_output().expect("the program ends")
}

pub(crate) fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("the program writes text")
}

/// Returns an empty folder for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::remove_dir_all(&folder).ok();
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

#[test]
fn a_log_is_written_on_request() {
    let folder = folder("log");
    let output = run(&folder, &["--log", "a.log"], "START 15\nEND\n");
    assert_eq!((text(&output.stdout), text(&output.stderr)), ("OK\n", ""));
    let log = fs::read_to_string(folder.join("a.log")).expect("the log was written");
    assert!(log.contains("START 15") && log.contains("OK"), "{log}");
}

#[test]
fn a_misspelt_level_of_the_log_is_named() {
    let warning = |filter| {
        let mut program = Command::new(PROGRAM);
        program.env("RUST_LOG", filter).stdin(Stdio::null());
        let output = program.output().expect("the program runs");
        assert_eq!(text(&output.stdout), "", "{filter}");
        text(&output.stderr).to_owned()
    };
    assert_eq!(
        warning("debgu,dolmen=error,off"),
        "RUST_LOG: \"debgu\" is no level, but the name of a module; did you mean debug?\n"
    );
    assert_eq!(warning("ERROR,dolmen,dolmen::search=warn/text"), "");
    assert_eq!(
        warning("dolmen=inof"),
        "RUST_LOG: \"inof\" is no level: expected off, error, warn, info, debug or trace; did you mean info?\n"
    );
}

#[test]
fn a_log_that_cannot_be_written_is_named() {
    let folder = folder("no-log");
    let error = |path: &str| {
        let output = run(&folder, &["--log", path], "");
        assert_eq!(output.status.code(), Some(1), "{path}");
        text(&output.stderr).to_owned()
    };
    let expected = "cannot create the log file no/a.log: there is no folder no\n";
    assert_eq!(error("no/a.log"), expected);
    let expected = "cannot create the log file .: is a folder: expected the name of a file\n";
    assert_eq!(error("."), expected);
}

#[test]
fn arguments() {
    let run = |argument| run(Path::new("."), &[argument], "");
    let expected = format!("pbrain-dolmen {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(text(&run("--version").stdout), expected);
    assert_eq!(run("--nonsense").status.code(), Some(2));
}
