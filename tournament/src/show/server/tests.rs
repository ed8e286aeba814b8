//! The live server over real sockets.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Arc;
use std::time::Duration;

use crate::record::{GameId, GameRecord};
use crate::run::RunningGame;
use crate::show::server::{Bind, Hub, Server};
use crate::show::snapshot::Subject;
use crate::testing::{Tournament, config};

/// A timeout far beyond the need of any machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A tournament and a server of its report.
struct Fixture {
    subject: Subject,
    records: Vec<GameRecord>,
    server: Server,
}

/// The head and the body of a response.
type Answer = (String, String);

impl Fixture {
    fn new() -> Self {
        Self::of(&Tournament::new(2, 3))
    }

    fn of(tournament: &Tournament) -> Self {
        let (subject, records) = (tournament.subject(), tournament.records());
        let hub = Arc::new(Hub::new(&subject.snapshot(&[], &[])));
        let bind = Bind { host: None, port: Some(0) };
        let server = Server::start(&bind, hub).expect("a port is free");
        Self { subject, records, server }
    }

    /// Publishes the first `count` games.
    fn publish(&self, count: usize) {
        self.server.hub().publish(&self.subject.snapshot(&self.records[..count], &[]));
    }

    fn connect(&self) -> TcpStream {
        connect(self.server.address())
    }

    /// Returns the response to a request, as bytes.
    fn ask(&self, request: &str) -> Answer {
        let mut stream = self.connect();
        stream.write_all(request.as_bytes()).expect("the server listens");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("the server answers");
        let (head, body) = answer.split_once("\r\n\r\n").expect("an answer has a head");
        (head.to_lowercase(), body.to_owned())
    }

    /// Returns the response to a request that is addressed to this machine.
    fn get(&self, method: &str, path: &str) -> Answer {
        self.ask(&format!("{method} {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"))
    }
}

fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("the server listens");
    stream.set_read_timeout(Some(PATIENCE)).expect("it is a time");
    stream
}

/// A listener to events.
struct Events(BufReader<TcpStream>);

impl Events {
    /// Opens a stream of events, with more header lines.
    fn open(fixture: &Fixture, path: &str, more: &str) -> Self {
        let mut stream = fixture.connect();
        let request = format!("GET {path} HTTP/1.1\r\nHost: [::1]:1\r\n{more}\r\n");
        stream.write_all(request.as_bytes()).expect("the server listens");
        let mut events = Self(BufReader::new(stream));
        let head = events.block("\r\n");
        assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
        assert!(head.to_lowercase().contains("content-type: text/event-stream\r\n"), "{head}");
        events
    }

    /// Returns the text lines up to an empty one.
    fn block(&mut self, end: &str) -> String {
        let mut text = String::new();
        loop {
            let mut line = String::new();
            let count = self.0.read_line(&mut line).expect("the server goes on");
            if count == 0 || line == end {
                return text;
            }
            text += &line;
        }
    }

    /// Returns the name, the number and the data of the next event; an empty name at the end.
    fn next(&mut self) -> (String, Option<u64>, serde_json::Value) {
        let block = loop {
            let block = self.block("\n");
            if !block.starts_with(':') {
                break block;
            }
        };
        let field = |name: &str| block.lines().find_map(|line| line.strip_prefix(name));
        let data = field("data: ").unwrap_or("null");
        let data = serde_json::from_str(data).expect("the data are valid JSON");
        let number = field("id: ").and_then(|number| number.parse().ok());
        (field("event: ").unwrap_or_default().to_owned(), number, data)
    }
}

#[test]
fn the_page() {
    let fixture = Fixture::new();
    let (head, page) = fixture.get("GET", "/");
    assert!(head.starts_with("http/1.1 200 ok\r\n"), "{head}");
    for line in [
        "content-type: text/html; charset=utf-8",
        "cache-control: no-store",
        "x-content-type-options: nosniff",
        "x-frame-options: deny",
        "cross-origin-resource-policy: same-origin",
        &format!("content-length: {}", page.len()),
    ] {
        assert!(head.lines().any(|found| found == line), "{line} in {head}");
    }
    assert!(page.starts_with("<!DOCTYPE html>") || page.starts_with("<!doctype html>"), "{page}");
    assert!(page.contains("/events?since="), "the page listens");
    assert!(head.lines().any(|found| found == "connection: close"), "{head}");
    let (same, nothing) = fixture.get("HEAD", "/?x");
    assert_eq!((same, nothing.as_str()), (head, ""));
    assert_eq!(fixture.server.url(), format!("http://{}/", fixture.server.address()));
    assert!(!fixture.server.is_open());
}

#[test]
fn the_data() {
    let fixture = Fixture::new();
    fixture.publish(2);
    let (head, data) = fixture.get("GET", "/data.json");
    assert!(head.contains("content-type: application/json"), "{head}");
    let data: serde_json::Value = serde_json::from_str(&data).expect("it is JSON");
    assert_eq!(data["games"].as_array().map(Vec::len), Some(2), "{data}");
    let (_, page) = fixture.get("GET", "/");
    assert!(page.contains(&data["games"].to_string()), "the page is of the same games");
}

fn running(stones: u8) -> RunningGame {
    RunningGame {
        id: GameId { pair: 1, game: 1 },
        black: 1,
        white: 0,
        opening: 0,
        moves: (0..stones).map(|column| (column, 0)).collect(),
        ms: (0..stones).map(|_| Some(1.0)).collect(),
        elapsed_ms: 5.0,
    }
}

#[test]
fn games_are_followed() {
    let fixture = Fixture::new();
    let (_, page) = fixture.get("GET", "/");
    let address = page.split("/events?since=").nth(1).expect("the page listens");
    let version: String = address.chars().take_while(char::is_ascii_digit).collect();
    let mut events = Events::open(&fixture, &format!("/events?since={version}"), "");
    // The page has its data, but not the running games.
    let (name, _, data) = events.next();
    assert_eq!((name.as_str(), data), ("running", serde_json::json!([])));
    fixture.publish(3);
    let (name, number, data) = events.next();
    assert_eq!(name, "data");
    assert_eq!(data["games"].as_array().map(Vec::len), Some(3), "{data}");
    assert!(number > version.parse().ok(), "{number:?} {version}");
    fixture.server.hub().show(&[running(3)]);
    let (name, number, data) = events.next();
    assert_eq!((name.as_str(), number), ("running", None));
    assert_eq!(data[0]["pair"], 1, "{data}");
    // A listener whose connection broke gets only what it does not have yet.
    let mut again = Events::open(
        &fixture,
        &format!("/events?since={version}"),
        &format!(
            "Last-Event-ID: {}\r\n",
            version.parse::<u64>().expect("the text is a number") + 1
        ),
    );
    assert_eq!(again.next().0, "running");
    // A listener with a page of an earlier server gets everything.
    let mut other = Events::open(&fixture, "/events?since=5", "");
    assert_eq!((other.next().0.as_str(), other.next().0.as_str()), ("data", "running"));
    fixture.publish(4);
    drop(fixture);
    for events in [&mut events, &mut again, &mut other] {
        assert_eq!(events.next().0, "data");
        assert_eq!(events.next().0, "end");
        assert_eq!(events.next().0, "", "the server has closed");
    }
}

/// A page is made only after a request for it.
#[test]
fn pages_are_made_on_request() {
    let fixture = Fixture::new();
    let hub = fixture.server.hub();
    assert!(!hub.is_wanted() && !hub.is_watched());
    hub.outdate();
    assert!(!hub.is_wanted());
    let mut events = Events::open(&fixture, "/events?since=0", "");
    assert_eq!(events.next().0, "data");
    assert!(hub.is_wanted() && hub.is_watched());
    fixture.publish(1);
    assert!(!hub.is_wanted());
    assert_eq!((events.next().0.as_str(), events.next().0.as_str()), ("running", "data"));
}

#[test]
fn a_crowd_is_sent_away() {
    let fixture = Fixture::new();
    let mut crowd: Vec<Events> =
        (0..32).map(|_| Events::open(&fixture, "/events?since=0", "")).collect();
    let (head, _) = fixture.get("GET", "/events");
    assert!(head.starts_with("http/1.1 503 service unavailable"), "{head}");
    assert!(head.contains("retry-after: 10"), "{head}");
    // Other visitors can still load the page.
    let (head, _) = fixture.get("GET", "/");
    assert!(head.starts_with("http/1.1 200 ok"), "{head}");
    fixture.publish(1);
    for events in &mut crowd {
        let names: Vec<String> = (0..3).map(|_| events.next().0).collect();
        assert!(names.iter().filter(|name| *name == "data").count() <= 2, "{names:?}");
    }
}

/// Checks that the names of engines reach the page as data only.
#[test]
fn hostile_names() {
    let mut config = config(2, 1);
    config.engines[0].name = "</script><script>alert(1)</script>\u{2028}\n\nevent: end".to_owned();
    let fixture = Fixture::of(&Tournament::of(config));
    let (_, page) = fixture.get("GET", "/");
    assert!(!page.contains("<script>alert") && !page.contains("\u{2028}"), "{page}");
    let mut events = Events::open(&fixture, "/events?since=0", "");
    // The name cannot end an event, nor begin another one.
    assert_eq!(events.next().0, "data");
    assert_eq!(events.next().0, "running");
    fixture.publish(2);
    assert_eq!(events.next().0, "data");
}

#[test]
fn the_report_and_the_board_have_ports_of_their_own() {
    let board = <loopback_server::Bind>::PORT;
    let viewer = include_str!("../../../assets/viewer.js");
    assert!(viewer.contains(&format!("\"http://127.0.0.1:{board}/\"")), "links lead to the board");
    assert_ne!(Bind::PORT, board);
}
