//! Negotiations by `OPENING`, and those in which the runner decides for an engine, by scripted replies.

use dolmen::opening::{Act, Player, Protocol};
use dolmen::rules::Rule;

use super::room::Room;
use super::scripted::scripted;
use super::{check, game, plan, played};
use crate::record::{Negotiation, Reason, Score};
use crate::run::game::{GamePlan, OpeningPlan};

const REFUSES: &str = "UNKNOWN command";

/// A game with an opening by a protocol that is a draw with this many stones.
fn negotiation(protocol: Protocol, stones: usize) -> GamePlan<'static> {
    let rule = if protocol.is_of_renju() { Rule::Renju } else { Rule::Freestyle };
    GamePlan { rule, negotiation: Some(OpeningPlan::Protocol(protocol)), ..plan(stones) }
}

#[test]
fn acts_one_by_one() {
    let mut seats = [
        scripted("first", &["7,7", "7,6", "SWAP", "STAY", "8,9"]),
        scripted("second", &["SWAP", "STAY", "8,6", "6,8", "STAY"]),
    ];
    // The second player takes Black after the first stone, and the first player after the third.
    let record = played(&negotiation(Protocol::Tarannikov, 5), &mut seats);
    let negotiation = record.negotiation.as_ref().expect("the opening was negotiated");
    check(&record, Score::Draw, Reason::MoveLimit, "");
    assert_eq!((&*negotiation.first, &*record.black.name), ("first", "first"));
    assert_eq!((record.black.moves, record.white.moves), (5, 5));
    assert!(negotiation.acts.iter().all(|act| act.ms.is_some() && !act.by_runner));
    assert_eq!(negotiation.swaps().collect::<Vec<_>>(), [Player::Second, Player::First]);
    let thinkers: Vec<&str> = (0..5).map(|ply| &*record.thinker(ply).name).collect();
    assert_eq!(thinkers, ["first", "first", "second", "second", "first"]);
}

#[test]
fn offers_are_not_on_the_board() {
    let first = ["7,7", "7,6", "8,6", "5,5", "9,9", "0,0"];
    let second = ["STAY", "2,2", "9,9", "1,1"];
    let mut seats = [scripted("first", &first), scripted("second", &second)];
    let record = played(&negotiation(Protocol::Rif, 6), &mut seats);
    check(&record, Score::Draw, Reason::MoveLimit, "");
    let moves: Vec<(u8, u8)> = record.moves.iter().map(|moved| moved.at).collect();
    assert_eq!(moves, [(7, 7), (7, 6), (8, 6), (2, 2), (9, 9), (1, 1)]);
    let text = record.negotiation.as_ref().map(Negotiation::text);
    let expected = "rif: h8, h7, i7, stay, c3, f6, j10, j10";
    assert_eq!(text.as_deref(), Some(expected));
}

#[test]
fn the_runner_decides_for_engines_that_refuse() {
    // The tests of the program have all protocols.
    for protocol in [Protocol::Swap2, Protocol::Taraguchi10] {
        let stones = if protocol.is_of_renju() { 5 } else { 3 };
        let refusals = [REFUSES; 2];
        let play = || {
            let mut seats = [scripted("first", &refusals), scripted("second", &refusals)];
            played(&negotiation(protocol, stones), &mut seats)
        };
        let (record, again) = (play(), play());
        check(&record, Score::Draw, Reason::MoveLimit, "");
        assert_eq!(record.negotiation, again.negotiation, "{protocol}");
        let negotiation = record.negotiation.expect("the opening was negotiated");
        assert!(negotiation.acts.iter().all(|act| act.by_runner && act.ms.is_none()));
        assert_eq!((record.black.moves, record.white.moves), (0, 0));
        assert_eq!(record.moves.len(), stones);
    }
}

#[test]
fn bad_acts_lose() {
    let square = "but the stone belongs in the square of 3×3 around the centre";
    let other = |protocol: &str, said: &str, wanted: &str| {
        (Reason::Protocol, format!("answered OPENING {protocol} with {said:?}: {wanted}"))
    };
    let illegal = |what: &str| (Reason::Illegal, format!("played {what}"));
    let soosorv = &["7,7", "7,6", "8,6"][..];
    for (protocol, first, second, score, (reason, detail)) in [
        (
            Protocol::Rif,
            &["15,7"][..],
            &[][..],
            Score::White,
            illegal("15,7, which is off the board"),
        ),
        (Protocol::Rif, &["7,7", "7,7"], &[], Score::White, illegal("7,7, which is occupied")),
        (Protocol::Rif, &["7,7", "7,4"], &[], Score::White, illegal(&format!("7,4, {square}"))),
        (Protocol::Swap, &["SWAP"], &[], Score::White, other("swap", "SWAP", "expected a stone")),
        (
            Protocol::Soosorv8,
            soosorv,
            &["STAY", "0,0", "COUNT 9"],
            Score::Black,
            other("soosorv-8", "COUNT 9", "invalid number of fifth stones: expected 1 to 8"),
        ),
        (
            Protocol::Soosorv8,
            soosorv,
            &["7,5"],
            Score::Black,
            other("soosorv-8", "7,5", "expected a swap, or to stay"),
        ),
    ] {
        let mut seats = [scripted("first", first), scripted("second", second)];
        check(&played(&negotiation(protocol, 20), &mut seats), score, reason, &detail);
    }
}

#[test]
fn an_engine_may_refuse_every_line_of_a_list() {
    let room = Room::new();
    let record = game(
        &negotiation(Protocol::Swap, 9),
        room.scripted("correct"),
        room.scripted("random-legal=7"),
    );
    check(&record, Score::Draw, Reason::MoveLimit, "");
    let negotiation = record.negotiation.expect("the opening was negotiated");
    assert!(negotiation.acts.iter().all(|act| act.by_runner), "{negotiation:?}");
    let stones = negotiation.acts.iter().filter(|act| matches!(act.act, Act::Place(_)));
    assert_eq!(stones.count(), 3);
}

#[test]
fn swap2_by_its_own_command_falls_back_as_well() {
    let first = [REFUSES, "7,7", "8,7", "9,9", "0,0"];
    let mut seats = [scripted("first", &first), scripted("second", &["SWAP"])];
    let record = played(&negotiation(Protocol::Swap2, 4), &mut seats);
    check(&record, Score::Draw, Reason::MoveLimit, "");
    assert_eq!(record.black.name, "second");
    let negotiation = record.negotiation.expect("the opening was negotiated");
    assert_eq!(negotiation.text(), "swap2: h8, i8, j10, swap");
    assert_eq!(negotiation.swaps().collect::<Vec<_>>(), [Player::Second]);
}
