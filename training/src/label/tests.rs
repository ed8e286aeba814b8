//! Tests that games of other programs are read or refused with the reason, and that their labels do
//! not depend on interruptions.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use dolmen::board::Color;
use dolmen::rules::{Outcome, Rule};

use super::{Progress, Settings, run, spread};
use crate::check::replay;
use crate::generate::folder::{self, FolderError};
use crate::generate::tally::{Kind, Tally};
use crate::label::foreign::ForeignFile;
use crate::store::{Beginning, Shard, games_files};

/// Black makes five in the middle, white stands in the corner.
const FIVE: &str = "[[7, 7], [0, 0], [8, 7], [1, 0], [9, 7], [2, 0], [10, 7], [4, 0], [11, 7]]";
const FEW: &str = "[[7, 7], [8, 8], [7, 9], [9, 7]]";

fn line(rule: &str, moves: &str, result: &str, opening_plies: usize) -> String {
    format!(
        "{{\"rule\": \"{rule}\", \"size\": 15, \"moves\": {moves}, \"result\": \"{result}\", \
         \"opening_plies\": {opening_plies}, \"players\": [\"one\", \"two\"]}}"
    )
}

/// Writes lines to a file.
fn write(folder: &Path, lines: &[String]) -> PathBuf {
    let path = folder.join("others.jsonl");
    fs::write(&path, lines.join("\n")).expect("the folder can be written");
    path
}

/// Two sound games, of two rules, and one with a move to an occupied point between them.
fn games(folder: &Path) -> ForeignFile {
    let lines = [
        line("freestyle", FIVE, "black", 2),
        line("renju", "[[7, 7], [7, 7]]", "draw", 1),
        line("renju", FEW, "white", 3),
    ];
    ForeignFile::read(&write(folder, &lines)).expect("the file was written")
}

fn settings() -> Settings {
    Settings { nodes: 200, positions_per_game: 5, rule: None, threads: 1 }
}

/// Labels games until `games` are labelled.
fn run_until(folder: &Path, file: &ForeignFile, threads: usize, games: usize) -> Progress {
    let stop = AtomicBool::new(false);
    let settings = Settings { threads, ..settings() };
    run(
        std::slice::from_ref(file),
        folder,
        &settings,
        &stop,
        &mut |progress| {
            stop.store(progress.games >= games, Ordering::Relaxed);
        },
        &mut |_, _| {},
    )
    .expect("the folder can be written")
}

/// The games of a folder, by file.
fn shards(folder: &Path) -> Vec<Shard> {
    let files = games_files(&[folder.to_owned()]).expect("the folder can be read");
    files.iter().map(|path| Shard::read(path).expect("the file is undamaged")).collect()
}

#[test]
fn games_are_imported() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let file = games(folder.path());
    let output = folder.path().join("labelled");
    let progress = run_until(&output, &file, 1, 1);
    assert_eq!((progress.games, progress.is_complete()), (1, false));
    let progress = run_until(&output, &file, 2, usize::MAX);
    assert_eq!(progress, Progress { games: 2, wanted: 2, positions: 6 });
    let shards = shards(&output);
    let [freestyle, renju] = &shards[..] else { panic!("{} files", shards.len()) };
    assert_eq!((freestyle.rule, renju.rule), (Rule::Freestyle, Rule::Renju));
    for (shard, number, winner) in [(freestyle, 1, Color::Black), (renju, 3, Color::White)] {
        assert_eq!(shard.header.seed, u64::from(file.checksum));
        assert_eq!((shard.source.nodes, shard.games.len()), (200, 1));
        let conditions = &shard.header.conditions;
        assert_eq!(conditions["input"], "others.jsonl");
        assert_eq!(conditions["checksum"], format!("{:08x}", file.checksum));
        let game = &shard.games[0];
        assert_eq!((game.number, game.beginning), (number, Beginning::Foreign));
        assert_eq!(game.outcome, Outcome::Win(winner));
        assert_eq!(replay(game, shard.rule), Ok(()));
        let mut tally = Tally::default();
        tally.add(game);
        assert_eq!(tally.of(Kind::Foreign), tally.total());
    }
    let points = |shard: &Shard| -> Vec<_> {
        shard.games[0].plies.iter().map(|ply| [ply.point.column(), ply.point.row()]).collect()
    };
    assert_eq!(format!("{:?}", points(freestyle)), FIVE);
    assert_eq!(format!("{:?}", points(renju)), FEW);
    let labelled: Vec<usize> = freestyle.games[0].positions().map(|(ply, _)| ply).collect();
    assert_eq!(labelled, [2, 4, 5, 6, 8]);
    let last = freestyle.games[0].positions().last().expect("the list is not empty").1.label;
    assert!(last.searched.score.is_win() && last.is_proved_win(), "{last:?}");
}

#[test]
fn a_folder_is_written_by_one_process_in_one_way() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let file = [games(folder.path())];
    let output = folder.path().join("labelled");
    let stop = AtomicBool::new(false);
    let label =
        |settings: &Settings| run(&file, &output, settings, &stop, &mut |_| {}, &mut |_, _| {});
    let lock = folder::lock(&output).expect("no other process writes there");
    let error = label(&settings()).expect_err("the folder is locked");
    assert!(matches!(error, FolderError::Busy(_)), "{error}");
    drop(lock);
    label(&Settings { rule: Some(Rule::Renju), ..settings() }).expect("the file can be written");
    assert_eq!(shards(&output).len(), 1);
    for (other, expected) in [
        (Settings { nodes: 300, ..settings() }, "--nodes 200, not 300"),
        (Settings { positions_per_game: 6, ..settings() }, "--positions-per-game 5, not 6"),
    ] {
        let error = label(&other).expect_err("others are there").to_string();
        let expected = format!(" was written with {expected}; use another folder");
        assert!(error.ends_with(&expected), "{error}");
    }
}

#[test]
fn lines_are_refused_with_the_reason() {
    let longer = FIVE.replace("[11, 7]]", "[11, 7], [3, 3]]");
    let foul = "[[7, 7], [0, 0], [8, 7], [0, 2], [7, 8], [0, 4], [9, 8], [0, 6], [9, 9], [0, 8], \
                [9, 7]]";
    let cases = [
        (line("gomoku", FEW, "white", 3), "unknown rule \"gomoku\": expected one of free"),
        (
            "{\"rule\": \"renju\"".to_owned(),
            "unexpected end of the line at column 16; expected a JSON",
        ),
        ("[]".to_owned(), "expected a JSON object with rule, size, moves, result, opening_plies"),
        (line("renju", FEW, "white", 3).replace("size", "side"), "missing field `size`"),
        (
            line("renju", FEW, "white", 3).replace("15", "40"),
            "invalid board size 40x40: expected sides from 5 to 22",
        ),
        (
            line("renju", "[[7, 7], [15, 3]]", "draw", 0),
            "move 2 is [15, 3], off the board; expected a column and a row from 0 to 14",
        ),
        (line("renju", "[[7, 7], [3]]", "draw", 0), "invalid length 1"),
        (line("renju", "[[7, 7], [7, 7]]", "draw", 0), "move 2: "),
        (line("renju", foul, "white", 0), "move 11: "),
        (line("standard", &longer, "black", 0), "move 10 comes after the end of the game: "),
        (line("standard", FIVE, "white", 0), "the result is \"white\", but the position says: "),
        (
            line("standard", FEW, "unknown", 0),
            "the result is \"unknown\"; expected \"black\", \"white\" or \"draw\"",
        ),
        (
            line("standard", FEW, "draw", 5),
            "opening_plies is 5; expected at most 4, the number of moves",
        ),
    ];
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let mut lines: Vec<String> = cases.iter().map(|(line, _)| line.clone()).collect();
    lines.extend([String::new(), line("caro6", FEW, "draw", 4)]);
    let path = write(folder.path(), &lines);
    let file = ForeignFile::read(&path).expect("the file was written");
    assert_eq!(file.games.iter().map(|game| game.line).collect::<Vec<_>>(), [15]);
    assert_eq!(file.refusals.len(), cases.len());
    for (index, (text, (line, reason))) in file.refusals.iter().zip(cases).enumerate() {
        let start = format!("{}, line {}: ", path.display(), index + 1);
        assert!(text.starts_with(&start) && text.contains(reason), "{line}\n{text}\n{reason}");
    }
}

#[test]
fn positions_are_spread_evenly() {
    let plies = |start, end, most| spread(start, end, most).into_iter().collect::<Vec<_>>();
    assert_eq!(plies(3, 7, 12), [3, 4, 5, 6]);
    assert_eq!(plies(0, 30, 3), [5, 15, 25]);
    assert_eq!(plies(4, 4, 3), [] as [usize; 0]);
}
