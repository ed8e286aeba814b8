//! Stored samples: command lines of both dialects and texts in TOML, with what version 0.2.0 makes
//! of them. The id of a plan decides whether a file of results goes on, so that it never changes.
//!
//! A line of `samples/lines.txt` is a command line, or `toml: ` and a text whose lines are
//! separated by ` | `; `$/` is a folder with engines. `full ` before a line stores everything,
//! otherwise only what differs from the first line. Set `UPDATE_SAMPLES` to store what the program
//! says now.
#![cfg(unix)]

use std::env;
use std::ffi::OsString;
use std::fmt::Write;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use tournament::arguments::{self, Request, Run};
use tournament::config;
use tournament::openings::Sets;
use tournament::plan::{Plan, identify};

const PROCESSORS: usize = 4;
/// More openings than this are not worth storing; the id of the plan knows them all.
const OPENINGS: usize = 2;

/// Writes the engines, openings and configurations that the samples name.
fn fill(folder: &Path) {
    for (name, text) in
        [("a", "#!/bin/sh\n"), ("b", "#!/bin/sh\nexit\n"), ("pbrain-c", "c"), ("pbrain-d.py", "d")]
    {
        let path = folder.join(name);
        fs::write(&path, text).expect("the folder can be written");
        let rights = fs::Permissions::from_mode(0o755);
        fs::set_permissions(&path, rights).expect("own files take rights");
    }
    for (name, text) in [
        ("notes.txt", ""),
        ("o.txt", "0,0, 1,1, 2,0\n-1,-1, 0,2, 1,0\n2,2, -2,1, 0,0\n"),
        ("p.txt", "h8i9j7\ng7h6i8\n"),
        ("full.toml", include_str!("samples/full.toml")),
        ("small.toml", include_str!("samples/small.toml")),
    ] {
        fs::write(folder.join(name), text).expect("the folder can be written");
    }
}

/// Returns what a command line asks for, or why it is refused.
fn answer(folder: &Path, line: &str) -> String {
    let words = shell_words::split(line).expect("the quotes of the samples match");
    let words: Vec<_> = words.into_iter().map(OsString::from).collect();
    match arguments::parse(&words) {
        Ok(Request::Run(run)) => tournament(&run),
        Ok(Request::Demo(run)) => {
            format!("demonstration\n{}", toml::to_string(&run.said).expect("a draft is TOML"))
        }
        Ok(request) => format!("{request:?}\n"),
        Err(error) => format!("{error}\n"),
    }
    .replace(folder.to_str().expect("the folder has a plain name"), "$")
}

fn tournament(run: &Run) -> String {
    let mut text = run.notes.iter().map(|note| format!("note: {note}\n")).collect::<String>();
    let said = (&run.show, &run.report, &run.serve, &run.rating, run.shard);
    let flags = (run.resume, run.fatal_errors, run.decision_status, run.print_config);
    write!(text, "{said:?} {flags:?}\n{}\n", run.command).expect("a string takes text");
    let draft = match run.draft() {
        Ok(draft) => draft,
        Err(error) => return format!("{text}{error}\n"),
    };
    let checked = match config::check(&draft, &Sets, PROCESSORS) {
        Ok(checked) => checked,
        Err(error) => return format!("{text}{error}\n"),
    };
    text.extend(checked.advice.iter().map(|advice| format!("advice: {advice}\n")));
    let mut config = checked.config;
    let identities: Result<Vec<_>, _> = config.engines.iter().map(identify).collect();
    let plan = Plan::new(&config, &identities.expect("the engines can be read"));
    let mut canonical = plan.canonical.clone();
    let openings = canonical.openings.len();
    canonical.openings.truncate(OPENINGS);
    config.openings.truncate(OPENINGS);
    let json = serde_json::to_string(&canonical).expect("it has no maps");
    let (id, toml) = (&plan.id, config.to_toml());
    write!(text, "plan {id}, {openings} openings\n{json}\n{toml}").expect("a string takes text");
    text
}

/// Returns what the program makes of all samples, each after the sample itself.
fn answers(folder: &Path, samples: &str) -> String {
    let root = format!("{}/", folder.display());
    let mut answers = String::new();
    let mut first = String::new();
    for sample in samples.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let full = sample.strip_prefix("full ");
        let mut line = full.unwrap_or(sample);
        if let Some(text) = line.strip_prefix("toml: ") {
            let text = text.replace(" | ", "\n") + "\n";
            fs::write(folder.join("t.toml"), text).expect("the folder can be written");
            line = "--config $/t.toml";
        }
        let answer = answer(folder, &line.replace("$/", &root));
        if first.is_empty() {
            first.clone_from(&answer);
        }
        let is_stored = |line: &&str| {
            let is_canonical = line.starts_with('{');
            full.is_some() || !(is_canonical || first.lines().any(|known| known == *line))
        };
        let lines: Vec<_> = answer.lines().filter(is_stored).collect();
        write!(answers, "$ {sample}\n{}\n\n", lines.join("\n")).expect("a string takes text");
    }
    answers
}

#[test]
fn samples_of_version_0_2_0() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    fill(folder.path());
    let now = answers(folder.path(), include_str!("samples/lines.txt"));
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples/answers.txt");
    if env::var_os("UPDATE_SAMPLES").is_some() {
        fs::write(&file, &now).expect("the samples can be written");
    }
    let stored = fs::read_to_string(&file).expect("the answers are there");
    for (now, stored) in now.split("\n$ ").zip(stored.split("\n$ ")) {
        assert_eq!(now, stored);
    }
    assert_eq!(now, stored);
}
