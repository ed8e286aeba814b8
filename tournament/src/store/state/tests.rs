//! Tests of files of results: resuming, torn text lines, damage, and two writers.

use std::fs;
use std::path::PathBuf;

use tempfile::TempDir;

use crate::record::{GameRecord, Score};
use crate::store::{Found, Header, Host, State, StoreError, parse};
use crate::testing::{Tournament, folder, host};

/// A tournament, its plan, and a folder for its file.
struct Fixture {
    tournament: Tournament,
    header: Header,
    path: PathBuf,
    _folder: TempDir,
}

impl Fixture {
    fn new() -> Self {
        let (folder, tournament) = (folder(), Tournament::new(3, 4));
        let header = Header { hosts: vec![Host::this()], ..tournament.header("") };
        Self { tournament, header, path: folder.path().join("games.jsonl"), _folder: folder }
    }

    fn open(&self) -> Result<(State, Found), StoreError> {
        State::open(&self.path, &self.tournament.plan, &self.header)
    }

    /// The games that should be played.
    fn records(&self) -> Vec<GameRecord> {
        self.tournament.records()
    }

    /// A file with the first `count` games.
    fn filled(count: usize) -> Self {
        let fixture = Self::new();
        let (mut state, _) = fixture.open().expect("a new file can be opened");
        for record in fixture.records().into_iter().take(count) {
            state.append(record).expect("the game can be appended");
        }
        fixture
    }

    fn text(&self) -> String {
        fs::read_to_string(&self.path).expect("the file exists")
    }

    /// Returns the error for the file with another text, which opening must not change.
    fn complaint(&self, text: &str) -> String {
        fs::write(&self.path, text).expect("the file can be written");
        let error = self.open().expect_err("the file is damaged").to_string();
        assert_eq!(self.text(), text, "{error}");
        error.replace(&self.path.display().to_string(), "FILE")
    }
}

#[test]
fn records_are_read_as_written() {
    let fixture = Fixture::filled(5);
    let (state, found) = fixture.open().expect("the file is undamaged");
    assert_eq!(found, Found { games: 5, torn: None });
    assert_eq!(state.records(), &fixture.records()[..5]);
    let finished: Vec<bool> =
        fixture.tournament.plan.games().take(7).map(|task| state.is_finished(task.id)).collect();
    assert_eq!(finished, [true, true, true, true, true, false, false]);
    let contents = parse(fixture.text().as_bytes()).expect("the file is undamaged");
    assert_eq!(contents.header.as_ref(), Some(&fixture.header));
}

#[test]
fn a_cut_anywhere_loses_at_most_one_game() {
    let fixture = Fixture::filled(3);
    let text = fixture.text();
    let records = fixture.records();
    let is_end = |length: usize| text.as_bytes()[..length].ends_with(b"\n");
    let is_near_end =
        |length: usize| (length.saturating_sub(1)..=text.len().min(length + 1)).any(is_end);
    for length in (0..=text.len()).filter(|length| length % 97 == 0 || is_near_end(*length)) {
        let cut = &text[..length];
        fs::write(&fixture.path, cut).expect("the file can be written");
        let (mut state, found) = fixture.open().unwrap_or_else(|error| panic!("{length}: {error}"));
        let lines = cut.matches('\n').count();
        assert_eq!(found.games, lines.saturating_sub(1), "cut after {length} bytes");
        let is_torn = !cut.is_empty() && !cut.ends_with('\n');
        assert_eq!(found.torn, is_torn.then_some(lines + 1), "cut after {length} bytes");
        for record in records[found.games..3].iter().cloned() {
            state.append(record).expect("the game can be appended");
        }
        drop(state);
        assert_eq!(fixture.text().lines().count(), 4);
        let (state, found) = fixture.open().expect("the file is whole again");
        assert_eq!(found, Found { games: 3, torn: None });
        assert_eq!(state.records(), &records[..3]);
    }
}

#[test]
fn a_tail_of_zeros_is_torn() {
    let fixture = Fixture::filled(2);
    let text = fixture.text() + "\0\0\0\0";
    fs::write(&fixture.path, text).expect("the file can be written");
    let (_, found) = fixture.open().expect("only the tail is lost");
    assert_eq!(found, Found { games: 2, torn: Some(4) });
}

#[test]
fn other_damage_stops_with_its_line() {
    let fixture = Fixture::filled(3);
    let text = fixture.text();
    let lines: Vec<&str> = text.lines().collect();
    let with = |line: usize, new: &str| {
        let mut lines = lines.clone();
        lines[line] = new;
        lines.join("\n") + "\n"
    };
    let check = |text: String, words: &str| {
        let complaint = fixture.complaint(&text);
        assert!(complaint.starts_with("FILE: line ") && complaint.contains(words), "{complaint}");
    };
    check(with(2, "garbage"), "line 3: expected value at column 1");
    check(with(2, &lines[2][..20]), "line 3: unexpected end of the line at column 20");
    check(with(2, ""), "line 3: ");
    check(with(2, lines[1]), "line 3: pair 0, game 0 is also in line 2");
    check(with(3, "garbage"), "line 4: ");
    check(with(2, &lines[2].replace("\"score\":\"", "\"score\":\"x")), "unknown variant");
    check(with(1, &lines[1].replace("\"pair\":0", "\"pair\":99")), "pair 99, game 0 is beyond");
    check(with(1, &lines[1].replace("\"A\"", "\"Z\"")), "was played by Z and B; expected A and B");
    check(with(1, &lines[1].replace("\"seed\":", "\"seed\":1")), "different seed or opening");
    check(
        with(0, &lines[0].replace("\"schema\":1", "\"schema\":2")),
        "line 1: unsupported schema: expected 1",
    );
    check(with(0, "[1, 2]"), "line 1: not a file of tournament results");
    check("my diary".to_owned(), "line 1: not a file of tournament results");
    check(lines[1..].join("\n") + "\n", "line 1: not a file of tournament results");
}

#[test]
fn a_file_of_another_tournament_is_left_alone() {
    let mut fixture = Fixture::filled(3);
    fixture.tournament.change(|config| {
        config.conditions.seed = 2;
        config.engines[1].limits.nodes = Some(500);
    });
    let complaint = fixture.complaint(&fixture.text());
    let words = "a different tournament (the nodes of engine B: none versus 500; \
                 seed: 1 versus 2): name another file, such as --state ";
    assert!(complaint.contains(words), "{complaint}");
}

#[test]
fn a_file_of_another_tournament_without_games_is_begun_anew() {
    let mut fixture = Fixture::filled(0);
    fixture.tournament.change(|config| config.conditions.seed = 2);
    let (_, found) = fixture.open().expect("no game is lost");
    assert_eq!(found, Found { games: 0, torn: None });
    assert!(parse(fixture.text().as_bytes()).is_ok_and(|contents| contents.records.is_empty()));
}

#[test]
fn a_longer_tournament_goes_on() {
    let mut fixture = Fixture::filled(24);
    fixture.tournament.change(|config| config.pairs = 5);
    let (_, found) = fixture.open().expect("more pairs can be added");
    assert_eq!(found.games, 24);
    fixture.tournament.change(|config| config.pairs = 3);
    let complaint = fixture.complaint(&fixture.text());
    assert!(complaint.contains("is beyond the 9 pairs of this tournament"), "{complaint}");
}

#[test]
fn only_one_run_writes_a_file() {
    let fixture = Fixture::new();
    let (state, _) = fixture.open().expect("a new file can be opened");
    let before = fixture.text();
    let error = fixture.open().expect_err("the file is in use");
    assert!(matches!(error, StoreError::Locked(_)), "{error}");
    assert_eq!(fixture.text(), before);
    drop(state);
    fixture.open().expect("the file is free");
}

#[test]
fn colours_may_be_swapped() {
    let fixture = Fixture::new();
    let (mut state, _) = fixture.open().expect("a new file can be opened");
    let mut game = fixture.records().swap_remove(0);
    std::mem::swap(&mut game.black, &mut game.white);
    game.score = Score::Draw;
    state.append(game).expect("the game can be appended");
    drop(state);
    fixture.open().expect("a swap is no damage");
}

#[test]
fn a_file_that_cannot_be_made_is_an_error() {
    let fixture = Fixture::new();
    let path = fixture.path.join("not").join("there");
    let error =
        State::open(&path, &fixture.tournament.plan, &fixture.header).expect_err("no such folder");
    assert!(matches!(error, StoreError::Place(..)), "{error}");
}

#[test]
fn other_machines_have_lines_of_their_own() {
    let mut fixture = Fixture::filled(2);
    let elsewhere = host("elsewhere");
    fixture.header.hosts = vec![elsewhere.clone()];
    for game in [2, 3] {
        let (mut state, _) = fixture.open().expect("the file is undamaged");
        state.append(fixture.records().swap_remove(game)).expect("the game can be appended");
        assert_eq!(state.records().last().map(|record| record.host), Some(1));
    }
    let text = fixture.text();
    assert_eq!(text.lines().count(), 1 + 2 + 1 + 2);
    let contents = parse(text.as_bytes()).expect("the file is undamaged");
    assert_eq!(contents.lines, [2, 3, 5, 6]);
    let hosts = contents.header.expect("it has a header").hosts;
    assert!(hosts.len() == 2 && hosts[0].is_same(&Host::this()) && hosts[1] == elsewhere);
    let complaint = fixture.complaint(&(text.clone() + "nonsense\n"));
    assert!(complaint.starts_with("FILE: line 7: "), "{complaint}");
    // A torn line of a machine is dropped like that of a game.
    let host_line = text.lines().nth(3).expect("there are six");
    let torn = text.lines().take(3).map(|line| line.to_owned() + "\n").collect::<String>();
    fs::write(&fixture.path, torn + &host_line[..20]).expect("the file can be written");
    let (_, found) = fixture.open().expect("only the tail is lost");
    assert_eq!(found, Found { games: 2, torn: Some(4) });
}

/// Other versions of the program may name openings differently; only the moves count.
#[test]
fn openings_may_have_other_names() {
    let mut fixture = Fixture::filled(2);
    let names = fixture.header.openings.clone();
    fixture.header.openings = vec!["another name".to_owned()];
    let (_, found) = fixture.open().expect("it is the same tournament");
    assert_eq!(found, Found { games: 2, torn: None });
    let contents = parse(fixture.text().as_bytes()).expect("the file is undamaged");
    assert_eq!(contents.header.map(|header| header.openings), Some(names));
}

#[test]
fn a_shard_holds_its_own_games() {
    let mut fixture = Fixture::new();
    let shard = "1/2".parse().expect("it is a shard");
    fixture.tournament = fixture.tournament.shard(shard);
    fixture.header = fixture.tournament.header("");
    assert_eq!((fixture.header.shard, fixture.header.pairs), (Some(shard), 12));
    let (mut state, _) = fixture.open().expect("a new file can be opened");
    let games: Vec<_> = fixture.records();
    assert_eq!(games.len(), 12);
    state.append(games[0].clone()).expect("the game can be appended");
    drop(state);
    let text = fixture.text();
    assert!(text.contains("\"pairs\":12,\"shard\":\"1/2\""), "{text}");
    fixture.tournament = Tournament::new(3, 4).shard("0/2".parse().expect("it is a shard"));
    let complaint = fixture.complaint(&text);
    assert!(
        complaint.contains("line 2: pair 1, game 0 does not belong to shard 0/2"),
        "{complaint}"
    );
}
