//! The documents against the repository: replays the session, the queries and the solutions of the manuals, and
//! checks the links between documents, the length of README.md and the version.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use game_engine_process::{EngineCommand, Output};

use crate::process::{PROGRAM, run, text};

const PROTOCOL: &str = include_str!("../../docs/protocol.md");
const ANALYSE: &str = include_str!("../../docs/analyse.md");
const SOLVE: &str = include_str!("../../docs/solve.md");

/// The timeout of the session.
const TIMEOUT: Duration = Duration::from_secs(60);

/// The largest number of text lines of README.md, which is one page.
const MAX_README_LINES: usize = 150;

/// The documents with links to other files, except those that a program writes.
const DOCUMENTS: [&str; 15] = [
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "benches/README.md",
    "docs/analyse.md",
    "docs/margins.md",
    "docs/protocol.md",
    "docs/solve.md",
    "npm/README.md",
    "protocol-tests/README.md",
    "tournament/README.md",
    "tournament/results.md",
    "tournament/cluster/README.md",
    "training/README.md",
];

/// Returns the text lines of each block of a document that begins with `start`.
fn blocks(document: &'static str, start: &str) -> Vec<Vec<&'static str>> {
    let texts = document.split("```text\n").skip(1);
    let blocks = texts.map(|rest| rest.split("```").next().expect("split gives a part"));
    blocks.filter(|block| block.starts_with(start)).map(|block| block.lines().collect()).collect()
}

/// Returns a text line with `_` in place of the fields of a message that vary between runs.
fn masked(line: &str) -> String {
    if !line.starts_with("MESSAGE ") {
        return line.to_owned();
    }
    let mut last = "";
    let mask = |field| {
        let before = std::mem::replace(&mut last, field);
        if ["depth", "n", "n/s", "tm"].contains(&before) { "_" } else { field }
    };
    line.split(' ').map(mask).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_session() {
    let session = blocks(PROTOCOL, "> ");
    let [session] = session.as_slice() else { panic!("the manual shows one session") };
    let mut program = EngineCommand::new(PROGRAM).spawn().expect("the program starts");
    let deadline = Instant::now() + TIMEOUT;
    for &line in session {
        if let Some(command) = line.strip_prefix("> ") {
            program.send(format!("{command}\n").as_bytes(), deadline).expect("the program reads");
        } else {
            let Output::Line(reply) = program.next_line(deadline) else {
                panic!("no reply: {line}")
            };
            assert_eq!(masked(&String::from_utf8_lossy(&reply.bytes)), masked(line));
        }
    }
    assert!(matches!(program.next_line(deadline), Output::Closed), "there are no more replies");
    assert_eq!(program.wait(deadline).expect("the program ends").code, Some(0));
}

/// Returns the output of `solve` without the times.
fn without_times(lines: &[&str]) -> Vec<String> {
    let mask = |line: &&str| match line.split_once("\"ms\":") {
        Some((start, _)) => start.to_owned(),
        None if line.starts_with("time ") => "time".to_owned(),
        None => (*line).to_owned(),
    };
    lines.iter().map(mask).collect()
}

#[test]
fn the_solutions() {
    let solutions = blocks(SOLVE, "$ pbrain-dolmen solve ");
    assert_eq!(solutions.len(), 2, "one for people, one for programs");
    let is_board = |line: &&&str| !line.starts_with("position") && !line.starts_with("verdict");
    let board: Vec<&str> = solutions[0][1..].iter().skip(1).take_while(is_board).copied().collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    fs::write(folder.join("fours.txt"), board.join("\n")).expect("the folder is ours");
    for solution in solutions {
        let (command, expected) = solution.split_first().expect("a block has lines");
        let arguments: Vec<&str> = command.split(' ').skip(2).collect();
        let output = run(folder, &arguments, "");
        assert!(output.status.success(), "{command}");
        let found: Vec<&str> = text(&output.stdout).lines().collect();
        assert_eq!(without_times(&found), without_times(expected));
    }
}

/// Returns whether a text has the form of a line in which `…` stands for anything.
fn has_form(text: &str, line: &str) -> bool {
    let Some((start, rest)) = line.split_once('…') else { return text == line };
    let Some(mut text) = text.strip_prefix(start) else { return false };
    let mut parts: Vec<&str> = rest.split('…').collect();
    let end = parts.pop().expect("split gives a part");
    for part in parts {
        let Some((_, after)) = text.split_once(part) else { return false };
        text = after;
    }
    text.ends_with(end)
}

#[test]
fn the_queries() {
    let sessions = blocks(ANALYSE, "$ pbrain-dolmen analyse");
    let [session] = sessions.as_slice() else { panic!("the manual shows one session") };
    let arguments: Vec<&str> = session[0].split(' ').skip(2).collect();
    let input: String = session
        .iter()
        .filter_map(|line| line.strip_prefix("> "))
        .map(|line| format!("{line}\n"))
        .collect();
    let expected = session[1..].iter().filter(|line| !line.starts_with("> "));
    let output = run(Path::new("."), &arguments, &input);
    assert!(output.status.success());
    let mut found = text(&output.stdout).lines();
    for line in expected {
        let found = found.next().unwrap_or_else(|| panic!("no reply: {line}"));
        assert!(has_form(found, line), "expected {line}\nfound {found}");
    }
    assert_eq!(found.next(), None);
}

#[test]
fn readme_is_one_page() {
    let lines = read("README.md").lines().count();
    assert!(lines < MAX_README_LINES, "README.md has {lines} lines");
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(document: &str) -> String {
    fs::read_to_string(root().join(document)).unwrap_or_else(|error| panic!("{document}: {error}"))
}

/// Returns the files that a document in Markdown links to, without anchors.
fn linked_files(text: &str) -> Vec<&str> {
    let targets = text.split("](").skip(1);
    let targets = targets.map(|rest| rest.split([')', '#']).next().unwrap_or(""));
    targets.filter(|target| !target.is_empty() && !target.contains("://")).collect()
}

#[test]
fn links_lead_to_files() {
    for document in DOCUMENTS {
        let text = read(document);
        let folder = root().join(document).parent().expect("a file is in a folder").to_owned();
        for target in linked_files(&text) {
            assert!(folder.join(target).exists(), "{document} links to {target}");
        }
    }
    assert_eq!(linked_files("[a](b/c.md#d), [e](https://f.g), [h](#i)"), ["b/c.md"]);
}

#[test]
fn the_changelog_begins_with_the_version_of_the_package() {
    let text = read("CHANGELOG.md");
    let versions = text.lines().filter_map(|line| line.strip_prefix("## ["));
    let mut released = versions.filter(|version| !version.starts_with("Unreleased]"));
    let newest = released.next().expect("there is a version");
    let expected = concat!(env!("CARGO_PKG_VERSION"), "] - ");
    assert!(newest.starts_with(expected), "{newest} is not version {expected}");
}

#[test]
fn the_package_for_npm_has_the_same_version() {
    let version = env!("CARGO_PKG_VERSION");
    assert!(read("npm/package.json").contains(&format!("\"version\": \"{version}\"")));
    assert!(read("npm/README.md").contains(&format!("dolmen-engine-{version}.tgz")));
}
