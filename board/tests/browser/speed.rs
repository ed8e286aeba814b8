//! The speed of the page:
//!
//! ```text
//! cargo test --release -p board --test browser -- --ignored --nocapture speed
//! ```

use serde_json::json;

use crate::chromium::Page;
use crate::page::{self, say};
use crate::{installed, play, static_page, two_persons};

/// Counts the frames and measures the longest one.
const COUNT_FRAMES: &str = "
    window.frames_seen = { count: 0, longest: 0, begun: performance.now(), last: performance.now() };
    const step = (now) => {
      const seen = window.frames_seen;
      seen.count += 1;
      seen.longest = Math.max(seen.longest, now - seen.last);
      seen.last = now;
      requestAnimationFrame(step);
    };
    requestAnimationFrame(step);";
/// Measures the time from a press of the pointer to the frame with a new stone.
const TIME_STONES: &str = "
    window.stone_times = [];
    let pressed = 0;
    addEventListener('pointerdown', (event) => { pressed = event.timeStamp; }, true);
    new MutationObserver(() => requestAnimationFrame((now) => {
      if (pressed) stone_times.push(now - pressed);
      pressed = 0;
    })).observe(document.querySelector('svg.board .stones'), { childList: true });";

/// Records when the page is ready to play and when each stone appears, since the page was requested.
const TIME_START: &str = "
    window.start_times = { stones: [] };
    const look = () => {
      const times = window.start_times;
      if (!times.ready && document.querySelector('.state')?.textContent === 'Your move.') times.ready = performance.now();
      while (times.stones.length < document.querySelectorAll('svg.board .stones use').length) times.stones.push(performance.now());
      requestAnimationFrame(look);
    };
    look();";

/// Reports the time until the page is ready, and the time of Dolmen's answer to the first stone.
fn say_start(page: &Page, how: &str) {
    page.until("it can be played on", || page.state() == "Your move.");
    play(page, "h8");
    page.until("Dolmen has answered", || page.stones().len() == 2);
    let figures = "const { ready, stones } = start_times;
        return [ready, ready + stones[1] - stones[0]].map(Math.round)";
    let figures = page.run(figures, "");
    say(&format!(
        "{how}: milliseconds to a page that is ready, and to the first answer: {figures}"
    ));
    page.press("takeBack");
    page.press("takeBack");
    page.until("the board is empty", || page.stones().is_empty());
}

#[test]
#[ignore = "measures"]
fn speed_of_the_static_page() {
    let (_server, address) = static_page::serve(static_page::folder());
    page::test_with_errors("about:blank", |page| {
        page.devtools("Page.enable", json!({}));
        let source = json!({ "source": TIME_START });
        page.devtools("Page.addScriptToEvaluateOnNewDocument", source);
        page.goto(&address);
        say_start(page, "cold");
        installed::install(page);
        for _ in 0..3 {
            page.reload();
            say_start(page, "from the service worker");
        }
        page.paste_moves("h8i9j7h10k9");
        page.press("analyse");
        page.until("lines are there", || page.count("ol.best li") > 0);
        say_frames(page, "frames a second during an analysis, and the longest in milliseconds");
    });
}

/// Counts frames for five seconds, and reports their rate and the longest one.
fn say_frames(page: &Page, what: &str) {
    page.run(COUNT_FRAMES, "");
    page.run("return new Promise((done) => setTimeout(done, 5000))", "");
    let rate = "const seen = frames_seen;
        return [seen.count / (seen.last - seen.begun) * 1000, seen.longest].map(Math.round)";
    let figures = page.run(rate, "");
    say(&format!("{what}: {figures}"));
}

#[test]
#[ignore = "measures"]
fn speed_of_stones() {
    page::test(&[], |page| {
        two_persons(page, "freestyle");
        page.run(TIME_STONES, "");
        play(page, "a1 c1 e1 g1 i1 k1 m1 o1 b3 d3 f3 h3 j3 l3 n3 a5 c5 e5 g5 i5");
        let times = page.run("return stone_times.map(Math.round).sort((a, b) => a - b)", "");
        say(&format!("milliseconds from the press to the frame with the stone: {times}"));
    });
}

#[test]
#[ignore = "measures"]
fn speed_of_frames_while_an_engine_reports() {
    let engine =
        format!("name=chatty,cmd=sh {}/tests/browser/chatty.sh", env!("CARGO_MANIFEST_DIR"));
    page::test(&["--engine", &engine], |page| {
        page.press("new");
        page.select("engine 0", "1");
        page.submit();
        page.until("the game is ready", || page.state() == "Your move.");
        play(page, "h8");
        page.until("it reports", || page.text("body").contains("12"));
        say_frames(page, "frames a second and the longest in milliseconds");
    });
}
