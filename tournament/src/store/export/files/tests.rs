//! The places of exports.

use std::fs;
use std::path::Path;

use dolmen::board::BoardSize;

use super::{Form, write_file, write_folder};
use crate::record::{GameRecord, Score};
use crate::store::export::PsqWriter;
use crate::store::export::tests::{game, header, moved};

/// The two games of a pair, and one without a move.
fn games() -> Vec<GameRecord> {
    let first = game(&[(7, 7), (8, 8)]);
    let mut second = first.clone();
    (second.black, second.white) = (first.white.clone(), first.black.clone());
    (second.id.game, second.score) = (1, Score::White);
    let mut third = game(&[]);
    (third.id.pair, third.score) = (1, Score::Draw);
    vec![first, second, third]
}

#[test]
fn each_game_has_a_file_named_as_by_the_judge() {
    let check = |form: Form, games: &[GameRecord], expected: &[&str], omitted: usize| {
        let folder = tempfile::tempdir().expect("a temporary folder can be created");
        let place = folder.path().join("a/b");
        let header = header(BoardSize::square(15));
        let empty = write_folder(form, PsqWriter::Gomocup, games, &header, &place);
        assert_eq!(empty.expect("the folder can be written"), omitted);
        let entries = fs::read_dir(&place).expect("the folder exists");
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut names: Vec<_> = entries.flatten().map(name).collect();
        names.sort();
        assert_eq!(names, expected);
    };
    let mut games = games();
    check(Form::Psq, &games, &["0_0_1_1.psq", "0_1_0_2.psq"], 1);
    check(Form::Sgf, &games, &["0_0_1_1.sgf", "0_1_0_2.sgf", "1_0_1_0.sgf"], 0);
    // After an opening of one stone white makes the first move, and comes first.
    for game in &mut games {
        game.moves.insert(0, moved((1, 1), None));
    }
    check(Form::Psq, &games, &["0_0_1_2.psq", "0_1_0_1.psq", "1_1_0_0.psq"], 0);
}

#[test]
fn some_formats_have_a_folder() {
    let check = |form: Form, place: Option<&str>, expected: Option<&str>| {
        let folder = form.folder(Path::new("x/games.jsonl"), place.map(Path::new));
        assert_eq!(folder.as_deref(), expected.map(Path::new), "{form:?} {place:?}");
    };
    check(Form::Psq, None, Some("x/games-psq"));
    check(Form::Psq, Some("y.psq"), Some("y.psq"));
    check(Form::Sgf, None, Some("x/games-sgf"));
    check(Form::Sgf, Some("y"), Some("y"));
    check(Form::Sgf, Some("y.sgf"), None);
    for form in [Form::Pgn, Form::Elo, Form::Csv, Form::Json] {
        check(form, None, None);
    }
}

#[test]
fn a_text_goes_to_a_file_or_to_the_output() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let place = folder.path().join("file");
    let mut out = Vec::new();
    write_file("one", Some(&place), &mut out).expect("the file can be written");
    write_file("two", None, &mut out).expect("memory can be written");
    assert_eq!(fs::read(&place).expect("the file can be read"), b"one");
    assert_eq!(out, b"two");
    let header = header(BoardSize::square(15));
    let error = write_folder(Form::Psq, PsqWriter::Gomocup, &games(), &header, &place)
        .expect_err("a file is there");
    assert!(error.to_string().starts_with(&place.display().to_string()), "{error}");
}
