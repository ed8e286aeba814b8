//! The generator with engines that are shell scripts.
#![cfg(unix)]

use std::collections::HashSet;
use std::time::Duration;

use dolmen::board::BoardSize;
use dolmen::rules::Rule;
use engine_process::EngineCommand;

use super::{GeneratorSettings, Progress, generate};
use crate::config::Opening;
use crate::openings::{check, shape};

/// An engine that runs `at_done` at the end of a BOARD block, when `x` is the column of the
/// last stone.
fn engine(at_done: &str) -> EngineCommand {
    let script = format!(
        "while read -r line; do case $line in START*|RECTSTART*) echo OK;; END) exit;; \
         [0-9]*) x=${{line%%,*}};; DONE) {at_done};; esac; done"
    );
    EngineCommand::new("/bin/sh").args(["-c", &script])
}

fn settings(engine: EngineCommand) -> GeneratorSettings {
    GeneratorSettings {
        engine,
        rule: Rule::Renju,
        size: BoardSize::square(15),
        count: 8,
        seed: 5,
        nodes: 100,
        stones: GeneratorSettings::STONES,
        spread: GeneratorSettings::SPREAD,
        limit: 5,
        attempts: 400,
        patience: Duration::from_secs(60),
    }
}

fn check_error(settings: &GeneratorSettings, expected: &str) {
    let error = generate(settings, |_| ()).expect_err("it cannot be done");
    assert_eq!(error.to_string(), expected);
}

/// The script finds the columns to the left better than those to the right.
const BY_COLUMN: &str = "echo MESSAGE hello; echo MESSAGE depth 1-1 ev $x n 1; echo 0,0";

#[test]
fn even_openings_are_kept() {
    let settings = settings(engine(BY_COLUMN));
    let mut last = Progress::default();
    let openings = generate(&settings, |progress| last = progress).expect("the engine answers");
    assert_eq!((openings.len(), last.kept), (8, 8));
    assert!(last.judged > 8 && last.tried >= last.judged, "{last:?}");
    for opening in &openings {
        let column = opening.moves.last().expect("it has stones").column();
        assert!(column <= 5, "{opening:?}");
        assert!(settings.stones.contains(&opening.moves.len()), "{opening:?}");
        assert_eq!(check(opening, settings.size, settings.rule), Ok(()), "{opening:?}");
    }
    let shapes: HashSet<_> = openings.iter().map(|one| shape(one, settings.size)).collect();
    assert_eq!(shapes.len(), openings.len());
}

#[test]
fn the_seed_decides() {
    let openings = |seed| -> Vec<Opening> {
        let settings = GeneratorSettings { seed, count: 3, ..settings(engine(BY_COLUMN)) };
        generate(&settings, |_| ()).expect("the engine answers")
    };
    assert_eq!(openings(1), openings(1));
    assert_ne!(openings(1), openings(2));
}

#[test]
fn a_rectangle_has_openings() {
    let size = BoardSize::new(9, 6).expect("a small board");
    let settings = GeneratorSettings { size, count: 3, ..settings(engine(BY_COLUMN)) };
    assert_eq!(generate(&settings, |_| ()).expect("the engine answers").len(), 3);
}

#[test]
fn nothing_even_is_found() {
    let settings = |at_done| GeneratorSettings { attempts: 70, ..settings(engine(at_done)) };
    let gave_up = "only 0 of 8 openings found in 70 positions";
    check_error(&settings("echo MESSAGE depth 1-1 ev 6; echo 0,0"), gave_up);
    check_error(&settings("echo MESSAGE depth 1-1 ev -M8; echo 0,0"), gave_up);
    let no_value = "the engine tells no value of a position, as in MESSAGE depth 9-14 ev -12";
    check_error(&settings("echo 0,0"), no_value);
}

#[test]
fn engines_that_fail() {
    check_error(&settings(engine("exit")), "the engine ended after BOARD");
    check_error(&settings(engine("echo ERROR no")), "the engine answered BOARD with \"ERROR no\"");
    let refuses = EngineCommand::new("/bin/sh").args(["-c", "echo what; read a; read b"]);
    check_error(&settings(refuses), "the engine answered START with \"what\"");
    let deaf = EngineCommand::new("/bin/sh").args(["-c", "while read -r line; do :; done"]);
    let silent = GeneratorSettings { patience: Duration::from_millis(50), ..settings(deaf) };
    check_error(&silent, "the engine does not answer START");
    let missing = settings(EngineCommand::new("no/such/engine"));
    let error = generate(&missing, |_| ()).expect_err("there is none");
    assert!(error.to_string().contains("no/such/engine"), "{error}");
}
