//! Chromium without a window, told what to do through its debugging protocol. One page at a time;
//! every error that a page reports is kept.

use std::env;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket};

/// No answer takes longer, however busy the machine is.
const PATIENCE: Duration = Duration::from_secs(120);
/// The names of the program.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
/// Waits in a page until something is there.
const UNTIL: &str = "async (look) => { while (!look()) await new Promise(requestAnimationFrame); }";

/// A browser with one page.
pub(crate) struct Browser {
    process: Child,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    session: Option<String>,
    calls: u64,
    loads: usize,
    complaints: Vec<String>,
    _profile: TempDir,
}

impl Browser {
    /// Starts a browser with an empty page.
    pub(crate) fn start() -> Self {
        let program = program().expect("Chromium is installed");
        let profile = TempDir::new().expect("a temporary folder can be created");
        let mut process = Command::new(program)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run"])
            .args(["--disable-dev-shm-usage", "--remote-debugging-port=0"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("Chromium starts");
        let stderr = process.stderr.take().expect("it is piped");
        let address = address(BufReader::new(stderr));
        let (socket, _) = tungstenite::connect(address).expect("Chromium listens");
        if let MaybeTlsStream::Plain(stream) = socket.get_ref() {
            stream.set_read_timeout(Some(PATIENCE)).expect("the time is not zero");
        }
        let mut browser = Self {
            process,
            socket,
            session: None,
            calls: 0,
            loads: 0,
            complaints: Vec::new(),
            _profile: profile,
        };
        browser.attach();
        browser
    }

    fn attach(&mut self) {
        let target = self.call("Target.createTarget", json!({ "url": "about:blank" }));
        let parameters = json!({ "targetId": target["targetId"], "flatten": true });
        let session = self.call("Target.attachToTarget", parameters);
        self.session = session["sessionId"].as_str().map(str::to_owned);
        for domain in ["Page", "Runtime", "Log"] {
            self.call(&format!("{domain}.enable"), json!({}));
        }
        self.screen(1280, 900);
    }

    /// Opens a file.
    pub(crate) fn open(&mut self, path: &Path) {
        self.go(&format!("file://{}", path.display()));
    }

    /// Opens an address, and waits until the page is loaded.
    pub(crate) fn go(&mut self, address: &str) {
        let loads = self.loads;
        let navigated = self.call("Page.navigate", json!({ "url": address }));
        assert_eq!(navigated["errorText"], Value::Null, "{address}");
        while self.loads == loads {
            self.read();
        }
    }

    /// The size of the window.
    pub(crate) fn screen(&mut self, width: u32, height: u32) {
        let mobile = width < 600;
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile });
        self.call("Emulation.setDeviceMetricsOverride", size);
    }

    /// Returns whether the system prefers dark pages.
    pub(crate) fn dark(&mut self, is_dark: bool) {
        let value = if is_dark { "dark" } else { "light" };
        let features = json!([{ "name": "prefers-color-scheme", "value": value }]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// The value of an expression; a promise is waited for.
    pub(crate) fn value(&mut self, expression: &str) -> Value {
        let parameters =
            json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let answer = self.call("Runtime.evaluate", parameters);
        assert_eq!(answer["exceptionDetails"], Value::Null, "{expression}");
        answer["result"]["value"].clone()
    }

    /// The text of the first element that a selector finds.
    pub(crate) fn text(&mut self, selector: &str) -> String {
        let text = self.value(&format!("document.querySelector({}).innerText", json!(selector)));
        text.as_str().unwrap_or_else(|| panic!("{selector} has a text")).to_owned()
    }

    /// Returns how many elements a selector finds.
    pub(crate) fn count(&mut self, selector: &str) -> u64 {
        let count = self.value(&format!("document.querySelectorAll({}).length", json!(selector)));
        count.as_u64().expect("a length is a number")
    }

    /// Waits until an expression is true.
    pub(crate) fn until(&mut self, expression: &str) {
        self.value(&format!("({UNTIL})(() => {expression})"));
    }

    /// Presses the mouse in the middle of the first element that a selector finds.
    pub(crate) fn click(&mut self, selector: &str) {
        let place = self.value(&format!(
            "(() => {{ const element = document.querySelector({}); \
             element.scrollIntoView({{ block: 'center', behavior: 'instant' }}); \
             const {{ x, y, width, height }} = element.getBoundingClientRect(); \
             return [x + width / 2, y + height / 2]; }})()",
            json!(selector)
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let event = json!({ "type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", event);
        }
    }

    /// Chooses an option of a select.
    pub(crate) fn choose(&mut self, selector: &str, value: &str) {
        self.value(&format!(
            "(() => {{ const select = document.querySelector({}); select.value = {}; \
             select.dispatchEvent(new Event('change')); }})()",
            json!(selector),
            json!(value)
        ));
    }

    /// Presses a key: a letter, or a name such as `ArrowRight`.
    pub(crate) fn key(&mut self, key: &str) {
        let code = if key == " " { "Space" } else { key };
        let mut event = json!({ "type": "keyDown", "key": key, "code": code });
        if key.chars().count() == 1 {
            event["text"] = json!(key);
        }
        if key == "Escape" {
            // Dialogs know this key by its old number only.
            event["windowsVirtualKeyCode"] = json!(27);
        }
        self.call("Input.dispatchKeyEvent", event);
        self.call("Input.dispatchKeyEvent", json!({ "type": "keyUp", "key": key, "code": code }));
    }

    /// Fails if a page complained: exceptions, and errors such as a breach of the policy.
    pub(crate) fn check_no_complaints(&self) {
        assert!(self.complaints.is_empty(), "{:#?}", self.complaints);
    }

    fn call(&mut self, method: &str, parameters: Value) -> Value {
        self.calls += 1;
        let id = self.calls;
        let mut message = json!({ "id": id, "method": method, "params": parameters });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.socket.send(Message::text(message.to_string())).expect("Chromium listens");
        loop {
            let answer = self.read();
            if answer["id"] == json!(id) {
                assert_eq!(answer["error"], Value::Null, "{method}");
                return answer["result"].clone();
            }
        }
    }

    /// The next message of the browser; events are taken note of.
    fn read(&mut self) -> Value {
        let message = self.socket.read().expect("Chromium answers");
        let Message::Text(text) = message else { return Value::Null };
        let message: Value = serde_json::from_str(&text).expect("messages are JSON");
        let parameters = &message["params"];
        match message["method"].as_str() {
            Some("Page.loadEventFired") => self.loads += 1,
            Some("Runtime.exceptionThrown") => {
                self.complaints.push(parameters["exceptionDetails"].to_string());
            }
            Some("Log.entryAdded") if parameters["entry"]["level"] == "error" => {
                self.complaints.push(parameters["entry"]["text"].to_string());
            }
            _ => {}
        }
        message
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // It may be gone already.
        self.process.kill().ok();
        self.process.wait().ok();
    }
}

/// `$CHROMIUM`, or the first program of a known name in `$PATH`.
fn program() -> Option<PathBuf> {
    if let Some(program) = env::var_os("CHROMIUM") {
        return Some(PathBuf::from(program));
    }
    let folders = env::var_os("PATH")?;
    let folders: Vec<PathBuf> = env::split_paths(&folders).collect();
    let mut paths = NAMES.iter().flat_map(|name| folders.iter().map(move |dir| dir.join(name)));
    paths.find(|path| path.is_file())
}

/// Returns where the browser listens, as it says on its standard error, which is read to its end.
fn address(mut stderr: impl BufRead + Send + 'static) -> String {
    let mut said = String::new();
    loop {
        let mut line = String::new();
        let length = stderr.read_line(&mut line).expect("Chromium speaks UTF-8");
        assert!(length > 0, "Chromium does not start: {said}");
        if let Some(address) = line.trim_end().strip_prefix("DevTools listening on ") {
            let address = address.to_owned();
            thread::spawn(move || stderr.lines().map_while(Result::ok).for_each(drop));
            return address;
        }
        said += &line;
    }
}
