//! Tests of the splitter.

use super::{LineEnd, MAX_LINE_BYTES, MAX_QUEUE_BYTES, Splitter};
use std::time::{Duration, Instant};

fn all(splitter: &mut Splitter, now: Instant) -> Vec<(String, LineEnd, u32)> {
    let lines = std::iter::from_fn(|| splitter.pop(now, true));
    lines
        .map(|line| (String::from_utf8_lossy(&line.bytes).into_owned(), line.end, line.reads))
        .collect()
}

fn check(reads: &[&str], expected: &[(&str, LineEnd, u32)]) {
    let mut splitter = Splitter::default();
    let now = Instant::now();
    for read in reads {
        splitter.feed(read.as_bytes(), now);
    }
    splitter.end(now);
    let expected: Vec<_> =
        expected.iter().map(|&(text, end, reads)| (text.to_owned(), end, reads)).collect();
    assert_eq!(all(&mut splitter, now), expected, "{reads:?}");
}

#[test]
fn every_line_end_ends_one_line() {
    use LineEnd::{Cr, CrLf, Lf, None};
    check(&["a\nb\r\nc\rd"], &[("a", Lf, 1), ("b", CrLf, 1), ("c", Cr, 1), ("d", None, 1)]);
    check(&["a\r", "\nb\r", "\n"], &[("a", CrLf, 2), ("b", CrLf, 2)]);
    check(&["a\r", "b\n"], &[("a", Cr, 1), ("b", Lf, 1)]);
    check(&["a\r\r\n\n"], &[("a", Cr, 1), ("", CrLf, 1), ("", Lf, 1)]);
    check(&["a\r", "\r", "\n"], &[("a", Cr, 1), ("", CrLf, 2)]);
    check(&["7", ",", "7", "\n"], &[("7,7", Lf, 4)]);
    check(&["a\nb", "c\n"], &[("a", Lf, 1), ("bc", Lf, 2)]);
    check(&["\n\n"], &[("", Lf, 1), ("", Lf, 1)]);
    check(&["a\r"], &[("a", Cr, 1)]);
    check(&["", "\0\n"], &[("\0", Lf, 1)]);
    check(&[], &[]);
}

#[test]
fn a_carriage_return_waits_a_moment_for_its_line_feed() {
    let mut splitter = Splitter::default();
    let start = Instant::now();
    splitter.feed(b"a\r", start);
    assert_eq!(splitter.pop(start, false), None);
    let until = splitter.held_until().expect("a line is kept back");
    let line = splitter.pop(until, false).expect("the moment is over");
    assert_eq!((line.end, line.at), (LineEnd::Cr, start));
    splitter.feed(b"\nb\n", until);
    assert_eq!(all(&mut splitter, until), [("b".to_owned(), LineEnd::Lf, 1)]);
}

#[test]
fn times_are_those_of_the_reads() {
    let mut splitter = Splitter::default();
    let start = Instant::now();
    let after = |millis| start + Duration::from_millis(millis);
    splitter.feed(b"7", after(1));
    splitter.feed(b",7\r", after(2));
    splitter.feed(b"\n\n", after(3));
    let line = splitter.pop(start, false).expect("a line");
    assert_eq!((line.first_byte_at, line.at, line.reads), (after(1), after(2), 3));
    let line = splitter.pop(start, false).expect("an empty line");
    assert_eq!((line.first_byte_at, line.at, line.reads), (after(3), after(3), 1));
}

#[test]
fn long_lines_are_cut_but_counted() {
    let mut splitter = Splitter::default();
    let now = Instant::now();
    for _ in 0..100 {
        splitter.feed(&[b'x'; 10_000], now);
    }
    splitter.feed(b"\nnext\n", now);
    let line = splitter.pop(now, false).expect("a line");
    assert_eq!((line.bytes.len(), line.length, line.reads), (MAX_LINE_BYTES, 1_000_000, 101));
    assert_eq!(all(&mut splitter, now), [("next".to_owned(), LineEnd::Lf, 1)]);
}

#[test]
fn a_flood_is_dropped_and_counted() {
    for text in ["\n".repeat(1000), "MESSAGE x\r\n".repeat(1000), "y".repeat(9999) + "\n"] {
        let mut splitter = Splitter::default();
        let now = Instant::now();
        let mut sent = 0;
        while splitter.dropped() == 0 {
            splitter.feed(text.as_bytes(), now);
            sent += text.matches('\n').count();
        }
        assert!(splitter.ready_bytes <= MAX_QUEUE_BYTES);
        let dropped = usize::try_from(splitter.dropped()).expect("not that many");
        assert_eq!(all(&mut splitter, now).len() + dropped, sent);
        assert_eq!(splitter.ready_bytes, 0);
        splitter.feed(b"room again\n", now);
        assert_eq!(all(&mut splitter, now).len(), 1);
    }
}
