//! Analysis: lines, threats, values of points, and proofs.

use crate::chromium::Page;
use crate::page::test;
use crate::{play, two_persons};

/// Plays a game of two persons, and begins to analyse it.
pub(crate) fn analyse(page: &Page, points: &str) {
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
        page.click("[data-key=proof] summary");
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
        page.click("[data-key=proof] summary");
        page.press("prove win own");
        let proof = || page.text("[data-key=proof]");
        let is_proved = || proof().contains("Black wins by force");
        page.until("the win is proved", is_proved);
        page.press("defence other");
        page.until("the answer is shown", || proof().contains("(any other)"));
        page.press("proof back");
        page.until("it is gone", || !proof().contains("(any other)"));
        let stones = page.stones().len();
        page.place("o15");
        page.until("a stone elsewhere is any other", || proof().contains("(any other)"));
        assert_eq!(page.stones().len(), stones, "it is no variation");
        page.press("proof grow");
        page.until("it is told", || page.text("#toast").contains("variations now"));
        page.place("o14");
        page.until("no reply is left", || page.text("#reason").starts_with("The proof ends here"));
        assert_eq!(page.text("#toast"), "", "a refusal hides the message");
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
        page.until("the game is reviewed", || page.count("table.review") == 1);
        page.until("it is told what the graph shows", || {
            page.text("#graph .legend").contains("chance")
        });
        page.press("Last position");
        page.until("all lines are there", || page.count("ol.best li") == 5);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn an_analysis_goes_on_after_a_solved_position_and_in_another_game() {
    test(&[], |page| {
        page.paste_moves("h8i9");
        page.press("analyse");
        page.until("lines are there", || page.count("ol.best li") > 0);
        page.paste("h8a1i8a3j8");
        let is_solved = || page.text("#study").contains("solved: Black wins");
        page.until("the analysis goes on in the pasted game", is_solved);
        page.place("g8");
        page.until("a move is tried", || page.stones().len() == 6);
        page.until("it goes on after the move", is_solved);
        assert_eq!(page.text("[data-key=analyse]"), "Stop");
        page.press("analyse");
        page.until("a person ends it", || page.text("[data-key=analyse]") == "Analyse");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_comment_that_is_being_written_survives_a_reload() {
    test(&[], |page| {
        page.paste_moves("h8i9");
        page.click("textarea");
        page.keys("good");
        page.until("it is kept", || page.count("ol.line .commented") == 1);
        page.reload();
        page.ready();
        let comment = "return document.querySelector('textarea')?.value";
        page.until("it is there again", || page.run(comment, "") == "good");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn deleted_moves_come_back_where_they_were() {
    test(&[], |page| {
        page.paste_moves("h8h9i9j10g7");
        page.press("One move back");
        page.press("One move back");
        // The list has the moves of the other line until the table has the new one.
        for (point, place) in [("c3", "4 / 4"), ("c4", "5 / 5"), ("c5", "6 / 6")] {
            page.place(point);
            page.until("the move is there", || page.text("#steps .where") == place);
        }
        page.press("One move back");
        page.until("c4 is shown", || page.stones().len() == 5);
        let before = page.stones();
        page.press("remove");
        page.until("c4 is gone", || page.stones().len() == 4);
        page.press("toast");
        page.until("c4 is shown again", || page.stones() == before);
        assert_eq!(page.names().len(), 6, "with the move after it");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_reload_stays_at_the_first_position() {
    test(&[], |page| {
        page.paste_moves("h8i9j10");
        page.press("First position");
        page.until("the board is empty", || page.stones().is_empty());
        page.reload();
        page.ready();
        page.until("the game is there", || page.names().len() == 3);
        assert_eq!(page.text("#steps .where"), "0 / 3");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn lines_survive_a_reload() {
    test(&[], |page| {
        analyse(page, "h8 i9 h9");
        page.press("analyse");
        page.until("five candidates are drawn", || page.count(".sign.candidate") == 5);
        page.press("analyse");
        page.until("the engine has stopped", || page.text("[data-key=analyse]") == "Analyse");
        let lines = page.text("ol.best");
        page.reload();
        page.ready();
        page.until("they are there again", || page.text("ol.best") == lines);
        assert_eq!(page.count(".sign.candidate"), 5);
        page.press("One move back");
        page.until("another position is shown", || page.count(".sign.candidate") == 0);
        page.press("One move forward");
        page.until("they belong to their position", || page.text("ol.best") == lines);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_won_position_shows_the_distance_of_every_win() {
    test(&[], |page| {
        analyse(page, "h8 a1 h9 a15 h10 o1 h11 o15");
        page.press("analyse");
        page.until("it is solved", || page.text("#study").contains("solved: Black wins in 1"));
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

#[test]
#[ignore = "needs Chromium"]
fn a_game_is_reviewed_and_its_mistakes_are_exercises() {
    test(&[], |page| {
        // White lets an open three stand, and Black misses the win by fours.
        analyse(page, "h8 g7 h9 g5 h10 c3 d4 c5");
        page.select("effort", "20000");
        page.press("sweep");
        page.until("the game is reviewed", || page.count("table.review") == 1);
        page.until("the moves have signs", || page.count("ol.line .mark.blunder") >= 2);
        assert!(page.count("svg.board .sign.badge.blunder") >= 2, "the stones have them");
        assert!(page.count(".graph .dot.blunder") >= 1, "the graph has them");
        let card = || page.text("[data-key='review card']");
        assert!(card().contains("?? blunders"), "{}", card());

        // The same moves are exercises after an answer has become a variation.
        let exercises = page.text("[data-key='learn black']");
        page.press("learn black");
        let lesson = || page.text("[data-key=lesson]");
        page.until("it asks", || lesson().contains("find a better move"));
        assert!(page.text("[data-key='lesson number']").starts_with("Exercise 1 of "));
        let is_in_sight = "const box = document.querySelector('[data-key=\"review card\"]').getBoundingClientRect(); \
                           return box.top >= 0 && box.bottom <= innerHeight";
        page.until("it is in sight", || page.run(is_in_sight, "") == true);
        assert_eq!(page.count(".sign"), 0, "nothing gives the answer away");
        // The search decides how much each of these distant moves keeps.
        let is_partly = |point: &&str| {
            page.place(point);
            page.until("the answer is judged", || {
                !lesson().contains("find a better move") && !lesson().starts_with("Is ")
            });
            let judgement = lesson();
            page.press("lesson again");
            page.until("it asks again", || lesson().contains("find a better move"));
            judgement.ends_with("is better than d12, but there is a better move still.")
        };
        let distant = ["l5", "k5", "l7", "k9", "e11", "m4"];
        assert!(distant.iter().any(is_partly), "no answer keeps only more than the game");
        assert_eq!(page.stones().len() % 2, 0, "the answer is gone");
        page.place("d4");
        page.until("the move of the game is no answer", || {
            lesson().starts_with("d12 is what was played.")
        });
        page.until("a refutation is shown", || page.count(".ghosts .ghost") > 1);
        page.press("lesson again");
        page.until("it asks again", || lesson().contains("find a better move"));
        if page.stones().len() < 6 {
            page.press("lesson next");
            page.until("the missed win is asked", || page.stones().len() == 6);
        }
        page.place("h11");
        page.until("a good answer is right", || lesson().starts_with("Yes: h5 is better."));
        page.press("lesson end");
        page.until("the review is back", || page.count("table.review") == 1);
        assert_eq!(page.text("[data-key='learn black']"), exercises);

        let sgf = page.saved_text("sgf");
        assert!(sgf.contains("BM[2]") && sgf.contains("was missed"), "{sgf}");
        page.reload();
        page.ready();
        page.until("the review is kept", || page.count("table.review") == 1);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_position_is_set_up_from_the_start() {
    test(&[], |page| {
        page.press("Panel analyse");
        page.press("edit");
        page.press("Stones black");
        for point in ["h8", "i8", "g7"] {
            page.place(point);
        }
        page.press("Stones white");
        page.place("a1");
        page.until("four stones are there", || page.stones().len() == 4);
        page.place("a1");
        page.until("a stone that is pressed again goes", || page.stones().len() == 3);
        page.place("g7");
        page.until("it changes its colour", || page.count("use[data-color=white]") == 1);
        page.press("Move up");
        page.until("all move", || page.stones().contains(&"h7".to_owned()));
        page.press("Turn");
        page.until("all turn", || page.stones().contains(&"i8".to_owned()));
        page.keys("\u{e012}");
        page.until("nothing is lost by a key", || {
            page.text("#reason").contains("Finish the position")
        });
        page.reload();
        page.ready();
        page.until("a reload loses nothing", || page.count("[data-key=editor]") == 1);
        assert_eq!(page.stones().len(), 3);
        page.press("To move black");
        page.select("editor rule", "renju");
        page.press("editor done");
        page.until("it is analysed", || page.text("[data-key=conditions]").starts_with("Renju"));
        assert_eq!(page.stones().len(), 3);
        page.press("analyse");
        page.until("lines are there", || page.count("ol.best li") > 0);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_position_that_was_opened_is_played_on_against_dolmen() {
    test(&[], |page| {
        analyse(page, "h8 i9 h9");
        page.press("playOn");
        page.press("You play black");
        page.submit();
        page.until("Dolmen has answered", || {
            page.stones().len() == 4 && page.state() == "Your move."
        });
        page.press("Panel analyse");
        page.until("analysis begins", || page.state().starts_with("Analysis"));
        page.press("One move back");
        page.press("playOn");
        page.press("Players people");
        page.submit();
        page.until("two people play on", || page.state() == "White to move.");
        page.press("toast");
        page.until("the game before it is here", || {
            page.names().len() == 4 && page.text("#players").contains("Dolmen")
        });
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_game_that_is_over_is_played_on_only_from_an_earlier_position() {
    test(&[], |page| {
        page.paste_moves("h8a1h9a3h10a5h11a7h12");
        let play_on = "return document.querySelector('[data-key=playOn]').disabled";
        page.until("it cannot go on", || page.run(play_on, "") == true);
        page.press("Panel play");
        page.until("the reason is told", || {
            page.text("#reason").starts_with("The game is over in this position")
        });
        page.press("One move back");
        page.until("it can go on from here", || page.run(play_on, "") == false);
    });
}
