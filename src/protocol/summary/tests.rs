//! Tests of printing and parsing summaries, including those of other engines.

use std::time::Duration;

use crate::board::{BoardSize, Point};
use crate::eval::Score;
use crate::protocol::notation::{Notation, Style};
use crate::protocol::summary::Summary;
use crate::search::Origin;

#[track_caller]
fn check(text: &str, expected: &Summary) {
    assert_eq!(expected.to_string(), text);
    assert_eq!(text.parse().as_ref(), Ok(expected), "{text:?}");
}

#[test]
fn summaries_survive_printing_and_parsing() {
    let summary = Summary {
        depth: 12,
        selective_depth: 20,
        rank: None,
        score: Score::new(-34),
        nodes: 1_234_567,
        speed: 500_000,
        elapsed: Duration::from_millis(2_469),
        principal_variation: vec![Point::new(7, 7), Point::new(0, 19)],
        origin: Origin::Search,
    };
    check("depth 12-20 ev -34 wp 47.9 n 1234567 n/s 500000 tm 2469 pv h8 a20", &summary);
    let win =
        Summary { score: Score::win_in(5), principal_variation: Vec::new(), ..summary.clone() };
    check("depth 12-20 ev +M5 wp 100.0 n 1234567 n/s 500000 tm 2469 pv", &win);
    let forced = Summary { origin: Origin::Forced, ..win.clone() };
    check("depth 12-20 forced ev +M5 wp 100.0 n 1234567 n/s 500000 tm 2469 pv", &forced);
    let book = Summary { origin: Origin::Book, ..win.clone() };
    check("depth 12-20 book ev +M5 wp 100.0 n 1234567 n/s 500000 tm 2469 pv", &book);
    let second = Summary { rank: Some(2), ..win.clone() };
    check("depth 12-20 multipv 2 ev +M5 wp 100.0 n 1234567 n/s 500000 tm 2469 pv", &second);
    let loss = Summary { score: Score::loss_in(4), ..win };
    check("depth 12-20 ev -M4 wp 0.0 n 1234567 n/s 500000 tm 2469 pv", &loss);
}

#[test]
fn summaries_of_other_engines() {
    let summary: Summary =
        "depth 7-12 ev 35 n 2M n/s 1064K tm 1934 pv H8 G9 J10 end".parse().expect("a summary");
    assert_eq!((summary.nodes, summary.speed), (2_000_000, 1_064_000));
    assert_eq!(summary.principal_variation, [Point::new(7, 7), Point::new(6, 8), Point::new(9, 9)]);
}

#[test]
fn points_in_the_notation_of_the_manager() {
    let principal_variation = vec![Point::new(7, 2), Point::new(0, 14)];
    let summary = Summary { principal_variation, ..Summary::default() };
    for (notation, names) in [
        (Notation::Letters, "h3 a15"),
        (Notation::Numbers, "7,2 0,14"),
        (Notation::Yixin, "c8 o15"),
    ] {
        let text = summary.text(Style { notation, size: BoardSize::square(15) });
        assert!(text.ends_with(&format!(" pv {names}")), "{text}");
        let read: Summary = text.parse().expect("a summary");
        assert_eq!(read == summary, notation != Notation::Yixin, "{text}");
    }
}

#[test]
fn texts_that_are_not_summaries() {
    for text in ["", "hello", "depth", "depth x", "depth 1-2 ev", "depth 1 ev +M9999999999"] {
        assert!(text.parse::<Summary>().is_err(), "{text:?}");
    }
}

#[test]
fn a_long_variation_is_cut() {
    let variation = vec![Point::new(21, 21); 400];
    let summary = Summary { principal_variation: variation, ..Summary::default() };
    assert!(summary.to_string().len() < 500);
}
