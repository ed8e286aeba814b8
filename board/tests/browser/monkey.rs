//! A monkey: random clicks, keys, touches, reloads, lost connections, killed engines and restarts of the
//! program, with a check of the invariants after each of them.
//!
//! ```text
//! DOLMEN_MONKEY_STEPS=6000 DOLMEN_MONKEY_SEED=7 \
//!     cargo test --release -p board --test browser -- --ignored --nocapture monkey
//! ```
//!
//! This run takes about ten minutes. The first steps of a seed are always the same, as far as the timing of
//! engines and the browser allows.

use std::env;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fastrand::Rng;
use serde_json::{Value, json};

use crate::chromium::{Page, Running};
use crate::connection::{free_port, start};
use crate::page::{self, say};
use crate::proxy::Proxy;

/// The steps of a short run.
const STEPS: usize = 150;
/// The time in which the page must have answered an act, and an engine its question.
const PATIENCE: Duration = Duration::from_secs(20);
/// The number of steps that a failure names.
const TRAIL: usize = 25;
/// The time in which the table and a fast engine have answered.
const SETTLING: Duration = Duration::from_millis(400);
/// The time for which the board must have stayed in its place before a press on it.
const STEADY: Duration = Duration::from_millis(20);
/// The time after which the page has kept its game.
const KEEPING: Duration = Duration::from_millis(700);
/// The windows: width, height, and whether they have a touch screen.
const WINDOWS: [(u32, u32, bool); 4] =
    [(1280, 900, false), (390, 844, true), (844, 390, true), (1024, 768, false)];
/// Keys that the page knows, and some that it does not: arrows, Home, End, Enter, Escape and others.
const KEYS: &str =
    "\u{e012}\u{e013}\u{e014}\u{e015}\u{e011}\u{e010}\u{e007}\u{e00c}\u{e003} #?h8i9xq1";
/// Texts to paste.
const TEXTS: [&str; 6] =
    ["h8i9j10", "a1", "(;GM[4]SZ[15];B[hh];W[ii])", "nonsense", "h8h8", "7,7\n8,8"];

/// Finds the elements that a person could press, and returns the place and the name of one of them.
const PRESSABLE: &str = "
    const number = Number(arguments[0]);
    const dialog = document.querySelector('dialog[open]');
    // These open a window of the system or save a file.
    const others = ['file', 'svg', 'png', 'sgf', 'psq', 'renLib', 'text', 'offline'];
    const all = [...(dialog ?? document).querySelectorAll('button, select, input, svg.graph, summary')].filter((element) => {
      const box = element.getBoundingClientRect();
      return box.width > 0 && !element.disabled && !others.includes(element.dataset.key);
    });
    if (all.length === 0) return null;
    const element = all[number % all.length];
    if (element instanceof HTMLSelectElement) {
      element.selectedIndex = Math.floor(number / all.length) % element.options.length;
      element.dispatchEvent(new Event('change', { bubbles: true }));
      return { name: `choose ${element.value} of ${element.dataset.key}` };
    }
    if (element.type === 'range' || element.type === 'number') {
      element.value = String(Number(element.min) + Math.floor(number / all.length) % 7);
      for (const type of ['input', 'change']) element.dispatchEvent(new Event(type, { bubbles: true }));
      return { name: `set ${element.value}` };
    }
    element.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = element.getBoundingClientRect();
    const isInSight = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    if (!isInSight) return { name: `${element.dataset.key} is out of sight` };
    return { name: `press ${element.dataset.key ?? element.tagName}`, x: box.x + box.width / 2, y: box.y + box.height / 2 };";
/// Returns the view of the page: its texts, its stones and its possible next steps.
const VIEW: &str = "
    const texts = (selector) => [...document.querySelectorAll(selector)].map((element) => element.innerText);
    const enabled = (selector) => document.querySelectorAll(`${selector}:not(:disabled)`).length;
    return {
      state: texts('.state').join(),
      messages: [...texts('#reason'), ...texts('#toast'), ...texts('#notices .banner')].join(' ').trim(),
      stones: [...document.querySelectorAll('svg.board .stones use')].map((stone) => stone.dataset.point).join(' '),
      waits: document.querySelectorAll('.hover .ghost').length > 0 && !document.querySelector('#confirm').hidden,
      marks: document.querySelectorAll('svg.board :is(.excluded, .only, .drawing, .arrow)').length,
      moves: document.querySelectorAll('[data-key^=\"move \"]').length,
      verdict: texts('[data-key=\"practice verdict\"]').join(),
      hasDialog: document.querySelector('dialog[open]') !== null,
      ways: enabled('#tabs button') + enabled('#actions button') + enabled('#notices button') + enabled('dialog[open] button'),
    };";
/// Brings the board into sight, and returns the place of a point in the window; null if it is hidden.
const PLACE_OF: &str = "
    const board = document.querySelector('svg.board');
    board.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = board.getBoundingClientRect();
    const [left, top, width, height] = board.getAttribute('viewBox').split(' ').map(Number);
    const [, column, row] = /^([a-v])(\\d+)$/.exec(arguments[0]);
    const x = column.charCodeAt(0) - 97, y = Number(row) - 1;
    const at = [box.x + (x - left) / width * box.width, box.y + (y - top) / height * box.height];
    const isSeen = document.elementFromPoint(...at)?.closest('#board');
    const isOn = x < width - 2 && y < height - 2 && x >= left && y >= top && x < left + width && y < top + height;
    return isSeen && isOn ? at : null;";

/// The view of the page.
#[derive(Debug, PartialEq, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
struct View {
    state: String,
    messages: String,
    stones: String,
    waits: bool,
    /// The points that are left out or searched alone, and the drawings.
    marks: u32,
    /// The moves in the list, with those of variations.
    moves: usize,
    /// The verdict on a move of a puzzle.
    verdict: String,
    has_dialog: bool,
    ways: u32,
}

/// The monkey, its page and its program.
struct Monkey<'a> {
    page: &'a Page,
    random: Rng,
    proxy: &'a Proxy,
    home: &'a tempfile::TempDir,
    port: u16,
    program: Option<Running>,
    trail: Vec<String>,
    /// Indicates whether the window has a touch screen.
    has_touch: bool,
}

#[test]
#[ignore = "needs Chromium"]
fn a_monkey_finds_nothing() {
    let number = |name: &str| env::var(name).ok().and_then(|text| text.parse().ok());
    let steps = number("DOLMEN_MONKEY_STEPS").unwrap_or(STEPS as u64);
    let seed = number("DOLMEN_MONKEY_SEED").unwrap_or(1);
    let home = tempfile::tempdir().expect("the system has temporary folders");
    let port = free_port();
    let (program, address) = start(&home, port);
    let proxy = Proxy::start(port);
    let address = address.replace(&format!(":{port}"), &format!(":{}", proxy.port()));
    page::test_with_errors(&address, |page| {
        page.ready();
        let random = Rng::with_seed(seed);
        let program = Some(program);
        let trail = Vec::new();
        let (proxy, home, has_touch) = (&proxy, &home, false);
        let mut monkey = Monkey { page, random, proxy, home, port, program, trail, has_touch };
        let begun = Instant::now();
        for _ in 0..steps {
            monkey.step();
        }
        monkey.ends_well();
        let seconds = begun.elapsed().as_secs();
        say(&format!(
            "the monkey found nothing in {steps} steps and {seconds} seconds, seed {seed}"
        ));
    });
}

impl Monkey<'_> {
    fn step(&mut self) {
        match self.random.u32(..100) {
            0..35 => self.place(),
            35..72 => self.press(),
            72..86 => self.key(),
            86..89 => self.paste(),
            89..92 => self.resize(),
            92..94 => self.reload(),
            94..96 => self.lose_connection(),
            96..98 => self.kill_engines(),
            98 => self.restart(),
            _ => self.settle(),
        }
        self.check();
    }

    fn note(&mut self, act: impl Into<String>) {
        self.trail.push(act.into());
    }

    /// Panics with the last steps.
    fn fail(&self, what: &str) -> ! {
        let from = self.trail.len().saturating_sub(TRAIL);
        let steps = self.trail[from..].join("\n  ");
        panic!("{what}\n{:?}\nstep {}, the last steps:\n  {steps}", self.view(), self.trail.len());
    }

    fn view(&self) -> View {
        serde_json::from_value(self.page.run(VIEW, "")).expect("it has these fields")
    }

    /// Waits until a condition holds.
    fn until(&self, what: &str, holds: impl Fn(&View) -> bool) {
        let end = Instant::now() + PATIENCE;
        let mut told = String::new();
        loop {
            let view = self.view();
            if holds(&view) {
                return;
            }
            if !view.messages.is_empty() {
                told = view.messages;
            }
            if Instant::now() > end {
                self.fail(&format!("not in time: {what}; the last message was {told:?}"));
            }
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Clicks on a point, or touches it. Where no stone is, a stone, a ghost, a mark, a verdict or a message
    /// follows.
    fn place(&mut self) {
        let point = format!("{}{}", char::from(b'a' + self.random.u8(..15)), self.random.u8(1..16));
        let before = self.view();
        let is_touch = self.has_touch && self.random.bool();
        self.note(format!("{} {point}", if is_touch { "touch" } else { "click" }));
        let Some([x, y]) = self.place_of(&point) else { return };
        if is_touch {
            let touch = |kind: &str, points: Value| {
                let parameters = json!({ "type": kind, "touchPoints": points });
                self.page.devtools("Input.dispatchTouchEvent", parameters);
            };
            touch("touchStart", json!([{ "x": x, "y": y }]));
            touch("touchEnd", json!([]));
        } else {
            self.click(x, y);
        }
        let is_free = !before.stones.split(' ').any(|stone| stone == point);
        if is_free && !before.has_dialog {
            self.until("a stone, a ghost, a mark, a verdict or a message", |view| {
                let is_told = view.verdict != before.verdict || !view.messages.is_empty();
                view.stones != before.stones || view.marks != before.marks || view.waits || is_told
            });
        }
    }

    /// Returns the place of a point in the window once the page has stopped moving it; `None` if it is hidden.
    fn place_of(&self, point: &str) -> Option<[f64; 2]> {
        let mut before = Value::Null;
        loop {
            let place = self.page.run(PLACE_OF, point);
            if place == before {
                return serde_json::from_value(place).ok();
            }
            before = place;
            thread::sleep(STEADY);
        }
    }

    fn click(&self, x: f64, y: f64) {
        let (x, y) = (x.round(), y.round());
        self.page.perform(
            MouseActions::new("mouse".to_owned())
                .then(PointerAction::MoveTo { duration: None, x, y })
                .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
                .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT }),
        );
    }

    /// Presses a button or another control.
    fn press(&mut self) {
        let number = self.random.u32(..1_000_000).to_string();
        let found = self.page.run(PRESSABLE, &number);
        self.note(found["name"].as_str().unwrap_or("nothing to press"));
        if let (Some(x), Some(y)) = (found["x"].as_f64(), found["y"].as_f64()) {
            self.click(x, y);
        }
    }

    fn key(&mut self) {
        let keys: Vec<char> = KEYS.chars().collect();
        let key = keys[self.random.usize(..keys.len())];
        self.note(format!("key {}", key.escape_unicode()));
        self.page.keys(&key.to_string());
    }

    fn paste(&mut self) {
        let text = TEXTS[self.random.usize(..TEXTS.len())];
        self.note(format!("paste {text:?}"));
        self.page.paste(text);
    }

    fn resize(&mut self) {
        let (width, height, is_touch) = WINDOWS[self.random.usize(..WINDOWS.len())];
        self.note(format!("window {width}x{height}, touch {is_touch}"));
        self.page.resize((width, height, is_touch));
        self.has_touch = is_touch;
    }

    fn reload(&mut self) {
        self.settle();
        let before = self.view();
        self.note("reload");
        self.page.reload();
        self.page.ready();
        self.until_kept("a reload", &before);
    }

    fn lose_connection(&mut self) {
        self.note("lose the connection");
        self.proxy.cut();
        self.reconnects();
    }

    /// Waits until the page has reported the loss of its connection and has connected again.
    fn reconnects(&self) {
        let is_lost = |view: &View| view.messages.contains("The connection is lost");
        self.until("the loss is told", is_lost);
        self.until("the connection is back", |view| !is_lost(view));
    }

    fn kill_engines(&mut self) {
        self.note("kill the engines");
        let program = self.program.as_ref().expect("it runs").0.id().to_string();
        Command::new("pkill")
            .args(["-KILL", "-P", &program])
            .status()
            .expect("the system has pkill");
    }

    fn restart(&mut self) {
        self.settle();
        thread::sleep(KEEPING);
        let before = self.view();
        self.note("restart the program");
        self.program = None;
        self.program = Some(start(self.home, self.port).0);
        self.reconnects();
        self.until_kept("a restart", &before);
    }

    /// Waits until the page shows what it showed before, or offers it.
    fn until_kept(&self, act: &str, before: &View) {
        let what = format!("the game is there after {act}; before: {before:?}");
        let is_offered = |view: &View| view.messages.contains("Your last game is kept");
        self.until(&what, |view| view.keeps(before) || is_offered(view));
    }

    /// Waits until the answers to the last acts are on the board.
    fn settle(&mut self) {
        self.note("wait");
        thread::sleep(SETTLING);
    }

    /// Checks that the page offers a next step and has logged no error.
    fn check(&self) {
        self.until("there is a way on", |view| !view.state.is_empty() && view.ways > 0);
        let errors = self.page.command("se/log", json!({ "type": "browser" }));
        let is_error = |text: &str| {
            !(text.contains("WebSocket")
                || text.contains("net::ERR_")
                || text.contains("status of"))
        };
        for entry in errors.as_array().into_iter().flatten() {
            let text = entry["message"].as_str().unwrap_or_default();
            if is_error(text) {
                self.fail(&format!("the page has logged an error: {text}"));
            }
        }
    }

    /// Checks that a new game can begin, whatever the monkey has done.
    fn ends_well(&mut self) {
        self.page.resize(WINDOWS[0]);
        self.page.reload();
        self.page.ready();
        self.page.press("new");
        self.page.press("Players engine");
        self.page.press("You play black");
        self.page.press("Size of the board 15x15");
        self.page.select("rule", "freestyle");
        self.page.select("clock", "0,0,0");
        self.page.select("opening", "");
        self.page.submit();
        self.until("a game begins", |view| view.stones.is_empty() && view.state == "Your move.");
        self.page.place("h8");
        self.until("the stone is there or waits", |view| !view.stones.is_empty() || view.waits);
        if self.view().waits {
            self.page.press("confirm");
        }
        self.until("the engine answers", |view| view.stones.split(' ').count() == 2);
    }
}

impl View {
    /// Returns whether nothing of another view is lost: the board has all its stones, in any order and
    /// perhaps with more, or the list has all its moves, where a variation was shown.
    fn keeps(&self, before: &View) -> bool {
        let stones: Vec<&str> = self.stones.split(' ').collect();
        let has_all =
            before.stones.split(' ').all(|stone| stone.is_empty() || stones.contains(&stone));
        has_all || (before.moves > 0 && self.moves >= before.moves)
    }
}
