//! A page in Chromium, driven through WebDriver: what a person does and sees.

use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource, MOUSE_BUTTON_LEFT, MouseActions, PointerAction};
use fantoccini::{Client, ClientBuilder, Locator};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::programs::{installed, start_board, start_driver};

/// The time in which anything must have happened.
const PATIENCE: Duration = Duration::from_secs(60);
/// The interval at which the page is looked at.
const TICK: Duration = Duration::from_millis(50);

/// Arguments of Chromium on machines without a screen, a sandbox or the internet.
const ARGUMENTS: [&str; 9] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,900",
];

/// A page.
pub(crate) struct Page {
    client: Client,
}

/// Runs a test on a new page of a new board with these arguments.
pub(crate) fn test(arguments: &[&str], test: impl AsyncFn(&Page)) {
    let (_board, address) = start_board(arguments);
    test_at(&address, test);
}

/// Runs a test on the page at an address.
pub(crate) fn test_at(address: &str, test: impl AsyncFn(&Page)) {
    let (browser, driver) = installed().expect("Chromium and ChromeDriver are installed");
    let (_driver, driver) = start_driver(&driver);
    let profile = TempDir::new().expect("a temporary folder can be created");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.expect("the system has a runtime").block_on(async {
        let page = Page::open(&driver, &browser, &profile, address).await;
        test(&page).await;
        assert_eq!(page.errors().await, json!([]), "the page has no errors");
        page.client.close().await.expect("the browser closes");
    });
}

/// Writes a line that is shown whether or not a test passes.
pub(crate) fn say(text: &str) {
    std::io::Write::write_all(&mut std::io::stderr(), format!("{text}\n").as_bytes()).ok();
}

impl Page {
    async fn open(driver: &str, browser: &str, profile: &TempDir, address: &str) -> Self {
        let folder = format!("--user-data-dir={}", profile.path().display());
        let arguments: Vec<&str> = ARGUMENTS.iter().copied().chain([folder.as_str()]).collect();
        let options = json!({ "binary": browser, "args": arguments });
        let capabilities: serde_json::Map<_, _> =
            [("goog:chromeOptions".to_owned(), options)].into_iter().collect();
        let connect = async || {
            let connector = hyper_util::client::legacy::connect::HttpConnector::new();
            ClientBuilder::new(connector).capabilities(capabilities.clone()).connect(driver).await
        };
        // A busy machine may start the browser too late for the driver.
        let client = match connect().await {
            Ok(client) => client,
            Err(_) => connect().await.expect("the driver opens a browser at the second attempt"),
        };
        let page = Self { client };
        page.client.goto(address).await.expect("the page is there");
        page.ready().await;
        page
    }

    /// Waits until the table has said where the game stands.
    async fn ready(&self) {
        let note = "window.faults ??= []; addEventListener('error', (event) => faults.push(event.message));";
        self.client.execute(note, Vec::new()).await.expect("the script runs");
        self.until("the table has answered", async || self.count(".player .clock").await == 2)
            .await;
        self.until("it is connected", async || !self.state().await.starts_with("Connect")).await;
    }

    /// Loads the page again.
    pub(crate) async fn reload(&self) {
        self.client.refresh().await.expect("the page is there");
        self.ready().await;
    }

    /// Waits until something holds.
    pub(crate) async fn until(&self, what: &str, holds: impl AsyncFn() -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !holds().await {
            assert!(
                Instant::now() < deadline,
                "{what}: not within a minute; {}",
                self.state().await
            );
            tokio::time::sleep(TICK).await;
        }
    }

    /// Returns the result of a script that only looks.
    async fn look(&self, script: &str, argument: &str) -> Value {
        let value = self.client.execute(script, vec![json!(argument)]).await;
        value.expect("the script runs")
    }

    /// Returns the result of a script.
    pub(crate) async fn run(&self, script: &str) -> Value {
        self.look(script, "").await
    }

    /// Returns the number of elements that a selector finds.
    pub(crate) async fn count(&self, selector: &str) -> u64 {
        let script = "return document.querySelectorAll(arguments[0]).length";
        self.look(script, selector).await.as_u64().expect("it is a number")
    }

    /// Returns the text of an element; empty if it is hidden or missing.
    pub(crate) async fn text(&self, selector: &str) -> String {
        let script = "return document.querySelector(arguments[0])?.innerText ?? ''";
        self.look(script, selector).await.as_str().unwrap_or_default().to_owned()
    }

    /// Returns an attribute of an element.
    pub(crate) async fn attribute(&self, selector: &str, name: &str) -> String {
        let element = self.client.find(Locator::Css(selector)).await.expect("it is there");
        element.attr(name).await.expect("it is there").unwrap_or_default()
    }

    /// Returns where the game stands, in the words of the page.
    pub(crate) async fn state(&self) -> String {
        self.text(".state").await
    }

    /// Returns the points of the stones on the board, in the order of play.
    pub(crate) async fn stones(&self) -> Vec<String> {
        let script = "return [...document.querySelectorAll('svg.board .stones use')].map((stone) => stone.dataset.point)";
        serde_json::from_value(self.look(script, "").await).expect("they are names")
    }

    /// Returns the errors of the page's scripts.
    pub(crate) async fn errors(&self) -> Value {
        self.look("return window.faults ?? []", "").await
    }

    /// Clicks on a point of the board with the mouse.
    pub(crate) async fn click(&self, point: &str) {
        let script = "
            const board = document.querySelector('svg.board');
            board.scrollIntoView({ block: 'center' });
            const box = board.getBoundingClientRect();
            const [left, top, width, height] = board.getAttribute('viewBox').split(' ').map(Number);
            const [, column, row] = /^([a-v])(\\d+)$/.exec(arguments[0]);
            const x = column.charCodeAt(0) - 97, y = Number(row) - 1;
            return [box.x + (x - left) / width * box.width, box.y + (y - top) / height * box.height];";
        let place: [f64; 2] =
            serde_json::from_value(self.look(script, point).await).expect("it is a place");
        let [x, y] = place.map(|at| at.round() as i64);
        let click = MouseActions::new("mouse".to_owned())
            .then(PointerAction::MoveTo { duration: None, x: x as f64, y: y as f64 })
            .then(PointerAction::Down { button: MOUSE_BUTTON_LEFT })
            .then(PointerAction::Up { button: MOUSE_BUTTON_LEFT });
        self.client.perform_actions(click).await.expect("the mouse can be moved");
    }

    /// Presses the button with a key.
    pub(crate) async fn press(&self, key: &str) {
        let selector = format!("button[data-key=\"{key}\"]");
        self.until(&format!("there is a button {key}"), async || self.count(&selector).await > 0)
            .await;
        // The page draws its buttons anew whenever something happens.
        self.until(&format!("{key} can be pressed"), async || {
            match self.client.find(Locator::Css(&selector)).await {
                Ok(button) => button.click().await.is_ok(),
                Err(_) => false,
            }
        })
        .await;
    }

    /// Chooses a value from a list.
    pub(crate) async fn choose(&self, key: &str, value: &str) {
        let list = self.client.find(Locator::Css(&format!("select[data-key=\"{key}\"]"))).await;
        list.expect("there is a list").select_by_value(value).await.expect("it has the value");
    }

    /// Ticks a box.
    pub(crate) async fn tick(&self, key: &str) {
        let box_ = self.client.find(Locator::Css(&format!("input[data-key=\"{key}\"]"))).await;
        box_.expect("there is a box").click().await.expect("it can be ticked");
    }

    /// Submits the dialog.
    pub(crate) async fn submit(&self) {
        let button = self.client.find(Locator::Css("dialog button[type=submit]")).await;
        button.expect("there is a dialog").click().await.expect("it can be pressed");
    }

    /// Gives an element the focus.
    pub(crate) async fn focus(&self, selector: &str) {
        self.look("document.querySelector(arguments[0]).focus()", selector).await;
    }

    /// Types keys where the focus is.
    pub(crate) async fn keys(&self, keys: &str) {
        let element = self.client.active_element().await.expect("something has the focus");
        element.send_keys(keys).await.expect("it can be typed to");
    }
}
