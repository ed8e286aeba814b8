//! Openings of each form, and errors by file, line and words.

use std::fs;
use std::path::Path;

use dolmen::board::{BoardSize, Point};
use dolmen::rules::Rule;
use tempfile::TempDir;

use super::{guess, read};
use crate::openings::{Opening, OpeningForm};

/// Checks what a file of this name and text holds on 15×15, read under the standard rule: the
/// openings, as `line: moves` in lines, or the error without its folder.
fn check(name: &str, text: &str, expected: &str) {
    check_under(Rule::Standard, BoardSize::square(15), name, text, expected);
}

fn check_under(rule: Rule, size: BoardSize, name: &str, text: &str, expected: &str) {
    let folder = TempDir::new().expect("a temporary folder can be created");
    let path = folder.path().join(name);
    fs::write(&path, text).expect("the file can be written");
    let found = match read(&path, None, size, rule) {
        Ok(openings) => openings.iter().map(show).collect::<Vec<_>>().join("\n"),
        Err(error) => {
            let text = error.to_string();
            let start = format!("{}:", path.display());
            format!("error {}", text.strip_prefix(&start).expect("the file is named first"))
        }
    };
    assert_eq!(found, expected, "{text:?}");
}

/// An opening as `line: moves`.
fn show(opening: &Opening) -> String {
    let (_, line) = opening.name.rsplit_once(':').expect("the name ends in the line");
    format!("{line}: {}", points(&opening.moves))
}

fn points(moves: &[Point]) -> String {
    moves.iter().map(Point::to_string).collect()
}

#[test]
fn offsets() {
    check("a.txt", "0,0, 1,0, 1,3\n", "1: h8i8i11");
    check("a.txt", "0,0,1,0\r\n\r\n -7,7 ,\t7,-7 \r\n", "1: h8i8\n3: a15o1");
    check("a.txt", "# a head\n\n0,0 1,0,  # a comment\n", "3: h8i8");
    check("a.txt", "\u{feff}0,0", "1: h8");
    check_under(Rule::Freestyle, BoardSize::square(20), "a.txt", "0,0, -10,9", "1: k11a20");
    let rectangle = BoardSize::new(15, 12).expect("a board has 5 to 22 columns and rows");
    check_under(Rule::Freestyle, rectangle, "a.txt", "0,0, -7,-6", "1: h7a1");
}

#[test]
fn broken_offsets() {
    let wrong = "error 2: expected pairs of numbers such as 7,7, found \"1,2,3\"";
    check("a.txt", "0,0\n1,2,3\n", wrong);
    check(
        "a.txt",
        "0,0\n0,0, 8,-1",
        "error 2: point 8,-1 from the centre is off the board of 15x15",
    );
    check("a.txt", "0,0, 1,1, 0,0", "error 1: move 3: point h8 is occupied");
}

#[test]
fn openings_that_cannot_be_played() {
    let five = "0,0, 0,1, 1,0, 1,1, 2,0, 2,1, 3,0, 3,1, 4,0";
    check("a.txt", five, "error 1: move 9 ends the game: black wins");
    let double_three = "1,0, -7,-7, 2,0, -7,7, 0,1, 7,7, 0,2, 7,-7, 0,0";
    check("a.txt", double_three, "1: i8a1j8a15h9o15h10o1h8");
    let expected = "error 1: move 9: point h8 is forbidden: double three";
    for rule in [Rule::Renju, Rule::Omok] {
        check_under(rule, BoardSize::square(15), "a.txt", double_three, expected);
    }
}

#[test]
fn positions() {
    check("a.txt", "h8i9g7\n\nH8 I10, a1\n", "1: h8i9g7\n3: h8i10a1");
    check("a.txt", "# none\no15a1", "2: o15a1");
    check("a.txt", "h8\nh8i\n", "error 2: expected a point such as h8, found \"i\"");
    check("a.txt", "h8p1", "error 1: point p1 is off the board of 15x15");
    check(
        "a.txt",
        "h8--i9",
        "error 1: the record has a pass: expected black and white stones in turn",
    );
}

#[test]
fn sgf() {
    check("a.sgf", "(;FF[4]GM[4]SZ[15]\n;B[hh];W[ih]\n;B[ik])", "1: h8i8i11");
    let two = "made by hand\n(;;B[hh](;W[ih];B[ik])(;W[aa]))\n(;B[aa])\n";
    check("a.sgf", two, "2: h8i8i11\n3: a1");
    check("a.sgf", "(;AB[hh]\n[aa]AW[ih];W[oo])", "1: h8i8a1o15");
    check("a.sgf", "(;SZ[15])", "1: ");
    let game = "(;SZ[15]RE[B+1]TE[five]\n;B[hh]C[opening move];W[ih]C[opening move]\n;B[ik]C[12ms]\
                ;W[aa]C[3ms])\n\n";
    check("a.sgf", game, "1: h8i8");
    check("a.sgf", &game.replace(";B[hh]C[opening move]", "AB[hh]"), "1: h8i8");
}

#[test]
fn broken_records() {
    check("a.sgf", "nothing", "error  the file contains no openings");
    check("a.sgf", "(;B[h8])", "error 1: expected two small letters such as hh, found \"h8\"");
    check("a.sgf", "\n(;SZ[19])", "error 2: the record has a board of 19x19: expected 15x15");
    let pass = "error 2: the record has a pass: expected black and white stones in turn";
    for broken in ["(;B[hh]\n;B[ih])", "(;B[hh]\n;W[])", "(;\nAB[hh][aa])"] {
        check("a.sgf", broken, pass);
    }
    check("a.sgf", "(;B[hh]\n;W[ih]\n;B[hh])", "error 3: point h8 is occupied");
    let other = "error 1: the record has a board of 20x20: expected 15x15";
    check("a.psq", "Piskvorky 20x20, 11:11, 0\n8,8,0\n", other);
    let start = "expected a line such as Piskvorky 15x15, 11:11, 0";
    check("a.psq", "8,8,0\n", &format!("error 1: {start}, found \"8,8,0\""));
    check("a.psq", "", "error  the file contains no openings");
}

#[test]
fn psq() {
    let own = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,0\n9,11,27\nA.zip\nB.zip\n-1\n1,fastgame\n";
    check("a.psq", own, "1: h8i8i11");
    check("a.psq", "Piskvorky 15x15, 0:0, 0\n", "1: ");
}

#[test]
fn files_without_openings() {
    check("a.txt", "", "error  the file contains no openings");
    check("a.txt", "# only comments\n\n", "error  the file contains no openings");
    let error = read(Path::new("no/such/file"), None, BoardSize::square(15), Rule::Renju)
        .expect_err("there is none");
    assert!(error.to_string().starts_with("no/such/file: "), "{error}");
    assert_eq!(error.line, None);
}

#[test]
fn forms_are_guessed() {
    let check = |name: &str, text: &str, form: OpeningForm| {
        assert_eq!(guess(Path::new(name), text), form, "{name} {text:?}");
    };
    check("a.SGF", "0,0", OpeningForm::Sgf);
    check("a.psq", "", OpeningForm::Psq);
    check("a.pos", "\n# c\n h8i9", OpeningForm::Positions);
    check("a.txt", "# c\n-1,0, 0,0", OpeningForm::Offsets);
    check("a.txt", "\n(;B[hh])", OpeningForm::Sgf);
    check("a", "piskvorky 15x15, 0:0, 0", OpeningForm::Psq);
    check("a", "", OpeningForm::Offsets);
}
