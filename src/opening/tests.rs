//! Tests with sequences that a protocol allows and others that it forbids, from the federation's rules and from the
//! discussion of their ambiguities.

use crate::board::{BoardSize, Color};
use crate::opening::{Act, Opening, OpeningError, Player, Protocol, Task};

use Protocol::{Rif, Soosorv8, Swap2, Taraguchi10, Tarannikov, Yamaguchi};

/// Returns an opening after some acts: points, `sw`, `add` and `#n`. Decisions that are left out are to
/// stay.
fn after(protocol: Protocol, acts: &str) -> Result<Opening, OpeningError> {
    let mut opening = Opening::new(protocol, BoardSize::square(15));
    for word in acts.split_whitespace() {
        let act = match word {
            "sw" => Act::Swap,
            "add" => Act::Add,
            _ => match word.strip_prefix('#') {
                Some(count) => Act::Count(count.parse().expect("it is a number")),
                None => Act::Place(word.parse().expect("it is a point")),
            },
        };
        let may_stay = matches!(
            opening.task(),
            Task::Swap { .. } | Task::SwapOrAdd { .. } | Task::SwapOrOffer { .. }
        );
        if may_stay && !matches!(act, Act::Swap | Act::Add) {
            opening.act(Act::Stay)?;
        }
        opening.act(act)?;
    }
    Ok(opening)
}

fn allowed(protocols: &[Protocol], acts: &str) {
    for &protocol in protocols {
        let opening = after(protocol, acts);
        assert!(opening.is_ok(), "{protocol}, {acts}: {opening:?}");
    }
}

fn refused(protocols: &[Protocol], acts: &str) {
    for &protocol in protocols {
        let opening = after(protocol, acts);
        assert!(opening.is_err(), "{protocol}, {acts}");
    }
}

const RENJU: [Protocol; 5] = [Rif, Yamaguchi, Soosorv8, Tarannikov, Taraguchi10];

#[test]
fn the_first_stones_have_their_squares() {
    for acts in ["h8 h9 h10", "h8 g7 f6"] {
        allowed(&[Swap2], acts);
        allowed(&RENJU, acts);
    }
    for acts in ["g8", "h8 h10", "h8 h9 h11"] {
        allowed(&[Swap2], acts);
        refused(&RENJU, acts);
    }
}

#[test]
fn a_swap_comes_when_its_protocol_says() {
    allowed(&[Tarannikov, Taraguchi10], "h8 sw h9");
    refused(&[Swap2, Rif, Yamaguchi, Soosorv8], "h8 sw h9");
    allowed(&[Swap2, Rif, Soosorv8, Tarannikov, Taraguchi10], "h8 h9 h10 sw");
    allowed(&[Yamaguchi], "h8 h9 h10 #3 sw");
    refused(&[Yamaguchi], "h8 h9 h10 sw");
    allowed(&[Soosorv8], "h8 h9 h10 k11 #4 sw");
    allowed(&[Tarannikov, Taraguchi10], "h8 h9 h10 k11 sw");
    refused(&[Rif], "h8 h9 h10 k11 sw");
    refused(&[Yamaguchi], "h8 h9 h10 #2 k11 sw");
}

#[test]
fn the_fourth_stone_and_the_count() {
    allowed(&[Rif], "h8 h9 h7 a1");
    allowed(&[Yamaguchi], "h8 h9 h7 #2 a1");
    refused(&[Yamaguchi], "h8 h9 h7 a1");
    allowed(&[Soosorv8], "h8 h9 h7 a1 #8");
    refused(&[Soosorv8], "h8 h9 h7 a1 #9");
    refused(&[Soosorv8], "h8 h9 h7 a1 #0");
    refused(&[Tarannikov, Taraguchi10], "h8 h9 h7 a1");
    allowed(&[Tarannikov, Taraguchi10], "h8 h9 h7 k11");
    refused(&[Tarannikov, Taraguchi10], "h8 h9 h7 l8");
}

#[test]
fn the_fifth_stone_is_placed_or_offered() {
    allowed(&[Tarannikov, Taraguchi10], "h8 h9 h10 k11 l12");
    refused(&[Tarannikov, Taraguchi10], "h8 h9 h10 k11 m8");
    allowed(&[Soosorv8], "h8 h9 h10 k11 #1 m8");
    allowed(&[Yamaguchi], "h8 h9 h10 #1 k11 m8");
    allowed(&[Rif], "h8 h9 h10 h7 i9 i10 i9");
    refused(&[Rif], "h8 h9 h10 h7 i9 g9");
    refused(&[Rif], "h8 h9 h10 h7 i9 i9");
    refused(&[Rif], "h8 h9 h10 h7 i9 i10 i11");
    allowed(&[Soosorv8], "h8 h9 h10 h7 #2 i9 i10 i10");
    // Symmetric only if the edges of the board are ignored.
    allowed(&[Rif], "h8 h9 j9 j8 i10 i7");
    let ten = "g8 i8 g9 i9 g10 h10 f8 j8 h6 h7";
    allowed(&[Taraguchi10], &format!("h8 h9 i10 g7 add {ten}"));
    refused(&[Taraguchi10], &format!("h8 h9 i10 g7 sw add {ten}"));
    refused(&[Taraguchi10], &format!("h8 h9 i10 g7 add {ten} sw"));
    refused(&[Taraguchi10], "h8 i9 j10 k11 add i10 j9");
    allowed(&[Taraguchi10], "h8 h9 i10 g7 i7 sw");
    refused(&[Taraguchi10], "h8 h9 i10 g7 sw i7 sw sw");
}

#[test]
fn colours_follow_the_choices() {
    let black = |protocol: Protocol, acts: &str| {
        let opening = after(protocol, acts).expect("the acts are allowed");
        (opening.player(Color::Black), opening.task())
    };
    assert_eq!(black(Swap2, "h8 h9 h10 sw"), (Player::Second, Task::Done));
    assert_eq!(black(Swap2, "h8 h9 h10 add a1 b2 sw"), (Player::Second, Task::Done));
    let (first, task) = black(Swap2, "h8 h9 h10 add a1 b2");
    assert_eq!((first, task), (Player::First, Task::Swap { by: Player::First }));
    // The second player takes Black after the first stone, and the first player after the second.
    assert_eq!(black(Tarannikov, "h8 sw h9 sw").0, Player::First);
    let (player, task) = black(Taraguchi10, "h8 sw h9 i10 g7");
    assert_eq!((player, task), (Player::Second, Task::SwapOrOffer { by: Player::Second }));
    // After a swap at the fourth stone, the new Black plays the fifth.
    let opening = after(Taraguchi10, "h8 h9 i10 g7 sw").expect("the acts are allowed");
    assert_eq!(opening.task(), Task::Place { by: Player::Second, within: Some(4), left: 1 });
    let opening = after(Rif, "h8 h9 h10 sw h7 i9 i10 i9").expect("the acts are allowed");
    assert_eq!((opening.task(), opening.position().ply()), (Task::Done, 5));
    assert_eq!(opening.position().side_to_move(), Color::White);
}

#[test]
fn a_refused_act_changes_nothing() {
    let mut opening = after(Soosorv8, "h8 h9 h10 h7 #2 i9").expect("the acts are allowed");
    let task = opening.task();
    let acts = [Act::Swap, Act::Add, Act::Count(2), Act::Stay];
    let points = ["h8", "i9", "g9"].map(|name| Act::Place(name.parse().expect("it is a point")));
    for act in acts.into_iter().chain(points) {
        assert!(opening.act(act).is_err(), "{act:?}");
        assert_eq!((opening.task(), opening.offers().len()), (task, 1), "{act:?}");
    }
}

#[test]
fn protocols_have_names() {
    for protocol in Protocol::ALL {
        assert_eq!(protocol.to_string().parse(), Ok(protocol));
    }
    let error = "Soosõrv".parse::<Protocol>().expect_err("it is another name").to_string();
    assert!(
        error.ends_with("swap, swap2, rif, yamaguchi, soosorv-8, tarannikov, taraguchi-10"),
        "{error}"
    );
}

#[test]
fn an_opening_is_replayed_from_its_acts() {
    let size = BoardSize::square(15);
    let place = |name: &str| Act::Place(name.parse().expect("it is a point"));
    let acts = [place("h8"), Act::Stay, place("i9"), Act::Swap];
    let opening = Opening::replay(Taraguchi10, size, &acts).expect("allowed acts");
    assert_eq!(opening.acts(), acts);
    assert_eq!(opening.player(Color::Black), Player::Second);
    let refused = Opening::replay(Taraguchi10, size, &[acts[0], acts[2]]).err();
    assert_eq!(refused, Some(OpeningError::OtherTask(Task::Swap { by: Player::Second })));
}
