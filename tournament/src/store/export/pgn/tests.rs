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
                    [Result \"0-1\"]\n[Termination \"abandoned\"]\n\n\
                    {The moves of chess are placeholders for rating programs; the game: h8}\n\
                    1. d4 d5 0-1\n\n";
    assert_eq!(pgn(&record, &header(BoardSize::square(15))), expected);
}

#[test]
fn long_games_have_short_lines() {
    let moves: Vec<(u8, u8)> = (0..60).map(|number| (number % 15, number / 15)).collect();
    let text = pgn(&game(&moves), &header(BoardSize::square(15)));
    assert!(text.lines().all(|line| line.len() <= 80), "{text}");
    let comment = text.split(['{', '}']).nth(1).expect("there is a comment");
    let last = comment.split_whitespace().skip(11).collect::<Vec<_>>();
    assert_eq!((last.len(), last[0], last[59]), (60, "a1", "o4"));
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
