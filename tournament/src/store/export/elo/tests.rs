//! Scores of pairings as lines, and when their reader would count wrongly.

use dolmen::board::BoardSize;

use super::{Uneven, elo_lines, uneven};
use crate::record::{GameRecord, Score};
use crate::store::export::tests::{game, header};

/// Games such as `A+B` where A, who has black, won, `A-B` where A lost, and `A=B`.
fn games(text: &str) -> Vec<GameRecord> {
    let one = |text: &str| {
        let mut record = game(&[]);
        let (black, white) = text.split_once(['+', '-', '=']).expect("two names");
        (record.black.name, record.white.name) = (black.to_owned(), white.to_owned());
        record.score = match text.as_bytes()[black.len()] {
            b'+' => Score::Black,
            b'-' => Score::White,
            _ => Score::Draw,
        };
        record
    };
    text.split_whitespace().map(one).collect()
}

fn check(text: &str, lines: &str, wrong: Option<(u64, u64)>) {
    let (records, header) = (games(text), header(BoardSize::square(15)));
    assert_eq!(elo_lines(&records, &header), lines, "{text}");
    let wrong = wrong.map(|(assumed, actual)| Uneven { assumed, actual });
    assert_eq!(uneven(&records, &header), wrong, "{text}");
}

#[test]
fn scores() {
    check("", "", None);
    check("A+B B+A A+B", "A - B: 2 : 1\n", None);
    check("B-A B+C C+A A+B C-B A-C", "A - B: 2 : 0\nA - C: 0 : 2\nB - C: 2 : 0\n", None);
}

#[test]
fn draws_and_missing_games() {
    check("A=B B=A", "A - B: 0 : 0\n", Some((0, 2)));
    check("A+B B=A A+C C+A", "A - B: 1 : 0\nA - C: 1 : 1\n", None);
    check("A+B A+C C+A", "A - B: 1 : 0\nA - C: 1 : 1\n", Some((2, 1)));
}

#[test]
fn names() {
    let mut header = header(BoardSize::square(15));
    header.config.engines[0].name = "a - b: 1 : 2".to_owned();
    let mut record = game(&[]);
    record.black.name = header.config.engines[0].name.clone();
    assert_eq!(elo_lines(&[record], &header), "a_-_b__1___2 - B: 1 : 0\n");
}
