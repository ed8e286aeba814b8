//! The page of a board: its texts, its stones and its buttons.

use std::env;
use std::path::Path;
use std::process::Command;

use fantoccini::Locator;
use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};

use serde_json::{Value, json};

use crate::chromium::{self, Page, Running};
use crate::static_page;

/// Runs a test on a new page of a new board with these arguments. Without arguments the variable
/// `DOLMEN_PAGE` chooses the page: `static` or `disk` instead of that of the program.
pub(crate) fn test(arguments: &[&str], test: impl FnOnce(&Page)) {
    let kind = env::var("DOLMEN_PAGE").ok().filter(|_| arguments.is_empty());
    match kind.as_deref() {
        None | Some("program") => test_program(arguments, test),
        Some("static") => static_page::test_served(test),
        Some("disk") => static_page::test_from_disk(test),
        Some(other) => panic!("DOLMEN_PAGE={other}: expected program, static or disk"),
    }
}

/// Runs a test on a new page of the program with these arguments.
fn test_program(arguments: &[&str], test: impl FnOnce(&Page)) {
    let home = tempfile::tempdir().expect("the system has temporary folders");
    let mut command = Command::new(env!("CARGO_BIN_EXE_board"));
    command.args(["--no-browser", "--port", "0"]).args(arguments);
    // The token of the person who runs the tests stays as it is.
    command.env("HOME", home.path()).env("XDG_STATE_HOME", home.path());
    let (_board, address) = Running::start(&mut command, "the board is at ").expect("an address");
    test_at(&address, test);
}

/// Runs a test on the page at an address.
pub(crate) fn test_at(address: &str, test: impl FnOnce(&Page)) {
    chromium::test(address, |page| {
        page.ready();
        test(page);
    });
}

/// Writes a line that is shown whether or not a test passes.
pub(crate) fn say(text: &str) {
    std::io::Write::write_all(&mut std::io::stderr(), format!("{text}\n").as_bytes()).ok();
}

/// Runs a test on the page at an address, which may log errors, such as that of a lost connection.
pub(crate) fn test_with_errors(address: &str, test: impl FnOnce(&Page)) {
    test(&Page::open(address));
}

impl Page {
    /// Goes to another address.
    pub(crate) fn goto(&self, address: &str) {
        self.runtime.block_on(self.client.goto(address)).expect("the page is there");
    }

    /// Gives a file to a field as soon as the field exists.
    pub(crate) fn upload(&self, selector: &str, path: &Path) {
        let path = path.to_str().expect("the path is text");
        self.until(&format!("{selector} takes a file"), || {
            let upload = async || {
                let field = self.client.find(Locator::Css(selector)).await?;
                field.send_keys(path).await
            };
            self.runtime.block_on(upload()).is_ok()
        });
    }

    /// Gives a command to the browser's developer tools.
    pub(crate) fn devtools(&self, command: &str, parameters: Value) -> Value {
        self.command("goog/cdp/execute", json!({ "cmd": command, "params": parameters }))
    }

    /// Waits until the table has sent the state of play.
    pub(crate) fn ready(&self) {
        // While puzzles are practised, there are no players.
        self.until("the table has answered", || self.count("#tabs button") > 0);
        let is_waiting =
            |state: &str| state.starts_with("Connect") || state.contains("being loaded");
        self.until("it is connected", || !is_waiting(&self.state()));
    }

    /// Returns the state of play, in the words of the page.
    pub(crate) fn state(&self) -> String {
        self.text(".state")
    }

    /// Returns the points of the stones on the board, in the order of play.
    pub(crate) fn stones(&self) -> Vec<String> {
        let script = "return [...document.querySelectorAll('svg.board .stones use')].map((stone) => stone.dataset.point)";
        serde_json::from_value(self.run(script, "")).expect("they are names")
    }

    /// Returns the moves of the line on the board, by the names in the list.
    pub(crate) fn names(&self) -> Vec<String> {
        let script = "return [...document.querySelectorAll('ol.line li > button:first-child span:nth-child(2)')].map((name) => name.textContent)";
        serde_json::from_value(self.run(script, "")).expect("they are names")
    }

    /// Pastes a text into the page.
    pub(crate) fn paste(&self, text: &str) {
        let script = "
            const clipboardData = new DataTransfer();
            clipboardData.setData('text/plain', arguments[0]);
            document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));";
        self.run(script, text);
    }

    /// Pastes the moves of a game, such as `h8i9`, and waits for their stones.
    pub(crate) fn paste_moves(&self, moves: &str) {
        self.paste(moves);
        let count = moves.matches(char::is_alphabetic).count();
        self.until("it is open", || self.stones().len() == count);
    }

    /// Returns the text that an action copies.
    pub(crate) fn copied(&self, action: impl FnOnce()) -> String {
        self.run("navigator.clipboard.writeText = async (text) => { window.copied = text; }", "");
        action();
        self.until("a text is copied", || self.run("return window.copied", "").is_string());
        self.run("return window.copied", "").as_str().unwrap_or_default().to_owned()
    }

    /// Returns the content of the file that a button of *Open and save* saves.
    pub(crate) fn saved_text(&self, key: &str) -> String {
        let catch = "
            window.saved = undefined;
            URL.createObjectURL = (blob) => { blob.text().then((text) => { window.saved = text; }); return '#'; };
            HTMLAnchorElement.prototype.click = () => {};";
        self.run(catch, "");
        self.press("files");
        self.press(key);
        self.until("the file is saved", || self.run("return window.saved", "").is_string());
        self.run("return window.saved", "").as_str().unwrap_or_default().to_owned()
    }

    /// Returns the place of a point of the board in the window.
    pub(crate) fn place_of(&self, point: &str) -> [f64; 2] {
        self.places_of([point])[0]
    }

    /// Returns the places of points of the board in the window, which scrolls to the board before.
    fn places_of<const N: usize>(&self, points: [&str; N]) -> [[f64; 2]; N] {
        let script = "
            const board = document.querySelector('svg.board');
            board.scrollIntoView({ block: 'center' });
            const box = board.getBoundingClientRect();
            const [left, top, width, height] = board.getAttribute('viewBox').split(' ').map(Number);
            return arguments[0].split(' ').map((point) => {
                const [, column, row] = /^([a-v])(\\d+)$/.exec(point);
                const x = column.charCodeAt(0) - 97, y = Number(row) - 1;
                return [box.x + (x - left) / width * box.width, box.y + (y - top) / height * box.height];
            });";
        let places: Vec<[f64; 2]> =
            serde_json::from_value(self.run(script, &points.join(" "))).expect("they are places");
        std::array::from_fn(|index| places[index].map(f64::round))
    }

    /// Clicks on a point of the board with the mouse.
    pub(crate) fn place(&self, point: &str) {
        self.drag(MOUSE_BUTTON_LEFT, point, point);
    }

    /// Presses a button of the mouse on a point of the board, and releases it on another.
    pub(crate) fn drag(&self, button: u64, from: &str, to: &str) {
        let [start, end] = self.places_of([from, to]);
        let step = |[x, y]: [f64; 2]| PointerAction::MoveTo { duration: None, x, y };
        let mut drag = MouseActions::new("mouse".to_owned())
            .then(step(start))
            .then(PointerAction::Down { button });
        if end != start {
            drag = drag.then(step(end));
        }
        self.perform(drag.then(PointerAction::Up { button }));
    }

    /// Clicks twice in the middle of an element with the mouse, as fast as the driver does.
    pub(crate) fn double_click(&self, selector: &str) {
        let script = "
            const button = document.querySelector(arguments[0]);
            button.scrollIntoView({ block: 'center' });
            const box = button.getBoundingClientRect();
            return [box.x + box.width / 2, box.y + box.height / 2];";
        let [x, y]: [f64; 2] = serde_json::from_value(self.run(script, selector)).expect("a place");
        let move_to = PointerAction::MoveTo { duration: None, x: x.round(), y: y.round() };
        let button = MOUSE_BUTTON_LEFT;
        let clicks =
            (0..2).fold(MouseActions::new("mouse".to_owned()).then(move_to), |actions, _| {
                actions.then(PointerAction::Down { button }).then(PointerAction::Up { button })
            });
        self.perform(clicks);
    }

    /// Presses the button with a key.
    pub(crate) fn press(&self, key: &str) {
        self.click(&format!("button[data-key=\"{key}\"]"));
    }

    /// Chooses a value from the list with a key.
    pub(crate) fn select(&self, key: &str, value: &str) {
        self.choose(&format!("select[data-key=\"{key}\"]"), value);
    }

    /// Ticks the box with a key.
    pub(crate) fn tick(&self, key: &str) {
        self.click(&format!("input[data-key=\"{key}\"]"));
    }

    /// Submits the dialog, and waits until the table has answered.
    pub(crate) fn submit(&self) {
        self.click("dialog button[type=submit]");
        self.until("the form is answered", || {
            self.count("dialog[open]") == 0 || self.count("dialog [data-key=problem]") > 0
        });
    }
}
