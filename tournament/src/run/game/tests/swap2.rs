//! All branches of the negotiation, by recited replies.

use super::room::Room;
use super::scripted::scripted;
use super::{game, opening, plan, play};
use crate::record::{GameRecord, Reason, Score};
use crate::run::game::GamePlan;
use crate::run::stop::Stop;

/// The result of a negotiation.
struct Negotiated {
    record: GameRecord,
    opener: String,
    chooser: String,
}

/// Negotiates by these replies until `stones` stones are placed.
fn negotiate(opener: &[&str], chooser: &[&str], stones: usize) -> Negotiated {
    let room = Room::new();
    let opening = opening("");
    let plan = GamePlan { swap2: true, draw_after: Some(stones), ..plan(&opening) };
    let record = game(&plan, room.canned("opener", opener), room.canned("chooser", chooser));
    Negotiated { record, opener: room.commands("opener"), chooser: room.commands("chooser") }
}

const OPEN: &str = "7,7 8,7 9,9";

/// Checks a negotiation: the engine that plays black, and the commands that each gets after START.
fn check(negotiated: &Negotiated, black: &str, opener: &str, chooser: &str) {
    let Negotiated { record, .. } = negotiated;
    assert_eq!((record.score, record.reason), (Score::Draw, Reason::MoveLimit), "{record:?}");
    assert_eq!(record.black.name, black, "{record:?}");
    assert_eq!(negotiated.opener, format!("START 15/SWAP2BOARD/DONE/{opener}END"));
    assert_eq!(negotiated.chooser, format!("START 15/SWAP2BOARD/7,7/8,7/9,9/DONE/{chooser}END"));
}

#[test]
fn the_chooser_swaps() {
    let negotiated = negotiate(&[OPEN, "0,0"], &["SWAP", "1,1"], 5);
    check(
        &negotiated,
        "chooser",
        "BOARD/7,7,2/8,7,1/9,9,2/DONE/",
        "BOARD/7,7,1/8,7,2/9,9,1/0,0,2/DONE/",
    );
    let times: Vec<bool> = negotiated.record.moves.iter().map(|one| one.ms.is_some()).collect();
    assert_eq!(times, [true, false, false, true, true]);
    assert_eq!((negotiated.record.black.moves, negotiated.record.white.moves), (2, 2));
}

#[test]
fn the_chooser_stays() {
    let negotiated = negotiate(&[OPEN, "0,0"], &["8,8", "1,1"], 6);
    check(
        &negotiated,
        "opener",
        "BOARD/7,7,1/8,7,2/9,9,1/8,8,2/DONE/",
        "BOARD/7,7,2/8,7,1/9,9,2/8,8,1/0,0,2/DONE/",
    );
}

#[test]
fn two_stones_and_the_opener_swaps() {
    let negotiated = negotiate(&[OPEN, "SWAP", "1,1"], &["8,8 8,6", "0,0"], 7);
    let five = "SWAP2BOARD/7,7/8,7/9,9/8,8/8,6/DONE/";
    check(
        &negotiated,
        "opener",
        &format!("{five}BOARD/7,7,1/8,7,2/9,9,1/8,8,2/8,6,1/0,0,2/DONE/"),
        "BOARD/7,7,2/8,7,1/9,9,2/8,8,1/8,6,2/DONE/",
    );
}

#[test]
fn two_stones_and_the_opener_stays() {
    let negotiated = negotiate(&[OPEN, "6,8", "1,1"], &["8,8 8,6", "0,0"], 8);
    let five = "SWAP2BOARD/7,7/8,7/9,9/8,8/8,6/DONE/";
    check(
        &negotiated,
        "chooser",
        &format!("{five}BOARD/7,7,2/8,7,1/9,9,2/8,8,1/8,6,2/6,8,1/0,0,2/DONE/"),
        "BOARD/7,7,1/8,7,2/9,9,1/8,8,2/8,6,1/6,8,2/DONE/",
    );
}

/// Checks what a bad reply costs whom.
fn check_bad(opener: &[&str], chooser: &[&str], score: Score, reason: Reason, detail: &str) {
    let empty = opening("");
    let plan = GamePlan { swap2: true, draw_after: Some(20), ..plan(&empty) };
    let mut seats = [scripted("opener", opener), scripted("chooser", chooser)];
    let record = play(&plan, &mut seats, &Stop::new(), &|_| {});
    let found = (record.score, record.reason, record.detail.as_str());
    assert_eq!(found, (score, reason, detail), "{record:?}");
}

#[test]
fn bad_replies_lose() {
    let protocol =
        |said: &str, wanted: &str| format!("answered SWAP2BOARD with {said:?}: expected {wanted}");
    let (white, black) = (Score::White, Score::Black);
    let three = "three points";
    check_bad(&["7,7"], &[], white, Reason::Protocol, &protocol("7,7", three));
    check_bad(&["SWAP"], &[], white, Reason::Protocol, &protocol("SWAP", three));
    check_bad(&["7,7 8,8"], &[], white, Reason::Protocol, &protocol("7,7 8,8", three));
    let first = "SWAP, one point or two points";
    check_bad(&[OPEN], &[OPEN], black, Reason::Protocol, &protocol(OPEN, first));
    let second = "SWAP or one point";
    let two = "8,8 8,6";
    check_bad(&[OPEN, "1,1 2,2"], &[two], white, Reason::Protocol, &protocol("1,1 2,2", second));
    let occupied = "played 7,7, which is occupied";
    check_bad(&["7,7 8,8 7,7"], &[], white, Reason::Illegal, occupied);
    check_bad(&[OPEN], &["7,7"], black, Reason::Illegal, occupied);
    check_bad(&[OPEN], &["8,8 7,7"], black, Reason::Illegal, occupied);
    // White is who stays, so the opener would be.
    check_bad(&[OPEN, "7,7"], &[two], black, Reason::Illegal, occupied);
    let outside = "played 15,0, which is off the board";
    check_bad(&["15,0 1,1 2,2"], &[], white, Reason::Illegal, outside);
}

#[test]
fn a_given_opening_is_not_negotiated() {
    let room = Room::new();
    let opening = opening("h8 i8 j10");
    let plan = GamePlan { swap2: true, draw_after: Some(5), ..plan(&opening) };
    let record = game(&plan, room.scripted("correct"), room.overheard("correct", "white"));
    assert_eq!(record.reason, Reason::MoveLimit);
    assert!(room.commands("white").starts_with("START 15/BOARD"));
}
