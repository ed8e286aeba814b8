//! Reports of tournaments that are not finished: missing games, a test that may end early, running games.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;

use serde_json::Value;
use tournament::record::GameId;
use tournament::run::{Absence, RunningGame};
use tournament::show::Snapshot;
use tournament::show::report::{self, data, live_page, running};

use crate::samples::Sample;
use crate::{HOSTILE, PLAYERS, chromium, test};

#[test]
#[ignore = "needs Chromium"]
fn the_page_says_which_games_are_missing_and_why() {
    let sample = Sample::new(&PLAYERS, "freestyle", 3, 9);
    let reason = format!("the program {HOSTILE} has changed since the run began");
    let absent = [Absence { engine: 1, name: PLAYERS[1].to_owned(), reason }];
    let snapshot = Snapshot { absent: &absent, missing: 12, ..sample.snapshot() };
    test(&report::page(&snapshot), |page| {
        let said = page.text(".missing");
        assert!(
            said.starts_with("12 games are missing, because this engine cannot play:"),
            "{said}"
        );
        assert!(said.contains("Berta: the program </script>"), "{said}");
        page.run("dolmenReport.update({ ...JSON.parse(document.querySelector('#data').textContent), missing: 0 })", "");
        assert_eq!(page.count(".missing"), 0, "an engine that can play again is not mentioned");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_sequential_test_has_no_share_of_its_limit() {
    let sample = Sample::new(&PLAYERS, "freestyle", 3, 9);
    let snapshot = Snapshot { total: 40_000, ..sample.snapshot() };
    test(&report::page(&snapshot), |page| {
        assert_eq!(page.count(".progress progress"), 1);
        page.run("dolmenReport.update({ ...JSON.parse(document.querySelector('#data').textContent), test: { accepted: null } })", "");
        let said = page.text(".progress");
        let limit = "of at most 40\u{202f}000 games";
        assert!(said.contains(limit), "{said}");
        assert_eq!(page.count(".progress progress"), 0);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_live_page_follows_its_server() {
    let sample = Sample::new(&PLAYERS[..2], "freestyle", 4, 7);
    let early = Sample {
        records: sample.records[..3].to_vec(),
        ..Sample::new(&PLAYERS[..2], "freestyle", 0, 7)
    };
    let game = RunningGame {
        id: GameId { pair: 2, game: 0 },
        black: 0,
        white: 1,
        opening: 0,
        moves: vec![(7, 7), (8, 8), (6, 6)],
        ms: vec![None, None, Some(12.0)],
        elapsed_ms: 1500.0,
    };
    let events = [("running", running(&[game])), ("data", data(&sample.snapshot()))];
    let address = serve(live_page(&early.snapshot(), "/events"), events);
    chromium::test(&format!("http://{address}/"), |page| {
        page.until("the games arrive", || page.text("#count") == "8 games");
        assert_eq!(page.text("#link"), "live");
        assert_eq!(page.text(".progress strong"), "8");
    });
}

/// Serves the page and the events, whose connection stays open, and returns the address.
fn serve(page: String, events: [(&'static str, Value); 2]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port is free");
    let address = listener.local_addr().expect("it is bound").to_string();
    thread::spawn(move || {
        let mut open = Vec::new();
        for stream in listener.incoming().map_while(Result::ok) {
            let path = path_of(&stream);
            let (kind, body) = if path == "/events" {
                let event =
                    |(name, data): &(&str, Value)| format!("event: {name}\ndata: {data}\n\n");
                ("text/event-stream", events.iter().map(event).collect())
            } else {
                ("text/html", page.clone())
            };
            let head =
                format!("HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nConnection: close\r\n\r\n");
            let mut stream = stream;
            stream.write_all((head + &body).as_bytes()).expect("the browser listens");
            if path == "/events" {
                open.push(stream);
            }
        }
    });
    address
}

fn path_of(stream: &TcpStream) -> String {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let first = lines.next().unwrap_or_default();
    // Read the rest of the request, so that nothing is left unread.
    lines.take_while(|line| !line.is_empty()).for_each(drop);
    first.split(' ').nth(1).unwrap_or_default().to_owned()
}
