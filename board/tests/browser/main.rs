//! The board in a real browser: games are played by clicking, against the running program.
//! They need Chromium and ChromeDriver.

mod analysis;
mod chromium;
mod collection;
mod conditions;
mod connection;
mod files;
mod installed;
mod layout;
mod marks;
mod monkey;
mod openings;
mod page;
mod pictures;
mod practice;
mod proxy;
mod speed;
mod static_page;

use chromium::Page;

/// The key that takes back.
const BACKSPACE: &str = "\u{e003}";
/// The key that moves the focus on.
const TAB: &str = "\u{e004}";

/// Plays stones of persons or against an engine, and waits for each. A stone is drawn before the table has
/// it in its list of moves, and until then no other can be placed.
fn play(page: &Page, points: &str) {
    for point in points.split(' ') {
        let before = page.stones().len();
        page.place(point);
        page.until("the stone is on the board", || {
            let stones = page.stones().len();
            stones > before && page.names().len() >= stones
        });
    }
}

/// Resumes a kept game of two stones against Dolmen, and plays on.
fn resume(page: &Page) {
    page.until("the game is there", || page.stones().len() == 2);
    page.press("resume");
    page.until("it goes on", || page.state() == "Your move.");
    play(page, "a1");
    page.until("Dolmen has answered", || page.stones().len() == 4);
}

/// Begins a game of two persons under a rule.
fn two_persons(page: &Page, rule: &str) {
    page.press("new");
    page.press("Players people");
    page.select("rule", rule);
    page.submit();
    page.until("the game is ready", || page.state().ends_with("to move."));
}

#[test]
#[ignore = "needs Chromium"]
fn a_whole_game_is_played_against_dolmen_by_clicking() {
    page::test(&[], |page| {
        assert_eq!(page.state(), "Your move.", "a game is ready without a dialog");
        for row in 1..=15 {
            for column in ["a", "e", "i", "m", "o"] {
                if page.state().contains("wins") {
                    break;
                }
                let point = format!("{column}{row}");
                if page.stones().contains(&point) {
                    continue;
                }
                play(page, &point);
                page.until("Dolmen has answered", || {
                    let state = page.state();
                    state == "Your move." || state.contains("wins")
                });
            }
        }
        assert!(page.state().contains("wins with white: five in a row"), "{}", page.state());
        assert_eq!(page.count(".ring.five"), 5);
        for key in ["rematch", "other", "easier", "harder", "review"] {
            assert_eq!(page.count(&format!("[data-key={key}]")), 1, "{key}");
        }
        page.press("rematch");
        page.until("the board is empty", || page.stones().is_empty());
    });
}

#[test]
#[ignore = "needs Chromium"]
fn dolmen_begins_one_rematch_after_another() {
    page::test(&[], |page| {
        play(page, "h8");
        page.until("Dolmen has answered", || page.stones().len() == 2);
        for game in 0..4 {
            page.press("resign");
            page.press("resign");
            page.press("other");
            let first = 1 - game % 2;
            let is_ready = || page.stones().len() == first && page.state() == "Your move.";
            page.until("it is the person's turn", is_ready);
            page.place(if first == 1 { "a1" } else { "h8" });
            page.until("Dolmen has answered", || page.stones().len() == first + 2);
        }
        page.press("new");
        page.press("You play white");
        page.submit();
        page.until("Dolmen has begun", || page.stones().len() == 1);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_move_is_taken_back_after_a_question_and_a_reload_keeps_the_game() {
    page::test(&[], |page| {
        play(page, "h8");
        page.until("Dolmen has answered", || page.stones().len() == 2);
        play(page, "h9");
        page.until("Dolmen has answered", || page.stones().len() == 4);
        page.press("takeBack");
        assert_eq!(page.stones().len(), 4, "it asks first");
        page.press("takeBack");
        page.until("two stones are gone", || page.stones().len() == 2);
        play(page, "h9");
        page.until("Dolmen has answered", || page.stones().len() == 4);
        page.keys(BACKSPACE);
        page.until("it asks first", || {
            page.text("[data-key=takeBack]") == "Take back both stones?"
        });
        page.until("it shows what goes", || page.count(".marks .going") == 2);
        assert_eq!(page.stones().len(), 4);
        page.keys(BACKSPACE);
        page.until("two stones are gone", || page.stones().len() == 2);
        page.reload();
        page.ready();
        page.until("the game is there again", || page.stones().len() == 2);
        // The table of the static page starts over with its page, and waits for the person.
        if page.state() != "Your move." {
            page.press("resume");
        }
        page.until("it goes on", || page.state() == "Your move.");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_double_click_does_not_answer_the_question_that_it_asks() {
    page::test(&[], |page| {
        play(page, "h8");
        page.until("Dolmen has answered", || page.stones().len() == 2);
        page.double_click("[data-key=resign]");
        page.until("it asks", || page.text("[data-key=resign]") == "Give up the game?");
        page.double_click("[data-key=takeBack]");
        page.until("it asks", || page.text("[data-key=takeBack]") == "Take back both stones?");
        assert_eq!(page.stones().len(), 2);
        assert_eq!(page.state(), "Your move.");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_double_three_is_refused_with_its_reason() {
    page::test(&[], |page| {
        two_persons(page, "renju");
        play(page, "g8 a1 i8 a3 h7 a5 h9 a7");
        page.until("the cross is there", || page.count(".marks .forbidden") == 1);
        page.place("h8");
        let reason = || page.text("#reason");
        page.until("the reason is there", || !reason().is_empty());
        let said = reason();
        assert!(said.starts_with("A black stone on h8 would make a double three"), "{said}");
        assert_eq!(page.count(".row.refused"), 2);
        assert_eq!(page.stones().len(), 8);
        page.press("Panel practise");
        page.until("the game is gone", || page.stones().first().is_none_or(|point| point != "g8"));
        assert_eq!(reason(), "", "it belongs to the game");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_clock_runs_out() {
    page::test(&[], |page| {
        page.press("new");
        page.press("Players people");
        page.select("clock", "5000,0,0");
        page.submit();
        page.until("the game is ready", || page.state().ends_with("to move."));
        play(page, "h8");
        page.until("the flag falls", || page.state().contains("ran out of time"));
        assert_eq!(page.state(), "Black wins: White ran out of time.");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_program_does_not_think_as_long_as_the_clock_of_a_person_lets_it() {
    page::test(&[], |page| {
        page.press("new");
        page.select("clock", "0,300000,0");
        let is_asked = || page.count("select[data-key=thinking]") == 1;
        assert!(!is_asked(), "a level does not need much time");
        let full = "const range = document.querySelector('[data-key=\"range 0\"]');
            range.value = range.max;
            range.dispatchEvent(new Event('input', { bubbles: true }));";
        page.run(full, "");
        page.until("the thinking time is asked", is_asked);
        page.select("thinking", "500");
        page.submit();
        page.until("the game is ready", || page.state() == "Your move.");
        play(page, "h8");
        page.until("Dolmen has answered", || page.stones().len() == 2);
        let left = || page.text("[data-clock=white]");
        let is_most_left = left() == "5:00" || left().starts_with("4:5");
        assert!(is_most_left, "it took less than ten seconds: {}", left());
        page.press("new");
        let chosen = "return document.querySelector('select[data-key=thinking]').value";
        page.until("the choice is kept", || page.run(chosen, "") == "500");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn two_engines_play_each_other() {
    page::test(&[], |page| {
        page.press("new");
        page.press("Players engines");
        page.select("engine 0", "0");
        // The static page has one program, which plays both sides.
        if page.count("select[data-key='engine 1'] option[value='1']") > 0 {
            page.select("engine 1", "1");
        }
        // The game must not end before a browser on a busy machine has pressed the button.
        page.select("delay", "1500");
        page.submit();
        page.until("both have moved", || page.stones().len() >= 3);
        page.press("pause");
        page.until("the game is paused", || page.state() == "The game is paused.");
        let stones = page.stones().len();
        page.press("resume");
        page.until("it goes on", || page.stones().len() > stones);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn an_engine_that_dies_pauses_the_game_and_the_page_says_so() {
    let engine = r#"name=fragile,cmd=sh -c "read start; echo OK; read more""#;
    page::test(&["--engine", engine], |page| {
        page.press("new");
        page.select("engine 0", "1");
        page.submit();
        page.until("the game is ready", || page.state() == "Your move.");
        play(page, "h8");
        page.until("the page says it", || page.state().contains("fragile cannot continue"));
        page.press("resume");
        page.until("it died again", || page.state().contains("fragile cannot continue"));
        assert_eq!(page.stones(), ["h8"], "the game is kept");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn the_page_reads_as_a_board_and_the_keyboard_plays() {
    page::test(&[], |page| {
        page.run("document.querySelector('#board').focus()", "");
        page.keys("\u{e014}\u{e014}\u{e007}");
        page.until("the stone is there", || !page.stones().is_empty());
        assert_eq!(page.stones()[0], "i8");
        let label = page.run("return document.querySelector('#board').ariaLabel", "");
        assert!(label.as_str().unwrap_or_default().starts_with("Board, 15 by 15."), "{label}");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn switches_and_fields_give_the_keys_back() {
    page::test(&[], |page| {
        play(page, "h8");
        page.until("Dolmen has answered", || page.stones().len() == 2);
        page.tick("thinking");
        page.keys("\u{e012}");
        page.until("an arrow steps back after a switch", || page.stones().len() == 1);
        page.press("Panel analyse");
        page.until("analysis begins", || page.count("select[data-key=lines]") == 1);
        page.run("document.querySelector('select[data-key=lines]').focus()", "");
        page.place("a1");
        page.until("a stone is played", || page.stones().len() == 2);
        page.keys("\u{e012}");
        page.until("a press on the board leaves the field", || page.stones().len() == 1);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn points_are_typed_by_the_names_of_the_board() {
    page::test(&[], |page| {
        two_persons(page, "freestyle");
        page.keys("c12");
        page.until("rows count from the bottom", || page.stones() == ["c4"]);
        page.press("settings");
        page.select("notation", "numbers");
        page.click("dialog button[data-key=done]");
        page.keys("3,12");
        page.until("both numbers count from the top left", || page.stones() == ["c4", "c12"]);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn play_returns_to_the_game_that_an_analysis_interrupted() {
    page::test(&[], |page| {
        play(page, "h8");
        page.until("Dolmen has answered", || page.stones().len() == 2);
        let game = page.stones();
        page.press("Panel analyse");
        page.until("analysis begins", || page.state().starts_with("Analysis"));
        page.press("One move back");
        page.place("a1");
        page.until("a variation is shown", || page.stones().contains(&"a1".to_owned()));
        page.press("Panel play");
        page.until("the game is there", || page.stones() == game && page.state() == "Your move.");
    });
}
