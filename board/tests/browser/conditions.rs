//! The conditions of a game: the form that asks for them, the panel that tells them, and the levels of programs.

use serde_json::json;

use crate::chromium::Page;
use crate::page::test;
use crate::{play, two_persons};

impl Page {
    /// Writes a value into the fields that a selector finds, as a person does.
    pub(crate) fn fill(&self, selector: &str, value: &str) {
        let script = "
            const [selector, value] = JSON.parse(arguments[0]);
            for (const field of document.querySelectorAll(selector)) {
              field.value = value;
              for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
            }";
        self.run(script, &json!([selector, value]).to_string());
    }

    /// Returns the conditions of the game in the panel.
    fn conditions(&self) -> String {
        self.text("[data-key=conditions]")
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_refused_game_is_corrected_in_its_form() {
    test(&[], |page| {
        page.press("new");
        page.select("clock", "custom");
        page.fill("[data-key='Seconds added by each move'] input", "3");
        page.submit();
        let problem = || page.text("dialog [data-key=problem]");
        page.until("the reason is in the form", || problem().contains("only with a time"));
        page.fill("[data-key='Minutes a game (0: no limit)'] input", "5");
        page.submit();
        page.until("the form is closed", || page.count("dialog[open]") == 0);
        page.until("the conditions have units", || {
            page.conditions().contains("5 min a game, 3 s added by each move")
        });
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_that_goes_on_after_a_five_says_so_and_is_the_only_one() {
    test(&[], |page| {
        page.press("new");
        page.press("Players people");
        page.tick("continuous");
        page.submit();
        let says_so = || page.conditions().contains("goes on after a five");
        page.until("the conditions say so", says_so);
        play(page, "h8 i9");
        two_persons(page, "standard");
        page.until("the next game ends with a five", || page.stones().is_empty() && !says_so());
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_that_has_ended_keeps_its_level() {
    test(&[], |page| {
        let lost_once =
            "localStorage.setItem('dolmen.settings', JSON.stringify({ adapt: true, half: -1 }))";
        page.run(lost_once, "");
        page.reload();
        page.ready();
        play(page, "h8");
        page.until("Dolmen has answered", || page.stones().len() == 2);
        page.press("resign");
        page.press("resign");
        page.until("the level of the next game is told", || {
            page.text("#toast").contains("level 3")
        });
        assert!(page.conditions().ends_with("level 4"), "{}", page.conditions());
        assert_eq!(page.text("[data-key='player white'] .level span"), "level 4");
        assert_eq!(page.count("[data-key='white Harder']:enabled"), 0);
        let file = page.saved_text("sgf");
        assert!(file.contains("PW[Dolmen, level 4]"), "{file}");
        page.press("rematch");
        page.until("the next game has it", || page.conditions().ends_with("level 3"));
    });
}

#[test]
#[ignore = "needs Chromium"]
fn the_levels_of_two_programs_are_told() {
    test(&[], |page| {
        page.press("new");
        page.press("Players engines");
        page.fill("[data-key='range 0']", "7");
        page.submit();
        page.until("both are told", || page.conditions().ends_with("level 7 and level 4"));
    });
}

#[test]
#[ignore = "needs Chromium"]
fn an_opening_asks_who_begins_instead_of_for_colours() {
    test(&[], |page| {
        page.press("new");
        page.select("opening", "swap2");
        page.until("the person is first or second", || {
            page.text("[data-key='You play black']") == "First player"
        });
        page.select("opening", "");
        page.until("the person has a colour", || {
            page.text("[data-key='You play black']") == "Black"
        });
    });
}
