//! Tests of the command `merge` with files of simulated games.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::commands::status::{Problem, Status};
use crate::commands::{MergeRequest, merge};
use crate::config::SprtDraft;
use crate::plan::{Shard, mix};
use crate::record::{GameId, GameRecord, Score};
use crate::run::StopRequest;
use crate::statistics::{Hypothesis, RatingRequest};
use crate::store::{Header, Host, ResultsFile, State, StoreError, Union};
use crate::testing::{Tournament, folder, host, on_terminal};

/// A tournament without engines, and a folder for its files.
struct Room {
    tournament: Tournament,
    folder: TempDir,
}

impl Room {
    fn new(engines: usize, pairs: u64) -> Self {
        Self { tournament: Tournament::new(engines, pairs), folder: folder() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Plays the games of a shard that `wanted` names, on a machine of its own.
    fn play(&self, shard: &str, wanted: impl Fn(&GameRecord) -> bool) -> PathBuf {
        let shard: Shard = shard.parse().expect("it is a shard");
        let part = self.tournament.shard(shard);
        let path = shard.file(&self.path("league.jsonl"));
        let header = part.header(&format!("machine {}", shard.index()));
        let header = Header { created: 7 + shard.index(), ..header };
        let (mut state, _) = State::open(&path, &part.plan, &header).expect("the file can be used");
        for game in part.records().into_iter().filter(wanted) {
            state.append(game).expect("the game can be appended");
        }
        path
    }

    /// Plays all games in `count` shards.
    fn shards(&self, count: u64) -> Vec<PathBuf> {
        (0..count).map(|index| self.play(&format!("{index}/{count}"), |_| true)).collect()
    }

    /// A request to merge files into `all.jsonl`.
    fn request(&self, files: &[PathBuf]) -> MergeRequest {
        MergeRequest {
            files: files.to_vec(),
            output: Some(self.path("all.jsonl")),
            rating: RatingRequest::default(),
            sprt: None,
            follow: None,
            on_decision: None,
            keep_earliest: false,
            decision_status: false,
        }
    }

    fn text(&self) -> String {
        fs::read_to_string(self.path("all.jsonl")).expect("the file was written")
    }
}

/// Carries out a request, and returns its status, its output and its messages.
fn carry_out(request: &MergeRequest) -> (Result<Status, Problem>, String, String) {
    on_terminal(|terminal| merge(request, &StopRequest::new(), terminal))
}

fn part(path: &Path) -> ResultsFile {
    ResultsFile::read_begun(path).expect("the file is undamaged").expect("it has a header")
}

fn union(paths: &[PathBuf]) -> Union {
    let parts: Vec<ResultsFile> = paths.iter().map(|path| part(path)).collect();
    Union::of(&parts).expect("the files fit together")
}

#[test]
fn all_divisions_give_one_tournament() {
    let room = Room::new(3, 5);
    let expected = room.tournament.records();
    for count in [1, 2, 4, 40] {
        let union = union(&room.shards(count));
        let games = union.records.iter().map(|game| GameRecord { host: 0, ..game.clone() });
        assert_eq!(games.collect::<Vec<_>>(), expected, "{count} shards");
        assert_eq!((union.repeated, union.conflicts.len()), (0, 0));
        assert!(union.lacks().is_empty());
        assert_eq!(union.header.hosts.len(), count as usize);
        for game in &union.records {
            let name = format!("machine {}", game.id.pair % count);
            assert_eq!(union.header.hosts[game.host].name, name);
        }
    }
}

#[test]
fn order_and_repetition_do_not_matter() {
    let room = Room::new(3, 5);
    let mut files = room.shards(4);
    files.extend(room.shards(3));
    let (end, _, err) = carry_out(&room.request(&files));
    assert_eq!(end, Ok(Status::Done), "{err}");
    assert!(err.contains("30 of 30 games of plan"), "{err}");
    assert!(err.contains("30 games were found more than once, with the same result"), "{err}");
    let text = room.text();
    for seed in 0..5 {
        files.sort_by_key(|path| mix(seed, 0, path.display().to_string().len() as u64));
        files.rotate_left(seed as usize);
        fs::remove_file(room.path("all.jsonl")).expect("the file can be removed");
        assert_eq!(carry_out(&room.request(&files)).0, Ok(Status::Done));
        assert_eq!(room.text(), text);
    }
    // Merging the merged file alone leaves it unchanged.
    assert_eq!(carry_out(&room.request(&[room.path("all.jsonl")])).0, Ok(Status::Done));
    assert_eq!(room.text(), text);
    let state = room.tournament.open(&room.path("all.jsonl"), "here");
    assert_eq!(state.records().len(), 30);
    let (end, _, err) = carry_out(&room.request(&files));
    let Err(Problem::Results(reason)) = end else { panic!("{end:?}: {err}") };
    assert!(reason.contains("the file is in use by a run"), "{reason}");
}

#[test]
fn missing_games_are_listed() {
    let room = Room::new(3, 5);
    let is_early = |game: &GameRecord| game.id < GameId { pair: 8, game: 1 };
    let files = [room.play("0/4", is_early), room.play("1/4", |_| true)];
    let (end, out, err) = carry_out(&room.request(&files));
    assert_eq!(end, Ok(Status::Stopped), "{err}");
    assert!(err.contains("13 of 30 games of plan"), "{err}");
    let words =
        "shard 0/4: 3 of 8 games are missing: pair 8, game 1; pair 12, game 0; pair 12, game 1\n";
    assert!(err.contains(words), "{err}");
    assert!(err.contains("shard 2/4: no file was given; missing games: 8"), "{err}");
    assert!(err.contains("shard 3/4: no file was given; missing games: 6"), "{err}");
    assert!(out.contains("machine 0") && out.contains("machine 1"), "{out}");
    // Games that the merged file already has need no other file.
    let (end, _, err) = carry_out(&room.request(&[room.play("1/2", |_| true)]));
    assert_eq!(end, Ok(Status::Stopped));
    assert!(err.contains("missing games: 11 (pair 2, game 0; "), "{err}");
    assert_eq!(carry_out(&room.request(&[room.play("0/2", |_| true)])).0, Ok(Status::Done));
}

#[test]
fn conflicts_are_refused_or_settled() {
    let room = Room::new(2, 6);
    let files = [room.play("0/1", |_| true), room.play("1/3", |_| true)];
    let text = fs::read_to_string(&files[1]).expect("the file exists");
    let replayed = text.replacen("\"score\":\"black\"", "\"score\":\"white\"", 1);
    let started = room.tournament.records()[2].started;
    let later = |text: &str, by: u64| {
        let (old, new) = (format!("\"started\":{started},"), format!("\"started\":{by},"));
        text.replacen(&old, &new, 1)
    };
    assert!(replayed != text && later(&text, 0) != text, "the test changes something");
    fs::write(&files[1], later(&replayed, u64::MAX)).expect("the file can be written");
    let (end, _, _) = carry_out(&room.request(&files));
    let Err(Problem::Results(reason)) = end else { panic!("{end:?}") };
    let words = "1 game was played twice, and the records differ: pair";
    assert!(reason.contains(words) && reason.contains("--keep-earliest"), "{reason}");
    assert!(!room.path("all.jsonl").exists(), "nothing is written");
    let request = MergeRequest { keep_earliest: true, ..room.request(&files) };
    let (end, _, err) = carry_out(&request);
    assert_eq!(end, Ok(Status::Done));
    assert!(err.contains("1 game was played twice, and the records differ; the earlier"), "{err}");
    let kept = union(&[room.path("all.jsonl")]);
    let expected = union(&files[..1]);
    let scores = |union: &Union| union.records.iter().map(|one| one.score).collect::<Vec<_>>();
    let id = union(&files).conflicts[0];
    let is_later = part(&files[1]).records.iter().any(|one| one.id == id && one.started > 1 << 40);
    assert_eq!(scores(&kept) == scores(&expected), is_later);
}

#[test]
fn files_of_other_tournaments_are_refused() {
    let room = Room::new(2, 4);
    let file = room.play("0/2", |_| true);
    let mut other = Room::new(2, 4);
    other.tournament.change(|config| config.conditions.seed = 2);
    let stranger = other.play("1/2", |_| true);
    let check = |files: &[PathBuf], words: &str| {
        let (end, _, _) = carry_out(&room.request(files));
        let Err(problem @ Problem::Results(_)) = end else { panic!("{end:?}") };
        assert!(problem.to_string().contains(words), "{problem}");
        assert!(!room.path("all.jsonl").exists(), "nothing is written");
    };
    check(&[file.clone(), stranger], "(seed: 1 versus 2)");
    check(&[room.path("nowhere")], "nowhere: ");
    let text = fs::read_to_string(&file).expect("the file exists");
    let broken = |name: &str, text: String| {
        fs::write(room.path(name), text).expect("the folder can be written");
        [room.path(name)]
    };
    check(&broken("empty", String::new()), "these files contain no results");
    check(&broken("diary", "my diary\n".to_owned()), "line 1: not a file of tournament");
    check(&broken("damaged", text.clone() + "x\n"), "line 6: expected value at column 1");
    check(&broken("moved", text.replace("\"pair\":0", "\"pair\":1")), "line 2: pair 1, game 0 has");
    check(
        &broken("plan", text.replacen(&room.tournament.plan.id, "0", 1)),
        "line 1: the header does not",
    );
    let many = text.replacen("\"pairs\":4", "\"pairs\":40000000000", 1);
    check(&broken("many", many), "line 1: the header does not describe a tournament");
    let host = text.replacen("\"host\":0", "\"host\":1", 1);
    check(&broken("host", host), "line 2: unknown host 1: its line is missing");
    let torn = broken("torn", text.clone() + "{\"pair\":");
    let (end, _, err) = carry_out(&room.request(&torn));
    assert_eq!(end, Ok(Status::Stopped));
    assert!(err.contains("line 6 is incomplete"), "{err}");
}

#[test]
fn machines_are_distinguished_and_merged() {
    let room = Room::new(2, 6);
    let path = room.path("league.jsonl");
    let open = |machine: Host| {
        let header = Header { hosts: vec![machine], ..room.tournament.header("") };
        State::open(&path, &room.tournament.plan, &header).expect("the file can be used").0
    };
    let games = room.tournament.records();
    let with_load = |name: &str, load: f64| Host { load: Some(load), ..host(name) };
    for (i, machine) in
        [with_load("b", 1.0), with_load("a", 1.0), with_load("b", 3.0)].into_iter().enumerate()
    {
        let mut state = open(machine);
        state.append(games[i].clone()).expect("the game can be appended");
        assert_eq!(state.records()[i].host, [0, 1, 0][i]);
        assert_eq!(state.header().hosts.len(), [1, 2, 2][i]);
    }
    let more = room.play("0/2", |game| game.id.pair == 4);
    let text = fs::read_to_string(&more).expect("the file exists");
    fs::write(&more, text.replace("machine 0\"", "b\"").replace("\"load\":null", "\"load\":5.0"))
        .expect("the file can be written");
    let union = union(&[path, more]);
    assert_eq!(union.header.hosts, [with_load("a", 1.0), with_load("b", 5.0)]);
    let hosts: Vec<usize> = union.records.iter().map(|game| game.host).collect();
    assert_eq!(hosts, [1, 0, 1, 1, 1]);
}

/// A tournament of two engines in which A wins every game.
fn clear_room() -> (Room, Vec<PathBuf>) {
    let room = Room::new(2, 200);
    let files = room.shards(3);
    for file in &files {
        let mut lines: Vec<String> = fs::read_to_string(file)
            .expect("the file can be read")
            .lines()
            .map(str::to_owned)
            .collect();
        for line in &mut lines[1..] {
            let mut game: GameRecord = serde_json::from_str(line).expect("it is a game");
            let is_black = game.black.name == "A";
            game.score = if is_black { Score::Black } else { Score::White };
            *line = serde_json::to_string(&game).expect("a record serializes to JSON");
        }
        fs::write(file, lines.join("\n") + "\n").expect("the file can be written");
    }
    (room, files)
}

const TEST: SprtDraft =
    SprtDraft { elo0: Some(0.0), elo1: Some(50.0), alpha: None, beta: None, model: None };

#[test]
fn a_test_is_made_in_order() {
    let (room, files) = clear_room();
    let check = |files: &[PathBuf], is_asked: bool, expected: Status| {
        let request = MergeRequest {
            sprt: Some(TEST),
            decision_status: is_asked,
            output: None,
            ..room.request(files)
        };
        let (end, out, err) = carry_out(&request);
        assert_eq!(end, Ok(expected), "{err}");
        assert_eq!(out.contains("passed"), expected != Status::Stopped, "{out}");
    };
    check(&files, true, Status::Decided(Hypothesis::Alternative));
    check(&files, false, Status::Done);
    // Pair 1 is missing, so the test ignores all later pairs.
    check(&[files[0].clone(), files[2].clone()], true, Status::Stopped);
}

#[test]
fn a_folder_is_followed() {
    let (room, files) = clear_room();
    let told = room.path("told");
    let request = MergeRequest {
        sprt: Some(TEST),
        follow: Some(room.folder.path().to_path_buf()),
        on_decision: Some(format!("echo > {}", shell_words::quote(&told.to_string_lossy()))),
        decision_status: true,
        ..room.request(&[])
    };
    let (end, _, err) = carry_out(&request);
    assert_eq!(end, Ok(Status::Decided(Hypothesis::Alternative)), "{err}");
    assert!(told.exists(), "the command was given to the shell");
    assert_eq!(union(&[room.path("all.jsonl")]).records, union(&files).records);
    let fails = MergeRequest { on_decision: Some("exit 7".to_owned()), ..request.clone() };
    assert!(matches!(carry_out(&fails).0, Err(Problem::Machine(_))));
    let whole = MergeRequest { sprt: None, on_decision: None, ..request };
    assert_eq!(carry_out(&whole).0, Ok(Status::Done), "all games are there");
    assert!(matches!(Union::of(&[]), Err(StoreError::Nothing)));
}
