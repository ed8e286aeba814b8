//! Tests with records of Piskvork and SGF files of other programs.

use super::{defaults, error, outline, point, read_good};
use crate::board::BoardSize;
use crate::notation::psq::{self, Style};
use crate::notation::{Defaults, ROOT, Record, sgf};

#[test]
fn records_of_piskvork_are_read() {
    let check = |text: &str, expected: &str| {
        let game = read_good(text.as_bytes());
        let ms: Vec<_> = game.nodes()[1..].iter().map(|node| node.ms).collect();
        let [black, white] = &game.names;
        let (rule, size) = (game.rule, game.size);
        let all = format!("{rule} {size} {} {ms:?} {black:?} {white:?}", outline(&game));
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
    check(
        "\n piskvorky  15 x 15 ,0:0,0\n\n1,1,5\n\n2,2,x",
        r#"renju 15x15 a1b2 [Some(5), None] "" """#,
    );
    check("Piskvorky 15x15, 11:11, 0\nA\nB\n0\n", r#"renju 15x15  [] "A" "B""#);
    check("Piskvorky 15x15, 11:11, 0\nA\n", r#"renju 15x15  [] "" """#);
    check(
        "Piskvorky 15x15, 0:0, 0\n8,8\nA\nB\n-1\n2,cup\nrest\n1,2\n",
        r#"renju 15x15 h8 [None] "A" "B""#,
    );
}

#[test]
fn a_record_is_written_as_piskvork_does() {
    let size = BoardSize::new(15, 20).expect("a good size");
    let mut game = Record::new(&Defaults { size, ..defaults() });
    let first = game.add(ROOT, point("h8")).expect("it has room");
    game.node_mut(first).expect("it is there").ms = Some(1_250);
    let at = game.add(first, point("o20")).expect("it has room");
    game.names = ["A\nB".to_owned(), "7".to_owned()];
    let written = psq::write(&game, at, &Style { levels: [4, 11], end: "-1\n2,caro" });
    let expected = "Piskvorky 15x20, 4:11, 0\n8,8,1250\n15,20,0\nA B\n\"7\"\n-1\n2,caro\n";
    assert_eq!(written.as_deref(), Ok(expected));
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
        let (rule, size) = (game.rule, game.size);
        assert_eq!(format!("{rule} {size} {}", outline(&game)), expected, "{text}");
    };
    check("(;FF[4]GM[4]SZ[15];B[hh];W[ii]C[good];B[jj])", "renju 15x15 h8i9\"good\"j10");
    check("(;SZ[15:20]RU[Caro];B[at](;W[bb];B[cc])(;W[dd]))", "caro 15x20 a20(b2c3)(d4)");
    check("(;RU[standard continuous]SZ[19];B[tt];W[])", "standard continuous 19x19 ----");
    check("(;SZ[20];B[tt])", "renju 20x20 t20");
    // Colours out of turn and stones that are set up.
    check("(;W[hh])", "renju 15x15 --h8");
    check("(;AB[hh][ii]AW[jj];W[kk])", "renju 15x15 h8j10i9k11");
    check("(;AB[aa:bb])", "renju 15x15 a1--b1--a2--b2");
    // Labels on the own stone and on the next moves; others are marks.
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
fn sgf_loses_no_property() {
    let head = "(;FF[4]GM[4]CA[UTF-8]AP[test]SZ[15]RU[renju]";
    let check = |rest: &str, expected: &str| {
        let game = read_good(format!("{head}{rest}").as_bytes());
        let written = sgf::write(&game, "test", &[]);
        assert_eq!(written, format!("{head}{expected})\n"));
        assert_eq!(sgf::read(&written, &defaults()).as_ref(), Ok(&game), "{written}");
    };
    let same = |text: &str| check(&format!("{text})"), text);
    same("EV[Cup]RO[3 (final)]PC[Tallinn]BR[2100]XX[a][b\\]c]\n;B[hh]\n;W[ii]DM[1]N[a name]WL[30]");
    same("\n;B[hh]LB[hh:A][cc:B\\:1]CR[aa]TR[bb]SQ[cc]MA[dd][ee]AR[aa:bb]C[text]");
    same("AB[hh][jj]AW[ii]PL[W]KO[]C[a puzzle]\n;W[kk]\n(;B[aa])\n(;B[bb])");
    same("AB[hh]PL[B]\n;B[ii]");
    same("\n;B[hh]\n;AB[ii]AW[jj][kk]PL[B]C[more]\n;B[aa]");
    same("\n(;AB[aa]PL[W])\n(;B[bb])");
    let foreign = "(;FF[4]GM[4]CA[UTF-8]AP[test]SZ[15]RU[Gomoku]\n;B[hh])\n";
    assert_eq!(sgf::write(&read_good(foreign.as_bytes()), "test", &[]), foreign);
    // A name in small letters alone, and a late size, would change the game if written back.
    check("\n;B[hh]b[ii]\n;AB[cc]SZ[19])", "\n;B[hh]\n;AB[cc]PL[W]");
    check(";AB[cc]SZ[19])", "AB[cc]PL[W]");
    let mail = "From: me\nSubject: a game (mine)\n\n(;SZ[15]RU[caro];B[hh])";
    assert_eq!(read_good(mail.as_bytes()).rule.to_string(), "caro");
    // A second annotation, a value of another scale, one rectangle for four points, and a side told by its move.
    check(
        "PL[white]AB[aa:bb]\n;W[hh]TE[1]BM[1]V[20]CR[cc:cd])",
        "AB[aa][ba][ab][bb]PL[W]\n;W[hh]TE[1]CR[cc][cd]BM[1]V[20]",
    );
}

#[test]
fn a_set_up_is_no_move() {
    let game = read_good(b"(;AB[hh][ii]AW[jj];W[kk];B[ll])");
    let set_up: Vec<_> = game.nodes().iter().map(|node| node.is_set_up).collect();
    assert_eq!(set_up, [false, true, true, true, false, false]);
    // White moves: the pass that makes it so is a part of the set-up.
    let game = read_good(b"(;AB[hh];B[ll])");
    let set_up: Vec<_> = game.nodes().iter().map(|node| (node.point, node.is_set_up)).collect();
    let expected = [(None, false), (point("h8"), true), (None, true), (point("l12"), false)];
    assert_eq!(set_up, expected);
}

#[test]
fn remarks_tell_what_a_file_leaves_open() {
    let check = |text: &str, expected: &str| {
        let remarks: Vec<_> =
            read_good(text.as_bytes()).remarks.iter().map(ToString::to_string).collect();
        assert_eq!(remarks.join("; "), expected, "{text}");
    };
    check("(;GM[4]RU[caro];B[hh])", "");
    check("(;GM[4];B[hh])", "the file does not name its rule");
    let go =
        "the file calls itself a game of Go (GM[1]); the file names an unknown rule: \"Japanese\"";
    check("(;GM[1]RU[Japanese];B[hh])", go);
    check("(;GM[4]RU[Swap2, Standard gomoku];B[hh])", "");
    check("(;RU[caro])\n( ;RU[omok])", "the file has more games, and this is the first one");
    check("(;RU[caro]) (that was all)", "");
    check("Piskvorky 15x15, 0:0, 0\n1,15\n15", "the file does not name its rule");
    check("Piskvorky 15x15, 0:0, 0\n1,15\n-1\n1,caro", "");
    check("h8 i9", "");
}

#[test]
fn collections_of_sgf_are_read() {
    let check = |text: &str, expected: &str| {
        let games = sgf::read_all(text, &defaults()).expect("these are games");
        let shown = games.iter().map(|game| {
            let lines: Vec<_> = game.nodes()[1..].iter().map(|node| node.line).collect();
            format!("{}: {} {lines:?} {}", game.line, outline(game), game.result)
        });
        assert_eq!(shown.collect::<Vec<_>>().join("; "), expected, "{text}");
    };
    check(
        "made by hand\n(;;B[hh](;W[ih];B[ik])(;W[aa]))\n(;B[aa]\n;W[bb]RE[0])\n",
        "2: h8(i8i11)(a1) [2, 2, 2, 2] ; 3: a1b2 [3, 4] ",
    );
    check("(;RE[?])(;RE[B+0.5])", "1:  [] ?; 1:  [] B+0.5");
    check("(;PB[a\\]b]C[\\\\];Black[hh]C[;W[x\\]]White[ih])", "1: \"\\\\\"h8i8\";W[x]\" [1, 1] ");
    check("", "");
    check("no game", "");
    let error = sgf::read_all("(;B[hh])\n(x", &defaults()).map_err(|error| error.to_string());
    let expected = "line 2: expected ; after the first parenthesis, found \"\"";
    assert_eq!(error.expect_err("it is no game"), expected);
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
    check("(;B[hh];AE[hh])", "line 1: AE removes stones, which no game of five in a row does");
    check("(;B hh)", "line 1: expected [ after a property, found \"hh)\"");
    check("(;B[hh]\n*)", "line 2: expected a property, ;, ( or ), found \"*)\"");
    let deep = format!("(;{}", "(".repeat(600));
    check(&deep, "line 1: a line has more than 500 moves");
    check(&format!("(;{})", ";B[]".repeat(600)), "line 1: a line has more than 500 moves");
}
