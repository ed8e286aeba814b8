//! Tests of text for terminals.

use std::time::Duration;

use crate::report::text::{count, harmless, milliseconds, padded, span, squeezed, wrapped};

#[test]
fn what_commands_a_terminal_is_escaped() {
    let check = |text: &str, expected: &str| assert_eq!(harmless(text), expected, "{text:?}");
    check("plain, ä, 石", "plain, ä, 石");
    check("\u{1b}[2Jgone", "\\u{1b}[2Jgone");
    check("bell\u{7}, back\u{8}, line\r\n", "bell\\u{7}, back\\u{8}, line\\r\\n");
    check("\u{9b}31m and \u{7f}", "\\u{9b}31m and \\u{7f}");
    check("a\u{202e}b\u{2066}c", "a\\u{202e}b\\u{2066}c");
    check("a\u{200b}b\u{feff}c", "a\\u{200b}b\\u{feff}c");
}

#[test]
fn paragraphs_are_wrapped_and_lists_kept() {
    let text = "One paragraph\nover two lines.\n\nAnother\n- an item that is long\n- two";
    let expected = "  One paragraph over\n  two lines.\n\n  Another\n  - an item that is\n    \
                    long\n  - two\n";
    assert_eq!(wrapped(text, "  ", 20), expected);
}

#[test]
fn long_lines_lose_their_middle() {
    let check = |line: &str, width: usize, expected: &str| {
        assert_eq!(squeezed(line, width), expected, "{line:?} in {width}");
    };
    check("short", 5, "short");
    check("0123456789abcdef", 12, "012345 … def");
    check("石石石石石石石石", 11, "石石石 … 石");
    check("anything", 0, " … ");
}

#[test]
fn spans_are_written_for_people() {
    let check = |ms: u64, expected: &str| {
        assert_eq!(span(Duration::from_millis(ms)), expected, "{ms} ms");
    };
    check(0, "0 ms");
    check(949, "949 ms");
    check(950, "1.0 s");
    check(3_249, "3.2 s");
    check(99_949, "99.9 s");
    check(99_950, "1 min 40 s");
    check(125_000, "2 min 5 s");
    assert_eq!(milliseconds(Duration::from_micros(12_345)), "12.3");
}

#[test]
fn columns_and_numbers() {
    assert_eq!(padded("石", 4), "石  ");
    assert_eq!(padded("longer", 4), "longer");
    assert_eq!([count(0, "run"), count(1, "run"), count(2, "run")], ["0 runs", "1 run", "2 runs"]);
}
