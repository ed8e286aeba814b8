//! Tests of the ends of games, and of the record of a failure. The tests of the referee cover the fouls
//! and the ends on the board.

use dolmen::board::BoardSize;

use super::room::Room;
use super::{check, game, opening, plan};
use crate::config::EngineConfig;
use crate::record::{Reason, Score};
use crate::run::game::GamePlan;

#[test]
fn suggestions_are_consented_to() {
    let room = Room::new();
    let black = room.canned("black", &["SUGGEST 3,4", "3,4"]);
    let record = game(&plan(2), black, room.scripted("correct"));
    check(&record, Score::Draw, Reason::MoveLimit, "");
    assert_eq!(record.moves[0].at, (3, 4));
    assert_eq!(room.commands("black"), "START 15/BEGIN/PLAY 3,4/END");
}

#[test]
fn refusals_name_the_request() {
    for (answers, asked) in [
        (&["3,4", "UNKNOWN"][..], "TURN "),
        (&["3,4", "SUGGEST 5,6", "UNKNOWN"], "PLAY 5,6, which follows its own SUGGEST with "),
    ] {
        let room = Room::new();
        let record = game(&plan(4), room.canned("black", answers), room.scripted("correct"));
        assert_eq!((record.score, record.reason), (Score::White, Reason::Protocol));
        assert!(record.detail.starts_with(&format!("answered {asked}")), "{}", record.detail);
        assert!(record.detail.ends_with("with \"UNKNOWN\" instead of a move"), "{}", record.detail);
    }
}

#[test]
fn a_full_board() {
    let room = Room::new();
    let plan = GamePlan { size: BoardSize::square(5), draw_after: None, ..plan(0) };
    let record = game(&plan, room.scripted("correct"), room.scripted("moves-on-full-board"));
    check(&record, Score::Draw, Reason::BoardFull, "");
    assert_eq!(record.moves.len(), 25);
}

#[test]
fn a_last_word_that_wins_counts() {
    let room = Room::new();
    let plan = GamePlan { opening: &opening("h8 a1 i8 a3 j8 a5 k8 a7"), ..plan(12) };
    let record = game(&plan, room.scripted("exits-after-move=1"), room.scripted("correct"));
    check(&record, Score::Black, Reason::Five, "");
}

#[test]
fn last_words() {
    let error = "answered START 15 with \"ERROR size not supported\"";
    for (behaviour, reason, detail, words) in [
        ("exits-at-move=2", Reason::Crash, "ended with status 1", "stdout: 7,7"),
        ("aborts-at-move=2", Reason::Crash, "ended by signal 6", "stdout: 7,7"),
        ("panics-at-move=2", Reason::Crash, "ended with status 101", "stderr: index out of bounds"),
        ("error-to-start", Reason::Protocol, error, "stdout: ERROR size not supported"),
    ] {
        let room = Room::new();
        let record = game(&plan(12), room.scripted(behaviour), room.scripted("correct"));
        check(&record, Score::White, reason, detail);
        let last = record.black.last_words.unwrap_or_default();
        assert!(last.contains(words), "{behaviour}: {last}");
        assert_eq!(record.white.last_words, None);
    }
}

#[test]
fn ladders_are_recorded() {
    let room = Room::new();
    let plan = GamePlan { restart: true, ..plan(2) };
    let record = game(&plan, room.scripted("ignores-end"), room.scripted("correct"));
    assert_eq!(record.black.killed.as_deref(), Some("terminate"));
    assert_eq!(record.white.killed, None);
}

/// An engine whose moves come with these values.
fn valued(room: &Room, name: &str, column: usize, values: &[i32]) -> EngineConfig {
    let reply =
        |(row, value): (usize, &i32)| format!("MESSAGE depth 5-5 ev {value} n 9\n{column},{row}");
    let replies: Vec<String> = values.iter().enumerate().map(reply).collect();
    room.canned(name, &replies.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn values_end_games_where_the_tournament_asks_for_it() {
    let room = Room::new();
    let play = |resignation: &str, draw: &str| {
        let plan = GamePlan {
            resignation: resignation.parse().expect("it is a rule"),
            draw: draw.parse().expect("it is a rule"),
            ..plan(8)
        };
        let black = valued(&room, "black", 0, &[3, -2, 1, 0]);
        game(&plan, black, valued(&room, "white", 9, &[-40, -900, -1000, -2000]))
    };
    check(&play("none", "none"), Score::Draw, Reason::MoveLimit, "");
    let resigned = play("2,900", "none");
    let detail = "2 moves in a row at -900 or less, the last at -1000";
    check(&resigned, Score::Black, Reason::Resignation, detail);
    assert_eq!(resigned.moves.len(), 6);
    assert!(!resigned.reason.is_failure());
    check(&play("moves=2,score=900,both=true", "none"), Score::Draw, Reason::MoveLimit, "");
    let detail = "1 move of both in a row within 40, the last at 3 and -40";
    check(&play("none", "1,40"), Score::Draw, Reason::DrawByScore, detail);
}

#[test]
fn openings_that_do_not_fit_void_the_game() {
    let room = Room::new();
    let plan = GamePlan { opening: &opening("h8 h8"), ..plan(12) };
    let record = game(&plan, room.scripted("correct"), room.scripted("correct"));
    let detail = "opening a test: played 7,7, which is occupied";
    check(&record, Score::Void, Reason::Infrastructure, detail);
}
