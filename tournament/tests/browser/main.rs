//! The report in a real browser. The tests need Chromium and ChromeDriver.

#[path = "../../../board/tests/browser/chromium.rs"]
mod chromium;
mod samples;
mod unfinished;

use std::fs;
use std::io::Write;

use chromium::Page;
use samples::Sample;
use serde_json::{Value, json};
use tempfile::TempDir;
use tournament::record::{GameId, MoveRecord, Reason, Score};

const PLAYERS: [&str; 4] = ["Ada", "Berta", "Carla", "Dora"];
/// Hostile text: markup, a script, terminal codes, a change of direction, a replacement character.
const HOSTILE: &str =
    "</script><script>owned=1</script><img src=x onerror='owned=1'>&amp;\u{1b}[31m\u{202e}\u{fffd}";

/// The keys of WebDriver that have no letter.
const HOME: &str = "\u{e011}";
const RIGHT: &str = "\u{e014}";
const ESCAPE: &str = "\u{e00c}";

/// Runs a test on a page on the disk.
fn test(text: &str, test: impl FnOnce(&Page)) {
    let folder = TempDir::new().expect("a temporary folder can be created");
    let path = folder.path().join("report.html");
    fs::write(&path, text).expect("the file can be written");
    chromium::test(&format!("file://{}", path.display()), test);
}

impl Page {
    /// Returns the value of an expression.
    fn value(&self, expression: &str) -> Value {
        self.run(&format!("return {expression}"), "")
    }

    /// Sends a command of the debugging protocol.
    fn debug(&self, name: &str, parameters: Value) {
        self.command("goog/cdp/execute", json!({ "cmd": name, "params": parameters }));
    }

    /// Sets whether the system prefers dark pages.
    fn dark(&self, is_dark: bool) {
        let value = if is_dark { "dark" } else { "light" };
        let features = json!([{ "name": "prefers-color-scheme", "value": value }]);
        self.debug("Emulation.setEmulatedMedia", json!({ "features": features }));
    }

    /// Waits until a game is open and its stones are drawn.
    fn opened(&self) {
        self.until("the stones are drawn", || self.count("dialog[open] .stone") > 0);
    }
}

#[test]
#[ignore = "needs Chromium"]
fn a_report_is_read_filtered_and_its_games_are_stepped_through() {
    let sample = Sample::new(&PLAYERS, "freestyle", 6, 1);
    test(&sample.page(), |page| {
        assert_eq!(page.text("h1"), "4 engines, round-robin");
        let intro = page.text("#intro");
        assert!(!intro.contains("null") && !intro.contains("undefined"), "{intro}");
        assert!(page.text(".command pre").contains("--config <league>.toml"));
        assert_eq!(page.count("#standings tbody tr"), 4);
        assert_eq!(page.count("#standings .range"), 4);
        assert_eq!(page.count("#openings .board"), 3);
        assert_eq!(page.text("#count"), "72 games");

        let won = |score: Score| {
            let is_carla = |name: &str| name == "Carla";
            let won = sample.records.iter().filter(|record| match record.score {
                Score::Black => score == Score::Black && is_carla(&record.black.name),
                _ => score == Score::White && is_carla(&record.white.name),
            });
            won.count()
        };
        page.choose("#games [name=engine]", "2");
        assert_eq!(page.text("#count"), "36 of 72 games");
        page.choose("#games [name=result]", "won");
        let expected = won(Score::Black) + won(Score::White);
        assert_eq!(page.text("#count"), format!("{expected} of 72 games"));
        let names = "[...document.querySelectorAll('.games td.won')].every((e) => e.textContent === 'Carla')";
        assert_eq!(page.value(names), json!(true));

        page.click(".crosstable .cell button");
        assert_eq!(page.text("#count"), "12 of 72 games");
        assert_eq!(page.count("#crosstable .columns li"), 5);
        assert!(page.text("#crosstable .command pre").starts_with("Elo   | "));

        page.click("[data-key='h-length']");
        let lengths = "[...document.querySelectorAll('.games tbody tr')].map((row) => Number(row.cells[5].textContent))";
        let lengths: Vec<u64> =
            serde_json::from_value(page.value(lengths)).expect("the cells are numbers");
        assert!(lengths.is_sorted(), "{lengths:?}");
        step_through(page, &sample);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_difference_without_a_bound_is_no_number() {
    let mut sample = Sample::new(&PLAYERS[..2], "renju", 4, 1);
    for record in &mut sample.records {
        record.score = if record.black.name == "Ada" { Score::Black } else { Score::White };
    }
    test(&sample.page(), |page| {
        let phone = json!({ "width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true });
        page.debug("Emulation.setDeviceMetricsOverride", phone);
        let value = page.text("#match .big");
        assert!(value.starts_with("above +") && value.ends_with(" Elo (95 %)"), "{value}");
        let whole = "[...document.querySelectorAll('#match .axis .label')].every((label) => { \
                     const [own, all] = [label, label.parentElement].map((part) => part.getBoundingClientRect()); \
                     return own.left >= all.left && own.right <= all.right; })";
        assert_eq!(page.value(whole), json!(true), "the axis shows its labels whole");
        let apart = "[...document.querySelectorAll('#standings .axis .label')].filter((label) => label.offsetWidth) \
                     .map((label) => label.getBoundingClientRect()) \
                     .every((label, index, all) => index === 0 || all[index - 1].right <= label.left)";
        assert_eq!(page.value(apart), json!(true), "the labels of the standings are apart");
        // Collapsed borders stay behind when the fixed column moves over them.
        let borders = "getComputedStyle(document.querySelector('#standings table')).borderCollapse";
        assert_eq!(page.value(borders), json!("separate"));
    });
}

/// Opens the first game of the list, and looks at its moves.
fn step_through(page: &Page, sample: &Sample) {
    let title = page.text(".games tbody button");
    let (pair, game) = title.split_once('.').expect("pair and game");
    let number = |text: &str| text.parse::<u64>().expect("the text is a number");
    let id = GameId { pair: number(pair), game: number(game) as u8 };
    let record = sample.records.iter().find(|record| record.id == id).expect("it was played");
    let length = record.moves.len() as u64;
    page.click(".games tbody button");
    page.opened();
    assert_eq!(page.count("dialog .stone"), length);
    assert_eq!(page.count("dialog .ring.five"), 5);
    assert_eq!(page.count("dialog .row.five"), 1);
    assert_eq!(page.count("dialog .chart canvas"), 3);

    page.keys(HOME);
    assert_eq!(page.count("dialog .stone"), 0);
    page.keys(&RIGHT.repeat(7));
    assert_eq!(page.count("dialog .stone"), 7);
    assert_eq!(page.count("dialog .ring.last"), 1);
    assert_eq!(page.text("dialog .where"), format!("7 / {length}"));
    let said = record.moves[6].message.clone().expect("it said something");
    assert_eq!(page.text("dialog .message"), said);
    let (column, row) = record.moves[6].at;
    let point = format!("{}{}", char::from(b'a' + column), 15 - row);
    let noted = page.text("dialog .words p");
    assert!(noted.contains(&point) && noted.contains(&format!("({column},{row})")), "{noted}");

    let review = page.value("document.querySelector('dialog [data-key=review]').hash");
    let review = review.as_str().unwrap_or_default();
    let parts = ["#g=", "&n=bottom&b=", "&review"];
    assert!(parts.iter().all(|part| review.contains(part)), "{review}");

    page.keys("n");
    let last = "[...document.querySelectorAll('dialog .number')].at(-1).textContent";
    assert_eq!(page.value(last), json!("7"));
    let edge = "document.querySelector('dialog .edge').textContent";
    assert_eq!(page.value(edge), json!("a"));
    page.keys("c");
    assert_eq!(page.value(edge), json!("0"));
    page.keys("p");
    page.until("both games are drawn", || page.count("dialog svg.board") == 2);
    assert_eq!(page.count("dialog .differs"), 2);
    let moves = |game: usize| &sample.records[2 * id.pair as usize + game].moves;
    let same = moves(0).iter().zip(moves(1)).take_while(|(one, other)| one.at == other.at).count();
    assert_eq!(
        page.value("location.hash"),
        json!(format!("#game={}.{}&move={}&pair", id.pair, id.game, same + 1))
    );
    page.keys(ESCAPE);
    assert_eq!(page.count("dialog[open]"), 0);
}

#[test]
#[ignore = "needs Chromium"]
fn text_from_engines_stays_text() {
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
    test(&text, |page| {
        page.run("dolmenReport.open('0.0')", "");
        page.opened();
        page.keys(HOME);
        page.keys(&RIGHT.repeat(4));
        assert!(page.text("dialog .message").contains("<b><b>"));
        page.keys(&RIGHT.repeat(2));
        let message = page.text("dialog .message");
        assert!(message.contains("onerror='owned=1'>&amp;\\u{1b}[31m\\u{202e}"), "{message}");
        assert_eq!(page.value("typeof owned"), json!("undefined"));
        assert_eq!(page.count("img"), 0);
        assert_eq!(page.count("script:not([type])"), 1);
        assert!(page.text("#failures pre").chars().count() <= 12_000);
        assert!(page.text("#match").contains("</script><script>owned=1</script>"));
    });
}

#[test]
#[ignore = "needs Chromium"]
fn forbidden_points_are_drawn() {
    let mut sample = Sample::new(&PLAYERS[..2], "renju", 1, 3);
    // Black may not complete the two threes that cross on h8.
    let points = [(6, 7), (0, 0), (8, 7), (0, 2), (7, 6), (0, 4), (7, 8), (0, 6), (14, 14)];
    let moves = points.map(|at| MoveRecord { at, ms: None, message: None });
    sample.records[0].moves = moves.to_vec();
    test(&sample.page(), |page| {
        page.run("dolmenReport.open('0.0', { ply: 8 })", "");
        page.until("the point is marked", || page.count("dialog .marks .forbidden") == 1);
        let place =
            "document.querySelector('dialog .marks .forbidden').getAttribute('d').slice(0, 9)";
        assert_eq!(page.value(place), json!("M6.83 6.8"));
        page.keys("f");
        assert_eq!(page.count("dialog .marks .forbidden"), 0);
        page.keys("f");
        page.keys(RIGHT);
        assert_eq!(page.count("dialog .marks .forbidden"), 0, "nothing is forbidden to White");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn ten_thousand_games_open() {
    let names: Vec<String> = (1..=12).map(|number| format!("Engine {number}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let sample = Sample::new(&names, "freestyle", 76, 5);
    assert_eq!(sample.records.len(), 10_032);
    let text = sample.page();
    assert!(text.len() < 12 << 20, "{} bytes", text.len());
    test(&text, |page| {
        let ready = page.value(
            "Math.round(performance.timing.loadEventEnd - performance.timing.navigationStart)",
        );
        let mut err = std::io::stderr();
        let megabytes = text.len() as f64 / f64::from(1 << 20);
        writeln!(err, "10032 games: {megabytes:.1} MiB, loaded in {ready} ms").ok();
        assert_eq!(page.text("#count"), "10\u{202f}032 games");
        // The next frame shows the effect of a choice.
        page.choose("#games [name=engine]", "4");
        assert_eq!(page.text("#count"), "1\u{202f}672 of 10\u{202f}032 games");
        page.click("[data-key='h-time']");
        page.click("[data-key='p-last page']");
        page.click(".games tbody button");
        page.opened();
        assert!(page.count("dialog .stone") > 10);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn narrow_and_dark_screens_and_screen_readers_are_served() {
    let background = "getComputedStyle(document.body).backgroundColor";
    test(&Sample::new(&PLAYERS, "renju", 3, 6).page(), |page| {
        let screen = json!({ "width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true });
        page.debug("Emulation.setDeviceMetricsOverride", screen);
        page.dark(true);
        page.reload();
        let dark = page.value(background);
        page.dark(false);
        let light = page.value(background);
        assert_ne!(dark, light);
        page.click("#theme");
        assert_eq!(page.value(background), dark);
        let width = "document.documentElement.scrollWidth";
        assert_eq!(page.value(width), json!(390));
        page.run("dolmenReport.open('0.0')", "");
        page.opened();
        assert_eq!(page.value("document.querySelector('dialog').scrollWidth"), json!(390));
        // Every control and every picture has an accessible name.
        let nameless = "[...document.querySelectorAll('button, a, select, input, [role=img]')]\
        .filter((e) => !(e.textContent.trim() || e.getAttribute('aria-label') || e.querySelector('[aria-label]') || e.labels?.length))\
        .map((e) => e.outerHTML)";
        assert_eq!(page.value(nameless), json!([]));
        let headless = "[...document.querySelectorAll('table')].filter((t) => !t.caption || t.querySelector('th:not([scope])')).length";
        assert_eq!(page.value(headless), json!(0));
        assert_eq!(page.count("main"), 1);
        assert_eq!(page.count("h1"), 1);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_phone_cuts_no_names_off() {
    let mut sample = Sample::new(&PLAYERS, "freestyle", 3, 8);
    sample.header.openings.fill("an opening with a name of many-words".to_owned());
    test(&sample.page(), |page| {
        let screen = json!({ "width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": true });
        page.debug("Emulation.setDeviceMetricsOverride", screen);
        let cut = "[...document.querySelectorAll('.opening h3')].filter((e) => e.scrollWidth > e.clientWidth).length";
        assert_eq!(page.value(cut), json!(0));
        // The names of the standings stay while the other columns are scrolled.
        page.run("document.querySelector('#standings .scroll').scrollLeft = 1e6", "");
        let left = "document.querySelector('#standings tbody .name').getBoundingClientRect().left - document.querySelector('#standings .scroll').getBoundingClientRect().left";
        assert!(page.value(left).as_f64().is_some_and(|left| left >= 0.0), "{}", page.value(left));
    });
}
