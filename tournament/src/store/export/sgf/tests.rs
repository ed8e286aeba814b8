//! Games as SGF, and games that others wrote.

use dolmen::board::BoardSize;

use super::sgf;
use crate::openings::parse_sgf;
use crate::record::{Reason, Score};
use crate::store::export::testing::{game, header, moved};

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

/// Checks what is read: names and score, and the moves with their times.
fn check(text: &str, expected: &str) {
    let games = parse_sgf(text).expect("these are games");
    let shown = games.iter().map(|game| {
        let names = game.names.clone().map(|name| name.unwrap_or_else(|| "?".to_owned()));
        let stone = |moved: &crate::openings::WrittenMove| {
            let mark = if moved.is_opening { "!" } else { "" };
            format!(" {}{mark}/{}", moved.at, moved.ms.map_or("?".to_owned(), |ms| ms.to_string()))
        };
        let moves: String = game.moves.iter().map(stone).collect();
        format!("{} {} {:?} {}{moves}", names[0], names[1], game.score, game.setup)
    });
    assert_eq!(shown.collect::<Vec<_>>().join("; "), expected, "{text}");
}

#[test]
fn what_others_write() {
    let cli = "(;FF[4]GM[4]GN[1]EV[A x B]DT[2025.01.02 03:04:05]RO[1.1]RU[0]SZ[15]PB[A]PW[B]RE[0]\
               TE[Draw]\n;B[hh]C[opening move]\n;W[ih]C[12ms];B[ik]C[3 ms])\n\n";
    check(cli, "A B Some(Draw) 0 7,7!/? 8,7/12 8,10/?");
    check("(;AB[hh][aa]AW[ih];W[oo])", "? ? None 3 7,7/? 8,7/? 0,0/? 14,14/?");
    check("(;PB[a\\]\\\\\\\nb\\\r\nc]RE[W+R];B[aa])", "a]\\bc ? Some(White) 0 0,0/?");
    check("(;RE[?])(;RE[B+0.5])", "? ? None 0; ? ? Some(Black) 0");
    check("(;B[aa](;W[bb];B[cc])(;W[dd]))", "? ? None 0 0,0/? 1,1/? 2,2/?");
}
