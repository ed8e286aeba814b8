//! Tests with libraries of RenLib that are put together byte by byte.

use super::{defaults, error, outline, point, read_good};
use crate::notation::{ROOT, Record, renlib};
use crate::rules::Rule;

/// The header of version 3.4.
fn header() -> Vec<u8> {
    let mut bytes = b"\xFFRenLib\xFF\x03\x04".to_vec();
    bytes.extend([0xFF; 10]);
    bytes
}

/// Returns a library with these bytes after its header.
fn library(parts: &[&[u8]]) -> Vec<u8> {
    [header(), parts.concat()].concat()
}

#[test]
fn nodes_come_before_their_children() {
    // h8, then i8 with i9 and j9 after it, and h7 as the other variation.
    let file = library(&[b"\0\0", b"\x78\x00", b"\x79\x80", b"\x89\xC0", b"\x8A\x40", b"\x68\x40"]);
    let game = read_good(&file);
    assert_eq!(outline(&game), "h8(i8(i9)(j9))(h7)");
    assert_eq!((game.rule.rule, game.shown), (Rule::Renju, game.end()));
    // Column 1 is at the left and row 1 at the top.
    let game = read_good(&library(&[b"\0\0", b"\x01\0", b"\x0F\0", b"\xE1\0", b"\xEF\x40"]));
    assert_eq!(outline(&game), "a1o1a15o15");
}

#[test]
fn texts_follow_their_nodes() {
    let file = library(&[
        b"\0\x08",
        b"root\0\0",
        b"\x78\x08",
        b"title\x08line 1\r\nline 2\0\0",
        b"\x79\xC9\x00\x01",
        b"odd\0",
        b"A1\0\0",
        b"\x00\x41\x00\x01",
        b"B\0",
    ]);
    let game = read_good(&file);
    let expected = r#""root"h8"title\nline 1\nline 2"(i8"odd"<A1>)(--<B>)"#;
    assert_eq!(outline(&game), expected);
}

#[test]
fn old_files_are_read() {
    // Without a header; the last letter of a comment has its eighth bit set.
    let game = read_good(b"\x78\x00\x79\x20F|r d}\xA1\0\x89\x40");
    assert_eq!(outline(&game), "h8i8\"För då!\"i9");
    let mut file = library(&[b"\x78\x00", b"\x79\x40"]);
    file[9] = 0;
    assert_eq!(outline(&read_good(&file)), "h8i8");
}

#[test]
fn marks_and_starts_and_texts_without_moves() {
    // The mark is ignored; the start is where the game is shown; text on an empty point is a
    // variation, and text on a stone is not a move.
    let file = library(&[
        b"\0\0",
        b"\x78\x10",
        b"\x79\x84",
        b"\x78\xC3\0\x01x\0",
        b"\x89\x43\0\x01y\0",
        b"\x68\x40",
    ]);
    let game = read_good(&file);
    assert_eq!(outline(&game), "h8(i8i9<y>)(h7)");
    assert_eq!(game.nodes()[game.shown].point, point("i8"));
}

#[test]
fn a_library_is_written_as_renlib_does() {
    let mut game = Record::new(&defaults());
    let add = |game: &mut Record, parent, name| game.add(parent, point(name)).expect("it has room");
    let center = add(&mut game, ROOT, "h8");
    let first = add(&mut game, center, "i8");
    add(&mut game, center, "h7");
    "one\ntwo".clone_into(&mut game.node_mut(center).expect("it is there").comment);
    "A".clone_into(&mut game.node_mut(first).expect("it is there").label);
    let expected = library(&[b"\0\0", b"\x78\x08one\x08two\0", b"\x79\xC5\0\x01A\0", b"\x68\x40"]);
    assert_eq!(renlib::write(&game, first), Ok(expected));
}

#[test]
fn errors_in_libraries_name_the_byte() {
    let check = |file: &[u8], expected: &str| assert_eq!(error(file), expected);
    check(&header()[..15], "the file ends before the header is complete");
    let mut newer = header();
    newer[9] = 5;
    let version = "byte 8: expected version 3.4 of RenLib's format or an older one, found \"3.5\"";
    check(&newer, version);
    check(&library(&[b"\0\0\x78"]), "byte 22: the file ends before a pair of bytes is complete");
    check(&library(&[b"\0\0\x78\x01"]), "byte 22: the file ends before a node is complete");
    check(&library(&[b"\0\0\x78\x08one"]), "byte 24: the file ends before a text is complete");
    check(&library(&[b"\0\0\x78\x20one"]), "byte 24: the file ends before a text is complete");
    let off = "byte 22: point 0xf1 is off the board of 15x15";
    check(&library(&[b"\0\0\xF1\x40"]), off);
    check(&library(&[b"\0\0\x10\x40"]), "byte 22: point 0x10 is off the board of 15x15");
    check(&library(&[b"\0\0\x78\0\x78\x40"]), "byte 24: point h8 is occupied");
    let deep = [header(), [0, 0].repeat(600)].concat();
    check(&deep, "byte 1022: a line has more than 500 moves");
    // No depth and no number of siblings is too much for the reader itself.
    let wide: Vec<u8> = (0..40_000_u32).flat_map(|_| [0, 0x80]).collect();
    check(&[header(), wide].concat(), "byte 1022: a line has more than 500 moves");
}
