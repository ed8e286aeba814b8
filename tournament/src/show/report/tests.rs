//! The data of a report, and the content of its page.

use std::fs;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::ZlibDecoder;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::{data, live_page, page, running, write};
use crate::config::Config;
use crate::record::{GameId, GameRecord, MoveRecord, Reason, Score};
use crate::run::RunningGame;
use crate::show::results::Results;
use crate::show::snapshot::Snapshot;
use crate::show::tables::all_tables;
use crate::store::Header;
use crate::testing::{Tournament, config, folder, negotiated_game};

/// A finished tournament.
struct Finished {
    header: Header,
    records: Vec<GameRecord>,
    results: Results,
}

impl Finished {
    fn new(config: Config) -> Self {
        let tournament = Tournament::of(config);
        let command = "tournament --engine './a & b'".to_owned();
        let header = Header { command, ..tournament.header("") };
        let results = tournament.results().expect("nothing is wrong with it");
        Self { header, records: tournament.records(), results }
    }

    fn snapshot(&self) -> Snapshot<'_> {
        Snapshot {
            header: &self.header,
            records: &self.records,
            results: &self.results,
            total: self.records.len(),
            running: &[],
            absent: &[],
            missing: 0,
            generated: 60,
        }
    }

    fn data(&self) -> Value {
        data(&self.snapshot())
    }

    /// A field of all games.
    fn column(&self, name: &str) -> Vec<Value> {
        let games = self.data()["games"].as_array().expect("a list").clone();
        games.iter().map(|game| game[name].clone()).collect()
    }

    /// The details of all games, unpacked.
    fn details(&self) -> Vec<Value> {
        let packs = self.data()["details"].as_array().expect("a list").clone();
        let unpack = |pack: &Value| {
            let bytes = STANDARD.decode(pack.as_str().expect("a text")).expect("base 64");
            let games: Vec<Value> =
                serde_json::from_reader(ZlibDecoder::new(&bytes[..])).expect("packed JSON");
            games
        };
        packs.iter().flat_map(unpack).collect()
    }
}

/// Returns the text between two others.
fn between<'a>(text: &'a str, begin: &str, end: &str) -> &'a str {
    let (_, rest) = text.split_once(begin).expect("it begins");
    rest.split_once(end).expect("the process ends").0
}

#[test]
fn a_page_needs_nothing_else_and_runs_its_own_script_only() {
    let finished = Finished::new(config(3, 4));
    let text = page(&finished.snapshot());
    assert_eq!(text.matches("<script").count(), 3);
    assert_eq!(text.matches("</script").count(), 3);
    for foreign in ["src=\"", "href=\"http", "@import", "url(http", "<link rel=\"stylesheet"] {
        assert!(!text.contains(foreign), "{foreign}");
    }
    let policy = between(&text, "Content-Security-Policy\" content=\"", "\"");
    assert!(policy.starts_with("default-src 'none'; img-src data:;"), "{policy}");
    for (begin, end) in [("<style>", "</style>"), ("<script>", "</script>")] {
        let hash = STANDARD.encode(Sha256::digest(between(&text, begin, end)));
        assert!(policy.contains(&format!("'sha256-{hash}'")), "{policy}");
    }
    let value: Value =
        serde_json::from_str(between(&text, "id=\"data\">", "</script>")).expect("JSON");
    assert_eq!(value, finished.data());
    assert_eq!(value["header"]["command"], "tournament --engine './a & b'");
}

#[test]
fn a_live_page_may_ask_its_server() {
    let finished = Finished::new(config(2, 1));
    let text = live_page(&finished.snapshot(), "/events");
    assert!(text.contains("connect-src 'self'"));
    assert_eq!(between(&text, "id=\"events\">", "<"), "/events");
    let game = RunningGame {
        id: GameId { pair: 3, game: 1 },
        black: 1,
        white: 0,
        opening: 0,
        moves: vec![(7, 7), (0, 21)],
        ms: vec![None, Some(12.3456)],
        elapsed_ms: 1234.5,
    };
    let expected = json!([{
        "pair": 3, "game": 1, "black": 1, "white": 0, "opening": 0, "moves": [[7, 7], [0, 21]],
        "ms": [null, 12.3456], "elapsed_ms": 1234.5,
    }]);
    assert_eq!(running(&[game]), expected);
}

#[test]
fn text_from_engines_is_not_markup() {
    let mut config = config(2, 3);
    let name = "</script><b>&amp;\u{2028}\u{1b}[1m";
    name.clone_into(&mut config.engines[1].name);
    let mut finished = Finished::new(config);
    finished.records[0].detail = "</script><!--".to_owned();
    finished.records[0].reason = Reason::Crash;
    finished.records[0].score = Score::White;
    finished.records[0].black.last_words = Some("a\r\n\u{1b}]0;title\u{7}\n<i>".to_owned());
    let text = page(&finished.snapshot());
    assert_eq!(text.matches("</script").count(), 3);
    let data = between(&text, "id=\"data\">", "</script>");
    assert!(!data.contains(['<', '>', '&', '\u{2028}', '\u{1b}']));
    let data = finished.data();
    assert_eq!(data["header"]["config"]["engines"][1]["name"], name);
    let failure =
        json!({"loser": 0, "killed": null, "last_words": "a\r\n\u{1b}]0;title\u{7}\n<i>"});
    assert_eq!(data["games"][0]["failure"], failure);
}

#[test]
fn the_order_of_finishing_changes_nothing() {
    let mut finished = Finished::new(config(4, 6));
    let before = page(&finished.snapshot());
    fastrand::Rng::with_seed(1).shuffle(&mut finished.records);
    assert_eq!(page(&finished.snapshot()), before);
}

#[test]
fn messages_are_bounded() {
    let mut finished = Finished::new(config(2, 20));
    for (number, record) in finished.records.iter_mut().enumerate() {
        record.started = number as u64;
        record.moves = vec![
            record.moves.first().cloned().unwrap_or(MoveRecord {
                at: (1, 1),
                ms: Some(1.0),
                message: None,
            });
            500
        ];
        for at in &mut record.moves {
            at.message = Some("é".repeat(301));
        }
    }
    finished.records[0].reason = Reason::Crash;
    finished.records[0].score = Score::White;
    let details = finished.details();
    assert_eq!(details.len(), 40);
    let longest = details[0]["moves"][0]["message"].as_str().expect("it is kept").chars().count();
    assert_eq!(longest, 301, "300 letters and the sign that there were more");
    let kept: Vec<usize> =
        (0..40).filter(|&game| details[game]["are_messages_omitted"] == false).collect();
    // The failed game keeps its messages, and so do the newest games.
    assert_eq!(kept[0], 0);
    assert!(kept.len() > 10 && kept[1..] == (41 - kept.len()..40).collect::<Vec<_>>(), "{kept:?}");
    assert_eq!(details[1]["moves"][0].get("message"), None);
}

#[test]
fn games_of_a_pair_know_where_they_part() {
    let mut finished = Finished::new(config(2, 2));
    for record in &mut finished.records {
        let moves = moves_at(&[(7, 7), (8, 8), (6, 6)]);
        record.moves = moves;
    }
    finished.records[1].moves[2].at = (5, 5);
    assert_eq!(finished.column("differs"), [json!(2), json!(2), Value::Null, Value::Null]);
    finished.records[3].moves.pop();
    assert_eq!(finished.column("differs"), [2, 2, 2, 2]);
    finished.records.pop();
    assert_eq!(finished.column("differs"), [json!(2), json!(2), Value::Null]);
}

fn moves_at(points: &[(u8, u8)]) -> Vec<MoveRecord> {
    let record = |&at| MoveRecord { at, ms: Some(1.0), message: None };
    points.iter().map(record).collect()
}

#[test]
fn the_five_lines_are_those_of_the_text() {
    let finished = Finished::new(config(2, 20));
    let text = all_tables(&finished.results, &finished.records, 1000);
    let meeting = &finished.data()["meetings"][0];
    let lines = meeting["lines"].as_array().expect("five lines").clone();
    for line in lines {
        let line = line.as_str().expect("a text").to_owned();
        assert!(text.contains(&line), "{line}\n{text}");
    }
    let counts: Vec<u64> =
        serde_json::from_value(meeting["counts"].clone()).expect("the meeting has counts");
    assert_eq!(counts.iter().sum::<u64>(), 20);
}

#[test]
fn a_file_is_replaced_as_a_whole() {
    let folder = folder();
    let path = folder.path().join("report.html");
    let finished = Finished::new(config(2, 1));
    fs::write(&path, "old").expect("the file can be written");
    write(&path, &finished.snapshot()).expect("the file can be written");
    assert_eq!(
        fs::read_to_string(&path).expect("the file can be read"),
        page(&finished.snapshot())
    );
    assert_eq!(fs::read_dir(folder.path()).expect("the folder can be read").count(), 1);
    write(&folder.path().join("no/such"), &finished.snapshot()).expect_err("no such folder");
}

#[test]
fn a_tournament_without_games_has_a_page() {
    let mut finished = Finished::new(config(3, 2));
    finished.records.clear();
    let data = finished.data();
    assert_eq!(data["games"], json!([]));
    assert_eq!(data["ratings"]["ratings"].as_array().map(Vec::len), Some(3));
}

#[test]
fn the_engine_that_placed_a_stone_thought_about_it() {
    let mut finished = Finished::new(config(2, 1));
    finished.records = vec![negotiated_game()];
    let moves = |engine: usize| -> u64 {
        let histogram = finished.data()["times"][engine]["histogram"].clone();
        histogram.as_array().into_iter().flatten().filter_map(Value::as_u64).sum()
    };
    assert_eq!([moves(0), moves(1)], [4, 3]);
    let details = finished.details();
    let before_swap: Vec<bool> = details[0]["moves"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|played| played["before_swap"] == true)
        .collect();
    assert_eq!(before_swap, [true, false, false, false, false, false, false]);
}
