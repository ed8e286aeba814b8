//! Tests of the written forms of values.

use std::fmt::{Debug, Display};
use std::str::FromStr;
use std::time::Duration;

use dolmen::board::BoardSize;
use dolmen::rules::Rule;

use crate::config::{Bytes, ParseValueError, RuleText, SizeText, Span, TimeControl, Words};

/// Checks that each text reads as the value, and that the printed value reads back.
fn check<T>(value: T, texts: &[&str])
where
    T: FromStr<Err = ParseValueError> + Display + Debug + PartialEq,
{
    let printed = value.to_string();
    for text in texts.iter().copied().chain([printed.as_str()]) {
        assert_eq!(text.parse::<T>().as_ref(), Ok(&value), "{text}");
    }
}

/// Checks that none of the texts is a valid value.
fn check_wrong<T: FromStr<Err = ParseValueError> + Debug>(texts: &[&str]) {
    for text in texts {
        let error = text.parse::<T>().expect_err(text).to_string();
        assert!(error.contains(&format!("invalid value {text:?}: expected ")), "{error}");
    }
}

fn ms(time: u64) -> Duration {
    Duration::from_millis(time)
}

#[test]
fn spans() {
    check(Span(ms(500)), &["0.5", "500ms", ".5s", "500 ms"]);
    check(Span(ms(30_000)), &["30", "30s", "0.5m"]);
    check(Span(ms(7_200_000)), &["2h", "120m"]);
    check(Span(Duration::from_micros(1500)), &["0.0015", "1.5ms"]);
    check(Span(ms(0)), &["0"]);
    check_wrong::<Span>(&["", "x", "-1", "1d", "1e5", "1.2.3", "inf", "99999999999999999999999"]);
}

#[test]
fn clocks() {
    let clock = |game, turn, increment| TimeControl {
        game: Some(ms(game)),
        turn: Some(ms(turn)),
        increment: ms(increment),
    };
    check(clock(180_000, 30_000, 0), &["180/30", "3m/30s", "180/30+0"]);
    check(clock(30_000, 300, 100), &["30/0.3+0.1", "30/300ms+100ms"]);
    check(clock(10_000, 10_000, 0), &["10", "10/10"]);
    check(clock(10_000, 10_000, 1000), &["10+1"]);
    check(TimeControl { turn: Some(ms(1000)), ..TimeControl::default() }, &["0/1"]);
    check(TimeControl { game: Some(ms(1000)), ..TimeControl::default() }, &["1/0"]);
    check(TimeControl::default(), &["0", "0/0"]);
    check_wrong::<TimeControl>(&["", "/", "1/", "1+", "40/60/1", "a/b", "1+2+3", "-5"]);
}

#[test]
fn memory() {
    check(Bytes(367_001_600), &["350M", "367001600", "350MB", "350MiB", "350 m"]);
    check(Bytes(1 << 31), &["2G", "2048M"]);
    check(Bytes(1536), &["1.5K"]);
    check(Bytes(0), &["0"]);
    check(Bytes(1_000_001), &["1000001"]);
    check_wrong::<Bytes>(&["", "M", "-1", "5T", "99999999999G", "1e9"]);
}

#[test]
fn boards() {
    check(SizeText(BoardSize::square(15)), &["15", "15x15"]);
    check(
        SizeText(BoardSize::new(20, 15).expect("a board has 5 to 22 columns and rows")),
        &["20x15", "20×15", "20 x 15"],
    );
    check_wrong::<SizeText>(&["", "4", "23", "15x4", "x", "-15", "fifteen"]);
}

#[test]
fn rules() {
    for (number, rule) in [
        ("0", Rule::Freestyle),
        ("1", Rule::Standard),
        ("4", Rule::Renju),
        ("8", Rule::Caro6),
        ("9", Rule::Caro),
        ("17", Rule::Omok),
    ] {
        check(RuleText(rule), &[number, rule.name()]);
    }
    check_wrong::<RuleText>(&["", "2", "gomoku", "-1"]);
}

#[test]
fn commands() {
    let words = |list: &[&str]| Words(list.iter().map(|&word| word.to_owned()).collect());
    check(words(&["./brain", "--threads", "1"]), &["./brain --threads 1", "./brain  --threads  1"]);
    check(
        words(&["wine64", "my engine.exe"]),
        &["wine64 'my engine.exe'", "wine64 my\\ engine.exe"],
    );
    check(words(&[]), &["", "  "]);
    check_wrong::<Words>(&["\"open"]);
}
