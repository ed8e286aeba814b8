//! Tests of the ends of games that scripts play out, and of the record of a failure.

use dolmen::board::BoardSize;
use dolmen::rules::Rule;

use super::room::Room;
use super::scripted::scripted;
use super::{game, opening, plan, play};
use crate::record::{GameRecord, Reason, Score};
use crate::run::game::GamePlan;
use crate::run::stop::Stop;

/// Plays replies against each other, after an opening.
fn recite(rule: Rule, moves: &str, black: &[&str], white: &[&str]) -> GameRecord {
    let opening = opening(moves);
    let plan = GamePlan { rule, draw_after: None, ..plan(&opening) };
    let mut seats = [scripted("black", black), scripted("white", white)];
    play(&plan, &mut seats, &Stop::new(), &|_| {})
}

fn check(record: &GameRecord, score: Score, reason: Reason, detail: &str) {
    let found = (record.score, record.reason, record.detail.as_str());
    assert_eq!(found, (score, reason, detail), "{record:?}");
}

#[test]
fn fouls() {
    let cross = "g8 a1 f8 a3 h7 a5 h6 a7";
    let double = "played 7,7, a double three";
    for rule in [Rule::Renju, Rule::Omok] {
        let record = recite(rule, cross, &["7,7"], &[]);
        check(&record, Score::White, Reason::Foul, double);
    }
    let of_white = "a1 g8 a3 f8 a5 h7 a7 h6 a9";
    let record = recite(Rule::Omok, of_white, &[], &["7,7"]);
    check(&record, Score::Black, Reason::Foul, double);
    let overline = "c8 a1 d8 a3 e8 a5 g8 a7 h8 a9";
    let record = recite(Rule::Renju, overline, &["5,7"], &[]);
    check(&record, Score::White, Reason::Foul, "played 5,7, a overline");
}

#[test]
fn fives() {
    let four = "h8 a1 i8 a3 j8 a5 k8 a7";
    for rule in Rule::ALL {
        check(&recite(rule, four, &["6,7"], &[]), Score::Black, Reason::Five, "");
    }
    let blocked = &["11,7"];
    let caro = recite(Rule::Caro, "h8 g8 i8 a3 j8 a5 k8 m8", blocked, &["15,15"]);
    check(&caro, Score::Black, Reason::Illegal, "played 15,15, which is off the board");
}

#[test]
fn suggestions_are_consented_to() {
    let room = Room::new();
    let opening = opening("");
    let plan = GamePlan { draw_after: Some(2), ..plan(&opening) };
    let black = room.canned("black", &["SUGGEST 3,4", "3,4"]);
    let record = game(&plan, black, room.scripted("correct"));
    check(&record, Score::Draw, Reason::MoveLimit, "");
    assert_eq!(record.moves[0].at, (3, 4));
    assert_eq!(room.commands("black"), "START 15/BEGIN/PLAY 3,4/END");
}

#[test]
fn a_full_board() {
    let room = Room::new();
    let opening = opening("");
    let size = BoardSize::square(5);
    let plan = GamePlan { size, draw_after: None, ..plan(&opening) };
    let record = game(&plan, room.scripted("correct"), room.scripted("moves-on-full-board"));
    check(&record, Score::Draw, Reason::BoardFull, "");
    assert_eq!(record.moves.len(), 25);
}

#[test]
fn a_last_word_that_wins_counts() {
    let room = Room::new();
    let opening = opening("h8 a1 i8 a3 j8 a5 k8 a7");
    let record =
        game(&plan(&opening), room.scripted("exits-after-move=1"), room.scripted("correct"));
    check(&record, Score::Black, Reason::Five, "");
}

/// Checks what is recorded of a failure: the detail, and part of the last words.
fn check_words(behaviour: &str, detail: &str, words: &str) {
    let room = Room::new();
    let opening = opening("");
    let record = game(&plan(&opening), room.scripted(behaviour), room.scripted("correct"));
    assert_eq!((record.score, &*record.detail), (Score::White, detail), "{record:?}");
    let last = record.black.last_words.unwrap_or_default();
    assert!(last.contains(words), "{behaviour}: {last}");
    assert_eq!(record.white.last_words, None);
}

#[test]
fn last_words() {
    check_words("exits-at-move=2", "ended with status 1", "stdout: 7,7");
    check_words("aborts-at-move=2", "ended by signal 6", "stdout: 7,7");
    check_words("panics-at-move=2", "ended with status 101", "stderr: index out of bounds");
    check_words(
        "error-to-start",
        "answered START 15 with \"ERROR size not supported\"",
        "stdout: ERROR size not supported",
    );
}

#[test]
fn ladders_are_recorded() {
    let room = Room::new();
    let opening = opening("");
    let plan = GamePlan { restart: true, draw_after: Some(2), ..plan(&opening) };
    let record = game(&plan, room.scripted("ignores-end"), room.scripted("correct"));
    assert_eq!(record.black.killed.as_deref(), Some("terminate"));
    assert_eq!(record.white.killed, None);
}

#[test]
fn openings_that_do_not_fit_void_the_game() {
    let room = Room::new();
    let opening = opening("h8 h8");
    let record = game(&plan(&opening), room.scripted("correct"), room.scripted("correct"));
    let detail = "opening a test: played 7,7, which is occupied";
    check(&record, Score::Void, Reason::Infrastructure, detail);
}
