//! Practice: a puzzle is failed with its refutation, solved, and survives a reload.

use std::fs;

use crate::chromium::Page;
use crate::page::test;
use crate::play;

/// Chooses a kind and a grade, and waits for such a puzzle.
fn ask(page: &Page, kind: &str, grade: &str) {
    page.select("practice kind", kind);
    page.select("practice grade", grade);
    let words = format!("grade {grade} of 5");
    page.until("it is asked", || page.text("[data-key='practice about']").contains(&words));
    page.until("its stones are there", || !page.stones().is_empty());
}

/// Returns the right move of the puzzle on the board, from the file of its rule.
fn key(page: &Page) -> String {
    let present =
        page.run("return JSON.parse(localStorage.getItem('dolmen.practice')).present", "");
    let field = |name: &str| present[name].as_str().expect("the page keeps the puzzle").to_owned();
    let (rule, id) = (field("rule"), field("id"));
    let path = format!("{}/page/puzzles/{rule}.txt", env!("CARGO_MANIFEST_DIR"));
    let puzzles = fs::read_to_string(path).expect("the rule has puzzles");
    let mut fields = puzzles.lines().map(|line| line.split(' ').collect::<Vec<_>>());
    let is_present =
        |packed: &str| u32::from_str_radix(&id, 36) == Ok(short_name(&format!("{rule} {packed}")));
    let found = fields.find(|fields| fields.get(2).is_some_and(|packed| is_present(packed)));
    found.expect("the file has the puzzle")[1].to_owned()
}

/// Returns the short name of a text, by which the page knows a puzzle (FNV-1a).
fn short_name(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Returns the verdict of the page on the last move.
fn verdict(page: &Page) -> String {
    page.text("[data-key='practice verdict']")
}

#[test]
#[ignore = "needs Chromium"]
fn a_puzzle_is_failed_refuted_and_solved() {
    test(&[], |page| {
        play(page, "h8");
        page.until("Dolmen has answered", || page.stones().len() == 2);
        page.press("Panel practise");
        page.until("a puzzle is asked", || verdict(page) == "Place a stone on the board.");
        ask(page, "defence", "1");
        let right = key(page);
        let stones = page.stones();
        let mut wrong = ["a1", "o1", "a15", "o15"]
            .into_iter()
            .filter(|corner| *corner != right && !stones.contains(&(*corner).to_owned()));
        page.place(wrong.next().expect("a corner is free"));
        page.until("it is refuted", || verdict(page).starts_with("No, not "));
        assert!(verdict(page).contains(" wins by fours"), "{}", verdict(page));
        assert!(verdict(page).contains("Your rating falls by"), "{}", verdict(page));
        page.until("the refutation is drawn", || page.count(".ghosts .ghost") > 2);

        let first = verdict(page);
        page.place(wrong.next().expect("another corner is free"));
        page.until("it is refuted too", || {
            verdict(page).starts_with("No, not ") && verdict(page) != first
        });
        assert!(!verdict(page).contains("rating"), "it fell once: {}", verdict(page));
        page.press("practice again");
        page.place(&right);
        page.until("it is solved", || verdict(page).starts_with("Solved."));
        let score = || page.text("[data-key='practice score']");
        assert!(score().contains("0 solved · 1 failed"), "only the first try counts: {}", score());

        page.reload();
        page.until("the puzzle is there again", || page.count("[data-key='practice next']") == 1);
        assert!(score().contains("1 failed"), "{}", score());
        page.press("practice next");
        page.until("the next one is asked", || verdict(page) == "Place a stone on the board.");

        page.press("Panel play");
        page.until("the game is there again", || {
            page.stones().contains(&"h8".to_owned()) && page.stones().len() == 2
        });
        page.until("it goes on", || page.state() == "Your move.");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_new_game_ends_practice() {
    test(&[], |page| {
        play(page, "h8");
        page.until("Dolmen has answered", || page.stones().len() == 2);
        page.press("Panel practise");
        page.until("a puzzle is asked", || verdict(page) == "Place a stone on the board.");
        page.press("new");
        page.submit();
        page.until("the new game is there", || page.stones().is_empty());
        page.until("it has begun", || page.state() == "Your move.");
        page.reload();
        page.until("it is there after a reload", || page.state() == "Your move.");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_win_by_fours_is_played_to_its_end_and_analysed() {
    test(&[], |page| {
        page.press("Panel practise");
        page.until("a puzzle is asked", || verdict(page) == "Place a stone on the board.");
        ask(page, "fours", "1");
        let before = page.stones().len();
        page.place(&key(page));
        page.until("the defence has answered", || verdict(page).starts_with("Right."));
        assert_eq!(page.stones().len(), before + 2);
        page.reload();
        page.until("a reload keeps the moves", || page.stones().len() == before + 2);
        page.press("practice show");
        page.until("the rest is shown", || verdict(page).starts_with("The answer is"));
        page.press("practice analyse");
        page.until("the position is analysed", || page.state().contains("Analysis"));
        assert_eq!(page.stones().len(), before);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_tool_of_analysis_is_not_in_the_hand_of_practice() {
    test(&[], |page| {
        page.press("Panel analyse");
        page.press("Tool exclude");
        page.press("Panel practise");
        page.until("a puzzle is asked", || verdict(page) == "Place a stone on the board.");
        page.place("a1");
        page.until("the stone is judged", || verdict(page) != "Place a stone on the board.");
    });
}
