//! Alignment, widths, and figures in words.

use crate::show::tables::layout::{Table, duration, interval, memory, percent, shortened, signed};

fn check(width: usize, expected: &[&str]) {
    let rows = [["1", "a long name of it", "+12", "200"], ["2", "ö", "-5", "90"]];
    let table = Table::of(rows).figures("#", |row| row[0]).names("Engine", |row| row[1]);
    let text = table.figures("Elo", |row| row[2]).figures("Games", |row| row[3]).text(width);
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
    assert!(text.lines().all(|line| line.chars().count() <= width.max(11)), "{text}");
}

#[test]
fn columns_are_aligned() {
    let expected = [
        "#  Engine             Elo  Games",
        "1  a long name of it  +12    200",
        "2  ö                   -5     90",
    ];
    check(80, &expected);
}

#[test]
fn names_shrink_before_columns_go() {
    let expected =
        ["#  Engine      Elo  Games", "1  a long na…  +12    200", "2  ö            -5     90"];
    check(25, &expected);
    check(20, &["#  Engine    Elo", "1  a long …  +12", "2  ö          -5"]);
    check(5, &["#  Engine", "1  a long …", "2  ö"]);
}

#[test]
fn words_for_figures() {
    assert_eq!(signed(12.4, 0), "+12");
    assert_eq!(signed(-0.2, 0), "+0");
    assert_eq!(signed(-12.34, 1), "-12.3");
    assert_eq!(interval(f64::NEG_INFINITY, 3.0, 0), "[…, +3]");
    assert_eq!(percent(0.5), "50.0 %");
    assert_eq!((duration(0.25), duration(99.6)), ("0.25 ms".to_owned(), "100 ms".to_owned()));
    assert_eq!(duration(12_340.0), "12.3 s");
    assert_eq!((memory(1 << 20), memory(300 << 20)), ("1.0 MiB".to_owned(), "300 MiB".to_owned()));
    assert_eq!(memory(20 << 30), "20.0 GiB");
    assert_eq!(
        (shortened("abcdef", 4), shortened("abc", 3)),
        ("abc…".to_owned(), "abc".to_owned())
    );
}
