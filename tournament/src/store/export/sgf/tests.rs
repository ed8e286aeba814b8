//! Games as SGF.

use dolmen::board::BoardSize;

use super::sgf;
use crate::record::{Reason, Score};
use crate::store::Header;
use crate::store::export::tests::{game, header, moved};

#[test]
fn a_game() {
    let mut record = game(&[(7, 7), (8, 7)]);
    record.moves.insert(0, moved((0, 14), None));
    record.moves[1].message = Some("ev 3 [a]\\\n\u{1b}".to_owned());
    record.black.name = "a]b".to_owned();
    (record.score, record.reason) = (Score::White, Reason::TimeoutTurn);
    record.detail = "2 s".to_owned();
    let expected = format!(
        "(;FF[4]GM[4]CA[UTF-8]AP[Dolmen tournament:{}]SZ[15]GN[pair 0, game \
         0]RO[0.0]DT[2000-02-29]RU[freestyle]PB[a\\]b]PW[B]RE[W+T]ON[empty]GC[move time \
         exceeded\n2 s]\n;B[ao]C[opening move]\n;W[hh]C[12ms\nev 3 [a\\]\\\\]\n;B[ih]C[12ms])\n",
        env!("CARGO_PKG_VERSION")
    );
    assert_eq!(sgf(&record, &header(BoardSize::square(15))), expected);
}

#[test]
fn the_version_is_that_of_the_file_of_results() {
    let older = Header { version: "0.0.1".to_owned(), ..header(BoardSize::square(15)) };
    let text = sgf(&game(&[(7, 7)]), &older);
    assert!(text.contains("AP[Dolmen tournament:0.0.1]"), "{text}");
}

#[test]
fn results() {
    let check = |score: Score, reason: Reason, expected: &str| {
        let mut record = game(&[(7, 7)]);
        (record.score, record.reason) = (score, reason);
        let text = sgf(
            &record,
            &header(BoardSize::new(15, 12).expect("a board has 5 to 22 columns and rows")),
        );
        assert!(text.contains(&format!("]RE[{expected}]")), "{score:?} {reason:?} {text}");
        assert!(text.contains("SZ[15:12]"), "{text}");
    };
    check(Score::Black, Reason::Five, "B+");
    check(Score::White, Reason::Five, "W+");
    check(Score::Black, Reason::TimeoutStart, "B+T");
    check(Score::White, Reason::Foul, "W+F");
    check(Score::Draw, Reason::MoveLimit, "0");
    check(Score::Void, Reason::Aborted, "Void");
}
