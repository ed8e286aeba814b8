//! Each form with what it accepts and refuses; errors by file, line and words; openings that
//! are written and read again; and texts that make no sense.

use std::fs;
use std::path::Path;

use dolmen::board::{BoardSize, Point};
use dolmen::rules::Rule;
use tempfile::TempDir;

use super::{drafts, guess, read};
use crate::openings::lists::{Draft, write};
use crate::openings::testing::random_opening;
use crate::openings::{Opening, OpeningForm};

const FORMS: [OpeningForm; 4] =
    [OpeningForm::Offsets, OpeningForm::Positions, OpeningForm::Sgf, OpeningForm::Psq];

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
    check("a.txt", "0,0\n1,2,3\n", "error 2: odd number of coordinates: 3");
    check("a.txt", "0,0\n\n1,x\n", "error 3: invalid number \"x\": expected an integer");
    check("a.txt", "1,,2,3", "error 1: invalid number \"\": expected an integer");
    check("a.txt", "1,2.5", "error 1: invalid number \"2.5\": expected an integer");
    check("a.txt", "99999999999,0", "error 1: invalid number \"99999999999\": expected an integer");
    check(
        "a.txt",
        "0,0\n0,0, 8,-1",
        "error 2: move 2: 15,6 (counted from 0) is off the 15x15 board",
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
    check("a.txt", "h8\nh8i\n", "error 2: invalid point \"i\"");
    check("a.txt", "h8i99", "error 1: invalid point \"i99\"");
    check("a.txt", "h8?9", "error 1: invalid point \"?9\"");
    check("a.txt", "h8é9", "error 1: invalid point \"é9\"");
    check("a.txt", "h8p1", "error 1: move 2: 15,0 (counted from 0) is off the 15x15 board");
}

#[test]
fn sgf() {
    check("a.sgf", "(;FF[4]GM[4]SZ[15]\n;B[hh];W[ih]\n;B[ik])", "1: h8i8i11");
    check(
        "a.sgf",
        "made by hand\n(;;B[hh](;W[ih];B[ik])(;W[aa]))\n(;B[aa])\n",
        "2: h8i8i11\n3: a1",
    );
    check("a.sgf", "(;SZ[15:15]PB[a\\]b]C[\\\\];Black[hh]C[;W[x\\]]White[ih])", "1: h8i8");
    check("a.sgf", "(;AB[hh]\n[aa]AW[ih];W[oo])", "1: h8i8a1o15");
    check("a.sgf", "(;SZ[15])", "1: ");
}

#[test]
fn sgf_of_a_game_with_an_opening() {
    let game = "(;SZ[15]RE[B+1]TE[five]\n;B[hh]C[opening move];W[ih]C[opening move]\n;B[ik]C[12ms]\
                ;W[aa]C[3ms])\n\n";
    check("a.sgf", game, "1: h8i8");
}

#[test]
fn broken_sgf() {
    check("a.sgf", "nothing", "error  the file contains no openings");
    check("a.sgf", "(;B[hh]", "error 1: the record is incomplete");
    check("a.sgf", "(;B[hh]\n;W[ih", "error 2: the record is incomplete");
    check("a.sgf", "(;B[hh]\n;B[ih])", "error 2: the move \"B[ih]\" is not of the side to move");
    check("a.sgf", "(;B[hh]\n;W[])", "error 2: the move \"W[]\" is not of the side to move");
    check("a.sgf", "(;B[h8])", "error 1: invalid point \"h8\"");
    check("a.sgf", "\n(;SZ[19])", "error 2: the record has a different board size: \"SZ[19]\"");
    check(
        "a.sgf",
        "(;AB[hh][aa])",
        "error 1: 2 black and 0 white stones cannot have been placed in turn",
    );
    check("a.sgf", "(;B[hh];AW[aa])", "error 1: the move \"AW[aa]\" is not of the side to move");
    let twice = "(;B[hh]\n;W[ih]\n;B[hh])";
    check("a.sgf", twice, "error 3: move 3: point h8 is occupied");
}

#[test]
fn psq() {
    let own = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,0\n9,11,27\nA.zip\nB.zip\n-1\n1,fastgame\n";
    check("a.psq", own, "1: h8i8i11");
    check("a.psq", &own.replace('\n', "\r\n"), "1: h8i8i11");
    check("a.psq", "Piskvorky  15 x 15 , 0:4, 1\n 8, 8\n15,1\n0", "1: h8o1");
    check("a.psq", "Piskvorky 15x15, 0:0, 0\n", "1: ");
}

#[test]
fn broken_psq() {
    let other = "error 1: the record has a different board size: \"Piskvorky 20x20, 11:11, 0\"";
    check("a.psq", "Piskvorky 20x20, 11:11, 0\n8,8,0\n", other);
    let start = "expected one such as Piskvorky 15x15, 11:11, 0";
    check("a.psq", "8,8,0\n", &format!("error 1: invalid first line \"8,8,0\": {start}"));
    check(
        "a.psq",
        "Piskvorky 15\n",
        &format!("error 1: invalid first line \"Piskvorky 15\": {start}"),
    );
    let off = "error 3: move 2: -1,0 (counted from 0) is off the 15x15 board";
    check("a.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n0,1,0\n", off);
    check("a.psq", "", "error  the file contains no openings");
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

/// An opening in a form, as other programs write it.
fn written(opening: &Opening, form: OpeningForm, size: BoardSize) -> String {
    let letters = |point: &Point| {
        [point.column(), point.row()].map(|side| char::from(b'a' + side as u8)).iter().collect()
    };
    match form {
        OpeningForm::Offsets => {
            let mut text = Vec::new();
            write(&mut text, "a head", std::slice::from_ref(opening), size)
                .expect("writing to memory never fails");
            String::from_utf8(text).expect("the text is UTF-8")
        }
        OpeningForm::Positions => points(&opening.moves),
        OpeningForm::Sgf => {
            let stone = |(ply, point): (usize, &Point)| {
                let letters: String = letters(point);
                format!(";{}[{letters}]\n", ['B', 'W'][ply % 2])
            };
            let moves: String = opening.moves.iter().enumerate().map(stone).collect();
            format!("(;FF[4]GM[4]SZ[{}:{}]\n{moves})", size.width(), size.height())
        }
        OpeningForm::Psq => {
            let stone = |point: &Point| format!("{},{},0\n", point.column() + 1, point.row() + 1);
            let moves: String = opening.moves.iter().map(stone).collect();
            format!("Piskvorky {size}, 11:11, 0\n{moves}A.zip\nB.zip\n-1\n")
        }
    }
}

#[test]
fn what_is_written_is_read_again() {
    for seed in 0..200 {
        let mut random = fastrand::Rng::with_seed(seed);
        let size = BoardSize::new(random.i64(5..=22), random.i64(5..=22))
            .expect("a board has 5 to 22 columns and rows");
        let opening = random_opening(size, 1..=8, &mut random);
        for form in FORMS {
            let text = written(&opening, form, size);
            let drafts = drafts(&text, form, size).expect("it was written as it should be");
            let [draft] = drafts.as_slice() else { panic!("seed {seed}: one opening") };
            let moves: Vec<_> = draft.moves.iter().filter_map(|(_, at)| at.on(size)).collect();
            assert_eq!(moves, opening.moves, "seed {seed} {form:?} {text}");
        }
    }
}

/// Whatever the text, the answer is openings or an error in one of its lines.
#[test]
fn no_text_breaks_a_reader() {
    const PIECES: &str = "()[];\\,, \n\r0123456789-+abhzBWCAZ#é\u{feff}xPiskvorky";
    let pieces: Vec<char> = PIECES.chars().collect();
    let size = BoardSize::square(15);
    for seed in 0..2_000 {
        let mut random = fastrand::Rng::with_seed(seed);
        let form = FORMS[seed as usize % FORMS.len()];
        let opening = random_opening(size, 1..=5, &mut random);
        let mut text: Vec<char> = written(&opening, form, size).chars().collect();
        for _ in 0..random.usize(1..6) {
            let place = random.usize(..text.len());
            text[place] = pieces[random.usize(..pieces.len())];
        }
        let text: String = text.into_iter().collect();
        let last = text.lines().count() + 1;
        let line = |draft: &Draft| draft.line;
        let lines = match drafts(&text, form, size) {
            Ok(drafts) => drafts.iter().map(line).collect(),
            Err((line, _)) => vec![line],
        };
        assert!(lines.iter().all(|line| (1..=last).contains(line)), "seed {seed} {text:?}");
    }
}
