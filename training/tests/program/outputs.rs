//! Tests that the files a command writes are checked before its work, and that no option makes useless weights.

use std::fs;
use std::path::{Path, PathBuf};
use std::slice;
use std::thread;

use training::store::games_files;

use crate::{LOOK_EVERY, Place, complaint, kill, success, training};

/// Returns the name of a file in the folder of a place.
fn name(place: &Place, file: &str) -> String {
    place.folder.path().join(file).display().to_string()
}

/// Returns a file of games of a place.
fn file_of_games(place: &Place) -> PathBuf {
    games_files(slice::from_ref(&place.games())).expect("the folder can be read").remove(0)
}

#[test]
fn an_unfinished_training_is_not_begun_anew() {
    let place = Place::with_games();
    let games = place.games().display().to_string();
    let (lines, checkpoint) = (name(&place, "new.weights"), name(&place, "new.weights.training"));
    let common = [&games, "--rule", "standard", "--output", &lines, "--passes", "100000"];
    let learn = |task: &str, more: &[&str]| training(&[&[task], &common[..], more].concat());
    let child = learn("learn-network", &["--windows", "50"]).spawn().expect("the program starts");
    while !Path::new(&checkpoint).exists() {
        thread::sleep(LOOK_EVERY);
    }
    kill(child);
    let content = fs::read(&checkpoint).expect("the file can be read");
    for task in ["learn-network", "learn-policy"] {
        let text = complaint(&mut learn(task, &[]));
        let expected = format!(
            "{checkpoint} has an unfinished training: --resume continues it; remove the file to begin anew"
        );
        assert_eq!(text.trim_end(), expected, "{task}");
    }
    let other = ["--resume", "--windows", "50", "--rate", "0.01", "--keep-windows", "--start", "x"];
    let text = complaint(&mut learn("learn-network", &other));
    assert!(text.contains("cannot be used with"), "{text}");
    let other = ["--resume", "--windows", "60", "--rate", "0.01", "--result-share", "0.2"];
    let text = complaint(&mut learn("learn-network", &other));
    let expected = format!(
        "cannot resume {checkpoint}: the training was begun with --rate 0.004, not 0.01, and with \
         --result-share 0.0, not 0.2, and with --windows 50, not 60; use the same settings, or remove \
         the file"
    );
    assert!(text.contains(&expected), "{text}");
    assert!(fs::read(&checkpoint).expect("the file can be read") == content, "nothing is lost");

    fs::write(&checkpoint, &content[..content.len() - 1]).expect("the file can be written");
    let text = complaint(&mut learn("learn-network", &[]));
    assert!(text.contains("the file is damaged: its checksum does not match; remove it"), "{text}");
}

#[test]
fn outputs_replace_nothing_but_files_of_their_kind() {
    let place = Place::with_games();
    let (games, stored) = (place.games().display().to_string(), file_of_games(&place));
    let notes = place.folder.path().join("notes.txt");
    fs::write(&notes, "important").expect("the folder can be written");
    let new = name(&place, "new.weights");
    let learn = ["learn-network", &games, "--rule", "standard", "--output", &new];
    let commands = [
        (&learn[..], "--checkpoint", "a checkpoint of a training"),
        (&learn[..], "--record", "a file of such records"),
        (&["report", &games], "--output", "a page of charts (SVG)"),
        (&["growth"], "--csv", "such a file of nodes"),
        (&["by-hand"], "--output", "a file of weights"),
    ];
    for (command, option, kind) in commands {
        let refused = |output: &str, expected: &str| {
            let text = complaint(&mut training(&[command, &[option, output]].concat()));
            let start = format!("error: invalid value '{output}' for '{option} <FILE>': ");
            assert!(text.contains(&format!("{start}{expected}")), "{text}");
        };
        for file in [&stored, &notes] {
            let content = fs::read(file).expect("the file can be read");
            let expected = format!("exists, and is not {kind}: expected another name");
            refused(&file.display().to_string(), &expected);
            assert!(fs::read(file).expect("the file can be read") == content, "nothing is lost");
        }
        refused(
            &name(&place, "nowhere/x"),
            &format!("there is no folder {}", name(&place, "nowhere")),
        );
        refused(&games, "is a folder: expected the name of a file");
    }
    // The names that the program adds are checked as well.
    let page = name(&place, "page.svg");
    fs::write(name(&place, "page.csv"), "my,table\n").expect("the folder can be written");
    let text = complaint(&mut training(&["report", &games, "--output", &page]));
    assert!(text.contains("page.csv: exists, and is not a file of the points of charts"), "{text}");
    fs::write(name(&place, "new.weights.training"), "mine").expect("the folder can be written");
    let text = complaint(&mut training(&learn));
    assert!(text.contains("new.weights.training: exists, and is not a checkpoint"), "{text}");
}

#[test]
fn outputs_of_a_command_differ() {
    let place = Place::with_games();
    let games = place.games().display().to_string();
    let (points, new) = (name(&place, "points.csv"), name(&place, "new.weights"));
    let text = complaint(&mut training(&["report", &games, "--output", &points]));
    let expected = format!(
        "the page of --output and the points of its charts, whose name ends in .csv, are both \
         {points}: expected different files"
    );
    assert_eq!(text.trim_end(), expected);
    let learn = ["learn-network", &games, "--rule", "standard", "--output", &new];
    // Another name of the same file.
    let same = name(&place, "games/../new.weights");
    for (option, called) in [("--record", "--record"), ("--checkpoint", "the checkpoint")] {
        let text = complaint(&mut training(&[&learn[..], &[option, &same]].concat()));
        assert!(text.starts_with(&format!("--output and {called} are both ")), "{text}");
    }
    assert!(!Path::new(&new).exists());
}

#[test]
fn pages_and_tables_are_written_again() {
    let place = Place::with_games();
    let games = place.games().display().to_string();
    let page = name(&place, "page.svg");
    for _ in 0..2 {
        success(&mut training(&["report", &games, "--rule", "standard", "--output", &page]));
    }
    let points = fs::read_to_string(name(&place, "page.csv")).expect("the file can be read");
    assert!(points.starts_with("chart,series,x,y,low,high\n"), "{points}");
}

#[test]
fn folders_to_write_are_no_files() {
    let place = Place::with_games();
    let (games, plan) = (place.games().display().to_string(), name(&place, "plan.toml"));
    for task in [
        &["generate", "--plan", &plan][..],
        &["label", &plan],
        &["export", &games, "--rule", "standard"],
    ] {
        let text = complaint(&mut training(&[task, &["--output", &plan]].concat()));
        assert!(text.contains("is a file: expected a folder"), "{text}");
        let inside = format!("{plan}/inside");
        let text = complaint(&mut training(&[task, &["--output", &inside]].concat()));
        assert!(text.contains(&format!("{plan} is a file: expected a folder")), "{text}");
    }
}

#[test]
fn the_place_of_a_tuning_is_checked() {
    let place = Place::new("");
    let refused = |state: &str, expected: &str| {
        let text = complaint(&mut training(&["tune", "--rule", "renju", "--state", state]));
        let start = format!("error: invalid value '{state}' for '--state <FILE>': ");
        assert!(text.contains(&format!("{start}{expected}")), "{text}");
    };
    let missing = format!("there is no folder {}", name(&place, "nowhere"));
    refused(&name(&place, "nowhere/tuning.jsonl"), &missing);
    refused(&name(&place, ""), "is a folder: expected the name of a file");
}

#[test]
fn useless_settings_are_refused() {
    let cases = [
        ("learn", "--decay", "nan", "expected a number from 0 to 1"),
        ("learn", "--decay", "inf", "expected a number from 0 to 1"),
        ("learn", "--units", "0", "expected a number from 40 to 4000"),
        ("learn", "--move-units", "0", "expected a number from 1 to 1000"),
        ("learn-network", "--rate", "1e30", "expected a number from 0.000001 to 1"),
        ("learn-policy", "--rate", "0", "expected a number from 0.000001 to 1"),
        ("tune", "--rate", "nan", "expected a number from 0.000001 to 1"),
        ("tune", "--seed", "x", "expected a whole number of 0 or more"),
        ("label", "--positions-per-game", "0", "expected a whole number of 1 or more"),
        ("positions", "--stones", "8,x", "expected a whole number of 0 or more"),
    ];
    for (task, option, value, expected) in cases {
        let text = complaint(&mut training(&[task, option, value]));
        assert!(text.contains(expected), "{task} {option} {value}: {text}");
    }
}
