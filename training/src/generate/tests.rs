//! Tests that games are sound and depend neither on threads nor on interruptions.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use dolmen::rules::Rule;

use crate::check::replay;
use crate::generate::folder::FolderError;
use crate::generate::plan::Plan;
use crate::generate::plan::testing::plan as plan_with;
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
    let end = run(plan, folder, threads, &stop, &mut |progress| {
        stop.store(progress.games >= games, Ordering::Relaxed);
        last = Some(progress.clone());
    });
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
    run(&plan, folder.path(), 1, &stop, &mut |_| {
        stop.store(true, Ordering::Relaxed);
        let second = run(&plan, folder.path(), 1, &AtomicBool::new(true), &mut |_| {});
        assert!(matches!(second, Err(FolderError::Busy(_))), "{second:?}");
    })
    .expect("the first run can write");
}

#[test]
fn the_disk_limit_ends_a_run() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let plan = Plan { disk_limit: 3_000, ..plan() };
    let mut bytes = 0;
    let end = run(&plan, folder.path(), 1, &AtomicBool::new(false), &mut |progress| {
        bytes = progress.bytes;
    });
    assert_eq!(end.expect("the games can be written"), End::DiskLimit);
    assert!(bytes >= 3_000, "{bytes}");
    let again = run(&plan, folder.path(), 1, &AtomicBool::new(false), &mut |_| panic!("no game"));
    assert_eq!(again.expect("the folder can be read"), End::DiskLimit);
}

#[test]
fn another_plan_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder can be created");
    let plan = plan();
    run_until(&plan, folder.path(), 1, 1);
    let mut other = plan.clone();
    other.effort.nodes = 200;
    let refused = run(&other, folder.path(), 1, &AtomicBool::new(false), &mut |_| {});
    let error = refused.expect_err("the labels are other ones").to_string();
    assert!(
        error.contains("was written with effort.nodes ") && error.contains("use another"),
        "{error}"
    );
}
