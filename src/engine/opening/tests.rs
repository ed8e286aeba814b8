//! Whole openings by the engine alone, and single decisions.

use crate::board::{BoardSize, Color};
use crate::engine::opening::{decide, default_act};
use crate::engine::{Engine, NoMove, Options};
use crate::eval::Score;
use crate::game::Game;
use crate::opening::{Act, Opening, Protocol, Task};
use crate::rules::Rule;
use crate::search::{Control, Limits, Observer, Progress, Request, SearchResult, Silent};

fn size() -> BoardSize {
    BoardSize::square(15)
}

fn act(engine: &mut Engine, opening: &Opening) -> Act {
    let rule = if opening.protocol().is_of_renju() { Rule::Renju } else { Rule::Freestyle };
    let request = Request::new(Limits { nodes: Some(2_000), ..Limits::unlimited() });
    let control = Control::without_clock();
    engine.open(rule.into(), opening, &request, &control, &mut Silent).expect("there is an act").act
}

/// Returns the acts of an opening whose decisions come from a function.
fn acts(protocol: Protocol, size: BoardSize, mut decide: impl FnMut(&Opening) -> Act) -> Vec<Act> {
    let mut opening = Opening::new(protocol, size);
    let mut acts = Vec::new();
    while opening.task() != Task::Done {
        let act = decide(&opening);
        opening.act(act).unwrap_or_else(|error| panic!("{protocol} {acts:?} {act:?}: {error}"));
        acts.push(act);
    }
    acts
}

fn by_engine(protocol: Protocol, seed: Option<u64>) -> Vec<Act> {
    let options = Options { max_table: Some(1 << 20), seed, ..Options::default() };
    let mut engine = Engine::default();
    *engine.options_mut() = options;
    acts(protocol, size(), |opening| act(&mut engine, opening))
}

/// Returns an opening after these acts.
fn opening(protocol: Protocol, acts: &[Act]) -> Opening {
    let mut opening = Opening::new(protocol, size());
    for &act in acts {
        opening.act(act).expect("the act is allowed");
    }
    opening
}

fn place(name: &str) -> Act {
    Act::Place(name.parse().expect("it is a point"))
}

#[test]
fn the_engine_completes_every_opening_and_repeats_it() {
    for protocol in Protocol::ALL {
        assert_eq!(by_engine(protocol, None), by_engine(protocol, None), "{protocol}");
    }
}

#[test]
fn seeds_vary_every_opening() {
    for protocol in Protocol::ALL {
        let mut stones: Vec<String> =
            (0..6).map(|seed| format!("{:?}", by_engine(protocol, Some(seed)))).collect();
        stones.sort();
        stones.dedup();
        assert!(stones.len() >= 4, "{protocol}: {stones:#?}");
    }
}

#[test]
fn default_acts_complete_every_opening() {
    for protocol in Protocol::ALL {
        for size in [size(), BoardSize::square(5), BoardSize::square(22)] {
            let acts = acts(protocol, size, |opening| default_act(opening).expect("an act"));
            assert!(acts.len() >= 4, "{protocol} {size}");
        }
    }
}

#[test]
fn the_better_colour_is_taken() {
    // Black has an open three, to which White must answer.
    let black = [place("h8"), place("a15"), place("h9"), place("o15"), place("h10")];
    let added = [&black[..3], &[Act::Add], &black[3..]].concat();
    assert_eq!(act(&mut Engine::default(), &opening(Protocol::Swap2, &added)), Act::Stay);
    // White has two stones in the middle, and is to move; the player who chooses has Black.
    let white = [place("a15"), place("h8"), place("o15"), place("h9"), place("a1")];
    let added = [&white[..3], &[Act::Add], &white[3..]].concat();
    assert_eq!(act(&mut Engine::default(), &opening(Protocol::Swap2, &added)), Act::Swap);
}

/// Finds Black better by 100 units.
fn think_black_better(
    _: &mut Engine,
    game: &Game,
    _: &Request,
    _: &Control,
    _: &mut dyn Observer,
) -> Result<SearchResult, NoMove> {
    let position = game.position();
    let units = if position.side_to_move() == Color::Black { 100 } else { -100 };
    let best = position.empty().iter().next().ok_or(NoMove)?;
    let summary = Progress { score: Score::new(units), ..Progress::default() };
    Ok(SearchResult::unsearched(best, summary))
}

#[test]
fn black_is_taken_under_renju_only_where_it_wins_more_often() {
    for (rule, taken) in [(Rule::Freestyle, Color::Black), (Rule::Renju, Color::White)] {
        for stones in [&["h8", "i9", "j10"][..], &["h8", "i9", "j10", "k8"]] {
            let protocol = if stones.len() == 3 { Protocol::Swap } else { Protocol::Soosorv8 };
            let mut opening = Opening::new(protocol, size());
            for stone in stones {
                if matches!(opening.task(), Task::Swap { .. }) {
                    opening.act(Act::Stay).expect("colours may be kept");
                }
                opening.act(place(stone)).expect("the stone is allowed");
            }
            if matches!(opening.task(), Task::Count { .. }) {
                opening.act(Act::Count(1)).expect("one stone may be offered");
            }
            let own = opening.actor().expect("a player has a colour");
            let request = Request::new(Limits::unlimited());
            let control = Control::without_clock();
            let mut engine = Engine::default();
            let opened = decide(
                &mut engine,
                rule.into(),
                &opening,
                &request,
                &control,
                &mut Silent,
                think_black_better,
            );
            let expected = if own == taken { Act::Stay } else { Act::Swap };
            assert_eq!(opened.expect("there is an act").act, expected, "{rule} {stones:?}");
        }
    }
}

#[test]
fn white_keeps_the_offer_that_is_worst_for_black() {
    // A third stone beside Black's two makes a three; the corner gives the move away.
    let acts = ["h8", "h9", "i8", "a15"].map(place);
    for offers in [["j8", "o15"], ["o15", "j8"]] {
        let mut opening = opening(Protocol::Rif, &[place("h8")]);
        for act in [acts[1], acts[2], Act::Stay, acts[3], place(offers[0]), place(offers[1])] {
            opening.act(act).expect("the act is allowed");
        }
        assert_eq!(act(&mut Engine::default(), &opening), place("o15"), "{offers:?}");
    }
}

#[test]
fn black_offers_the_best_stones_of_which_none_is_symmetric() {
    let mut opening = opening(Protocol::Soosorv8, &["h8", "h9", "h10"].map(place));
    for act in [Act::Stay, place("h7"), Act::Count(4), Act::Stay] {
        opening.act(act).expect("the act is allowed");
    }
    let mut engine = Engine::default();
    for left in (1..=4).rev() {
        assert_eq!(opening.task(), Task::Offer { by: opening.player(Color::Black), left });
        let offer = act(&mut engine, &opening);
        let Act::Place(point) = offer else { panic!("{offer:?}") };
        let from_center = point.distance("h8".parse().expect("it is a point"));
        assert!(from_center <= 4, "{point} is far away");
        opening.act(offer).expect("the offer is allowed");
    }
}

#[test]
fn blunders_of_the_other_player_are_answered() {
    // Stones that the engine would not place itself.
    let swap = opening(Protocol::Swap, &["h8", "a1"].map(place));
    assert!(matches!(act(&mut Engine::default(), &swap), Act::Place(_)));
    let over = opening(Protocol::Swap, &[place("h8"), place("a1"), place("i9"), Act::Swap]);
    let request = Request::new(Limits::unlimited());
    let control = Control::without_clock();
    let mut engine = Engine::default();
    let rule = Rule::Freestyle.into();
    let none = decide(&mut engine, rule, &over, &request, &control, &mut Silent, Engine::think);
    assert!(none.is_err());
}
