//! The connection between the page and the program: restarts, and pages without the token.

use std::fs;
use std::net::TcpListener;
use std::process::Command;

use crate::chromium::Running;
use crate::{page, play, resume};

/// Starts the program with this home folder on a port.
pub(crate) fn start(home: &tempfile::TempDir, port: u16) -> (Running, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_board"));
    command.args(["--no-browser", "--port", &port.to_string()]);
    command.env("HOME", home.path()).env("XDG_STATE_HOME", home.path().join("state"));
    Running::start(&mut command, "the board is at ").expect("an address")
}

#[test]
#[ignore = "needs Chromium"]
fn an_open_page_finds_a_program_that_was_restarted() {
    let home = tempfile::tempdir().expect("the system has temporary folders");
    let port = free_port();
    let (program, address) = start(&home, port);
    page::test_with_errors(&address, |page| {
        page.ready();
        play(page, "h8");
        page.until("Dolmen has answered", || page.stones().len() == 2);
        drop(program);
        page.until("the loss is told", || page.text("#notices").contains("The connection is lost"));
        page.resize((360, 400, true));
        page.run("scrollTo(0, document.body.scrollHeight)", "");
        let [_, top, _, bottom] = page.edges("[data-key=lost]");
        assert!(top >= 0.0 && bottom <= 400.0, "it stays in sight: {top} to {bottom}");
        page.resize((1024, 768, false));
        let (_again, same) = start(&home, port);
        assert_eq!(same, address, "the token is kept");
        page.until("the connection is back", || page.text("#notices").is_empty());
        resume(page);
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_large_game_survives_a_restart() {
    let home = tempfile::tempdir().expect("the system has temporary folders");
    let port = free_port();
    let (program, address) = start(&home, port);
    let path = home.path().join("large.sgf");
    // More nodes than the storage of the browser takes.
    let column = |number: usize| char::from(b'a' + (number % 15) as u8);
    let mut sgf = "(;SZ[15]RU[renju]C[The large one];B[hh]".to_owned();
    for first in (0..225).filter(|&first| first != 112) {
        let (x, y) = (column(first), column(first / 15));
        let second = (0..225).filter(|&second| second != 112 && second != first).take(100);
        let replies =
            second.map(|second| format!("(;B[{}{}])", column(second), column(second / 15)));
        sgf += &format!("(;W[{x}{y}]{})", replies.collect::<String>());
    }
    fs::write(&path, sgf + ")").expect("it can be written");
    page::test_with_errors(&address, |page| {
        page.ready();
        page.press("files");
        page.upload("input[data-key=file]", &path);
        page.until("the game is open", || page.stones().len() > 1);
        let kept = || page.run("return localStorage['dolmen.game'] ?? ''", "");
        page.until("the database has it", || kept().as_str() == Some("{\"isLarge\":true}"));
        drop(program);
        page.until("the loss is told", || page.text("#notices").contains("The connection is lost"));
        let (_again, _) = start(&home, port);
        page.until("the connection is back", || page.text("#notices").is_empty());
        page.until("the game is back", || page.stones().len() > 1);
        page.press("First position");
        let comment = "return document.querySelector('textarea')?.value";
        page.until("its comment, too", || page.run(comment, "") == "The large one");
    });
}

#[test]
#[ignore = "needs Chromium"]
fn a_page_without_the_token_says_what_to_open() {
    let home = tempfile::tempdir().expect("the system has temporary folders");
    let (_program, address) = start(&home, 0);
    let (bare, _) = address.split_once('?').expect("the address has a token");
    page::test_with_errors(bare, |page| {
        let text = || page.text("#notices");
        page.until("it says so", || text().contains("Open the address that the program prints"));
        assert_eq!(page.state(), "Not connected.");
        assert_eq!(page.count("#notices .banner"), 1, "{}", text());
        page.press("new");
        page.until("nothing is silent", || page.text("#toast").contains("not connected"));
        page.goto(&address);
        page.ready();
        page.goto(bare);
        page.ready();
        assert_eq!(page.state(), "Your move.", "the browser keeps the token");
    });
}

/// Returns a port that is free now.
pub(crate) fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("there is a free port");
    listener.local_addr().expect("it is bound").port()
}
