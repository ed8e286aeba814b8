//! Tests of the places where the games of a tournament are written.

use std::fs;
use std::path::Path;

use dolmen::board::BoardSize;

use super::{Exported, Form, export};
use crate::openings::parse_sgf;
use crate::record::{GameRecord, Score};
use crate::store::export::PsqWriter;
use crate::store::export::testing::{game, header, moved};

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

/// Writes the games, and gives the names of all files in the folder, sorted, and what was
/// written to standard output.
fn write(form: Form, place: Option<&str>, games: &[GameRecord]) -> (Exported, String, String) {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let header = header(BoardSize::square(15));
    let (results, mut out) = (folder.path().join("games.jsonl"), Vec::new());
    let place = place.map(|place| folder.path().join(place));
    let writer = PsqWriter::Gomocup;
    let data = (games, &header);
    let exported = export(form, writer, data, &results, place.as_deref(), &mut out)
        .expect("the folder can be written");
    let files = files(folder.path()).join(" ").replace(&folder.path().display().to_string(), "");
    (exported, files, String::from_utf8(out).expect("the text is UTF-8"))
}

fn files(folder: &Path) -> Vec<String> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("the folder can be read").path();
        if path.is_dir() {
            names.extend(files(&path));
        } else {
            names.push(path.display().to_string());
        }
    }
    names.sort();
    names
}

#[test]
fn a_file_for_each_game() {
    let (exported, names, _) = write(Form::Psq, None, &games());
    assert_eq!(names, "/games-psq/0_0_1_1.psq /games-psq/0_1_0_2.psq");
    assert_eq!((exported.games, exported.empty), (2, 1));
    let (exported, names, _) = write(Form::Sgf, Some("a/b"), &games());
    assert_eq!(names, "/a/b/0_0_1_1.sgf /a/b/0_1_0_2.sgf /a/b/1_0_1_0.sgf");
    assert_eq!((exported.games, exported.empty), (3, 0));
}

/// After an opening of one stone white makes the first move, and is the first player.
#[test]
fn players_of_odd_openings() {
    let mut games = games();
    for game in &mut games {
        game.moves.insert(0, moved((1, 1), None));
    }
    let (_, names, _) = write(Form::Psq, None, &games);
    assert_eq!(names, "/games-psq/0_0_1_2.psq /games-psq/0_1_0_1.psq /games-psq/1_1_0_0.psq");
}

#[test]
fn one_file() {
    for (form, name) in
        [(Form::Sgf, "x.sgf"), (Form::Pgn, "x.pgn"), (Form::Elo, "x"), (Form::Csv, "x.csv")]
    {
        let (exported, names, out) = write(form, Some(name), &games());
        assert_eq!((names, out.as_str()), (format!("/{name}"), ""), "{form:?}");
        assert_eq!(exported.games, 3, "{form:?}");
    }
}

#[test]
fn standard_output() {
    let (exported, names, out) = write(Form::Elo, None, &games());
    assert_eq!((exported.place, names.as_str()), (None, ""));
    assert_eq!(out, "A - B: 2 : 0\n");
    let (_, _, out) = write(Form::Pgn, None, &games());
    assert_eq!(out.matches("[Result ").count(), 3);
    let (_, _, out) = write(Form::Csv, None, &games());
    assert_eq!(out.lines().count(), 4);
    assert!(parse_sgf("").expect("no game is no fault").is_empty());
}

#[test]
fn a_folder_that_cannot_be() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let path = folder.path().join("file");
    fs::write(&path, "").expect("the folder can be written");
    let (games, header) = (games(), header(BoardSize::square(15)));
    let data = (games.as_slice(), &header);
    let error = export(Form::Psq, PsqWriter::Gomocup, data, &path, Some(&path), &mut Vec::new())
        .expect_err("a file is there");
    assert!(error.to_string().starts_with(&path.display().to_string()), "{error}");
}
