//! Records of Piskvork and SGF files of other programs.

use super::{error, names, outline, read_good};
use crate::formats::{GameResult, Imported, write};
use crate::message::{FileFormat, OverReason, Side};
use crate::tree::{ROOT, Tree};
use dolmen::board::BoardSize;
use dolmen::rules::{GameRule, Rule};

#[test]
fn records_of_piskvork_are_read() {
    let check = |text: &str, expected: &str| {
        let Imported { format, tree, names: [black, white], end, .. } = read_good(text.as_bytes());
        assert_eq!(format, FileFormat::Psq);
        let ms: Vec<_> = tree.path(end)[1..].iter().map(|id| tree.get(*id).unwrap().ms).collect();
        let (rule, size) = (tree.rule(), tree.size());
        let all = format!("{rule} {size} {} {ms:?} {black:?} {white:?}", outline(&tree));
        assert_eq!(all, expected, "{text}");
    };
    check(
        "Piskvorky 20x20, 7:7, 0\r\n10,10,456\r\n11,12,4500\r\none.exe\r\ntwo.exe\r\n0\r\n",
        r#"renju 20x20 j10k12 [Some(456), Some(4500)] "one.exe" "two.exe""#,
    );
    check(
        "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,27\nA.zip\nB.zip\n-1\n1,Freestyle 1\n",
        r#"freestyle 15x15 h8i8 [Some(0), Some(27)] "A.zip" "B.zip""#,
    );
    check("piskvorky  15 x 12 , 0:4, 1\n 8, 8\n\na\nb\n15", r#"renju 15x12 h8 [None] "b" "a""#);
    check("Piskvorky 15x15, 0:0, 0\n1,15\n15", r#"renju 15x15 a15 [None] "" """#);
}

#[test]
fn records_in_other_encodings_are_read() {
    let text = "Piskvorky 15x15, 0:0, 0\n1,15\nPříliš žluťoučký kůň\nB\n0\n";
    let bytes = encoding_rs::WINDOWS_1250.encode(text).0;
    assert_eq!(read_good(&bytes).names[0], "Příliš žluťoučký kůň");
}

#[test]
fn a_record_is_written_as_the_judge_does() {
    let mut tree = Tree::new(Rule::Caro, BoardSize::new(15, 20).expect("a good size"));
    let at = tree.add(ROOT, Some("h8".parse().unwrap())).unwrap();
    tree.get_mut(at).unwrap().ms = Some(1_250);
    let at = tree.add(at, Some("o20".parse().unwrap())).unwrap();
    let names = ["A\nB".to_owned(), "7".to_owned()];
    let result = Some(GameResult { winner: Some(Side::White), reason: OverReason::Five });
    let written = write(&tree, FileFormat::Psq, at, &names, result).unwrap();
    let expected = "Piskvorky 15x20, 11:11, 0\n8,8,1250\n15,20,0\nA B\n\"7\"\n-1\n2,caro\n";
    assert_eq!(String::from_utf8(written).unwrap(), expected);
}

#[test]
fn errors_in_records_name_the_line() {
    let check = |text: &str, expected: &str| assert_eq!(error(text.as_bytes()), expected);
    let header = "line 1: expected a line such as Piskvorky 15x15, 11:11, 0, found ";
    check("Piskvorky 15\n", &format!("{header}\"Piskvorky 15\""));
    check("Piskvorky axb, 0", &format!("{header}\"Piskvorky axb, 0\""));
    let size = "line 1: invalid board size 99x15: expected sides from 5 to 22";
    check("Piskvorky 99x15, 11:11, 0", size);
    let off = "line 3: point 0,1,0 is off the board of 15x15";
    check("Piskvorky 15x15, 11:11, 0\n8,8,0\n0,1,0\n", off);
    check("Piskvorky 15x15, 11:11, 0\n8,8\n8,8\n", "line 3: point h8 is occupied");
    let least = format!("Piskvorky 15x15, 0\n{},1\n", i64::MIN);
    check(&least, &format!("line 2: point {},1 is off the board of 15x15", i64::MIN));
}

#[test]
fn sgf_files_are_read() {
    let check = |text: &str, expected: &str| {
        let game = read_good(text.as_bytes());
        assert_eq!(game.format, FileFormat::Sgf);
        let (rule, size) = (game.tree.rule(), game.tree.size());
        assert_eq!(format!("{rule} {size} {}", outline(&game.tree)), expected, "{text}");
    };
    check("(;FF[4]GM[4]SZ[15];B[hh];W[ii]C[good];B[jj])", "renju 15x15 h8i9\"good\"j10");
    check("(;SZ[15:20]RU[Caro];B[at](;W[bb];B[cc])(;W[dd]))", "caro 15x20 a20(b2c3)(d4)");
    check("(;RU[standard continuous]SZ[19];B[tt];W[])", "standard continuous 19x19 ----");
    check("(;SZ[20];B[tt])", "renju 20x20 t20");
    // Colours out of turn and stones that are set up.
    check("(;W[hh])", "renju 15x15 --h8");
    check("(;AB[hh][ii]AW[jj];W[kk])", "renju 15x15 h8--i9j10--k11");
    check("(;AB[aa:bb])", "renju 15x15 a1--b1--a2--b2");
    // Labels on the own stone and on the next moves; others are not kept.
    check(
        "(;LB[hh:A][aa:no];B[hh]LB[hh:late](;W[ii]LB[ii:1:2])(;W[jj]))",
        "renju 15x15 h8<A>(i9<1:2>)(j10)",
    );
    // Old names, comments without a move, escapes, other properties, other games.
    check(
        " ( ; GaMe[4] SiZe [15] C[a] ; Black [hh] ; C[b\\]\\\\c\\\nd\r\ne] N[x])\n(;B[aa])",
        "renju 15x15 \"a\"h8\"b]\\\\cd\\ne\"",
    );
    check("(;KM[6.5]BL[30]XY[1][2];B[hh]BL[3])", "renju 15x15 h8");
    check("(;B[hh](;W[ii](;B[aa])(;B[bb]))(;W[ii];B[cc]))", "renju 15x15 h8i9(a1)(b2)(c3)");
}

#[test]
fn sgf_files_in_other_encodings_are_read() {
    let text = "(;CA[GBK]PB[黑];B[hh]C[白]PW[x])";
    let game = read_good(&encoding_rs::GBK.encode(text).0);
    assert_eq!((game.names[0].as_str(), outline(&game.tree).as_str()), ("黑", "h8\"白\""));
    let game = read_good(&encoding_rs::WINDOWS_1252.encode("(;PB[Åsa];B[hh]C[för då])").0);
    assert_eq!((game.names[0].as_str(), outline(&game.tree).as_str()), ("Åsa", "h8\"för då\""));
    let game = read_good("\u{feff}(;PB[黑];B[hh])".as_bytes());
    assert_eq!(game.names[0], "黑");
}

#[test]
fn results_of_sgf_are_read_and_written() {
    let check = |value: &str, expected: Option<GameResult>| {
        assert_eq!(
            read_good(format!("(;RE[{value}];B[hh])").as_bytes()).result,
            expected,
            "{value}"
        );
    };
    let won = |winner, reason| Some(GameResult { winner: Some(winner), reason });
    check("B+", won(Side::Black, OverReason::Five));
    check("W+Resign", won(Side::White, OverReason::Resigned));
    check("w+f", won(Side::White, OverReason::Foul));
    check("Draw", Some(GameResult { winner: None, reason: OverReason::Full }));
    check("?", None);
    check("Void", None);
    let rule = GameRule { rule: Rule::Omok, continuous: true };
    let tree = Tree::new(rule, BoardSize::new(6, 22).expect("a good size"));
    for result in [won(Side::Black, OverReason::Time), won(Side::White, OverReason::Resigned), None]
    {
        let file = write(&tree, FileFormat::Sgf, ROOT, &names(), result).unwrap();
        assert!(file.starts_with(b"(;FF[4]GM[4]CA[UTF-8]AP[Dolmen:"));
        let read = read_good(&file);
        assert_eq!((read.result, read.tree), (result, tree.clone()));
    }
}

#[test]
fn errors_in_sgf_name_the_line() {
    let check = |text: &str, expected: &str| assert_eq!(error(text.as_bytes()), expected, "{text}");
    check("(;B[hh]", "line 1: the file ends before the last parenthesis is closed");
    check("(;B[hh]\n;W[ii", "line 2: the file ends before a value is closed by ]");
    check("(;B[hh]\n;W[hh])", "line 2: point h8 is occupied");
    check("(;B[zz])", "line 1: point zz is off the board of 15x15");
    check("(;B[8,8])", "line 1: expected two small letters such as hh, found \"8,8\"");
    check("(;SZ[x])", "line 1: expected a size such as SZ[15] or SZ[15:20], found \"x\"");
    check("(;SZ[30])", "line 1: invalid board size 30x30: expected sides from 5 to 22");
    check("(;GM[2];B[hh])", "line 1: game 2 of SGF is not five in a row: expected GM[4]");
    check(
        "(;B[hh];AE[hh])",
        "line 1: AE removes stones in the middle of a game: expected moves, B or W",
    );
    check("(;B hh)", "line 1: expected [ after a property, found \"hh)\"");
    check("(;B[hh]\n*)", "line 2: expected a property, ;, ( or ), found \"*)\"");
    let deep = format!("(;{}", "(".repeat(600));
    check(&deep, "line 1: a line has more than 500 moves");
    check(&format!("(;{})", ";B[]".repeat(600)), "line 1: a line has more than 500 moves");
}
