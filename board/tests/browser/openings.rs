//! Openings by protocols: persons at one board, and Dolmen on either side.

use std::collections::BTreeSet;

use crate::chromium::Page;
use crate::{page, play};

/// Points for stones and offers: those near the centre first, and none symmetric to another.
const POINTS: &str = "h8 i9 h9 i8 l12 b14 c3 d11 e2 f13 m6 n9 o4 a10 k1 l15";

/// Begins a game with an opening.
fn open(page: &Page, players: &str, rule: &str, opening: &str) {
    page.press("new");
    page.press(&format!("Players {players}"));
    page.select("rule", rule);
    page.select("opening", opening);
    page.submit();
}

/// Returns the points of the stones that are offered.
fn offers(page: &Page) -> Vec<String> {
    let script = "return [...document.querySelectorAll('svg.board .ghosts use')].map((stone) => \
        'abcdefghijklmnopqrstuv'[stone.getAttribute('x')] + (Number(stone.getAttribute('y')) + 1))";
    serde_json::from_value(page.run(script, "")).expect("they are names")
}

/// Returns the key of the first button that a person may press in an opening, if there is one.
fn choice(page: &Page) -> Option<String> {
    let script = "return [...document.querySelectorAll('#actions button.primary')].map((button) => button.dataset.key)";
    let keys: Vec<String> = serde_json::from_value(page.run(script, "")).expect("they are names");
    ["offerTen", "twoMore", "count 2", "white", "black"]
        .into_iter()
        .find(|key| keys.iter().any(|other| other == key))
        .map(str::to_owned)
}

/// Goes through an opening against Dolmen, as a person who places, offers, chooses and swaps. Returns the
/// first words of the requests to the person.
fn open_against_dolmen(page: &Page) -> BTreeSet<String> {
    let mut asked = BTreeSet::new();
    let mut tried = BTreeSet::new();
    loop {
        page.until("the person is asked", || {
            if page.count("button[data-key=moveNow]") == 1 {
                page.run("document.querySelector('button[data-key=moveNow]')?.click()", "");
            }
            !page.state().contains("thinking")
        });
        let state = page.state();
        if state.ends_with("Your move.") {
            return asked;
        }
        // Dolmen has answered and been asked again.
        if state.contains("thinking") {
            continue;
        }
        let (_, request) =
            state.split_once(": ").unwrap_or_else(|| panic!("no protocol is named: {state}"));
        asked.insert(request.split(' ').next().unwrap_or_default().to_owned());
        if let Some(key) = choice(page) {
            page.run(&format!("document.querySelector('button[data-key=\"{key}\"]')?.click()"), "");
        } else if request.starts_with("keep") {
            // The choice of a moment ago may be on its way.
            page.until("the offers are on the board, or one is chosen", || {
                !offers(page).is_empty() || page.state() != state
            });
            if let Some(offer) = offers(page).first() {
                page.place(offer);
            }
        } else {
            let taken: Vec<String> = page.stones().into_iter().chain(offers(page)).collect();
            let is_free =
                |point: &&str| !taken.iter().any(|other| other == point) && !tried.contains(*point);
            let point = POINTS.split(' ').find(is_free).expect("a point is free");
            if request.starts_with("offer") {
                tried.insert(point);
            }
            page.place(point);
        }
        page.until("something has changed", || {
            page.state() != state
                || page.count(".refused") > 0
                || page.count("#toast:not([hidden])") > 0
        });
    }
}

#[test]
#[ignore = "needs Chromium"]
fn persons_open_by_taraguchi() {
    page::test(&[], |page| {
        open(page, "people", "renju", "taraguchi10");
        page.until("a stone is wanted", || {
            page.state() == "Taraguchi-10, First player: place a black stone on the centre."
        });
        page.place("a1");
        page.until("it is refused", || page.text("#reason").contains("on the centre"));
        play(page, "h8");
        page.press("black");
        play(page, "i9");
        page.press("white");
        play(page, "h9");
        assert!(page.state().ends_with("choose a colour."), "{}", page.state());
        page.press("black");
        play(page, "i8");
        page.press("offerTen");
        page.until("offers are wanted", || page.state().contains("offer 10 fifth stones"));
        for point in "a1 b1 c1 d1 e1 f1 g1 h1 i1".split(' ') {
            let before = offers(page).len();
            page.place(point);
            page.until("the offer is on the board", || offers(page).len() > before);
        }
        page.press("takeBack");
        page.until("the offer is gone", || offers(page).len() == 8);
        for (count, point) in [(9, "k2"), (10, "o7")] {
            page.place(point);
            page.until("the offer is on the board", || offers(page).len() == count);
        }
        assert!(page.state().ends_with("keep one of the offered stones."), "{}", page.state());
        page.place("k2");
        page.until("the game goes on", || page.state().ends_with(" player to move."));
        assert_eq!(page.stones(), ["h8", "i9", "h9", "i8", "k2"]);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn offers_stay_on_the_board_while_the_game_is_paused() {
    page::test(&[], |page| {
        open(page, "people", "renju", "rif");
        page.until("a stone is wanted", || page.state().contains("place three stones: black"));
        play(page, "h8 i9 h9");
        page.press("black");
        play(page, "i8");
        page.until("offers are wanted", || page.state().contains("offer 2 fifth stones"));
        page.place("k2");
        page.until("the offer is on the board", || offers(page) == ["k2"]);
        page.press("pause");
        page.until("the game is paused", || page.state() == "The game is paused.");
        assert_eq!(offers(page), ["k2"]);
        page.reload();
        page.ready();
        page.until("it is there after a reload", || offers(page) == ["k2"]);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn choices_of_dolmen_are_told_and_written_down() {
    page::test(&[], |page| {
        open(page, "engine", "standard", "swap");
        page.until("stones are wanted", || page.state().contains("place three stones"));
        play(page, "h8 i9 j10");
        let is_told = |state: &str| {
            ["swaps", "keeps"].iter().any(|deed| {
                state.starts_with(&format!("Dolmen {deed} the colours and plays "))
                    && state.ends_with("Your move.")
            })
        };
        page.until("the choice is told", || is_told(&page.state()));
        let said = page.state();
        page.reload();
        page.ready();
        page.until("it is told after a reload", || page.state().starts_with("Dolmen "));
        if page.count("[data-key=resume]") == 1 {
            page.press("resume");
        }
        page.until("it goes on", || page.state() == said);
        let deed = if said.contains("swaps") { "swapped" } else { "kept" };
        let sgf = page.saved_text("sgf");
        assert!(sgf.contains(&format!("{deed} the colours after stone 3")), "{sgf}");
        let free = |point: &&str| !page.stones().contains(&(*point).to_owned());
        page.place(POINTS.split(' ').find(free).expect("a point is free"));
        page.until("it is told no longer", || !page.state().contains("the colours"));

        page.press("new");
        page.press("You play white");
        page.select("rule", "renju");
        page.select("opening", "yamaguchi");
        page.submit();
        page.until("the number is told", || {
            page.state().starts_with("Dolmen asks for ")
                && page.state().contains(" fifth stone")
                && page.state().contains("choose a colour")
        });
    });
}

#[test]
#[ignore = "needs Chromium"]
fn dolmen_opens_by_every_protocol_on_either_side() {
    page::test(&[], |page| {
        let mut asked = BTreeSet::new();
        for (opening, rule) in [
            ("swap", "freestyle"),
            ("swap2", "standard"),
            ("rif", "renju"),
            ("yamaguchi", "renju"),
            ("soosorv8", "renju"),
            ("tarannikov", "renju"),
            ("taraguchi10", "renju"),
        ] {
            for color in ["black", "white"] {
                page.press("new");
                page.press("Players engine");
                page.press(&format!("You play {color}"));
                page.select("rule", rule);
                page.select("opening", opening);
                page.submit();
                page.until("the opening begins", || {
                    let state = page.state();
                    state.contains(": ") || state.ends_with("thinking about the opening…")
                });
                asked.extend(open_against_dolmen(page));
                let before = page.stones().len();
                assert!(before >= 3, "{opening}, {color}: {before} stones");
                let free =
                    POINTS.split(' ').find(|&point| !page.stones().contains(&point.to_owned()));
                page.place(free.expect("a point is free"));
                page.until("the game goes on", || page.stones().len() >= before + 2);
                page.run("document.querySelector('button[data-key=moveNow]')?.click()", "");
            }
        }
        let all = ["choose", "keep", "offer", "place"].map(str::to_owned);
        assert_eq!(asked, BTreeSet::from(all), "every kind of act was a person's");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn persons_negotiate_swap2() {
    page::test(&[], |page| {
        open(page, "people", "freestyle", "swap2");
        page.until("stones are wanted", || {
            page.state().ends_with("three stones: black, white, black.")
        });
        play(page, "h8 i9");
        page.press("takeBack");
        page.until("the misplaced stone is gone and wanted again", || {
            page.stones() == ["h8"] && page.state().ends_with("two stones: white, black.")
        });
        play(page, "i9 j10");
        let chooses = "Swap2, Second player: choose a colour, or place two more stones.";
        page.until("a person is asked, and not a colour", || page.state() == chooses);
        page.press("twoMore");
        page.until("stones are wanted, and the choice is told", || {
            page.state().starts_with("Second player places two more stones.")
                && page.state().ends_with("two stones: white, black.")
        });
        play(page, "a1 b2");
        // The first player takes white, and so the second one has black.
        page.press("white");
        let swapped = "First player swaps the colours and plays white. First player to move.";
        page.until("the game goes on, and the swap is told", || page.state() == swapped);
        let sgf = page.saved_text("sgf");
        for part in
            ["PB[Second player]PW[First player]", "First player swapped the colours after stone 5"]
        {
            assert!(sgf.contains(part), "{part}: {sgf}");
        }
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_point_outside_the_square_is_not_offered() {
    page::test(&[], |page| {
        open(page, "people", "renju", "rif");
        page.until("the centre is wanted", || page.state().ends_with("on the centre."));
        page.press("settings");
        page.select("confirm", "always");
        page.press("done");
        page.place("o1");
        page.until("the reason is there", || page.text("#reason").contains("on the centre"));
        assert_eq!((page.text("#confirm").contains("Play"), page.stones().len()), (false, 0));
        page.place("h8");
        page.until("the centre is offered", || page.text("#confirm").contains("Play h8"));
    });
}
