//! The marks of a person in analysis: points that the engine leaves out, limits, circles and arrows, other
//! orders of moves, and proofs as variations.

use fantoccini::actions::MOUSE_BUTTON_RIGHT;
use serde_json::json;

use crate::analysis::analyse;
use crate::chromium::Page;
use crate::page::test;

/// Returns the first moves of the lines, as the table names points.
fn first_moves(page: &Page) -> Vec<String> {
    let script = "return [...document.querySelectorAll('ol.best button.first')].map((move) => move.textContent[0] + (16 - Number(move.textContent.slice(1))))";
    serde_json::from_value(page.run(script, "")).expect("they are names")
}

/// Waits until the engine has stopped.
fn until_stopped(page: &Page) {
    page.until("the engine has stopped", || page.text("[data-key=analyse]") == "Analyse");
}

#[test]
#[ignore = "needs Chromium"]
fn excluded_points_are_not_searched() {
    test(&[], |page| {
        analyse(page, "h8 i9 h9");
        page.press("analyse");
        page.until("five lines are there", || first_moves(page).len() == 5);
        let best = first_moves(page).remove(0);
        page.press("Tool exclude");
        page.place(&best);
        let area = || page.text("[data-key=area]");
        page.until("the line below tells it", || area().starts_with("1 point excluded"));
        assert_eq!(page.count("g.excluded"), 1, "it is drawn");
        assert_eq!(page.stones().len(), 3, "no stone is placed");
        page.until("the engine searches others", || {
            let moves = first_moves(page);
            moves.len() == 5 && !moves.contains(&best)
        });
        page.reload();
        page.ready();
        page.until("it is kept", || page.count("g.excluded") == 1);
        page.press("One move back");
        page.until("it belongs to its position", || page.count("g.excluded") == 0);
        page.press("Last position");
        page.press("area clear");
        page.until("all is free again", || page.count("g.excluded") == 0);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn some_points_alone_are_searched() {
    test(&[], |page| {
        analyse(page, "h8 i9 h9");
        page.press("Tool only");
        // One point is far from all stones.
        page.place("a1");
        // The line below appears with the first mark and moves the board.
        page.until("the line below appears", || {
            page.text("[data-key=area]").starts_with("Only 1 point")
        });
        page.place("j10");
        page.until("the line below tells it", || {
            page.text("[data-key=area]").starts_with("Only 2 points searched")
        });
        // The keyboard marks points too: the middle is occupied, the point above it is free.
        page.run("document.getElementById('board').focus()", "");
        page.keys("\u{e013}\u{e013}\u{e013}y");
        page.until("three points are marked", || page.count("path.only") == 3);
        page.press("analyse");
        page.until("they alone are searched", || {
            let mut moves = first_moves(page);
            moves.sort();
            moves == ["a1", "h6", "j10"]
        });
        page.press("analyse");
        until_stopped(page);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn an_analysis_ends_at_its_limit() {
    test(&[], |page| {
        analyse(page, "h8 i9 h9");
        page.click("[data-key='limits summary']");
        page.select("limitNodes", "10000");
        // An engine in the page has threads and memory as the browser allows.
        let has_means = page.count("select[data-key=limitThreads]") > 0;
        let means = if has_means { ", 1 thread, 64 MiB" } else { "" };
        if has_means {
            page.select("limitThreads", "1");
            page.select("limitMemory", "67108864");
        }
        let summary = || page.text("[data-key='limits summary']");
        page.until("they are shown", || summary().ends_with(&format!("Limits: 10 k nodes{means}")));
        page.press("analyse");
        page.until("lines are there", || page.count("ol.best li") == 5);
        until_stopped(page);
        page.reload();
        page.ready();
        page.until("the browser keeps them", || summary().contains("10 k nodes"));
        page.click("[data-key='limits summary']");
        page.select("limitNodes", "0");
        if has_means {
            page.select("limitThreads", "0");
            page.select("limitMemory", "0");
        }
        page.until("there are none", || summary().ends_with("none, until it is stopped"));
        page.press("analyse");
        page.until("it goes on", || page.text("[data-key=analyse]") == "Stop");
        page.until("lines are there again", || page.count("ol.best li") == 5);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn circles_and_arrows_are_drawn_kept_and_saved() {
    test(&[], |page| {
        analyse(page, "h8 i9 h9");
        page.run(
            "window.menus = []; addEventListener('contextmenu', (event) => { menus.push(event.defaultPrevented); event.preventDefault(); })",
            "",
        );
        page.drag(MOUSE_BUTTON_RIGHT, "h8", "h8");
        page.until("a circle is there", || page.count(".drawing.green") == 1);
        page.drag(MOUSE_BUTTON_RIGHT, "c3", "f5");
        page.until("an arrow is there", || page.count(".arrow.green") == 1);
        page.drag(MOUSE_BUTTON_RIGHT, "a1", "a1");
        page.drag(MOUSE_BUTTON_RIGHT, "a1", "a1");
        page.until("drawn again, it is gone", || page.count(".drawing") == 1);
        assert_eq!(page.stones().len(), 3, "no stone is placed");
        let menus = page.run(
            "document.querySelector('.state').dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })); return menus",
            "",
        );
        let menus: Vec<bool> = serde_json::from_value(menus).expect("a list");
        assert!(!menus.last().expect("one"), "other menus open as ever");
        assert!(menus[..menus.len() - 1].iter().all(|&prevented| prevented), "{menus:?}");

        let sgf = page.saved_text("sgf");
        assert!(sgf.contains("CR[hh]AR[cc:fe]"), "{sgf}");
        page.reload();
        page.ready();
        page.until("they are kept", || page.count(".drawing") + page.count(".arrow") == 2);
        page.press("Tool draw");
        page.press("erase");
        page.until("they are gone", || page.count(".drawing") + page.count(".arrow") == 0);
        page.paste(&sgf);
        page.until("the file has them", || page.count(".drawing") + page.count(".arrow") == 2);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn fingers_and_keys_draw_with_the_tool() {
    test(&[], |page| {
        analyse(page, "h8 i9 h9");
        page.resize((390, 844, true));
        page.press("Tool draw");
        page.press("Drawing blue");
        let touch = |kind: &str, point: Option<&str>| {
            let points: Vec<_> = point.map(|point| page.place_of(point)).into_iter().collect();
            let points: Vec<_> = points.iter().map(|[x, y]| json!({ "x": x, "y": y })).collect();
            page.devtools(
                "Input.dispatchTouchEvent",
                json!({ "type": kind, "touchPoints": points }),
            );
        };
        touch("touchStart", Some("c3"));
        touch("touchMove", Some("e6"));
        touch("touchMove", Some("g9"));
        touch("touchEnd", None);
        page.until("a finger has drawn an arrow", || page.count(".arrow.blue") == 1);
        touch("touchStart", Some("l4"));
        touch("touchEnd", None);
        page.until("a tap draws a circle", || page.count(".drawing.blue") == 1);
        page.run("document.getElementById('board').focus()", "");
        page.keys("\u{e013}\u{e007}\u{e014}\u{e007}");
        page.until("keys draw too", || page.count(".arrow.blue") == 2);
        assert_eq!(page.stones().len(), 3, "no stone is placed");
        page.keys("\u{e00c}");
        page.until("Esc puts the tool away", || page.count("#board.draws") == 0);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn the_same_position_is_found_elsewhere() {
    test(&[], |page| {
        analyse(page, "h8 i9 g7");
        page.press("First position");
        for point in ["g7", "i9", "h8"] {
            page.place(point);
            page.until("it is placed", || page.stones().last().is_some_and(|last| last == point));
        }
        page.until("it is told", || page.text("[data-key=ways]").contains("h8 i7 g9"));
        page.press("way 3");
        page.until("it is shown", || page.names() == ["h8", "i7", "g9"]);
        page.until("and the way back", || page.text("[data-key=ways]").contains("g9 i7 h8"));
        page.press("One move back");
        page.until("two stones stand once", || page.count("[data-key=ways]") == 0);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_proof_becomes_variations_and_goes_again() {
    test(&[], |page| {
        analyse(page, "h8 a1 h9 a3 h10 a5 i8 c7");
        page.click("[data-key=proof] summary");
        page.press("prove vct own");
        page.until("the win is proved", || {
            page.text("[data-key=proof]").contains("Black wins by fours,")
        });
        assert_eq!(page.names().len(), 8);
        page.press("proof grow");
        page.until("its moves are in the tree", || page.names().len() > 8);
        // The page keeps its game, and the table of the static page starts over.
        page.reload();
        page.ready();
        page.until("they are kept", || page.names().len() > 8);
        page.press("proof prune");
        page.until("they are gone", || page.names().len() == 8);
        page.press("prove vcf own");
        page.until("they can come again", || page.count("[data-key='proof grow']") == 1);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_long_proof_tells_how_far_it_is_and_stops() {
    test(&[], |page| {
        analyse(page, "h8 i9 h9 i8");
        page.click("[data-key=proof] summary");
        page.select("proof time", "0");
        page.press("prove win own");
        let proof = || page.text("[data-key=proof]");
        page.until("it tells how far it is", || proof().contains("positions, 0:0"));
        page.press("proof stop");
        page.until("it has stopped", || proof().contains("does not prove that there is none"));
        page.press("prove win own");
        page.until("it goes again", || page.count("[data-key='proof stop']") == 1);
        page.keys(" ");
        page.until("a key stops it", || proof().contains("does not prove that there is none"));
        assert_eq!(page.text("[data-key=analyse]"), "Analyse", "no analysis takes its place");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_key_stops_the_analysis_after_a_click_on_its_tab() {
    test(&[], |page| {
        analyse(page, "h8 i9");
        page.press("analyse");
        let label = || page.text("[data-key=analyse]");
        page.until("it runs", || label() == "Stop");
        page.press("Panel analyse");
        page.keys(" ");
        page.until("it has stopped", || label() == "Analyse");
        page.run("document.querySelector('[data-key=\"Panel play\"]').focus()", "");
        page.keys(" ");
        page.until("another tab is pressed by its key", || page.count("[data-key=analyse]") == 0);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn threes_threaten_too_after_a_pass() {
    test(&[], |page| {
        analyse(page, "h6 a1 h7 o1 f8 a15 g8");
        page.tick("threats");
        let legend = || page.text("[data-key='threat legend']");
        page.until("the threat is explained", || legend().contains("fours and open threes if"));
        assert!(page.count(".sign.vct") > 0, "it is drawn");
        page.click("[data-key=proof] summary");
        page.press("prove vct other");
        page.until("it is proved", || {
            page.text("[data-key=proof]").contains("Black wins by fours and threes")
        });
        page.press("proof grow");
        page.until("a pass comes first", || page.names().iter().any(|name| name == "pass"));
    });
}
