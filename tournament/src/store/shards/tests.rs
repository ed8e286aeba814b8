//! Tests of games that move to another shard.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::plan::{Plan, Shard};
use crate::store::{State, adopt};
use crate::testing::{Tournament, folder};

/// A tournament, and a folder for its files.
struct Room {
    tournament: Tournament,
    folder: TempDir,
}

impl Room {
    fn new() -> Self {
        Self { tournament: Tournament::new(2, 12), folder: folder() }
    }

    fn whole(&self) -> PathBuf {
        self.folder.path().join("league.jsonl")
    }

    /// The file of a shard, as it is used on a machine of that name.
    fn open(&self, shard: Shard, machine: &str) -> (State, Plan) {
        let part = self.tournament.shard(shard);
        (part.open(&shard.file(&self.whole()), machine), part.plan)
    }

    /// Plays the first games of a shard.
    fn play(&self, shard: Shard, games: usize) {
        let (mut state, _) = self.open(shard, "before");
        for record in self.tournament.shard(shard).records().into_iter().take(games) {
            state.append(record).expect("the game can be appended");
        }
    }
}

fn shard(text: &str) -> Shard {
    text.parse().expect(text)
}

#[test]
fn games_of_another_division_are_taken_over() {
    let room = Room::new();
    room.play(shard("0/2"), 6);
    room.play(shard("1/2"), 3);
    fs::write(room.folder.path().join("league-2-of-7.jsonl"), "nonsense")
        .expect("the file can be changed");
    let (mut state, plan) = room.open(shard("1/3"), "here");
    let taken =
        adopt(&mut state, &plan, shard("1/3"), &room.whole()).expect("the file can be written");
    // Pairs 0, 2 and 4, and 1 and half of 3, were played; 1, 4, 7 and 10 are wanted.
    let taken: Vec<_> = taken.iter().map(|(path, games)| (path.clone(), *games)).collect();
    let from = |text| shard(text).file(&room.whole());
    assert_eq!(taken, [(from("0/2"), 2), (from("1/2"), 2)]);
    let games: Vec<_> = state.records().iter().map(|game| (game.id.pair, game.id.game)).collect();
    assert_eq!(games, [(4, 0), (4, 1), (1, 0), (1, 1)]);
    let machines: Vec<_> = state.header().hosts.iter().map(|host| host.name.as_str()).collect();
    assert_eq!(machines, ["here", "before"]);
    assert!(state.records().iter().all(|game| game.host == 1), "they were played elsewhere");
    assert_eq!(
        adopt(&mut state, &plan, shard("1/3"), &room.whole()).expect("the folder can be read"),
        []
    );
}

#[test]
fn other_tournaments_are_left_alone() {
    let mut room = Room::new();
    room.play(shard("0/2"), 6);
    room.tournament.change(|config| config.conditions.seed = 2);
    let (mut state, plan) = room.open(shard("0/3"), "here");
    assert_eq!(
        adopt(&mut state, &plan, shard("0/3"), &room.whole()).expect("the folder can be read"),
        []
    );
}
