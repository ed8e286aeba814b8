//! All branches of the negotiation, by scripted replies.

use super::room::Room;
use super::scripted::scripted;
use super::{check, game, opening, plan, played};
use crate::record::{Reason, Score};
use crate::run::game::{GamePlan, OpeningPlan};

const OPEN: &str = "7,7 8,7 9,9";

/// A game with a negotiated opening that is a draw with this many stones.
fn negotiation(stones: usize) -> GamePlan<'static> {
    GamePlan { negotiation: Some(OpeningPlan::Swap2Board), ..plan(stones) }
}

#[test]
fn every_agreement() {
    for (opener, chooser, black, moves) in [
        (&[OPEN, "0,0"][..], &["SWAP", "1,1"][..], "chooser", (2, 2)),
        (&[OPEN, "0,0"], &["8,8", "1,1"], "opener", (2, 2)),
        (&[OPEN, "SWAP", "1,1"], &["8,8 8,6", "0,0"], "opener", (3, 2)),
        (&[OPEN, "6,8", "1,1"], &["8,8 8,6", "0,0"], "chooser", (2, 3)),
    ] {
        let mut seats = [scripted("opener", opener), scripted("chooser", chooser)];
        let points = |replies: &[&str]| replies.join(" ").matches(',').count();
        let record = played(&negotiation(points(opener) + points(chooser)), &mut seats);
        check(&record, Score::Draw, Reason::MoveLimit, "");
        assert_eq!(
            (&*record.black.name, record.black.moves, record.white.moves),
            (black, moves.0, moves.1)
        );
        // The time of an answer is recorded with its first stone.
        let times: Vec<bool> = record.moves.iter().map(|one| one.ms.is_some()).collect();
        assert_eq!(times[..4], [true, false, false, true]);
    }
}

#[test]
fn engines_are_sent_the_whole_position() {
    let room = Room::new();
    let opener = room.canned("opener", &[OPEN, "6,8", "1,1"]);
    let record = game(&negotiation(8), opener, room.canned("chooser", &["8,8 8,6", "0,0"]));
    check(&record, Score::Draw, Reason::MoveLimit, "");
    assert_eq!(
        room.commands("opener"),
        "START 15/SWAP2BOARD/DONE/SWAP2BOARD/7,7/8,7/9,9/8,8/8,6/DONE\
         /BOARD/7,7,2/8,7,1/9,9,2/8,8,1/8,6,2/6,8,1/0,0,2/DONE/END"
    );
    assert_eq!(
        room.commands("chooser"),
        "START 15/SWAP2BOARD/7,7/8,7/9,9/DONE/BOARD/7,7,1/8,7,2/9,9,1/8,8,2/8,6,1/6,8,2/DONE/END"
    );
}

#[test]
fn bad_replies_lose() {
    let protocol = |said: &str, wanted: &str| {
        let detail = format!("answered SWAP2BOARD with {said:?}: expected {wanted}");
        (Reason::Protocol, detail)
    };
    let illegal = |what: &str| (Reason::Illegal, format!("played {what}"));
    let (white, black) = (Score::White, Score::Black);
    let (first, second) = ("SWAP, one point or two points", "SWAP or one point");
    let occupied = "7,7, which is occupied";
    for (opener, chooser, score, (reason, detail)) in [
        (&["7,7"][..], &[][..], white, protocol("7,7", "three points")),
        (&["SWAP"], &[], white, protocol("SWAP", "three points")),
        (&["7,7 8,8"], &[], white, protocol("7,7 8,8", "three points")),
        (&[OPEN], &[OPEN], black, protocol(OPEN, first)),
        (&[OPEN, "1,1 2,2"], &["8,8 8,6"], white, protocol("1,1 2,2", second)),
        (&["7,7 8,8 7,7"], &[], white, illegal(occupied)),
        (&[OPEN], &["7,7"], black, illegal(occupied)),
        (&[OPEN], &["8,8 7,7"], black, illegal(occupied)),
        // A player who answers with a stone takes White: here the opener.
        (&[OPEN, "7,7"], &["8,8 8,6"], black, illegal(occupied)),
        (&["15,0 1,1 2,2"], &[], white, illegal("15,0, which is off the board")),
    ] {
        let mut seats = [scripted("opener", opener), scripted("chooser", chooser)];
        check(&played(&negotiation(20), &mut seats), score, reason, &detail);
    }
}

#[test]
fn a_given_opening_is_not_negotiated() {
    let plan = GamePlan { opening: &opening("h8 i8 j10"), ..negotiation(5) };
    let record = played(&plan, &mut [scripted("black", &["1,1"]), scripted("white", &["0,0"])]);
    check(&record, Score::Draw, Reason::MoveLimit, "");
}
