//! Words and numbers of command lines.

use super::{Size, WORDS, Word, number, point, split, square, stone};
use crate::game::{Cell, Point, Stone};

#[test]
fn words_are_matched_whole_and_in_either_case() {
    let check = |line: &str, word, rest: &str| {
        assert_eq!(split(line.as_bytes()), (word, rest.as_bytes()), "{line:?}");
    };
    check("START 15", Some(Word::Start), "15");
    check("  \tstart   15\t ", Some(Word::Start), "15");
    check("tUrN 7 , 7", Some(Word::Turn), "7 , 7");
    check("END", Some(Word::End), "");
    check("ENDGAME", None, "");
    check("STAR 15", None, "15");
    check("", None, "");
}

#[test]
fn every_word_is_found() {
    for (text, word) in WORDS {
        assert_eq!(split(text.as_bytes()).0, Some(word), "{text}");
    }
}

#[test]
fn numbers_are_whole_and_signed() {
    for (text, value) in [("7", 7), (" -3 ", -3), ("+7", 7), ("007", 7), ("2147483648", 1 << 31)] {
        assert_eq!(number(text.as_bytes()), Some(value), "{text:?}");
    }
    for text in ["", "x", "7x", "1.5", "1e3", "0x0f", "7 7", "99999999999999999999", "\u{663}"] {
        assert_eq!(number(text.as_bytes()), None, "{text:?}");
    }
}

#[test]
fn points_and_stones_have_their_exact_count_of_numbers() {
    assert_eq!(point(b"7,8"), Some(Point::new(7, 8)));
    assert_eq!(point(b" 7 , 8 "), Some(Point::new(7, 8)));
    for text in ["7", "7,", ",7", ",", "7,7,1", "7;7", "7 7", "a,b", "7.5,3"] {
        assert_eq!(point(text.as_bytes()), None, "{text:?}");
    }
    assert_eq!(stone(b" 7 , 8 , 3\t"), Some(Stone { point: Point::new(7, 8), cell: Cell::Dead }));
    for text in ["7,7", "7,7,0", "7,7,4", "7,7,-1", "7,7,1,1", "a,b,c"] {
        assert_eq!(stone(text.as_bytes()), None, "{text:?}");
    }
}

#[test]
fn a_square_may_be_named_by_both_sides() {
    assert_eq!(square(b"15"), Some(Size { width: 15, height: 15 }));
    assert_eq!(square(b"15 20"), Some(Size { width: 15, height: 20 }));
    for text in ["", "abc", "15x", "15,15", "1.5e1", "15 15 15"] {
        assert_eq!(square(text.as_bytes()), None, "{text:?}");
    }
}
