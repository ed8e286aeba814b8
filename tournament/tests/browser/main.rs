//! The report in a real browser. They need Chromium.

mod chromium;
mod samples;

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::thread;

use chromium::Browser;
use samples::Sample;
use serde_json::{Value, json};
use tempfile::TempDir;
use tournament::record::{GameId, MoveRecord, Reason, Score};
use tournament::run::RunningGame;
use tournament::show::report::{data, live_page, running};

const PLAYERS: [&str; 4] = ["Ada", "Berta", "Carla", "Dora"];
/// Hostile text: markup, a script, terminal codes, a change of direction, a replacement character.
const HOSTILE: &str =
    "</script><script>owned=1</script><img src=x onerror='owned=1'>&amp;\u{1b}[31m\u{202e}\u{fffd}";

/// A page on the disk.
fn file(text: &str) -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a temporary folder can be created");
    let path = folder.path().join("report.html");
    fs::write(&path, text).expect("the file can be written");
    (folder, path)
}

#[test]
#[ignore = "needs Chromium"]
fn a_report_is_read_filtered_and_its_games_are_stepped_through() {
    let mut browser = Browser::start();
    let sample = Sample::new(&PLAYERS, "freestyle", 6, 1);
    let (_folder, path) = file(&sample.page());
    browser.open(&path);

    assert_eq!(browser.text("h1"), "4 engines, round-robin");
    assert!(browser.text(".command pre").contains("--config <league>.toml"));
    assert_eq!(browser.count("#standings tbody tr"), 4);
    assert_eq!(browser.count("#standings .range"), 4);
    assert_eq!(browser.count("#openings .board"), 3);
    assert_eq!(browser.text("#count"), "72 games");

    let won = |score: Score| {
        let is_carla = |name: &str| name == "Carla";
        let won = sample.records.iter().filter(|record| match record.score {
            Score::Black => score == Score::Black && is_carla(&record.black.name),
            _ => score == Score::White && is_carla(&record.white.name),
        });
        won.count()
    };
    browser.choose("#games [name=engine]", "2");
    assert_eq!(browser.text("#count"), "36 of 72 games");
    browser.choose("#games [name=result]", "won");
    let expected = won(Score::Black) + won(Score::White);
    assert_eq!(browser.text("#count"), format!("{expected} of 72 games"));
    let names =
        "[...document.querySelectorAll('.games td.won')].every((e) => e.textContent === 'Carla')";
    assert_eq!(browser.value(names), json!(true));

    browser.click(".crosstable .cell button");
    assert_eq!(browser.text("#count"), "12 of 72 games");
    assert_eq!(browser.count("#crosstable .columns li"), 5);
    assert!(browser.text("#crosstable .command pre").starts_with("Elo   | "));

    browser.click("[data-key='h-length']");
    let lengths = "[...document.querySelectorAll('.games tbody tr')].map((row) => Number(row.cells[5].textContent))";
    let lengths: Vec<u64> =
        serde_json::from_value(browser.value(lengths)).expect("the cells are numbers");
    assert!(lengths.is_sorted(), "{lengths:?}");
    step_through(&mut browser, &sample);
    browser.check_no_complaints();
}

/// Opens the first game of the list, and looks at its moves.
fn step_through(browser: &mut Browser, sample: &Sample) {
    let title = browser.text(".games tbody button");
    let (pair, game) = title.split_once('.').expect("pair and game");
    let number = |text: &str| text.parse::<u64>().expect("the text is a number") - 1;
    let id = GameId { pair: number(pair), game: number(game) as u8 };
    let record = sample.records.iter().find(|record| record.id == id).expect("it was played");
    let length = record.moves.len() as u64;
    browser.click(".games tbody button");
    browser.until("document.querySelector('dialog[open] .stone')");
    assert_eq!(browser.count("dialog .stone"), length);
    assert_eq!(browser.count("dialog .ring.five"), 5);
    assert_eq!(browser.count("dialog .row.five"), 1);
    assert_eq!(browser.count("dialog .chart canvas"), 3);

    browser.key("Home");
    assert_eq!(browser.count("dialog .stone"), 0);
    (0..7).for_each(|_| browser.key("ArrowRight"));
    assert_eq!(browser.count("dialog .stone"), 7);
    assert_eq!(browser.count("dialog .ring.last"), 1);
    assert_eq!(browser.text("dialog .where"), format!("7 / {length}"));
    let said = record.moves[6].message.clone().expect("it said something");
    assert_eq!(browser.text("dialog .message"), said);
    let (column, row) = record.moves[6].at;
    let point = format!("{}{}", char::from(b'a' + column), row + 1);
    let noted = browser.text("dialog .words p");
    assert!(noted.contains(&point) && noted.contains(&format!("({column},{row})")), "{noted}");

    browser.key("n");
    let last = "[...document.querySelectorAll('dialog .number')].at(-1).textContent";
    assert_eq!(browser.value(last), json!("7"));
    let edge = "document.querySelector('dialog .edge').textContent";
    assert_eq!(browser.value(edge), json!("a"));
    browser.key("c");
    assert_eq!(browser.value(edge), json!("0"));
    browser.key("p");
    browser.until("document.querySelectorAll('dialog svg.board').length === 2");
    assert_eq!(browser.count("dialog .differs"), 2);
    let moves = |game: usize| &sample.records[2 * id.pair as usize + game].moves;
    let same = moves(0).iter().zip(moves(1)).take_while(|(one, other)| one.at == other.at).count();
    assert_eq!(
        browser.value("location.hash"),
        json!(format!("#game={}.{}&move={}&pair", id.pair, id.game, same + 1))
    );
    browser.key("Escape");
    assert_eq!(browser.count("dialog[open]"), 0);
}

#[test]
#[ignore = "needs Chromium"]
fn text_from_engines_stays_text() {
    let mut browser = Browser::start();
    let mut sample = Sample::new(&["harmless", HOSTILE], "freestyle", 3, 2);
    for record in &mut sample.records {
        for at in &mut record.moves {
            at.message = at.message.take().map(|message| message + HOSTILE);
        }
    }
    let failed = &mut sample.records[0];
    (failed.reason, failed.score) = (Reason::Crash, Score::Black);
    failed.detail = HOSTILE.repeat(2);
    failed.white.last_words = Some(HOSTILE.repeat(20_000));
    failed.moves[3].message = Some("<b>".repeat(1_000_000));
    let text = sample.page();
    assert!(text.len() < 400_000, "{} bytes", text.len());
    let (_folder, path) = file(&text);
    browser.open(&path);
    browser.value("dolmenReport.open('0.0')");
    browser.key("Home");
    (0..4).for_each(|_| browser.key("ArrowRight"));
    assert!(browser.text("dialog .message").contains("<b><b>"));
    (0..2).for_each(|_| browser.key("ArrowRight"));
    let message = browser.text("dialog .message");
    assert!(message.contains("onerror='owned=1'>&amp;\\u{1b}[31m\\u{202e}"), "{message}");
    assert_eq!(browser.value("typeof owned"), json!("undefined"));
    assert_eq!(browser.count("img"), 0);
    assert_eq!(browser.count("script:not([type])"), 1);
    assert!(browser.text("#failures pre").chars().count() <= 12_000);
    assert!(browser.text("#match").contains("</script><script>owned=1</script>"));
    browser.check_no_complaints();
}

#[test]
#[ignore = "needs Chromium"]
fn forbidden_points_are_drawn() {
    let mut browser = Browser::start();
    let mut sample = Sample::new(&PLAYERS[..2], "renju", 1, 3);
    // Black may not complete the two threes that cross on h8.
    let points = [(6, 7), (0, 0), (8, 7), (0, 2), (7, 6), (0, 4), (7, 8), (0, 6), (14, 14)];
    let moves = points.map(|at| MoveRecord { at, ms: None, message: None });
    sample.records[0].moves = moves.to_vec();
    let (_folder, path) = file(&sample.page());
    browser.open(&path);
    browser.value("dolmenReport.open('0.0', { ply: 8 })");
    browser.until("document.querySelector('dialog .marks .forbidden')");
    assert_eq!(browser.count("dialog .marks .forbidden"), 1);
    let place = "document.querySelector('dialog .marks .forbidden').getAttribute('d').slice(0, 9)";
    assert_eq!(browser.value(place), json!("M6.83 6.8"));
    browser.key("f");
    assert_eq!(browser.count("dialog .marks .forbidden"), 0);
    browser.key("f");
    browser.key("ArrowRight");
    assert_eq!(browser.count("dialog .marks .forbidden"), 0, "nothing is forbidden to White");
    browser.check_no_complaints();
}

#[test]
#[ignore = "needs Chromium"]
fn ten_thousand_games_open() {
    let mut browser = Browser::start();
    let names: Vec<String> = (1..=12).map(|number| format!("Engine {number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let sample = Sample::new(&names, "freestyle", 76, 5);
    assert_eq!(sample.records.len(), 10_032);
    let text = sample.page();
    assert!(text.len() < 12 << 20, "{} bytes", text.len());
    let (_folder, path) = file(&text);
    browser.open(&path);
    let ready = browser
        .value("Math.round(performance.timing.loadEventEnd - performance.timing.navigationStart)");
    let mut err = std::io::stderr();
    let megabytes = text.len() as f64 / f64::from(1 << 20);
    writeln!(err, "10032 games: {megabytes:.1} MiB, loaded in {ready} ms").ok();
    assert_eq!(browser.text("#count"), "10\u{202f}032 games");
    // What happens after a wish is on the screen with the next frame.
    browser.choose("#games [name=engine]", "4");
    assert_eq!(browser.text("#count"), "1\u{202f}672 of 10\u{202f}032 games");
    browser.click("[data-key='h-time']");
    browser.click("[data-key='p-last page']");
    browser.click(".games tbody button");
    browser.until("document.querySelector('dialog[open] .stone')");
    assert!(browser.count("dialog .stone") > 10);
    browser.check_no_complaints();
}

#[test]
#[ignore = "needs Chromium"]
fn narrow_and_dark_screens_and_screen_readers_are_served() {
    let mut browser = Browser::start();
    let (_folder, path) = file(&Sample::new(&PLAYERS, "renju", 3, 6).page());
    let background = "getComputedStyle(document.body).backgroundColor";
    browser.dark(true);
    browser.screen(390, 844);
    browser.open(&path);
    let dark = browser.value(background);
    browser.dark(false);
    let light = browser.value(background);
    assert_ne!(dark, light);
    browser.click("#theme");
    assert_eq!(browser.value(background), dark);
    let width = "document.documentElement.scrollWidth";
    assert_eq!(browser.value(width), json!(390));
    browser.value("dolmenReport.open('0.0')");
    assert_eq!(browser.value("document.querySelector('dialog').scrollWidth"), json!(390));
    // Everything that can be pressed has a name; everything that is a picture too.
    let nameless = "[...document.querySelectorAll('button, a, select, input, [role=img]')]\
        .filter((e) => !(e.textContent.trim() || e.getAttribute('aria-label') || e.querySelector('[aria-label]') || e.labels?.length))\
        .map((e) => e.outerHTML)";
    assert_eq!(browser.value(nameless), json!([]));
    let headless = "[...document.querySelectorAll('table')].filter((t) => !t.caption || t.querySelector('th:not([scope])')).length";
    assert_eq!(browser.value(headless), json!(0));
    assert_eq!(browser.count("main"), 1);
    assert_eq!(browser.count("h1"), 1);
    browser.check_no_complaints();
}

#[test]
#[ignore = "needs Chromium"]
fn a_live_page_follows_its_server() {
    let mut browser = Browser::start();
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
    browser.go(&format!("http://{address}/"));
    browser.until("document.querySelector('#count').textContent === '8 games'");
    assert_eq!(browser.text("#link"), "live");
    assert_eq!(browser.text(".progress strong"), "8");
    browser.check_no_complaints();
}

/// Answers two requests: with the page, and with the events; the connection of these stays.
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
    // The rest of the request, so that nothing is left unread.
    lines.take_while(|line| !line.is_empty()).for_each(drop);
    first.split(' ').nth(1).unwrap_or_default().to_owned()
}
