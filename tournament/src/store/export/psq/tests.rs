//! Records as Piskvork and the judge write them, byte for byte.

use std::time::Duration;

use dolmen::board::BoardSize;

use super::{PsqWriter, psq};
use crate::record::{Reason, Score};
use crate::store::export::tests::{game, header, moved};

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

/// The text line about the result names players of the match: player 1 makes the first move after the
/// opening.
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
