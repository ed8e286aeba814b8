//! Tests of splitting bytes into text lines.

use crate::protocol::input::LineSplitter;

fn split(pieces: &[&[u8]]) -> Vec<String> {
    let mut splitter = LineSplitter::default();
    let mut lines = Vec::new();
    for piece in pieces {
        splitter.push(piece, |line| lines.push(line));
    }
    lines
}

#[test]
fn every_kind_of_end() {
    let expected = ["START 15", "BEGIN", "END"];
    for input in
        ["START 15\nBEGIN\nEND\n", "START 15\r\nBEGIN\n\rEND\r", "\n\nSTART 15\rBEGIN\r\r\nEND\n"]
    {
        assert_eq!(split(&[input.as_bytes()]), expected, "{input:?}");
        let single_bytes: Vec<&[u8]> = input.as_bytes().chunks(1).collect();
        assert_eq!(split(&single_bytes), expected, "{input:?} byte by byte");
    }
}

#[test]
fn a_line_without_an_end_is_not_delivered() {
    assert_eq!(split(&[b"ABOUT\nTURN 7,1"]), ["ABOUT"]);
}

#[test]
fn bytes_that_are_not_text() {
    assert_eq!(split(&[b"\xff\xfe\n", b"\0A\n"]), ["\u{fffd}\u{fffd}", "\0A"]);
}

#[test]
fn the_rest_of_a_long_line_is_dropped() {
    let long = vec![b'A'; 10 * LineSplitter::MAX_LENGTH];
    let lines = split(&[&long, b"\nABOUT\n"]);
    assert_eq!(lines.iter().map(String::len).collect::<Vec<_>>(), [LineSplitter::MAX_LENGTH, 5]);
}
