//! Tests that games are sound and depend neither on threads nor on interruptions.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use dolmen::board::BoardSize;
use dolmen::rules::Rule;

use crate::check::replay;
use crate::generate::folder::FolderError;
use crate::generate::plan::testing::plan as plan_with;
use crate::generate::plan::{Conditions, Plan};
use crate::generate::play::Player;
use crate::generate::{End, Progress, run};
use crate::store::{Game, Shard, games_files};

fn plan() -> Plan {
    plan_with("[[stages]]\npositions = 600\nrules = { freestyle = 0.6, renju = 0.4 }")
}

/// Plays until there are `games` games.
fn run_until(plan: &Plan, folder: &Path, threads: usize, games: u64) -> Progress {
    let stop = AtomicBool::new(false);
    let mut last = None;
    let end = run(
        plan,
        folder,
        threads,
        &stop,
        &mut |progress| {
            stop.store(progress.games >= games, Ordering::Relaxed);
            last = Some(progress.clone());
        },
        &mut |_, _| {},
    );
    assert_eq!(end.expect("the games can be written"), End::Stopped);
    last.expect("a game was played")
}

/// All games by rule and number.
fn games(folder: &Path) -> BTreeMap<(&'static str, u32), Game> {
    let files = games_files(&[folder.to_owned()]).expect("the folder can be read");
    let mut games = BTreeMap::new();
    for path in files {
        let shard = Shard::read(&path).expect("the file is undamaged");
        assert!(shard.damage.is_empty(), "{}", path.display());
        for game in shard.games {
            let number = game.number;
            assert!(games.insert((shard.rule.name(), number), game).is_none(), "game {number}");
        }
    }
    games
}

#[test]
fn games_of_every_rule_are_sound() {
    let shares = Rule::ALL.map(|rule| format!("{rule} = {}", 1.0 / 6.0)).join(", ");
    let sizes = |rule: Rule| format!("[rules.{rule}]\nsizes = {{ 13x13 = 0.6, 15x10 = 0.4 }}\n");
    let rules = [Rule::Standard, Rule::Caro, Rule::Caro6, Rule::Omok].map(sizes).concat();
    let plan = plan_with(&format!("{rules}\n[[stages]]\npositions = 600\nrules = {{ {shares} }}"));
    for rule in &plan.rules {
        let mut player = Player::new(rule, &plan.effort);
        let mut kinds = [0; 2];
        for number in 0..3 {
            let game = player.play(plan.seed, number);
            assert_eq!(replay(&game, rule.rule), Ok(()), "{} game {number}", rule.rule);
            for (_, position) in game.positions() {
                kinds[0] += 1;
                kinds[1] += position.interior.len();
            }
        }
        assert!(kinds[0] > 0 && kinds[1] > kinds[0], "{}: {kinds:?}", rule.rule);
    }
}

#[test]
fn threads_and_stops_change_no_game() {
    let once = tempfile::tempdir().expect("a temporary folder can be created");
    let plan = plan();
    run_until(&plan, once.path(), 1, 12);
    let stopped = tempfile::tempdir().expect("a temporary folder can be created");
    for (threads, games) in [(3, 2), (2, 7), (1, 12)] {
        let progress = run_until(&plan, stopped.path(), threads, games);
        assert!(progress.games >= games);
    }
    let (once, stopped) = (games(once.path()), games(stopped.path()));
    let shared = stopped.iter().filter(|(number, _)| once.contains_key(number));
    let differing = shared.clone().find(|(number, game)| once[number] != **game);
    assert_eq!(differing.map(|(number, _)| number), None);
    assert!(shared.count() >= 8, "most games are in both");
}

#[test]
fn one_run_writes_a_folder() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let plan = plan();
    let stop = AtomicBool::new(false);
    run(
        &plan,
        folder.path(),
        1,
        &stop,
        &mut |_| {
            stop.store(true, Ordering::Relaxed);
            let second =
                run(&plan, folder.path(), 1, &AtomicBool::new(true), &mut |_| {}, &mut |_, _| {});
            assert!(matches!(second, Err(FolderError::Busy(_))), "{second:?}");
        },
        &mut |_, _| {},
    )
    .expect("the first run can write");
}

#[test]
fn the_disk_limit_ends_a_run() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let plan = Plan { disk_limit: 3_000, ..plan() };
    let mut bytes = 0;
    let end = run(
        &plan,
        folder.path(),
        1,
        &AtomicBool::new(false),
        &mut |progress| {
            bytes = progress.bytes;
        },
        &mut |_, _| {},
    );
    assert_eq!(end.expect("the games can be written"), End::DiskLimit);
    assert!(bytes >= 3_000, "{bytes}");
    let again = run(
        &plan,
        folder.path(),
        1,
        &AtomicBool::new(false),
        &mut |_| panic!("no game"),
        &mut |_, _| {},
    );
    assert_eq!(again.expect("the folder can be read"), End::DiskLimit);
}

#[test]
fn an_incomplete_end_is_dropped_and_reported() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let plan = plan();
    run_until(&plan, folder.path(), 1, 2);
    let games = games(folder.path());
    let path = games_files(&[folder.path().to_owned()]).expect("the folder can be read").remove(0);
    let bytes = fs::read(&path).expect("it can be read");
    fs::write(&path, &bytes[..bytes.len() - 1]).expect("it can be written");
    let mut dropped = Vec::new();
    let stop = AtomicBool::new(false);
    let mut on_game = |_: &Progress| stop.store(true, Ordering::Relaxed);
    run(&plan, folder.path(), 1, &stop, &mut on_game, &mut |path, end| {
        dropped.push((path.to_owned(), end.is_torn_end()));
    })
    .expect("the folder can be written");
    assert_eq!(dropped, [(path.clone(), true)]);
    let again = self::games(folder.path());
    assert!(games.iter().all(|(number, game)| again.get(number) == Some(game)));
    // A whole block with a wrong checksum is damage.
    let mut bytes = fs::read(&path).expect("it can be read");
    *bytes.last_mut().expect("it has games") ^= 1;
    fs::write(&path, &bytes).expect("it can be written");
    let refused = run(&plan, folder.path(), 1, &stop, &mut |_| {}, &mut |_, _| {});
    let error = refused.expect_err("it is damaged").to_string();
    assert!(
        error.contains(" damaged bytes from byte ") && error.contains("; move the file away to"),
        "{error}"
    );
    assert!(fs::read(&path).expect("it can be read") == bytes, "nothing is lost");
}

#[test]
fn another_plan_is_refused_by_the_names_of_the_plan() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let plan = plan();
    run_until(&plan, folder.path(), 1, 2);
    let refused = |change: &dyn Fn(&mut Plan), expected: &str| {
        let mut other = plan.clone();
        change(&mut other);
        let refused =
            run(&other, folder.path(), 1, &AtomicBool::new(false), &mut |_| {}, &mut |_, _| {});
        let error = refused.expect_err("the games are other ones").to_string();
        let expected = format!(" was written with {expected}; use another seed or another folder");
        assert!(error.ends_with(&expected), "{error}");
    };
    let conditions = |change: fn(&mut Conditions)| {
        move |plan: &mut Plan| plan.rules.iter_mut().for_each(|rule| change(&mut rule.conditions))
    };
    refused(&|plan| plan.effort.nodes = 200, "[effort] nodes 150, not 200");
    refused(&|plan| plan.games_per_file = 5, "games_per_file 4, not 5");
    refused(&conditions(|all| all.settings.nodes = 60), "[openings] nodes 100, not 60");
    refused(&conditions(|all| all.settings.even_within = 20), "[openings] even_within 300, not 20");
    let crowded = conditions(|all| all.settings.crowded_stones = (10, 20));
    refused(&crowded, "[openings] crowded_stones[1] 30, not 20");
    let sizes =
        |all: &mut Conditions| all.sizes = Conditions::usual(BoardSize::square(20), 100).sizes;
    refused(&conditions(sizes), "[rules.freestyle] sizes 12x9 0.3, not null");
    let beginnings = |all: &mut Conditions| {
        all.beginnings = Conditions::usual(BoardSize::square(20), 100).beginnings
    };
    refused(&conditions(beginnings), "[beginnings] corner 0.1, not 0.12");
}
