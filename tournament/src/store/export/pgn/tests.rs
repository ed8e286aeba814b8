//! Results as PGN.

use dolmen::board::BoardSize;

use super::pgn;
use crate::record::{Reason, Score};
use crate::store::export::tests::{game, header};

#[test]
fn a_game() {
    let mut record = game(&[(7, 7)]);
    record.black.name = "a\"b\\c".to_owned();
    (record.score, record.reason) = (Score::White, Reason::Crash);
    let expected = "[Event \"freestyle 15x15, black stones as White\"]\n[Site \"?\"]\n\
                    [Date \"2000.02.29\"]\n[Round \"0.0\"]\n[White \"a'b/c\"]\n[Black \"B\"]\n\
                    [Result \"0-1\"]\n[Termination \"abandoned\"]\n\n1. d4 d5 0-1\n\n";
    assert_eq!(pgn(&record, &header(BoardSize::square(15))), expected);
}

#[test]
fn results() {
    let check = |score: Score, expected: &str| {
        let mut record = game(&[]);
        record.score = score;
        let text = pgn(&record, &header(BoardSize::square(15)));
        assert!(text.contains(&format!("[Result \"{expected}\"]")), "{text}");
        assert!(text.ends_with(&format!("\n1. d4 d5 {expected}\n\n")), "{text}");
    };
    check(Score::Black, "1-0");
    check(Score::White, "0-1");
    check(Score::Draw, "1/2-1/2");
    check(Score::Void, "*");
}
