//! Tests of reading positions, and of the errors for invalid ones.

use crate::board::Color;
use crate::rules::Rule;
use crate::solve::input::{Assumptions, read};

const NOTHING: Assumptions = Assumptions { rule: None, to_move: None };

/// Describes each position in one text line: id, rule, size, side to move and stones, or id and
/// error.
fn describe(text: &str, assumptions: Assumptions) -> String {
    let describe = |problem| match problem {
        Ok(crate::solve::input::Problem { id, rule, position }) => {
            let stones = position.history().iter().map(|stone| format!(" {}", stone.point));
            let (size, mover) = (position.size(), position.side_to_move());
            format!("{id} {rule} {size} {mover}:{}", stones.collect::<String>())
        }
        Err(crate::solve::input::Refusal { id, error }) => format!("{id} error: {error}"),
    };
    read(text, assumptions).into_iter().map(describe).collect::<Vec<_>>().join("\n")
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(describe(text, NOTHING), expected, "{text}");
}

#[test]
fn lines_of_json() {
    check(
        r#"{"rule":"renju","size":15,"black":[[7,7],[8,8]],"white":[[7,6]],"to_move":"white"}"#,
        "1 renju 15x15 white: h8 h7 i9",
    );
    check(
        "\n{\"size\":[9,7],\"black\":[],\"white\":[]}\r\n\n\
         {\"id\":\"a\",\"x\":[{}],\"size\":22,\"black\":[[21,21]],\"white\":[]}\n",
        "2 freestyle 9x7 black:\n\"a\" freestyle 22x22 white: v22",
    );
    check(
        r#"{"id":null,"size":5,"black":[],"white":[],"rule":null,"to_move":null}"#,
        "1 freestyle 5x5 black:",
    );
    check(
        "\u{feff}{\"id\":7,\"size\":5,\"black\":[],\"white\":[],\"to_move\":\"White\"}",
        "7 freestyle 5x5 white:",
    );
}

#[test]
fn broken_lines() {
    #[track_caller]
    fn check_error(fields: &str, error: &str) {
        check(&format!("{{\"id\":3,{fields}}}"), &format!("3 error: {error}"));
    }
    check_error(
        r#""size":4,"black":[],"white":[]"#,
        "invalid board size 4x4: expected sides from 5 to 22",
    );
    check_error(
        r#""size":[5,23],"black":[],"white":[]"#,
        "invalid board size 5x23: expected sides from 5 to 22",
    );
    check_error(r#""size":5,"black":[]"#, "missing field `white`");
    check_error(r#""black":[],"white":[]"#, "missing field `size`");
    check_error(
        r#""size":"5","black":[],"white":[]"#,
        "invalid size: expected a number or [width, height]",
    );
    check_error(r#""size":5,"black":[[5,0]],"white":[]"#, "the stone at [5, 0] is off the board");
    check_error(r#""size":5,"black":[[0,-1]],"white":[]"#, "the stone at [0, -1] is off the board");
    check_error(r#""size":5,"black":[[0,0]],"white":[[0,0]]"#, "point a1 is occupied");
    check_error(r#""size":5,"black":[[1,0],[1,0]],"white":[]"#, "point b1 is occupied");
    check_error(
        r#""size":5,"black":[],"white":[],"rule":"go""#,
        "unknown rule \"go\": expected one of freestyle, standard, renju, caro, caro6, omok",
    );
    check_error(
        r#""size":5,"black":[],"white":[],"to_move":"red""#,
        "unknown colour \"red\": expected black or white",
    );
    check_error(
        r#""size":5,"black":[[0,0],[1,1]],"white":[]"#,
        "2 black and 0 white stones do not determine the side to move",
    );
    check_error(
        r#""size":5,"black":[[0,0],[1,0],[2,0],[3,0],[4,0]],"white":[],"to_move":"white""#,
        "the game is over: black has a five",
    );
    check("{}", "1 error: missing field `size`");
    check("{\"id\":3", "1 error: unexpected end of the line at column 7");
    check("{}\nX", "1 error: missing field `size`\n2 error: expected value at column 1");
}

const TWO_BOARDS: &str = "
. . . . .
. X . . .
. . O . .
. . . . .
. . . . .

 1 . . . . . #
 2 . . . . . .
 3 . . . X . .
 4 . . . . . .
 5 . . . . . .
   a b c d e f
";

#[test]
fn games() {
    check("(;GM[4]SZ[15]RU[Renju];B[hh];W[ii](;B[aa])(;B[bb]))", "1 renju 15x15 white: h8 i9 a1");
    check("(;SZ[9];B[aa])\n\n(;SZ[9];B[zz])", "1 error: line 3: point zz is off the board of 9x9");
    check("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n-1\n1,caro\n", "1 caro 15x15 black: h8 i9");
    let assumed = Assumptions { rule: Some(Rule::Omok), to_move: None };
    assert_eq!(describe("(;SZ[9];B[aa])", assumed), "1 omok 9x9 white: a1");
}

#[test]
fn diagrams() {
    check(TWO_BOARDS, "2 freestyle 5x5 black: b2 c3\n8 freestyle 6x5 white: d3");
    check(
        ".....\n.....\n\n.....\n",
        "1 error: invalid board size 5x2: expected sides from 5 to 22\n\
         4 error: invalid board size 5x1: expected sides from 5 to 22",
    );
    check("? . . . .", "1 error: invalid board size 5x1: expected sides from 5 to 22");
    check(
        "h8i9",
        "1 error: unknown format: expected a board diagram, a game such as renju 15x15 h8 i9, JSON, SGF or a \
         record of Piskvork",
    );
    check("", "");
    check(" \n\n", "");
}

#[test]
fn assumptions_override_the_text() {
    let assumptions = Assumptions { rule: Some(Rule::Omok), to_move: Some(Color::White) };
    assert_eq!(describe(TWO_BOARDS, assumptions), "2 omok 5x5 white: b2 c3\n8 omok 6x5 white: d3");
    let line =
        r#"{"id":1,"rule":"renju","to_move":"black","size":5,"black":[[0,0],[2,2]],"white":[]}"#;
    assert_eq!(describe(line, assumptions), "1 omok 5x5 white: a1 c3");
}

#[test]
fn games_of_one_line() {
    check("renju 15x15 h8 i9", "1 renju 15x15 black: h8 i9");
    check("caro 9x9 e5 pass f6\nomok 15x15", "1 caro 9x9 white: e5 f6\n2 omok 15x15 black:");
    check("renju 15x15 h8 h8", "1 error: point h8 is occupied");
    let mixed = format!("standard 7x7 d4\n{TWO_BOARDS}");
    assert!(describe(&mixed, NOTHING).starts_with("1 standard 7x7 white: d4\n"), "{mixed}");
}
