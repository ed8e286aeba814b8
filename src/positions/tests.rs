//! Tests of the collection against its definition, and of its file after damage.

use std::fs;

use crate::board::{BoardSize, Symmetry};
use crate::eval::Score;
use crate::game::Game;
use crate::positions::{Label, Line, PositionFile, Positions, Record};
use crate::rules::Rule;
use crate::tests::Folder;

/// Returns the game after these moves.
pub(super) fn game(names: &str) -> Game {
    image(names, Symmetry::default())
}

/// Returns the image of the game after these moves under a symmetry.
pub(super) fn image(names: &str, symmetry: Symmetry) -> Game {
    let mut game = Game::new(Rule::Freestyle, BoardSize::square(15));
    for name in names.split_whitespace() {
        let point = symmetry.apply(name.parse().expect("a point"), game.size());
        game.play(point).expect("the move is legal");
    }
    game
}

fn record(depth: u32, score: i32, best: &str) -> Record {
    let moves = vec![best.parse().expect("a point")];
    Record { depth, lines: vec![Line { score: Score::new(score), moves }], ..Record::default() }
}

#[test]
fn records_turn_with_the_position() {
    let size = BoardSize::square(15);
    let mut positions = Positions::default();
    let mut known = record(9, 30, "c12");
    known.marks.insert("a1".parse().expect("a point"), "corner".to_owned());
    positions.set(&game("h8 i9 g12"), known.clone());
    for symmetry in Symmetry::all(size) {
        let found = positions.get(&image("h8 i9 g12", symmetry)).expect("it is known");
        assert_eq!(found, known.image(symmetry, size), "{symmetry:?}");
    }
    assert_eq!(positions.len(), 1);
    let transposed = Symmetry { transpose: true, ..Symmetry::default() };
    assert!(positions.remove(&image("h8 i9 g12", transposed)));
    assert!(positions.is_empty());
}

#[test]
fn moves_to_known_positions_are_found() {
    let mut positions = Positions::default();
    for (names, score) in [("h8 i9 g7", 1), ("h8 i9 g12", 2), ("h8 i10 g12", 3), ("h8 i9", 4)] {
        positions.set(&game(names), record(1, score, "a1"));
    }
    for symmetry in Symmetry::all(BoardSize::square(15)) {
        let root = image("h8 i9", symmetry);
        let slow = root.position().empty().iter().filter_map(|point| {
            let mut after = root.clone();
            after.play(point).expect("the point is empty");
            let record = positions.get(&after)?;
            Some((point, record.image(Symmetry::default(), root.size())))
        });
        let fast =
            positions.known_moves(&root).into_iter().map(|known| (known.point, known.record));
        assert_eq!(fast.collect::<Vec<_>>(), slow.collect::<Vec<_>>());
        assert!(positions.known_moves(&root).len() >= 2);
    }
}

#[test]
fn positions_after_another_are_found_in_its_orientation() {
    let mut positions = Positions::default();
    for names in ["h8 i9", "h8 i9 g7", "h8 i9 g12 a1", "h8 i10 g12", "i9 h8 g12"] {
        positions.set(&game(names), record(1, 1, "a2"));
    }
    for symmetry in Symmetry::all(BoardSize::square(15)) {
        let root = image("h8 i9", symmetry);
        let after = positions.known_after(&root, 2);
        let mut plies: Vec<usize> = after.iter().map(|known| known.game.position().ply()).collect();
        plies.sort_unstable();
        assert_eq!(plies, [2, 3, 4], "{symmetry:?}");
        for known in &after {
            for placement in root.position().history() {
                let color = known.game.position().color_at(placement.point);
                assert_eq!(color, Some(placement.color));
            }
        }
        assert_eq!(positions.known_after(&root, 0).len(), 1);
    }
}

#[test]
fn files_keep_every_change_and_what_they_do_not_understand() {
    let folder = Folder::new("keep");
    let path = folder.path("a.positions");
    let mut file = PositionFile::open(&path).expect("it is new");
    assert!(!path.exists());
    file.set(&game("h8"), record(5, 10, "h9")).expect("it can be written");
    file.set(&game("h8"), record(7, 12, "h9")).expect("it can be written");
    file.set(&game("h8 i9"), record(6, 1, "a1")).expect("it can be written");
    assert!(file.remove(&game("h8 i9")).expect("it can be written"));
    assert!(!file.remove(&game("h8 i9")).expect("it can be written"));
    let mut text = fs::read_to_string(&path).expect("it can be read");
    assert_eq!(text.lines().count(), 5);
    // A line of a later version, and one that was cut off by a crash.
    text.push_str("freestyle 15x15 a1/- white shade 3\nfreestyle 15x15 h8/h9 bl");
    fs::write(&path, text).expect("it can be written");

    let mut file = PositionFile::open(&path).expect("it can be read");
    assert_eq!((file.positions().len(), file.unreadable()), (1, 2));
    assert_eq!(file.positions().get(&game("h8")).map(|record| record.depth), Some(7));
    file.set(&game("h8 h9 a3"), record(3, 3, "h7")).expect("it can be written");
    file.save().expect("it can be written");
    let text = fs::read_to_string(&path).expect("it can be read");
    assert_eq!(text.lines().count(), 1 + 2 + 2, "{text}");
    assert_eq!(PositionFile::open(&path).expect("it can be read").positions().len(), 2);
}

#[test]
fn parts_of_files_are_removed_exported_and_merged() {
    let folder = Folder::new("parts");
    let [path, other] = ["a.positions", "b.positions"].map(|name| folder.path(name));
    let mut file = PositionFile::open(&path).expect("it is new");
    let won = Record { label: Some(Label::WIN), ..record(4, 4, "a1") };
    for (names, record) in [
        ("h8", record(1, 1, "a1")),
        ("h8 i9 g7", won),
        ("h8 i9 g7 c3", record(3, 3, "a1")),
        ("a2 i9 g7", record(2, 2, "a1")),
    ] {
        file.set(&game(names), record).expect("it can be written");
    }
    let after = file.positions().known_after(&game("h8 i9"), usize::MAX);
    let after: Positions = after.into_iter().collect();
    assert_eq!(after.write(&other).expect("it can be written"), 2);
    let removed = file.remove_after(&game("h8"), |record| record.label == Some(Label::WIN));
    assert_eq!(removed.expect("it can be written"), 1);
    assert_eq!(PositionFile::open(&path).expect("it can be read").positions().len(), 3);
    assert_eq!(file.merge(&other).expect("it can be read"), 1, "one is known already");
    assert_eq!(file.positions().len(), 4);
    assert_eq!(file.positions().write(&other).expect("it can be written"), 4);
    let again = PositionFile::open(&other).expect("it can be read");
    assert_eq!(again.positions().text(), file.positions().text());
}

#[test]
fn other_files_are_left_alone() {
    let folder = Folder::new("foreign");
    let path = folder.path("a.db");
    fs::write(&path, "SQLite format 3\n").expect("it can be written");
    let error = PositionFile::open(&path).expect_err("it is something else");
    assert!(error.to_string().ends_with("expected \"dolmen positions 1\" in its first line"));
    let mut positions = Positions::default();
    positions.set(&game("h8"), record(1, 1, "a1"));
    let refused = positions.write(&path).expect_err("it is something else");
    assert_eq!(refused.to_string(), error.to_string());
    assert_eq!(fs::read_to_string(&path).expect("it can be read"), "SQLite format 3\n");
    assert!(PositionFile::open(&folder.path("")).is_err(), "it is a folder");
}

#[test]
fn missing_files_and_folders_are_errors() {
    let folder = Folder::new("missing");
    let mut file = PositionFile::open(&folder.path("a.positions")).expect("it is new");
    assert!(file.merge(&folder.path("b.positions")).is_err(), "there is nothing to take over");
    let path = folder.path("none").join("a.positions");
    let expected =
        format!("{}: the folder {} does not exist", path.display(), folder.path("none").display());
    let opened = PositionFile::open(&path).expect_err("it could not be written");
    let written = Positions::default().write(&path).expect_err("it cannot be written");
    assert_eq!([opened, written].map(|error| error.to_string()), [expected.clone(), expected]);
    let unnamed = PositionFile::open(std::path::Path::new("")).expect_err("it has no name");
    assert_eq!(unnamed.to_string(), "invalid path \"\": expected the path of a file");
}
