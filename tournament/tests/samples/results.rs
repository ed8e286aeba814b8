//! Files of results that version 0.2.0 wrote, with the statistics that it printed. Every later
//! version must count, merge, export and continue them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const FILES: [&str; 7] =
    ["match", "interrupted", "league-0-of-2", "league-1-of-2", "league", "test", "dolmen"];
const ONE: &str = "-e 'name=one,cmd=./engine.sh 7 11'";
const TWO: &str = "-e 'name=two,cmd=./engine.sh 3 13'";
const THREE: &str = "-e 'name=three,cmd=./engine.sh 5 5'";
const COMMON: &str = "--tc 60/10 --startup 60s --concurrency 1 --report none";

/// A folder with copies of the files; the program runs beside the stored engine.
struct Room(tempfile::TempDir);

fn stored(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples/results").join(name)
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).expect("the file exists")
}

impl Room {
    fn new() -> Self {
        let room = Self(tempfile::tempdir().expect("a temporary folder can be created"));
        for name in FILES.map(|name| format!("{name}.jsonl")) {
            fs::copy(stored(&name), room.path(&name)).expect("the folder can be written");
        }
        room
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Exit status, standard output and standard error; `$/` stands for the folder.
    fn run(&self, arguments: &str) -> (i32, String, String) {
        let folder = self.0.path().to_str().expect("the folder has a plain name");
        let words = shell_words::split(&arguments.replace('$', folder)).expect("the quotes match");
        let output = Command::new(env!("CARGO_BIN_EXE_tournament"))
            .args(words)
            .current_dir(stored(""))
            .stdin(Stdio::null())
            .output()
            .expect("the program can be started");
        let text = |bytes| String::from_utf8(bytes).expect("the text is UTF-8");
        let code = output.status.code().expect("it was not killed");
        (code, text(output.stdout), text(output.stderr))
    }

    /// Standard output and standard error; it must end well.
    fn succeed(&self, arguments: &str) -> (String, String) {
        let (code, out, err) = self.run(arguments);
        assert_eq!(code, 0, "{arguments}: {err}");
        (out, err)
    }
}

#[test]
fn old_files_are_counted_shown_and_exported() {
    let room = Room::new();
    for name in FILES {
        let (out, _) = room.succeed(&format!("stats $/{name}.jsonl"));
        assert_eq!(out, text(&stored(&format!("{name}.stats.txt"))), "{name}");
        room.succeed(&format!("report $/{name}.jsonl --output $/{name}.html"));
        for form in ["psq", "sgf", "pgn", "elo", "csv"] {
            room.succeed(&format!("export $/{name}.jsonl --form {form} --output $/{name}-{form}"));
        }
    }
}

#[test]
fn old_shards_are_merged() {
    let room = Room::new();
    room.succeed("merge $/league-0-of-2.jsonl $/league-1-of-2.jsonl --output $/merged.jsonl");
    assert_eq!(text(&room.path("merged.jsonl")), text(&stored("league.jsonl")));
    let (code, _, err) = room.run("merge $/match.jsonl $/test.jsonl --output $/both.jsonl");
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("contain the games of different tournaments"), "{err}");
}

#[test]
fn old_tournaments_go_on() {
    let room = Room::new();
    let finished = [
        ("match", format!("{ONE} {TWO} {COMMON} --games 24 --state $/match.jsonl")),
        (
            "league-1-of-2",
            format!(
                "{ONE} {TWO} {THREE} {COMMON} --openings contest --rule renju --games 6 --restart \
                 --state $/league.jsonl --shard 1/2"
            ),
        ),
        (
            "test",
            format!(
                "-e 'name=one,cmd=./engine.sh 9999991 9999991' -e 'name=two,cmd=./engine.sh 1 2' \
                 {COMMON} --openings none --games 4000 --sprt 0,150 --keep-messages=false \
                 --state $/test.jsonl"
            ),
        ),
    ];
    for (name, arguments) in finished {
        room.succeed(&arguments);
        let file = format!("{name}.jsonl");
        assert_eq!(text(&room.path(&file)), text(&stored(&file)), "no game was left to play");
    }
    let (_, err) = room.succeed(&format!(
        "{ONE} {TWO} {COMMON} --games 24 --seed 5 --plain --state $/interrupted.jsonl"
    ));
    assert!(err.contains("line 14 is incomplete and is dropped"), "{err}");
    assert!(err.contains("12 of 24 games are finished; resuming"), "{err}");
    let before = text(&stored("interrupted.jsonl"));
    let whole = &before[..=before.rfind('\n').expect("it has whole lines")];
    let now = text(&room.path("interrupted.jsonl"));
    assert!(now.starts_with(whole), "what was there remains");
    assert_eq!(now.matches("{\"pair\":").count(), 24);
}

#[test]
fn old_tournaments_are_known_from_others() {
    let room = Room::new();
    let (code, _, err) =
        room.run(&format!("{ONE} {TWO} {COMMON} --games 24 --seed 7 --state $/match.jsonl"));
    assert_eq!(code, 1, "{err}");
    assert!(err.contains("the games of a different tournament (seed: 1 versus 7)"), "{err}");
}
