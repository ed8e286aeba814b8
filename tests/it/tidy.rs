//! The rules of the whole repository that no lint checks: the dependencies between modules, and words that only some
//! files may contain. The list of known exceptions may only shrink.

mod examples;
mod rooms;

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// Known violations that remain to be repaired, in the words of [`violations`].
const KNOWN: &[&str] = &[];

/// The root of the library, whose documentation lists the floors of its modules.
const LIBRARY: &str = include_str!("../../src/lib.rs");

/// The folders of our own code.
const FOLDERS: [&str; 14] = [
    "src",
    "tests",
    "benches",
    "board",
    "crates",
    "examples",
    "fuzz/fuzz_targets",
    "fuzz/src",
    "npm",
    "protocol-tests",
    "python/src",
    "tools",
    "tournament",
    "training",
];

/// The extensions of code files.
const CODE: [&str; 6] = ["rs", "js", "mjs", "ts", "css", "sh"];

/// The largest number of text lines of a file.
const MAX_LINES: usize = 400;

/// Words that only some files may contain.
const ONLY_IN: [(&str, &[&str]); 16] = [
    (
        "unsafe {",
        &[
            "src/processor/dispatch.rs",
            "src/processor/pages.rs",
            "src/processor/prefetch.rs",
            "npm/host/src/boundary.rs",
            "crates/game-engine-process/src/platform/unix/signals.rs",
        ],
    ),
    ("unsafe fn", &[]),
    ("unsafe impl", &[]),
    // The names that WebAssembly exports.
    (
        "unsafe(",
        &[
            "board/wasm/src/table.rs",
            "npm/host/src/analyse.rs",
            "npm/host/src/bench.rs",
            "npm/host/src/boundary.rs",
            "npm/host/src/engine.rs",
            "npm/host/src/threads.rs",
            "npm/rules/src/lib.rs",
        ],
    ),
    // A house opponent is an engine of its own.
    (
        "stdin()",
        &[
            "src/program.rs",
            "tournament/house/src/program.rs",
            "protocol-tests/scripted-engine/src/main.rs",
        ],
    ),
    (
        "ExitCode",
        &[
            "board/src/main.rs",
            "src/main.rs",
            "protocol-tests/src/main.rs",
            "protocol-tests/scripted-engine/src/main.rs",
            "src/program.rs",
            "tournament/house/src/built_in.rs",
            "tournament/house/src/main.rs",
            "tournament/house/src/program.rs",
            "tournament/src/main.rs",
            "training/src/main.rs",
        ],
    ),
    // An engine that crashes on demand, and a suite that is interrupted twice.
    (
        "process::exit",
        &["protocol-tests/scripted-engine/src/process.rs", "protocol-tests/src/main.rs"],
    ),
    ("process::abort", &["protocol-tests/scripted-engine/src/process.rs"]),
    ("print!(", &[]),
    // Cargo reads the output of a build script.
    ("println!(", &["board/wasm/build.rs"]),
    ("static mut", &[]),
    ("#[allow(", &[]),
    // With a reason: `#[ignore = "…"]`.
    ("#[ignore]", &[]),
    ("#[should_panic", &[]),
    ("TODO", &[]),
    ("::*;", &[]),
];

/// Words of the clock, and the only file, up to the floor of the search, that may contain them.
const CLOCK: [&str; 2] = ["Instant", "SystemTime"];
const CLOCK_READER: &str = "src/search/time.rs";

/// A file of Rust, by its path from the root of the repository, with `/`.
struct Source {
    path: String,
    text: String,
}

impl Source {
    fn is_test(&self) -> bool {
        self.path.starts_with("tests/")
            || self.path.contains("/tests")
            || self.path.ends_with("/testing.rs")
    }

    /// The module of the library that the file belongs to, if it is part of one.
    fn module(&self) -> Option<&str> {
        let name = self.path.strip_prefix("src/")?;
        let name = name.split('/').next().expect("split gives a part");
        let name = name.strip_suffix(".rs").unwrap_or(name);
        (!["main", "lib"].contains(&name)).then_some(name)
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns all files of Rust in [`FOLDERS`].
fn sources() -> Vec<Source> {
    files(&["rs"])
}

/// Returns all files in [`FOLDERS`] whose names have one of these extensions.
fn files(endings: &[&str]) -> Vec<Source> {
    let mut folders: Vec<PathBuf> = FOLDERS.map(|name| root().join(name)).to_vec();
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("the folder can be read") {
            let path = entry.expect("the folder can be read").path();
            let is_wanted = |ending: &OsStr| endings.iter().any(|&wanted| ending == wanted);
            if path.is_dir() {
                // The packages that `npm install` fetches are not ours.
                let is_ours = !path.ends_with("node_modules");
                folders.extend(Some(path).filter(|_| is_ours));
            } else if path.extension().is_some_and(is_wanted) {
                let text = fs::read_to_string(&path).expect("the file is text");
                let path = path.strip_prefix(root()).expect("it is below the root");
                let path = path.to_str().expect("our names are text").replace('\\', "/");
                sources.push(Source { path, text });
            }
        }
    }
    sources
}

/// Returns the forbidden words in a file, as complaints.
fn word_violations(source: &Source) -> Vec<String> {
    let mut violations = Vec::new();
    for (word, files) in ONLY_IN {
        if source.text.contains(word) && !files.contains(&source.path.as_str()) {
            violations.push(format!("contains {word}"));
        }
    }
    let floors = rooms::floors(LIBRARY);
    let floor = source.module().and_then(|module| floors.get(module));
    let is_below = floor.is_some_and(|floor| *floor <= floors["search"]);
    if is_below && !source.is_test() && source.path != CLOCK_READER {
        let words = CLOCK.into_iter().filter(|word| source.text.contains(word));
        violations.extend(words.map(|word| format!("contains {word}")));
    }
    violations
}

/// Returns all violations in the repository, each as a path, a room or an item, and a complaint.
fn violations() -> BTreeSet<String> {
    let sources = sources();
    let whole = [rooms::violations(&sources), examples::violations(&sources)].concat();
    let mut violations: BTreeSet<String> = whole.into_iter().collect();
    for source in sources {
        // This file contains all the words that it forbids.
        let is_this = source.path == "tests/it/tidy.rs";
        let mut complaints = if is_this { Vec::new() } else { word_violations(&source) };
        if !source.text.starts_with("//! ") {
            complaints.push("does not say first what it is for".to_owned());
        }
        violations.extend(complaints.iter().map(|text| format!("{} {text}", source.path)));
    }
    let long = |source: &Source| source.text.lines().count() > MAX_LINES;
    for source in files(&CODE).into_iter().filter(long) {
        violations.insert(format!("{} is longer than {MAX_LINES} lines", source.path));
    }
    violations
}

#[test]
fn only_the_known_exceptions() {
    let known: BTreeSet<String> = KNOWN.iter().map(|&text| text.to_owned()).collect();
    let found = violations();
    let new: Vec<_> = found.difference(&known).collect();
    let repaired: Vec<_> = known.difference(&found).collect();
    assert!(new.is_empty(), "to be repaired: {new:#?}");
    assert!(repaired.is_empty(), "no exceptions any more, take them from the list: {repaired:#?}");
}

#[test]
fn the_suite_shares_nothing_with_the_engine() {
    let members = [
        "protocol-tests",
        "protocol-tests/scripted-engine",
        "crates/game-engine-process",
        "crates/json-difference",
        "crates/whole-file",
    ];
    for member in members {
        let text = fs::read_to_string(root().join(member).join("Cargo.toml"));
        let text = text.expect("every member has its file");
        assert!(!text.contains("dolmen"), "{member} names the engine");
    }
}

/// Returns the modules of the library that a text names.
fn named_modules(text: &str) -> BTreeSet<&str> {
    let names = text.split("dolmen::").skip(1);
    names.map(|rest| rest.split(|c: char| !c.is_ascii_lowercase()).next().unwrap_or("")).collect()
}

#[test]
fn the_judge_does_not_ask_the_engine() {
    let may_use = ["board", "near", "notation", "opening", "rules", "protocol"];
    // These use the engine's search, but do not judge: the makers of books and puzzles, and the
    // player of openings for engines that cannot play them.
    let makers = ["book/", "commands/book", "puzzles", "commands/puzzles", "run/game/chooser.rs"];
    let judges = |path: &str| {
        let path = path.strip_prefix("tournament/src/");
        path.is_some_and(|path| !makers.iter().any(|maker| path.starts_with(maker)))
    };
    for source in sources().iter().filter(|source| judges(&source.path)) {
        let used = named_modules(&source.text);
        let foreign: Vec<_> = used.iter().filter(|name| !may_use.contains(name)).collect();
        assert!(foreign.is_empty(), "{} uses {foreign:?}", source.path);
    }
    assert_eq!(named_modules("use dolmen::search::X;"), BTreeSet::from(["search"]));
}

#[test]
fn the_architecture_is_described_in_few_lines() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("it is there");
    assert!(text.lines().count() <= 150, "{} lines", text.lines().count());
    let floors = rooms::floors(LIBRARY);
    let missing: Vec<_> = floors.keys().filter(|name| !text.contains(**name)).collect();
    assert!(missing.is_empty(), "ARCHITECTURE.md does not name {missing:?}");
}

/// Returns the stages of the search that a text numbers after a mark: "4a" of "Stage 4a, razoring".
fn stages(text: &str, mark: &str) -> BTreeSet<String> {
    let number = |rest: &str| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let number = &rest[..end];
        number.starts_with(|c: char| c.is_ascii_digit()).then(|| number.to_owned())
    };
    text.split(mark).skip(1).filter_map(number).collect()
}

#[test]
fn the_architecture_lists_the_stages_of_the_search() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("it is there");
    let (_, text) = text.split_once("## The search, stage by stage").expect("there is a list");
    let (text, _) = text.split_once("##").unwrap_or((text, ""));
    let told: BTreeSet<String> =
        ["\n", "**"].into_iter().flat_map(|mark| stages(text, mark)).collect();
    let sources = sources();
    let search = sources.iter().filter(|source| source.path.starts_with("src/search/"));
    let numbered: BTreeSet<String> =
        search.flat_map(|source| stages(&source.text, "Stage ")).collect();
    assert!(numbered.len() > 5, "{numbered:?}");
    assert_eq!(told, numbered);
}
