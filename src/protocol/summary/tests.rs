//! Tests of printing summaries.

use std::time::Duration;

use crate::board::{BoardSize, Point};
use crate::eval::Score;
use crate::protocol::notation::{Notation, Style};
use crate::protocol::reading::Reading;
use crate::protocol::summary::Summary;
use crate::search::Origin;

#[track_caller]
fn check(text: &str, expected: &Summary) {
    assert_eq!(expected.to_string(), text);
    let Reading { value, depth, nodes } = Reading::of(text);
    assert!(value.is_some() && depth == Some(expected.depth), "{text:?}");
    assert_eq!(nodes, Some(expected.nodes), "{text:?}");
}

#[test]
fn summaries_are_printed_and_read() {
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
    check("depth 12-20 ev +M5 wp 100.0 n 1234567 n/s 500000 tm 2469", &win);
    let forced = Summary { origin: Origin::Forced, ..win.clone() };
    check("depth 12-20 forced ev +M5 wp 100.0 n 1234567 n/s 500000 tm 2469", &forced);
    let book = Summary { origin: Origin::Book, ..win.clone() };
    check("depth 12-20 book ev +M5 wp 100.0 n 1234567 n/s 500000 tm 2469", &book);
    let second = Summary { rank: Some(2), ..win.clone() };
    check("depth 12-20 multipv 2 ev +M5 wp 100.0 n 1234567 n/s 500000 tm 2469", &second);
    let loss = Summary { score: Score::loss_in(4), ..win };
    check("depth 12-20 ev -M4 wp 0.0 n 1234567 n/s 500000 tm 2469", &loss);
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
    }
}

#[test]
fn a_long_variation_is_cut() {
    let variation = vec![Point::new(21, 21); 400];
    let summary = Summary { principal_variation: variation, ..Summary::default() };
    assert!(summary.to_string().len() < 500);
}
