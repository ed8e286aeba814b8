//! A client of the board: the messages of the table, without a page.

use std::io::{BufRead, BufReader, Read};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// A person.
pub(crate) const PERSON: &str = r#"{ "type": "person", "name": "" }"#;
/// Dolmen at a level that answers at once.
pub(crate) const DOLMEN: &str = r#"{ "type": "engine", "engine": 0, "level": 1 }"#;
/// The time limit for an answer, after which a test fails.
const PATIENCE: Duration = Duration::from_secs(30);

/// Returns the conditions of a game between these players, each as JSON.
pub(crate) fn setup(black: &str, white: &str, size: u8) -> Value {
    let player = |text: &str| serde_json::from_str::<Value>(text).expect("it is JSON");
    json!({
        "rule": "freestyle", "continuous": false, "width": size, "height": size,
        "black": player(black), "white": player(white),
        "clock": { "turnMs": 0, "gameMs": 0, "incrementMs": 0 }, "opening": "free",
    })
}

/// Returns the command to place a stone.
pub(crate) fn play(at: u64, point: &str) -> Value {
    json!({ "type": "play", "at": at, "point": point })
}

/// The state of the table by its messages.
#[derive(Debug, Default)]
pub(crate) struct Table {
    status: Value,
    /// The parents of the moves, by number.
    parents: std::collections::HashMap<u64, Option<u64>>,
    /// The number of thoughts since the last game or status with another phase.
    pub(crate) thoughts: usize,
    /// The number of games that were asked for.
    asked: usize,
    /// The number of games that have come, without the first.
    games: usize,
}

impl Table {
    /// Returns the phase of the game.
    pub(crate) fn phase(&self) -> &str {
        self.status["phase"]["type"].as_str().unwrap_or_default()
    }

    /// Returns the last move of the game.
    pub(crate) fn last(&self) -> u64 {
        self.status["last"].as_u64().unwrap_or_default()
    }

    /// Returns the number of stones of the game.
    pub(crate) fn stones(&self) -> usize {
        let parent = |node: &u64| self.parents.get(node).copied().flatten();
        std::iter::successors(Some(self.last()), parent).count() - 1
    }

    /// Returns the number of games that were asked for and have not come.
    pub(crate) fn games_left(&self) -> usize {
        self.asked.saturating_sub(self.games)
    }

    fn note(&mut self, message: &Value) {
        match message["type"].as_str().unwrap_or_default() {
            "game" => {
                self.parents.clear();
                self.thoughts = 0;
                self.games += 1;
                for node in message["game"]["nodes"].as_array().into_iter().flatten() {
                    self.add(node);
                }
            }
            "node" => self.add(&message["node"]),
            "removed" => {
                for node in message["nodes"].as_array().into_iter().flatten() {
                    self.parents.remove(&node.as_u64().unwrap_or_default());
                }
            }
            "status" => self.status = message["status"].clone(),
            "thought" => self.thoughts += 1,
            _ => {}
        }
    }

    fn add(&mut self, node: &Value) {
        let id = node["id"].as_u64().expect("a node has a number");
        self.parents.insert(id, node["parent"].as_u64());
    }
}

/// The program, and a socket to its table.
pub(crate) struct Client {
    program: Child,
    socket: WebSocket<TcpStream>,
    _home: tempfile::TempDir,
    /// The state of the table.
    pub(crate) table: Table,
}

impl Client {
    /// Starts the program with these arguments, and joins its table.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_board"));
        command.args(["--no-browser", "--port", "0"]).args(arguments);
        // The token of the person who runs the tests stays as it is.
        let home = tempfile::tempdir().expect("the system has temporary folders");
        command.env("HOME", home.path()).env("XDG_STATE_HOME", home.path());
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut program = command.spawn().expect("the program can be started");
        let mut errors = BufReader::new(program.stderr.take().expect("it is piped"));
        let mut line = String::new();
        errors.read_line(&mut line).expect("it prints its address");
        std::thread::spawn(move || errors.read_to_end(&mut Vec::new()));
        let address = line.trim().strip_prefix("the board is at http://");
        let address = address.unwrap_or_else(|| panic!("{line}"));
        let (host, token) = address.split_once("/?").expect("the address has a token");
        let url = format!("ws://{host}/play/socket?{token}");
        let mut request = url.into_client_request().expect("it is an address");
        let origin = format!("http://{host}").parse().expect("it is an origin");
        request.headers_mut().insert("Origin", origin);
        let stream = TcpStream::connect(host).expect("the program listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit is possible");
        let (socket, _) = tungstenite::client(request, stream).expect("the table lets it join");
        let mut client = Self { program, socket, _home: home, table: Table::default() };
        client.until("the table has greeted", |table| !table.status.is_null());
        client.table.games = 0;
        client
    }

    /// Sends a command, which must be carried out.
    pub(crate) fn send(&mut self, command: &Value) {
        self.table.asked += usize::from(command["type"] == "new");
        self.table.thoughts = 0;
        let text = Message::text(command.to_string());
        self.socket.send(text).expect("the table reads");
    }

    /// Sends a command that may be refused, and waits for the answer.
    pub(crate) fn send_freely(&mut self, command: &Value) {
        self.send(command);
        let end = Instant::now() + PATIENCE;
        while self.read(end)["type"] != "status" {}
    }

    /// Waits until a condition holds and every requested game has come.
    pub(crate) fn until(&mut self, what: &str, is_so: impl Fn(&Table) -> bool) {
        let end = Instant::now() + PATIENCE;
        while !(is_so(&self.table) && self.table.games_left() == 0) {
            assert!(Instant::now() < end, "not in time: {what}: {:?}", self.table.status);
            self.read(end);
        }
    }

    /// Waits for so many messages of a type; a refusal fails the test.
    pub(crate) fn messages(&mut self, kind: &str, number: usize) {
        let end = Instant::now() + PATIENCE;
        let mut missing = number;
        while missing > 0 {
            let message = self.read(end);
            assert_ne!(message["type"], "refused", "{message}");
            missing -= usize::from(message["type"] == kind);
        }
    }

    /// Returns the next message, or null at a ping, which the table sends when nothing else happens.
    fn read(&mut self, end: Instant) -> Value {
        assert!(Instant::now() < end, "no answer in time: {:?}", self.table.status);
        let Message::Text(text) = self.socket.read().expect("the table answers") else {
            return Value::Null;
        };
        let message = serde_json::from_str(&text).expect("the table speaks JSON");
        self.table.note(&message);
        message
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.program.kill().ok();
        self.program.wait().ok();
    }
}
