//! Lines cut from bytes.

use std::io::Cursor;

use super::{Input, LineEnds, MAX_LINE_BYTES, Splitter};

fn check(ends: LineEnds, bytes: &[u8], expected: &[&str]) {
    let mut splitter = Splitter::new(ends);
    let lines: Vec<String> = splitter
        .push_all(bytes)
        .into_iter()
        .map(|line| String::from_utf8_lossy(&line.bytes).into_owned())
        .collect();
    assert_eq!(lines, expected, "{:?}", String::from_utf8_lossy(bytes));
}

#[test]
fn every_line_end_is_one_end() {
    check(LineEnds::Any, b"a\nb\r\nc\rd\n", &["a", "b", "c", "d"]);
    check(LineEnds::Any, b"a\r\r\nb\n\rc\n", &["a", "", "b", "", "c"]);
    check(LineEnds::Any, b"\xef\xbb\xbfa\n\xef\xbb\xbfb\n", &["a", "\u{feff}b"]);
    check(LineEnds::Any, b"without an end", &[]);
}

#[test]
fn scripts_see_line_ends_otherwise() {
    check(LineEnds::CrLf, b"a\nb\r\n", &["a\nb"]);
    check(LineEnds::LfAlone, b"a\r\nb\n", &["a\r", "b"]);
    check(LineEnds::Reads, b"a\nb\n", &["a"]);
}

#[test]
fn long_lines_are_cut() {
    let mut splitter = Splitter::new(LineEnds::Any);
    let bytes = [vec![b'A'; 3 * MAX_LINE_BYTES], b"\nB\n".to_vec()].concat();
    let lines = splitter.push_all(&bytes);
    assert_eq!(lines.len(), 2);
    assert_eq!((lines[0].bytes.len(), lines[0].cut), (MAX_LINE_BYTES, true));
    assert_eq!((lines[1].bytes.as_slice(), lines[1].cut), (b"B".as_slice(), false));
}

#[test]
fn a_thread_reads_to_the_end() {
    let mut input = Input::open(|| Cursor::new(b"a\nb\n".to_vec()), LineEnds::Any);
    let lines: Vec<Vec<u8>> = std::iter::from_fn(|| input.next()).map(|line| line.bytes).collect();
    assert_eq!(lines, [b"a", b"b"]);
}
