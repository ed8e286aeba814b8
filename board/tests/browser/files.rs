//! Files, texts and links, and the names of points in them.

use std::fs;

use crate::page::test;
use crate::{play, two_persons};

#[test]
#[ignore = "needs Chromium"]
fn files_are_opened_one_after_the_other_and_twice() {
    test(&[], |page| {
        let folder = tempfile::tempdir().expect("the system has temporary folders");
        for moves in ["h8i9j10", "h8", "h8", "i9j10"] {
            let path = folder.path().join("game.txt");
            fs::write(&path, moves).expect("it can be written");
            page.press("files");
            page.upload("input[data-key=file]", &path);
            page.until("the file is on the board", || page.names().concat() == moves);
            page.press("new");
            page.submit();
            page.until("another game has begun", || page.stones().is_empty());
        }
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_file_that_cannot_be_read_leaves_the_game_and_says_so_alone() {
    test(&[], |page| {
        play(page, "h8");
        page.until("Dolmen has answered", || page.stones().len() == 2);
        let folder = tempfile::tempdir().expect("the system has temporary folders");
        let path = folder.path().join("picture.txt");
        fs::write(&path, [0xFF, 0xD8, 0, 1]).expect("it can be written");
        page.press("files");
        page.upload("input[data-key=file]", &path);
        page.until("the reason is there", || {
            page.text("#reason").starts_with("Cannot read this as a game")
        });
        assert_eq!((page.text("#toast").as_str(), page.stones().len()), ("", 2));
        fs::write(&path, "h8i9").expect("it can be written");
        page.press("files");
        page.upload("input[data-key=file]", &path);
        page.until("the page says so", || page.text("#toast").starts_with("The game is open."));
        page.press("files");
        page.press("earlier 0");
        let state = "Your game has been restored; the clocks are stopped.";
        page.until("the game before it is here again", || page.state() == state);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn an_earlier_game_counts_its_moves_and_a_file_tells_who_played_when() {
    test(&[], |page| {
        play(page, "h8");
        page.until("Dolmen has answered", || page.stones().len() == 2);
        page.press("resign");
        page.press("resign");
        page.press("review");
        page.until("analysis begins", || page.state().starts_with("Analysis"));
        // A variation is no move of the game.
        page.press("One move back");
        page.until("an earlier position is shown", || page.stones().len() == 1);
        play(page, "a1");
        let sgf = page.saved_text("sgf");
        let today = page.run("return new Date().toLocaleDateString('sv')", "");
        let date = format!("DT[{}]", today.as_str().unwrap_or_default());
        for part in [date.as_str(), "RU[freestyle]", "PW[Dolmen, level 4]", "RE[W+R]"] {
            assert!(sgf.contains(part), "{part}: {sgf}");
        }
        page.press("new");
        page.submit();
        page.until("the board is empty", || page.stones().is_empty());
        page.press("files");
        let earlier = || page.text("[data-key='earlier 0']");
        page.until("the game is offered", || earlier().ends_with("Dolmen, Freestyle, 2 moves"));
    });
}

#[test]
#[ignore = "needs Chromium"]
fn an_opened_game_that_goes_on_is_saved_as_it_ends_now() {
    test(&[], |page| {
        let game =
            "(;GM[4]SZ[15]GN[Final]DT[1999-12-31]RU[renju]PB[Ann]PW[Ben]RE[W+R];B[hh];W[ih];B[hg])";
        page.paste(game);
        page.until("the game is open", || page.names().len() == 3);
        let said = "GN[Final]DT[1999-12-31]RU[renju]PB[Ann]PW[Ben]RE[W+R]";
        let sgf = page.saved_text("sgf");
        assert!(sgf.contains(said), "{sgf}");
        page.press("One move back");
        page.press("playOn");
        page.press("Players people");
        page.submit();
        page.until("the game goes on", || {
            page.state() == "Ben to move." || page.state() == "Ann to move."
        });
        play(page, "i9");
        let day = page.run("return new Date().toLocaleDateString('sv')", "");
        let day = day.as_str().unwrap_or_default();
        let said = format!("GN[Final]DT[1999-12-31,{day}]RU[renju]PB[Ann]PW[Ben]");
        let main_line = ";B[hh]\n;W[ih]\n(;B[ii])";
        let check = |end: &str| {
            let sgf = page.saved_text("sgf");
            assert!(sgf.contains(&format!("{said}{end}\n{main_line}")), "{end}: {sgf}");
        };
        check("");
        page.press("resign");
        page.press("resign");
        page.until("the game is over", || page.state().contains("resigned"));
        check("RE[B+R]");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn points_have_one_name_in_lists_texts_and_links() {
    test(&[], |page| {
        two_persons(page, "freestyle");
        // Points are placed by their names in messages, where row 1 is at the top.
        play(page, "c2 n3");
        let file = || page.saved_text("text");
        for (notation, names) in [("bottom", "c14n13"), ("top", "c2n3"), ("numbers", "3,2\n14,3")] {
            page.press("settings");
            page.select("notation", notation);
            page.press("done");
            let shown = names.replace('\n', "");
            page.until("the list has these names", || page.names().concat() == shown);
            assert_eq!(file().trim(), names);
            page.paste(names);
            page.until("the text gives the game", || page.state().starts_with("Analysis"));
            assert_eq!(page.stones(), ["c2", "n3"], "{notation}");
            assert_eq!(page.names().concat(), shown);
        }
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_copied_link_opens_the_game_in_this_browser() {
    test(&[], |page| {
        two_persons(page, "renju");
        play(page, "h8 i9 c2");
        page.press("files");
        let copied = page.copied(|| page.press("link"));
        assert!(copied.contains("#g=h8i7c14&r=renju&s=15x15"), "{copied}");
        assert!(!copied.contains("token"), "the token stays here: {copied}");
        page.press("new");
        page.submit();
        page.until("another game has begun", || page.stones().is_empty());
        page.goto(&copied);
        page.ready();
        page.until("the game is there", || page.stones() == ["h8", "i9", "c2"]);
        let old = copied.replace("h8i7c14", "h8i9c2").replace("&n=bottom", "");
        page.goto("about:blank");
        page.goto(&old);
        page.ready();
        page.until("an old link has its rows from the top", || page.stones() == ["h8", "i9", "c2"]);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_link_does_not_replace_a_game_in_progress() {
    test(&[], |page| {
        let address = page.run("return location.origin + location.pathname", "");
        let address = address.as_str().expect("it is text");
        let link = format!("{address}#g=h8i7c14&r=renju&s=15x15&n=bottom");
        two_persons(page, "freestyle");
        play(page, "a1 b2");
        page.goto("about:blank");
        page.goto(&link);
        page.ready();
        page.until("the game is offered", || page.text("#toast").contains("The link has another"));
        assert_eq!(page.stones(), ["a1", "b2"], "the game goes on");
        page.press("toast");
        page.until("the game of the link is there", || page.stones() == ["h8", "i9", "c2"]);
        page.until("the other one is offered", || page.text("#toast").contains("Previous game"));
        let undo = "document.body.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true }))";
        page.run(undo, "");
        page.until("a key goes back", || page.stones() == ["a1", "b2"]);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_damaged_link_is_told_once() {
    test(&[], |page| {
        let address = page.run("return location.origin + location.pathname", "");
        let address = address.as_str().expect("it is text");
        page.goto(&format!("{address}#g=h8g8zz9&r=renju&s=15x15"));
        let toast = || page.text("#toast");
        page.until("the moves are wrong", || toast().contains("from “zz9” on"));
        page.goto(&format!("{address}#foo"));
        page.until("there is no game", || toast().contains("no game in #foo"));
        page.press("toast");
        page.reload();
        page.ready();
        assert_eq!(toast(), "", "the address is clean");
        page.goto("about:blank");
        page.goto(&format!("{address}#g=h8&r=blah&s=15x15"));
        page.ready();
        page.until("there is no such rule", || toast().contains("the unknown rule “blah”"));
        page.goto(&format!("{address}#board"));
        assert!(toast().contains("blah"), "a part of the page is no link");
        page.paste(&format!("{address}#g=h8&r=renju&s=900x1"));
        page.until("the size is wrong", || toast().contains("board size “900x1”"));
    });
}

#[test]
#[ignore = "needs Chromium"]
fn moves_are_pasted_in_the_dialog_and_while_a_box_has_the_focus() {
    test(&[], |page| {
        page.press("files");
        page.press("open pasted");
        page.until("an empty field is told of", || {
            page.text("[data-key=problem]").starts_with("There is nothing to open")
        });
        page.click("textarea[data-key=pasted]");
        page.keys("h8i");
        page.press("open pasted");
        page.until("the dialog says why", || {
            page.text("[data-key=problem]").starts_with("Cannot read this as a game")
        });
        assert_eq!(page.text("#reason"), "", "the board behind does not repeat it");
        page.click("textarea[data-key=pasted]");
        page.keys("9");
        page.press("open pasted");
        page.until("the moves are open", || page.names() == ["h8", "i9"]);
        let notice = "Read as freestyle 15×15, like the game on the board;";
        page.until("their rule is told", || page.text("[data-key^=notice]").starts_with(notice));
        page.tick("threats");
        let script = "
            const clipboardData = new DataTransfer();
            clipboardData.setData('text/plain', arguments[0]);
            document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
            return document.activeElement.type;";
        assert_eq!(page.run(script, "c3d4e5"), "checkbox");
        page.until("the moves are open", || page.names() == ["c3", "d4", "e5"]);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_link_of_a_report_is_reviewed_with_the_names_of_its_players() {
    test(&[], |page| {
        let address = page.run("return location.origin + location.pathname", "");
        let address = address.as_str().expect("it is text");
        page.goto(&format!(
            "{address}#g=h8i9h9h10i7&r=freestyle&s=15x15&n=bottom&b=Ada%20L&w=%3Cb%3E&review"
        ));
        page.until("every move is judged", || page.count("table.review") == 1);
        let players = page.text("#players");
        assert!(players.contains("Ada L") && players.contains("<b>"), "{players}");
        assert_eq!(page.stones().len(), 5);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_file_of_another_program_loses_nothing() {
    test(&[], |page| {
        let game = "(;FF[4]GM[4]CA[UTF-8]SZ[15]GN[Final]DT[1999-12-31]RU[renju]PB[Ann]PW[Ben]RE[W+R]\
            AB[hh][jj]AW[ii]PL[W]EV[Cup]RO[3]XX[a][b]\n;W[kk]LB[aa:X]TR[bb]SQ[cc]MA[dd]N[here]\n;B[ll])";
        page.paste(game);
        let facts = "Final · Cup · Round 3 · 1999-12-31 · White won by resignation";
        page.until("the facts of the game are told", || page.text("[data-key=facts]") == facts);
        // A line does not begin with a dot.
        let items = "return [...document.querySelectorAll('[data-key=facts] .item')].map((item) => item.innerText).join('|')";
        let expected = facts.replace(" · ", " ·|");
        assert_eq!(page.run(items, ""), expected.as_str());
        assert_eq!(page.text("[data-key='set up']"), "Set up: 2 black, 1 white.");
        assert_eq!(
            (page.names(), page.stones().len()),
            (vec!["k5".to_owned(), "l4".to_owned()], 5)
        );
        page.press("settings");
        page.tick("numbers");
        page.press("done");
        let numbers = |kind: &str| page.count(&format!("svg.board text.{kind}"));
        page.until("stones have numbers", || numbers("number") > 0);
        assert_eq!(numbers("number"), 2, "stones that were set up have no number");
        page.press("One move back");
        page.until("the marks are drawn", || numbers("label") == 1);
        assert_eq!(page.count("svg.board path.drawing"), 3);
        page.press("First position");
        page.until("the set-up is the first position", || page.stones().len() == 3);
        let sgf = page.saved_text("sgf");
        let lines: Vec<&str> = sgf.lines().collect();
        let head =
            "DT[1999-12-31]RU[renju]PB[Ann]PW[Ben]RE[W+R]AB[hh][jj]AW[ii]PL[W]EV[Cup]RO[3]XX[a][b]";
        assert!(lines[0].ends_with(head), "{sgf}");
        assert_eq!(lines[1..], [";W[kk]LB[aa:X]TR[bb]SQ[cc]MA[dd]N[here]", ";B[ll])"]);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_file_that_leaves_its_rule_open_says_which_one_is_assumed() {
    test(&[], |page| {
        page.paste("(;GM[1]SZ[15];B[hh]) (;GM[1]SZ[15];B[ii])");
        page.until("the remarks are there", || {
            let text = page.text("#notices");
            ["a game of Go", "freestyle is assumed", "more games"]
                .iter()
                .all(|part| text.contains(part))
        });
    });
}

#[test]
#[ignore = "needs Chromium"]
fn what_is_tried_in_analysis_is_no_part_of_the_game() {
    test(&[], |page| {
        two_persons(page, "freestyle");
        play(page, "h8 i9 h9");
        page.press("Panel analyse");
        page.until("analysis begins", || page.state().starts_with("Analysis"));
        play(page, "a1 b1");
        page.press("Panel play");
        page.until("the game is there without them", || page.names().len() == 3);
        assert_eq!(page.saved_text("text").trim(), "h8i7h7");
        assert!(page.saved_text("sgf").contains("Tried in analysis"));
        // Undo brings deleted moves back.
        page.press("Panel analyse");
        page.until("analysis begins", || page.state().starts_with("Analysis"));
        page.press("First position");
        page.press("One move forward");
        page.press("remove");
        page.until("the moves are gone", || page.stones().is_empty());
        page.press("toast");
        page.until("they are there again", || page.names().len() == 5);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn the_rule_of_an_opened_game_is_changed_in_place() {
    test(&[], |page| {
        page.paste("(;SZ[15]RU[Gomoku]EV[Cup];B[hh]C[good];W[ih];B[hg])");
        page.until("the game is open", || page.names().len() == 3);
        page.press("One move back");
        page.until("an earlier position is shown", || page.stones().len() == 2);
        page.select("rule now", "renju");
        page.until("the rule has changed", || {
            page.text("[data-key=conditions]").starts_with("Renju")
        });
        assert_eq!((page.names().len(), page.stones().len()), (3, 2), "the rest is as it was");
        let sgf = page.saved_text("sgf");
        assert!(sgf.contains("RU[renju]EV[Cup]\n;B[hh]C[good]"), "{sgf}");
    });
}
