//! A page in Chromium, driven through ChromeDriver: clicks, keys, and the elements and texts that it shows.
//! The browser tests of `board` and of `tournament` share this file.
//!
//! Invariant: a test fails if its page has logged an error.

use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};

use axum::http::Method;
use fantoccini::actions::{Actions, InputSource, KeyAction, KeyActions};
use fantoccini::wd::WebDriverCompatibleCommand;
use fantoccini::{Client, ClientBuilder, Locator};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use url::{ParseError, Url};

/// The time limit for a condition to become true.
const PATIENCE: Duration = Duration::from_secs(60);
/// The pause between two checks of a condition.
const TICK: Duration = Duration::from_millis(50);
/// The names of the browser and of its driver.
const BROWSER: [&str; 4] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const DRIVER: [&str; 1] = ["chromedriver"];
/// Arguments of Chromium on machines without a screen, a sandbox or the internet.
const ARGUMENTS: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,900",
];
/// Scrolls to an element at once.
const SCROLL: &str = "document.querySelector(arguments[0])
    ?.scrollIntoView({ block: 'center', behavior: 'instant' })";

/// A program that ends with its test.
pub(crate) struct Running(pub(crate) Child);

impl Running {
    /// Starts a program; returns the rest of the first text line of its output that begins with `words`.
    ///
    /// # Errors
    /// Returns the output if the program ends without such a line.
    pub(crate) fn start(command: &mut Command, words: &str) -> Result<(Self, String), String> {
        let (output, input) = io::pipe().expect("the system has pipes");
        let errors = input.try_clone().expect("the system has pipes");
        command.stdin(Stdio::null()).stdout(input).stderr(errors);
        let running = Self(command.spawn().expect("the program can be started"));
        // The command keeps its ends of the pipe, without which the output never ends.
        command.stdout(Stdio::null()).stderr(Stdio::null());
        let mut lines = BufReader::new(output).lines().map_while(Result::ok);
        let mut said = String::new();
        for line in &mut lines {
            if let Some(found) = line.strip_prefix(words) {
                let found = found.to_owned();
                // This drains the output, so that the program never blocks on a full pipe.
                thread::spawn(move || lines.for_each(drop));
                return Ok((running, found));
            }
            said += &(line + "\n");
        }
        Err(said)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.kill().ok();
        self.0.wait().ok();
    }
}

/// A page in the browser.
pub(crate) struct Page {
    pub(crate) runtime: Runtime,
    pub(crate) client: Client,
    _driver: Running,
    _profile: TempDir,
}

/// Runs a test on the page at an address.
pub(crate) fn test(address: &str, test: impl FnOnce(&Page)) {
    let page = Page::open(address);
    test(&page);
    let log = page.command("se/log", json!({ "type": "browser" }));
    assert_eq!(log, json!([]), "the page has logged no error");
}

impl Page {
    /// Opens an address in a browser of its own.
    pub(crate) fn open(address: &str) -> Self {
        let browser = installed(&BROWSER).expect("Chromium is installed");
        let driver = installed(&DRIVER).expect("ChromeDriver is installed");
        let words = "ChromeDriver was started successfully on port ";
        let start = || Running::start(Command::new(&driver).arg("--port=0"), words);
        // The driver ends if another program takes its port for IPv6 before it does.
        let (driver, port) = start().or_else(|_| start()).or_else(|_| start()).expect("a driver");
        let driver_address = format!("http://127.0.0.1:{}", port.trim_end_matches('.'));

        let profile = TempDir::new().expect("a temporary folder can be created");
        let folder = format!("--user-data-dir={}", profile.path().display());
        let arguments: Vec<&str> = ARGUMENTS.iter().copied().chain([folder.as_str()]).collect();
        let options = json!({ "binary": browser, "args": arguments });
        let capabilities: serde_json::Map<_, _> = [
            ("goog:chromeOptions".to_owned(), options),
            ("goog:loggingPrefs".to_owned(), json!({ "browser": "SEVERE" })),
        ]
        .into_iter()
        .collect();
        let connect = async || {
            let connector = hyper_util::client::legacy::connect::HttpConnector::new();
            let mut builder = ClientBuilder::new(connector);
            builder.capabilities(capabilities.clone()).connect(&driver_address).await
        };
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.expect("the system has a runtime");
        // A busy machine may start the browser too late for the driver.
        let client = runtime.block_on(connect()).or_else(|_| runtime.block_on(connect()));
        let client = client.expect("the driver opens a browser at the second attempt");
        let page = Self { runtime, client, _driver: driver, _profile: profile };
        page.runtime.block_on(page.client.goto(address)).expect("the page is there");
        page
    }

    /// Loads the page again.
    pub(crate) fn reload(&self) {
        self.runtime.block_on(self.client.refresh()).expect("the page is there");
    }

    /// Waits until a condition holds; the panic after a minute names it as `what`.
    pub(crate) fn until(&self, what: &str, holds: impl Fn() -> bool) {
        let deadline = Instant::now() + PATIENCE;
        while !holds() {
            let text = || self.text("body").chars().take(500).collect::<String>();
            assert!(Instant::now() < deadline, "{what}: not within a minute; {}", text());
            thread::sleep(TICK);
        }
    }

    /// Returns the result of a script, which finds `argument` in `arguments[0]`. It waits for a promise.
    pub(crate) fn run(&self, script: &str, argument: &str) -> Value {
        let value = self.runtime.block_on(self.client.execute(script, vec![json!(argument)]));
        value.unwrap_or_else(|error| panic!("{script}: {error}"))
    }

    /// Returns the number of elements that a selector finds.
    pub(crate) fn count(&self, selector: &str) -> u64 {
        let script = "return document.querySelectorAll(arguments[0]).length";
        self.run(script, selector).as_u64().expect("it is a number")
    }

    /// Returns the text of an element; empty if it is hidden or missing.
    pub(crate) fn text(&self, selector: &str) -> String {
        let script = "return document.querySelector(arguments[0])?.innerText ?? ''";
        self.run(script, selector).as_str().unwrap_or_default().to_owned()
    }

    /// Clicks on an element as soon as that is possible: a page may redraw its buttons at any time.
    pub(crate) fn click(&self, selector: &str) {
        self.until(&format!("{selector} can be clicked on"), || {
            let click = async || self.client.find(Locator::Css(selector)).await?.click().await;
            // ChromeDriver would follow the page's smooth scrolling, and click too early.
            self.run(SCROLL, selector);
            self.runtime.block_on(click()).is_ok()
        });
    }

    /// Chooses a value from a list.
    pub(crate) fn choose(&self, selector: &str, value: &str) {
        let choose = async || {
            let list = self.client.find(Locator::Css(selector)).await?;
            list.select_by_value(value).await
        };
        self.runtime.block_on(choose()).expect("there is a list with this value");
    }

    /// Presses keys where the focus is.
    pub(crate) fn keys(&self, keys: &str) {
        let actions = KeyActions::new("keyboard".to_owned());
        let actions = keys.chars().fold(actions, |actions, value| {
            actions.then(KeyAction::Down { value }).then(KeyAction::Up { value })
        });
        self.perform(actions);
    }

    /// Performs actions of a keyboard or a mouse.
    pub(crate) fn perform(&self, actions: impl Into<Actions>) {
        let done = self.runtime.block_on(self.client.perform_actions(actions));
        done.expect("the driver performs actions");
    }

    /// Returns the answer to a command of ChromeDriver that WebDriver does not define.
    pub(crate) fn command(&self, path: &'static str, parameters: Value) -> Value {
        let command = DriverCommand { path, parameters };
        let answer = self.runtime.block_on(self.client.issue_cmd(command));
        answer.unwrap_or_else(|error| panic!("{path}: {error}"))
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        // The driver closes the browser; if the driver has ended, so has the browser.
        self.runtime.block_on(self.client.clone().close()).ok();
    }
}

/// A command of ChromeDriver.
#[derive(Debug)]
struct DriverCommand {
    path: &'static str,
    parameters: Value,
}

impl WebDriverCompatibleCommand for DriverCommand {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/{}", session.unwrap_or_default(), self.path))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(self.parameters.to_string()))
    }
}

/// Returns the path of the first of these programs in `$PATH`.
fn installed(names: &[&str]) -> Option<PathBuf> {
    let folders: Vec<PathBuf> = env::split_paths(&env::var_os("PATH")?).collect();
    let mut paths = names.iter().flat_map(|name| folders.iter().map(move |dir| dir.join(name)));
    paths.find(|path| path.is_file())
}
