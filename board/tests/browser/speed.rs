//! The speed of the page:
//!
//! ```text
//! cargo test --release -p board --test browser -- --ignored --nocapture speed
//! ```

use crate::page::{self, say};
use crate::{play, two_persons};

/// Counts the frames and the longest one, until it is asked.
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
/// Notes how long after a press of the pointer the frame with a new stone begins.
const TIME_STONES: &str = "
    window.stone_times = [];
    let pressed = 0;
    addEventListener('pointerdown', (event) => { pressed = event.timeStamp; }, true);
    new MutationObserver(() => requestAnimationFrame((now) => {
      if (pressed) stone_times.push(now - pressed);
      pressed = 0;
    })).observe(document.querySelector('svg.board .stones'), { childList: true });";

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
        page.run(COUNT_FRAMES, "");
        page.run("return new Promise((done) => setTimeout(done, 5000))", "");
        let rate = "const seen = frames_seen;
            return [seen.count / (seen.last - seen.begun) * 1000, seen.longest].map(Math.round)";
        let figures = page.run(rate, "");
        say(&format!("frames a second and the longest in milliseconds: {figures}"));
    });
}
