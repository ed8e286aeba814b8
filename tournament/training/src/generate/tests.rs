//! The same games whatever the threads and the stops, and all of them sound.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use dolmen::board::BoardSize;
use dolmen::rules::Rule;

use crate::check::replay;
use crate::generate::{Added, Plan};
use crate::store::{Game, Settings, Shard, games_files};

fn plan(rule: Rule, folder: &Path) -> Plan {
    Plan {
        rule,
        size: BoardSize::square(if rule == Rule::Freestyle { 20 } else { 15 }),
        settings: Settings::with_nodes(150),
        seed: 42,
        games: 6,
        games_per_file: 4,
        threads: 1,
        folder: folder.to_owned(),
    }
}

fn run(plan: &Plan) -> Added {
    plan.run(&AtomicBool::new(false), &mut |_| {}).expect("the games can be written")
}

/// The bytes of all files by their names.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let files = games_files(&[folder.to_owned()]).expect("the folder can be read");
    let named = files.iter().map(|path| {
        let name = path.file_name().expect("files have names").to_string_lossy().into_owned();
        (name, fs::read(path).expect("the file can be read"))
    });
    named.collect()
}

fn games(folder: &Path) -> Vec<Game> {
    let shards = files(folder);
    let shards = shards.values().map(|bytes| Shard::from_bytes(bytes).expect("it is whole"));
    shards.flat_map(|shard| shard.games).collect()
}

#[test]
fn games_of_every_rule_are_sound() {
    for rule in Rule::ALL {
        let folder = tempfile::tempdir().expect("there is a place for files");
        let plan = plan(rule, folder.path());
        assert_eq!(run(&plan).games, 6);
        let games = games(folder.path());
        assert_eq!(games.iter().map(|game| game.number).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
        for game in &games {
            assert_eq!(replay(game, rule, plan.size), Ok(()), "{rule} game {}", game.number);
            assert!(game.searched_positions() > 0);
        }
    }
}

#[test]
fn threads_and_stops_change_nothing() {
    let once = tempfile::tempdir().expect("there is a place for files");
    let all = plan(Rule::Freestyle, once.path());
    let added = run(&all);
    assert_eq!((added.known_games, added.games), (0, 6));
    assert_eq!(run(&all), Added { known_games: 6, games: 0, positions: 0 });

    let stopped = tempfile::tempdir().expect("there is a place for files");
    let mut parts = Plan { threads: 3, ..plan(Rule::Freestyle, stopped.path()) };
    let stop = AtomicBool::new(false);
    let first = parts.run(&stop, &mut |added| stop.store(added.games >= 1, Ordering::Relaxed));
    let first = first.expect("the games can be written");
    assert!((1..=6).contains(&first.games), "{} games", first.games);
    parts.threads = 2;
    assert_eq!(run(&parts).known_games, first.games);
    // Blocks end where a run ended, so that the bytes may differ, but not the games.
    assert_eq!(games(stopped.path()), games(once.path()));
    let names = |folder| files(folder).into_keys().collect::<Vec<_>>();
    assert_eq!(names(stopped.path()), names(once.path()));
}
