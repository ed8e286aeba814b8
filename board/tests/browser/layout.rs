//! Windows of all shapes: nothing overlaps or is cut off, the board is large, and fingers find their targets.

use serde_json::json;

use crate::analysis::analyse;
use crate::chromium::Page;
use crate::page::test;
use crate::{TAB, play};

/// The windows: width, height, and whether they belong to a phone or a tablet.
const WINDOWS: [(u32, u32, bool); 9] = [
    (1440, 900, false),
    (1024, 768, false),
    (1024, 500, false),
    (720, 450, false),
    (390, 844, true),
    (390, 844, false),
    (360, 640, true),
    (844, 390, true),
    (820, 1180, true),
];

/// The width up to which a window has targets for fingers, whatever its pointer is.
const MAX_NARROW: u32 = 559;

impl Page {
    /// Gives the window a size, and a touch screen or a mouse.
    pub(crate) fn resize(&self, (width, height, is_touch): (u32, u32, bool)) {
        self.devtools(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_touch }),
        );
        self.devtools("Emulation.setTouchEmulationEnabled", json!({ "enabled": is_touch }));
    }

    /// Returns the left, top, right and bottom edge of an element in the window, in pixels.
    pub(crate) fn edges(&self, selector: &str) -> [f64; 4] {
        let script = "
            const box = document.querySelector(arguments[0]).getBoundingClientRect();
            return [box.left, box.top, box.right, box.bottom];";
        serde_json::from_value(self.run(script, selector)).expect("they are numbers")
    }
}

/// Returns whether two elements share some place.
fn overlap([left, top, right, bottom]: [f64; 4], other: [f64; 4]) -> bool {
    left < other[2] && other[0] < right && top < other[3] && other[1] < bottom
}

#[test]
#[ignore = "needs Chromium"]
fn every_window_has_a_large_board_and_nothing_is_cut_off() {
    test(&[], |page| {
        play(page, "h8");
        page.until("Dolmen has answered", || page.stones().len() == 2);
        for window in WINDOWS {
            let (width, height, is_touch) = window;
            page.resize(window);
            page.run("scrollTo(0, 0)", "");
            page.run("return new Promise((done) => setTimeout(done, 100))", "");
            let [left, top, right, bottom] = page.edges("svg.board");
            let side = right - left;
            assert!(side >= 320.0, "{window:?}: a board of {side} pixels");
            let panel = page.edges(".panel");
            let is_beside = panel[0] >= right;
            assert_eq!(is_beside, width > height, "{window:?}: where the panel is");
            if is_beside {
                let unused = f64::from(height) - bottom;
                assert!(unused < 90.0, "{window:?}: {unused} pixels below the board");
            }
            assert!(top >= 0.0 && bottom <= f64::from(height), "{window:?}: the board is in sight");
            let state = page.edges("#state");
            assert!(state[3] <= f64::from(height), "{window:?}: whose turn it is is in sight");
            let overflow = "return document.documentElement.scrollWidth";
            let overflow = page.run(overflow, "").as_u64();
            assert!(overflow <= Some(width.into()), "{window:?}: {overflow:?} pixels wide");
            assert!(
                !is_touch && width > MAX_NARROW || small_targets(page).is_empty(),
                "{window:?}: {:?}",
                small_targets(page)
            );
        }
    });
}

#[test]
#[ignore = "needs Chromium"]
fn small_windows_cut_nothing_off() {
    test(&[], |page| {
        page.press("new");
        page.select("clock", "0,300000,0");
        page.submit();
        play(page, "h8");
        page.until("Dolmen has answered", || page.stones().len() == 2);
        for window in [(667, 375, true), (740, 360, true), (700, 500, true), (320, 568, true)] {
            let (width, height, _) = window;
            page.resize(window);
            page.run("scrollTo(0, 0)", "");
            let is_in = |[left, top, right, bottom]: [f64; 4]| {
                left >= 0.0
                    && top >= 0.0
                    && right <= f64::from(width)
                    && bottom <= f64::from(height)
            };
            page.until(&format!("{window:?}: the board is in sight"), || {
                is_in(page.edges("svg.board"))
            });
            let wide = page.run("return document.documentElement.scrollWidth", "").as_u64();
            assert!(wide <= Some(width.into()), "{window:?}: {wide:?} pixels wide");
            let [clock, name, harder] =
                ["[data-clock=white]", "[data-side=white] .name", "[data-key='white Harder']"]
                    .map(|selector| page.edges(selector));
            assert!(!overlap(clock, harder), "{window:?}: the clock covers the level");
            assert!(harder[2] <= f64::from(width), "{window:?}: the level is cut off");
            assert!(name[2] - name[0] >= 50.0, "{window:?}: the name is cut off");
            let board = page.edges("svg.board");
            for step in ["First position", "Last position"] {
                let edges = page.edges(&format!("[data-key='{step}']"));
                assert!(!overlap(board, edges), "{window:?}: the board covers {step}");
            }
        }
    });
}

#[test]
#[ignore = "needs Chromium"]
fn high_boards_and_long_names_fit() {
    test(&[], |page| {
        page.press("new");
        page.press("Players people");
        page.press("Size of the board custom");
        page.fill("[data-key^=Columns] input", "12");
        page.fill("[data-key^=Rows] input", "17");
        page.fill("[data-key^='name'] input", &"W".repeat(64));
        page.submit();
        page.until("the game is ready", || page.state().ends_with("to move."));
        for window in WINDOWS {
            let (width, height, _) = window;
            page.resize(window);
            page.run("scrollTo(0, 0)", "");
            page.until(&format!("{window:?}: the whole board is in sight"), || {
                let [left, top, right, bottom] = page.edges("svg.board");
                left >= 0.0
                    && top >= 0.0
                    && right <= f64::from(width)
                    && bottom <= f64::from(height)
            });
            let wide = page.run("return document.documentElement.scrollWidth", "").as_u64();
            assert!(wide <= Some(width.into()), "{window:?}: {wide:?} pixels wide");
            let right = page.edges(".players")[2];
            assert!(right <= f64::from(width), "{window:?}: the players end at {right}");
        }
    });
}

/// Returns the buttons and fields in sight that are lower or narrower than 44 pixels.
fn small_targets(page: &Page) -> Vec<String> {
    let script = "
        return [...document.querySelectorAll('button, select, input, label.switch, summary')].filter((target) => {
          const { width, height } = target.getBoundingClientRect();
          return width > 0 && Math.min(width, height) < 43.5 && !target.closest('label.switch')?.contains(target);
        }).map((target) => `${target.dataset.key}: ${target.getBoundingClientRect().height}`);";
    serde_json::from_value(page.run(script, "")).expect("they are texts")
}

#[test]
#[ignore = "needs Chromium"]
fn a_message_covers_neither_the_board_nor_the_steps() {
    test(&[], |page| {
        for window in WINDOWS {
            page.resize(window);
            page.press("new");
            page.submit();
            page.until("the board is empty", || page.stones().is_empty());
            page.run("document.querySelector('#toast').replaceChildren()", "");
            page.paste_moves("h8i9");
            page.press("new");
            page.submit();
            page.until("the message is there", || page.text("#toast").contains("Previous game"));
            page.run("scrollTo(0, 0)", "");
            let toast = page.edges("#toast");
            assert!(toast[2] - toast[0] >= 200.0, "{window:?}: {toast:?} is wide enough");
            for other in ["svg.board", "#steps", "#confirm"] {
                // An element that appears meanwhile pushes the message aside.
                page.until(&format!("{window:?}: the message does not cover {other}"), || {
                    !overlap(page.edges("#toast"), page.edges(other))
                });
            }
        }
    });
}

#[test]
#[ignore = "needs Chromium"]
fn dialogs_fit_into_every_window() {
    test(&[], |page| {
        for window in WINDOWS {
            page.resize(window);
            for (dialog, close) in
                [("new", "cancel"), ("files", "done"), ("settings", "done"), ("keys", "done")]
            {
                page.press(dialog);
                let cut = "
                    const dialog = document.querySelector('dialog');
                    const inner = dialog.getBoundingClientRect();
                    return [...dialog.querySelectorAll('*')].filter((part) => {
                      const box = part.getBoundingClientRect();
                      return box.width > 0 && (box.right > inner.right + 1 || box.left < inner.left - 1);
                    }).map((part) => part.outerHTML.slice(0, 80));";
                assert_eq!(page.run(cut, ""), json!([]), "{window:?}, {dialog}");
                page.click(&format!("dialog button[data-key={close}]"));
            }
        }
    });
}

#[test]
#[ignore = "needs Chromium"]
fn the_last_row_of_a_dialog_covers_no_control_with_the_focus() {
    test(&[], |page| {
        for window in [(1280, 500, false), (390, 844, true)] {
            page.resize(window);
            for (dialog, close) in [("new", "cancel"), ("files", "done"), ("settings", "done")] {
                page.press(dialog);
                for _ in 0..24 {
                    page.keys(TAB);
                    let covered = "
                        const focused = document.activeElement;
                        const row = focused.closest('dialog')?.querySelector('.actions.end');
                        if (!row || focused.matches('dialog') || row.contains(focused)) return null;
                        const { bottom } = focused.getBoundingClientRect();
                        return bottom > row.getBoundingClientRect().top + 1 ? focused.outerHTML.slice(0, 80) : null;";
                    assert_eq!(page.run(covered, ""), json!(null), "{window:?}, {dialog}");
                }
                page.click(&format!("dialog button[data-key={close}]"));
            }
        }
    });
}

#[test]
#[ignore = "needs Chromium"]
fn results_come_into_sight() {
    test(&[], |page| {
        analyse(page, "h8 a1 h9 a3 h10 a5 i8 c7");
        page.click("[data-key=proof] summary");
        for window in WINDOWS {
            page.resize(window);
            page.press("prove vcf own");
            let proof = "[data-key='proof result']";
            page.until("the win is proved", || page.text(proof).contains("Black wins by fours"));
            let is_seen = |edges: [f64; 4]| edges[1] >= 0.0 && edges[3] <= f64::from(window.1);
            page.until(&format!("{window:?}: the proof is in sight"), || {
                is_seen(page.edges(proof))
            });
            page.press("proof close");
        }
        for window in WINDOWS {
            page.resize(window);
            page.select("effort", "20000");
            page.press("sweep");
            page.until("the game is reviewed", || {
                page.count("table.review") == 1
                    && page.text("[data-key=sweep]") == "Review the game"
            });
            let table = || page.edges("table.review");
            page.until(&format!("{window:?}: the review is in sight"), || {
                let [_, top, _, bottom] = table();
                top >= 0.0 && bottom <= f64::from(window.1)
            });
        }
    });
}

#[test]
#[ignore = "needs Chromium"]
fn the_longest_level_fits_between_its_buttons() {
    test(&[], |page| {
        page.press("new");
        let longest = "const range = document.querySelector('[data-key=\"range 0\"]'); range.value = range.max; \
                       range.dispatchEvent(new Event('input', { bubbles: true }));";
        page.run(longest, "");
        page.submit();
        let level = || page.text("[data-side=white] .level");
        page.until("it plays at full strength", || level().contains("strength"));
        for window in WINDOWS {
            page.resize(window);
            // The text may be wider than its element.
            let text = "const range = document.createRange(); \
                        range.selectNodeContents(document.querySelector('[data-side=white] .level > span')); \
                        const box = range.getBoundingClientRect(); \
                        return [box.left, box.top, box.right, box.bottom];";
            let text: [f64; 4] =
                serde_json::from_value(page.run(text, "")).expect("they are numbers");
            for button in ["[data-key='white Easier']", "[data-key='white Harder']"] {
                let button = page.edges(button);
                assert!(!overlap(text, button), "{window:?}: {text:?} {button:?}");
            }
        }
    });
}
