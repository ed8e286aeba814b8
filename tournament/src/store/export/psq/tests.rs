//! Records as Piskvork and the judge write them, byte for byte, and everything that a reader
//! must take.

use dolmen::board::BoardSize;

use super::{PsqWriter, psq};
use std::time::Duration;

use crate::openings::parse_psq;
use crate::record::{Reason, Score};
use crate::store::export::testing::{game, header, moved};

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("the text is UTF-8")
}

#[test]
fn the_judges_hand() {
    let mut record = game(&[(7, 7), (8, 7)]);
    record.moves.insert(0, moved((0, 14), None));
    let expected = "Piskvorky 15x15, 11:11, 0\n1,15,0\n8,8,12\n9,8,12\nA.zip\nB.zip\n-1\n\
                    2,freestyle\n";
    let header = header(BoardSize::square(15));
    assert_eq!(text(psq(&record, &header, PsqWriter::Gomocup)), expected);
}

#[test]
fn piskvorks_hand() {
    let mut header = header(BoardSize::new(20, 12).expect("a board has 5 to 22 columns and rows"));
    header.config.engines[1].limits.turn = Some(Duration::from_millis(60_001));
    let mut record = game(&[(19, 11)]);
    let expected = "Piskvorky 20x12, 4:11, 0\r\n20,12,12\r\npbrain-A.exe\r\npbrain-B.exe\r\n0\r\n";
    assert_eq!(text(psq(&record, &header, PsqWriter::Piskvork)), expected);
    record.reason = Reason::TimeoutGame;
    header.config.engines[0].limits.turn = None;
    let expected = expected.replace("4:11", "1:11").replace("\r\n0\r\n", "\r\n15\r\n");
    assert_eq!(text(psq(&record, &header, PsqWriter::Piskvork)), expected);
    record.reason = Reason::Crash;
    let expected = expected.replace("\r\n15\r\n", "\r\n-2\r\n");
    assert_eq!(text(psq(&record, &header, PsqWriter::Piskvork)), expected);
}

/// The line about the result names players of the match: the first one is who makes the first
/// move after the opening.
#[test]
fn the_judges_result() {
    let check = |opening: usize, score: Score, expected: &str| {
        let mut record = game(&[(1, 1), (2, 2)]);
        record.score = score;
        for place in 0..opening {
            record.moves.insert(0, moved((place as u8, 9), None));
        }
        let text = text(psq(&record, &header(BoardSize::square(15)), PsqWriter::Gomocup));
        let last = text.lines().last().expect("there are lines");
        assert_eq!(last, format!("{expected},freestyle"), "{opening} {score:?}");
    };
    for opening in [0, 2, 4] {
        check(opening, Score::Black, "1");
        check(opening, Score::White, "2");
        check(opening, Score::Draw, "0");
    }
    for opening in [1, 3] {
        check(opening, Score::Black, "2");
        check(opening, Score::White, "1");
        check(opening, Score::Draw, "0");
    }
}

#[test]
fn names_of_files() {
    let check = |name: &str, judge: &str, piskvork: &str| {
        let mut record = game(&[(1, 1)]);
        record.black.name = name.to_owned();
        let header = header(BoardSize::square(15));
        for (writer, expected) in [(PsqWriter::Gomocup, judge), (PsqWriter::Piskvork, piskvork)] {
            let text = text(psq(&record, &header, writer));
            assert_eq!(text.lines().nth(2), Some(expected), "{name:?}");
        }
    };
    check("x", "x.zip", "pbrain-x.exe");
    check("3,4", "_3,4.zip", "pbrain-3,4.exe");
    check("-1", "_-1.zip", "pbrain--1.exe");
    check("a/b\\c", "a_b_c.zip", "pbrain-a_b_c.exe");
    check("a\nb", "a_b.zip", "pbrain-a_b.exe");
    check("", ".zip", "pbrain-.exe");
    check(
        &"é".repeat(99),
        &format!("{}.zip", "é".repeat(60)),
        &format!("pbrain-{}.exe", "é".repeat(60)),
    );
}

/// Checks what a text is read as: names, the board and the moves, one after the other.
fn check(text: &str, expected: &str) {
    let found = match parse_psq(text) {
        Ok(None) => "nothing".to_owned(),
        Ok(Some(game)) => {
            let names = game.names.map(|name| name.unwrap_or_else(|| "?".to_owned())).join(" ");
            let (width, height) = game.board.expect("there is a board").sides;
            let stone = |moved: &crate::openings::WrittenMove| {
                let ms = moved.ms.map_or("?".to_owned(), |ms| ms.to_string());
                format!(" {}/{ms}", moved.at)
            };
            let moves: String = game.moves.iter().map(stone).collect();
            format!("{names} {width}x{height}{moves}")
        }
        Err((line, error)) => format!("{line}: {error}"),
    };
    assert_eq!(found, expected, "{text:?}");
}

#[test]
fn what_others_write() {
    let piskvork = "Piskvorky 20x20, 7:7, 0\r\n10,10,456\r\n11,12,4500\r\none.exe\r\ntwo.ZIP\r\n\
                    0\r\n";
    check(piskvork, "one.exe two.ZIP 20x20 9,9/456 10,11/4500");
    check("Piskvorky 15x12, 0:4, 1\n8,8,0\na\nb\n15\n", "b a 15x12 7,7/0");
    check("Piskvorky 15x12, 0:4, 1\n8,8\n9,9,x\n-2\n", "? ? 15x12 7,7/? 8,8/?");
    let judge = "Piskvorky 15x15, 11:11, 0\n8,8,0\nA.zip\nB.zip\n-1\n2,fastgame\n";
    check(judge, "A.zip B.zip 15x15 7,7/0");
    check(&format!("{judge}\nwhatever\n1,2,3\n"), "A.zip B.zip 15x15 7,7/0");
    check("\n piskvorky  15 x 15 ,0:0,0\n\n1,1,5\n\n2,2,6", "? ? 15x15 0,0/5 1,1/6");
    check("Piskvorky 15x15, 11:11, 0\nA\nB\n0\n", "A B 15x15");
    check("Piskvorky 15x15, 11:11, 0\nA\n", "? ? 15x15");
    // Moves after the end of the game, off the board and on stones are for others to judge.
    check("Piskvorky 5x5, 1:1, 0\n9,9,1\n9,9,1\n0\n", "? ? 5x5 8,8/1 8,8/1");
    check(" \n\n", "nothing");
    let start = "expected one such as Piskvorky 15x15, 11:11, 0";
    check("\nA\nB\n8,8,0\n", &format!("2: invalid first line \"A\": {start}"));
}
