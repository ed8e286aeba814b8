//! Analysis: lines, threats, values of points, and proofs.

use crate::chromium::Page;
use crate::page::test;
use crate::{play, two_persons};

/// Plays a game of two persons, and begins to analyse it.
fn analyse(page: &Page, points: &str) {
    two_persons(page, "freestyle");
    play(page, points);
    page.press("resign");
    page.press("resign");
    page.press("review");
    page.until("analysis begins", || page.state().contains("Analysis"));
}

#[test]
#[ignore = "needs Chromium"]
fn analysis_shows_lines_and_a_proof_is_stepped_through() {
    test(&[], |page| {
        analyse(page, "h8 a1 h9 a3 h10 a5 i8 c7");
        page.press("analyse");
        page.until("lines are there", || page.count("ol.best li") > 0);
        page.press("analyse");
        page.press("prove vcf own");
        let proof = || page.text("[data-key=proof]");
        let is_proved = || proof().contains("Black wins by fours");
        page.until("the win is proved", is_proved);
        page.tick("heat");
        page.until("the best values are drawn", || page.count(".heat .strength") == 18);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_proof_by_any_moves_answers_any_other_reply() {
    test(&[], |page| {
        analyse(page, "h8 a1 i8 a5 g9 a9");
        page.press("prove win own");
        let proof = || page.text("[data-key=proof]");
        let is_proved = || proof().contains("Black wins by force");
        page.until("the win is proved", is_proved);
        page.press("defence other");
        page.until("the answer is shown", || proof().contains("(any other)"));
        page.press("proof back");
        page.until("it is gone", || !proof().contains("(any other)"));
    });
}

#[test]
#[ignore = "needs Chromium"]
fn lines_stay_after_a_stop_and_a_sweep_keeps_them() {
    test(&[], |page| {
        analyse(page, "h8 i9 h9");
        page.press("analyse");
        page.until("five candidates are drawn", || page.count(".sign.candidate") == 5);
        page.press("analyse");
        page.until("the engine has stopped", || page.text("[data-key=analyse]") == "Analyse");
        assert_eq!(page.count(".sign.candidate"), 5, "they stay on the board");
        page.press("One move back");
        page.until("another position is shown", || page.count(".sign.candidate") == 0);
        page.press("sweep");
        page.until("the sweep has begun", || page.text("[data-key=sweep]").starts_with("Stop"));
        page.until("the sweep has ended", || page.text("[data-key=sweep]") == "Whole game");
        page.until("it is told what the graph shows", || {
            page.text("#graph .legend").contains("chance")
        });
        page.press("Last position");
        page.until("all lines are there", || page.count("ol.best li") == 5);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_won_position_shows_the_distance_of_every_win() {
    test(&[], |page| {
        analyse(page, "h8 a1 h9 a15 h10 o1 h11 o15");
        page.press("analyse");
        page.until("it is solved", || page.text("#study").contains("solved: Black wins in 1"));
        page.until("the engine has stopped", || page.text("[data-key=analyse]") == "Analyse");
        let best = "return document.querySelector('.sign.candidate.best text')?.textContent";
        page.until("the winning points are marked", || page.run(best, "") == "W1");
        let values = page.run(
            "return [...document.querySelectorAll('ol.best .value')].map((value) => value.innerText)",
            "",
        );
        let values: Vec<String> = serde_json::from_value(values).expect("they are texts");
        assert!(!values.iter().any(|value| value == "100 %"), "{values:?}");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn threats_have_a_legend_and_none_are_told() {
    test(&[], |page| {
        analyse(page, "h8 a1 h9 a15 h10 o1");
        page.tick("threats");
        let legend = || page.text("[data-key='threat legend']");
        page.until("the marks are explained", || legend().contains("makes an open four"));
        page.press("First position");
        page.until("there are none", || legend() == "There are no threats here.");
    });
}
