//! Tests of the kill ladder.

use super::{Ending, Ladder, Rung};
use crate::testing::{ladder_to, left_of, line, send, shell, soon, start, text, until};
use crate::{EngineProcess, Output, Reading, become_subreaper};
use std::time::Instant;

/// Finishes and checks that nothing is left.
fn finish(engine: EngineProcess, ladder: &Ladder) -> Ending {
    let id = engine.id();
    let ending = engine.finish(ladder);
    assert_eq!(left_of(id), Vec::<String>::new(), "{ending:?}");
    assert!(ending.exit.is_some());
    ending
}

/// Runs `script`, waits for its first line and finishes.
fn check(script: &str, rung: Rung, survivors: usize) -> Ending {
    let mut engine = start(script);
    line(&mut engine);
    let ending = finish(engine, &ladder_to(rung));
    assert_eq!((ending.rung, ending.survivors), (rung, survivors), "{script}");
    ending
}

#[test]
fn every_rung_is_climbed_and_no_more() {
    let mut engine = start("read x; echo bye $x; echo oops >&2");
    until("it runs", || engine.usage().processes == 1);
    assert!(engine.exit_status().is_none());
    assert_eq!(engine.next_line(Instant::now()), Output::Quiet);
    let ending = finish(engine, &ladder_to(Rung::Farewell));
    assert_eq!((ending.rung, ending.survivors), (Rung::Farewell, 0));
    assert_eq!(ending.exit.and_then(|exit| exit.code), Some(0));
    assert_eq!(ending.unread.len(), 1);
    assert!(ending.unread[0].bytes.starts_with(b"bye END"));
    assert_eq!(ending.stderr.tail, b"oops\n");

    let ending = check("echo; while :; do read x; done", Rung::Terminate, 0);
    assert_eq!(ending.exit.and_then(|exit| exit.signal), Some(15));

    let ending = check("trap '' TERM; sleep 1000 & echo; while :; do sleep 1; done", Rung::Kill, 0);
    assert_eq!(ending.exit.and_then(|exit| exit.signal), Some(9));

    let mut engine = start("exit 7");
    engine.wait(soon()).expect("the process ends");
    let ending = finish(engine, &Ladder::default());
    assert_eq!((ending.rung, ending.survivors), (Rung::AlreadyGone, 0));
    assert_eq!(ending.exit.and_then(|exit| exit.code), Some(7));

    assert_eq!(finish(start("exec sleep 1000"), &Ladder::kill()).rung, Rung::Kill);
}

#[test]
fn helpers_that_stay_behind_are_counted_and_killed() {
    become_subreaper().expect("the system can do it");
    check("sleep 1000 & sleep 1000 & echo; read x", Rung::Farewell, 2);
    let script = "(trap '' TERM; sleep 1000 & echo; wait) & read x; exit 0";
    check(script, Rung::Farewell, 2);
    let mut engine = start("sleep 1000 & echo $!");
    line(&mut engine);
    engine.wait(soon()).expect("the process ends");
    let ending = finish(engine, &ladder_to(Rung::Kill));
    assert_eq!((ending.rung, ending.survivors), (Rung::AlreadyGone, 1));
}

#[test]
fn helpers_in_groups_of_their_own_are_found() {
    let mut engine = start("setsid sleep 1000 & echo $!; trap '' TERM; while :; do read x; done");
    let helper = text(&mut engine).parse().expect("a process number");
    until("the helper runs", || !left_of(helper).is_empty());
    assert_eq!(engine.usage().processes, 2);
    finish(engine, &ladder_to(Rung::Kill));
    assert_eq!(left_of(helper), Vec::<String>::new());
}

#[test]
fn a_frozen_or_blocked_engine_is_finished_like_any_other() {
    let engine = start("read x; exit 0");
    engine.freeze().expect("the engine leads a group of its own");
    let patient = ladder_to(Rung::Farewell);
    assert_eq!(finish(engine, &patient).rung, Rung::Farewell);

    let engine = start("head -c 1000000 /dev/zero; read x; exit 0");
    engine.set_reading(Reading::Paused);
    assert_eq!(finish(engine, &patient).rung, Rung::Farewell);

    let mut engine = start("exec sleep 1000");
    let block = vec![b'x'; 1 << 20];
    assert!(engine.send(&block, Instant::now()).is_err());
    assert_eq!(finish(engine, &ladder_to(Rung::Terminate)).rung, Rung::Terminate);

    check("trap '' TERM; echo; yes", Rung::Kill, 0);
}

#[test]
fn dropping_kills() {
    let mut engine = start("trap '' TERM; sleep 1000 & echo; while :; do sleep 1; done");
    line(&mut engine);
    let id = engine.id();
    drop(engine);
    assert_eq!(left_of(id), Vec::<String>::new());
}

#[test]
fn engines_do_not_disturb_each_other() {
    let bystander = std::process::Command::new("/bin/sh").args(["-c", "exit 5"]).spawn();
    let mut bystander = bystander.expect("the system has a shell");
    std::thread::scope(|scope| {
        for number in 0..8 {
            scope.spawn(move || {
                let command = shell("sleep 1000 & while read x; do echo $x; done");
                for round in 0..3 {
                    let mut engine = command.spawn().expect("the system has a shell");
                    send(&mut engine, &format!("{number} {round}"));
                    assert_eq!(text(&mut engine), format!("{number} {round}"));
                    finish(engine, &ladder_to(Rung::Kill));
                }
            });
        }
    });
    let status = bystander.wait().expect("no other thread has waited for it");
    assert_eq!(status.code(), Some(5));
}
