//! Tests of running engines: their output, their input, their resources.

use crate::testing::{ladder_to, line, send, shell, shortly, soon, start, text, until};
use crate::{LineEnd, Output, Reading, Rung, SendError, Signal, Stderr, Stdin};
use std::time::{Duration, Instant};

const ECHO: &str = "while read x; do echo \"$x\"; done";

#[test]
fn a_line_written_in_halves_arrives_whole() {
    let mut engine = start("printf 7,; echo half >&2; read x; echo 8");
    until("the first half is there", || engine.stderr().total > 0);
    assert_eq!(engine.next_line(shortly()), Output::Quiet);
    let sent = send(&mut engine, "");
    let line = line(&mut engine);
    assert_eq!((line.bytes.as_slice(), line.end, line.reads), (b"7,8".as_slice(), LineEnd::Lf, 2));
    assert!(engine.started() <= line.first_byte_at);
    assert!(line.first_byte_at < sent && sent <= line.at);
    assert_eq!(engine.next_line(soon()), Output::Closed);
}

#[test]
fn all_line_ends_are_known() {
    let mut engine =
        start(r"printf 'a\rb\r\nc\n\nd\r'; read x; printf 'e\r'; read x; printf '\nf'");
    for (text, end) in [("a", LineEnd::Cr), ("b", LineEnd::CrLf), ("c", LineEnd::Lf)] {
        let line = line(&mut engine);
        assert_eq!((line.bytes.as_slice(), line.end), (text.as_bytes(), end));
    }
    assert_eq!(text(&mut engine), "");
    assert_eq!(text(&mut engine), "d", "a lone CR ends a line though nothing follows");
    send(&mut engine, "");
    assert_eq!(text(&mut engine), "e");
    send(&mut engine, "");
    let last = line(&mut engine);
    assert_eq!((last.bytes.as_slice(), last.end), (b"f".as_slice(), LineEnd::None));
}

#[test]
fn a_flood_neither_blocks_the_engine_nor_fills_memory() {
    let mut engine = start("echo first; yes 0123456789 | head -c 30000000; echo end >&2; read x");
    until("all was written", || engine.stderr().total > 0);
    assert!(engine.dropped_lines() > 0);
    assert_eq!(text(&mut engine), "first");
    let mut bytes = 0;
    while let Output::Line(line) = engine.next_line(Instant::now()) {
        bytes += line.bytes.len();
    }
    assert!(bytes <= 4 << 20, "{bytes} bytes were kept");
}

#[test]
fn a_flood_of_stderr_keeps_its_tail() {
    let mut engine = start("yes 0123456 | head -c 1000000 >&2; echo end >&2; echo done");
    assert_eq!(text(&mut engine), "done");
    assert_eq!(engine.next_line(soon()), Output::Closed);
    let stderr = engine.finish(&ladder_to(Rung::AlreadyGone)).stderr;
    assert_eq!((stderr.total, stderr.tail.len()), (1_000_004, 64 << 10));
    assert!(stderr.tail.ends_with(b"0123456\nend\n"));
}

#[test]
fn merged_stderr_comes_in_order() {
    let script = "echo a; echo b >&2; echo c";
    let mut engine = shell(script).stderr(Stderr::Merged).spawn().expect("the system has a shell");
    assert_eq!(["a", "b", "c"].map(str::to_owned), [0; 3].map(|_| text(&mut engine)));
    assert_eq!(engine.stderr().total, 0);
}

#[test]
fn a_rest_is_counted_from_the_last_line_that_was_returned() {
    let hour = Duration::from_secs(3_600);
    let mut engine = start("echo a; cat");
    engine.rest(hour);
    let begun = Instant::now();
    let line = line(&mut engine);
    engine.rest(Duration::from_millis(30));
    assert!(line.at.elapsed() >= Duration::from_millis(30));
    // The time since the line counts towards the rest.
    engine.heard = begun.checked_sub(hour);
    engine.rest(hour);
    assert!(begun.elapsed() < hour);
}

#[test]
fn an_engine_that_does_not_read_delays_nothing() {
    let mut engine = start("exec sleep 1000");
    let block = vec![b'x'; 10 << 20];
    match engine.send(&block, shortly()) {
        Err(SendError::TimedOut { sent, of }) => assert!(sent < of && of == block.len()),
        other => panic!("{other:?}"),
    }
    assert_eq!(engine.finish(&ladder_to(Rung::Terminate)).rung, Rung::Terminate);
}

#[test]
fn a_big_block_goes_out_whole() {
    let mut engine = start("head -c 10485760 | wc -c");
    engine.send(&vec![b'x'; 10 << 20], soon()).expect("the engine reads its standard input");
    assert_eq!(text(&mut engine).trim(), "10485760");
}

#[test]
fn an_engine_that_dies_at_once_is_noticed() {
    let mut engine = start("echo last words; exit 3");
    let exit = engine.wait(soon()).expect("the process ends");
    assert_eq!((exit.code, exit.signal), (Some(3), None));
    assert!(exit.at >= engine.started());
    assert_eq!(engine.exit_status(), Some(exit));
    // A process that another test is just creating may hold a copy of the pipe for a moment.
    until("the pipe is closed", || matches!(engine.send(b"x\n", soon()), Err(SendError::Closed)));
    assert_eq!(text(&mut engine), "last words");
    assert_eq!(engine.next_line(soon()), Output::Closed);
    assert_eq!(engine.usage().processes, 0);
}

#[test]
fn a_helper_that_holds_the_output_does_not_hide_the_death() {
    let mut engine = start("sleep 1000 & echo last; exit 0");
    assert_eq!(text(&mut engine), "last");
    assert_eq!(engine.next_line(soon()), Output::Closed);
    assert!(engine.exit_status().is_some());
}

#[test]
fn closed_pipes_are_felt_by_the_engine() {
    let mut engine = start("while read x; do :; done; echo eof");
    engine.close_input();
    assert_eq!(text(&mut engine), "eof");
    assert!(matches!(engine.send(b"x", soon()), Err(SendError::NoInput)));

    let mut engine = start("echo before; read x; echo after; exit 0");
    assert_eq!(text(&mut engine), "before");
    engine.close_output();
    send(&mut engine, "");
    let exit = engine.wait(soon()).expect("the process ends");
    assert_eq!(exit.signal, Some(13), "SIGPIPE, which engines find as the system sets it");
    assert_eq!(engine.next_line(soon()), Output::Closed);

    let script = "read x || echo eof";
    let mut engine = shell(script).stdin(Stdin::Null).spawn().expect("the system has a shell");
    assert_eq!(text(&mut engine), "eof");
    assert!(matches!(engine.send(b"x", soon()), Err(SendError::NoInput)));
}

#[test]
fn reading_can_be_slow_or_paused() {
    let mut engine = start(ECHO);
    engine.set_reading(Reading::Slow { bytes: 2, every: Duration::from_millis(1) });
    send(&mut engine, "abcdef");
    assert_eq!(line(&mut engine).reads, 4);
    engine.set_reading(Reading::Paused);
    send(&mut engine, "later");
    assert_eq!(engine.next_line(shortly()), Output::Quiet);
    engine.set_reading(Reading::Normal);
    assert_eq!(text(&mut engine), "later");
    engine.set_reading(Reading::Paused);
    engine.close_input();
    assert!(engine.wait(soon()).is_some());
    assert_eq!(engine.next_line(shortly()), Output::Quiet, "nothing was read, so nothing is known");
}

#[test]
fn a_frozen_engine_stands_still() {
    let mut engine = start(&format!("({ECHO}) | cat"));
    send(&mut engine, "a");
    assert_eq!(text(&mut engine), "a");
    engine.freeze().expect("the engine leads a group of its own");
    let usage = engine.usage();
    assert!(usage.processes >= 2, "{usage:?}");
    send(&mut engine, "b");
    assert_eq!(engine.next_line(shortly()), Output::Quiet);
    assert!(engine.usage().cpu < usage.cpu + Duration::from_millis(10));
    engine.thaw().expect("the engine leads a group of its own");
    assert_eq!(text(&mut engine), "b");
}

#[test]
fn signals_reach_the_engine() {
    for (signal, number) in [(Signal::Terminate, 15), (Signal::Interrupt, 2), (Signal::Kill, 9)] {
        let mut engine = start("echo ready; read x");
        assert_eq!(text(&mut engine), "ready");
        engine.signal(signal).expect("the engine leads a group of its own");
        assert_eq!(engine.wait(soon()).expect("the process ends").signal, Some(number));
        engine.signal(signal).expect("a group that has ended is no error");
    }
}

#[test]
fn memory_peaks_are_remembered() {
    let script = "x=$(head -c 40000000 /dev/zero | tr '\\0' x); echo full; x=; echo empty; read x";
    let mut engine = start(script);
    assert_eq!(text(&mut engine), "full");
    assert_eq!(text(&mut engine), "empty");
    let usage = engine.usage();
    assert!(usage.peak >= 38 << 20, "{usage:?}");
    assert!(usage.resident <= usage.peak, "{usage:?}");
    assert_eq!((usage.processes, usage.threads, usage.sockets), (1, 1, 0));
    engine.close_input();
    assert!(engine.wait(soon()).is_some());
    assert!(engine.usage().peak >= usage.peak, "the peak outlives the engine");
}

#[test]
fn processor_time_is_counted() {
    let mut engine =
        start("read x; i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; echo; read x");
    let before = engine.usage().cpu;
    send(&mut engine, "");
    assert_eq!(text(&mut engine), "");
    let after = engine.usage().cpu;
    assert!(after >= before + Duration::from_millis(1), "{before:?} {after:?}");
    assert!(after < Duration::from_secs(60));
    let mut engine = start("(i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done); echo; read x");
    assert_eq!(text(&mut engine), "");
    assert!(engine.usage().cpu >= Duration::from_millis(1), "children that ended count");
}
