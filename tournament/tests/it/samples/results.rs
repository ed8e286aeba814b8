//! Files of results that version 0.2.0 wrote, with the statistics that it printed. Every later
//! version must count, merge, export and continue them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::room::{Ended, Room};

const FILES: [&str; 7] =
    ["match", "interrupted", "league-0-of-2", "league-1-of-2", "league", "test", "dolmen"];
const ONE: &str = "-e 'name=one,cmd=./engine.sh 7 11'";
const TWO: &str = "-e 'name=two,cmd=./engine.sh 3 13'";
const THREE: &str = "-e 'name=three,cmd=./engine.sh 5 5'";
const COMMON: &str = "--tc 60/10 --startup 60s --concurrency 1 --report none";

/// A folder with copies of the files; the program runs beside the stored engine.
fn room() -> Room {
    let room = Room::starting_in(stored(""));
    for name in FILES.map(|name| format!("{name}.jsonl")) {
        fs::copy(stored(&name), room.path(&name)).expect("the folder can be written");
    }
    room
}

fn stored(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples/results").join(name)
}

fn stored_text(name: &str) -> String {
    fs::read_to_string(stored(name)).expect("the file exists")
}

#[test]
fn old_files_are_counted_shown_and_exported() {
    let room = room();
    for name in FILES {
        let Ended { out, .. } = room.succeed(&format!("stats $/{name}.jsonl"));
        assert_eq!(out, stored_text(&format!("{name}.stats.txt")), "{name}");
        room.succeed(&format!("report $/{name}.jsonl --output $/{name}.html"));
        for form in ["psq", "sgf", "pgn", "elo", "csv"] {
            room.succeed(&format!("export $/{name}.jsonl --form {form} --output $/{name}-{form}"));
        }
    }
}

#[test]
fn old_shards_are_merged() {
    let room = room();
    room.succeed("merge $/league-0-of-2.jsonl $/league-1-of-2.jsonl --output $/merged.jsonl");
    assert_eq!(room.text("merged.jsonl"), stored_text("league.jsonl"));
    let different = "contain the games of different tournaments";
    room.end("merge $/match.jsonl $/test.jsonl --output $/both.jsonl", 1, &[different]);
}

#[test]
fn old_tournaments_go_on() {
    let room = room();
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
        assert_eq!(room.text(&file), stored_text(&file), "no game was left to play");
    }
    room.end(
        &format!("{ONE} {TWO} {COMMON} --games 24 --seed 5 --plain --state $/interrupted.jsonl"),
        0,
        &["line 14 is incomplete and is dropped", "12 of 24 games are finished; resuming"],
    );
    let before = stored_text("interrupted.jsonl");
    let whole = &before[..=before.rfind('\n').expect("it has whole lines")];
    let now = room.text("interrupted.jsonl");
    assert!(now.starts_with(whole), "what was there remains");
    assert_eq!(now.matches("{\"pair\":").count(), 24);
}

#[test]
fn old_tournaments_are_known_from_others() {
    let room = room();
    let other = format!("{ONE} {TWO} {COMMON} --games 24 --seed 7 --state $/match.jsonl");
    room.end(&other, 1, &["the games of a different tournament (seed: 1 versus 7)"]);
}
