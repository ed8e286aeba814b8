//! The board as a program: it serves the page, opens it in a browser, and runs the engines.
//!
//! ```text
//! page ─► site (files, socket) ─► host (the thread of the table) ─► seat (process of an engine)
//!                                                               └► computing (threads of computations)
//! ```
//!
//! The table, with rules and clocks, is the crate `board_table`. This program adds threads, processes,
//! sockets and the time.
//!
//! # Floors
//!
//! Each module uses only modules on lower floors.
//!
//! ```text
//! 3  site
//! 2  host
//! 1  seat
//! 0  computing, engine, token
//! ```

mod computing;
mod engine;
mod host;
mod seat;
mod site;
mod token;

use std::error::Error;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::{Arc, mpsc};

use board_table::message::EngineInfo;
use board_table::table::Table;
use clap::Parser;
use dolmen::engine::Options;
use loopback_server::{Bind, Server};

use crate::engine::Engine;
use crate::host::Host;
use crate::site::{Site, pages};

/// The maximum number of threads.
const MAX_THREADS: i64 = Options::MAX_THREADS as i64;

/// A board in the browser, to play and analyse against Dolmen or any other engine.
#[derive(Debug, Parser)]
#[command(name = "board", version, max_term_width = 100)]
struct Arguments {
    /// Another engine to play with: its command, or name=…,cmd=… and any of folder, threads,
    /// memory, option.KEY. May be repeated; Dolmen and its house opponents are always there.
    #[arg(short, long = "engine", value_name = "ENGINE")]
    engines: Vec<Engine>,

    /// Threads of Dolmen's searches.
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=MAX_THREADS))]
    threads: u32,

    /// Print the address without opening a browser.
    #[arg(long)]
    no_browser: bool,

    /// The address at which to listen.
    #[command(flatten)]
    bind: Bind,
}

fn main() -> ExitCode {
    if let Some(code) = house::built_in::run() {
        return code;
    }
    env_logger::init();
    match run(Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("board: {error}"));
            ExitCode::FAILURE
        }
    }
}

/// Serves the board until ^C.
fn run(arguments: Arguments) -> Result<(), Box<dyn Error>> {
    if let Err(error) = game_engine_process::become_subreaper() {
        log::warn!("orphaned engine processes are left to the system: {error}");
    }
    let (interrupt, interrupted) = mpsc::channel();
    ctrlc::set_handler(move || interrupt.send(()).unwrap_or_default())?;
    let engines = engine::all(arguments.engines, arguments.threads)?;
    let infos = engines.iter().enumerate().map(|(id, engine)| EngineInfo {
        id,
        name: engine.name.clone(),
        about: engine.about.clone(),
        has_levels: engine.is_dolmen,
        can_analyse: engine.is_dolmen,
    });
    let host = Arc::new(Host::start(Table::new(infos.collect()), engines)?);
    let token: Arc<str> = token::kept()?.into();
    let site = Site { host, token: Arc::clone(&token) };
    let server = Server::start(&arguments.bind, pages(site))?;
    let url = format!("{}?token={token}", server.url());
    say(&format!("the board is at {url}"));
    if server.is_open() {
        let others = server.url_for_others();
        say(&others.map_or_else(
            || "others replace the host in it by the address of this machine".to_owned(),
            |others| format!("on other machines it is at {others}?token={token}"),
        ));
        say("note: anyone who knows this address and can reach this machine can play");
    }
    let has_browser =
        !arguments.no_browser && io::stderr().is_terminal() && open::that_detached(&url).is_ok();
    if !has_browser {
        say("open this address in a browser");
    }
    say("press ^C to end");
    interrupted.recv()?;
    Ok(())
}

/// Writes a line to standard error, and ignores a failure, such as a closed terminal.
fn say(line: &str) {
    writeln!(io::stderr(), "{line}").ok();
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use crate::Arguments;

    #[test]
    fn threads_are_in_the_range_of_the_engine() {
        let threads = |text| {
            let parsed = Arguments::try_parse_from(["board", "--threads", text]);
            parsed.map(|arguments| arguments.threads).map_err(|error| error.to_string())
        };
        assert_eq!(threads("256"), Ok(256));
        for text in ["0", "257", "1000"] {
            let error = threads(text).expect_err(text);
            assert!(error.contains(&format!("{text} is not in 1..=256")), "{error}");
        }
    }

    #[test]
    fn a_port_is_a_number_of_a_range() {
        let port = |text| {
            let parsed = Arguments::try_parse_from(["board", "--port", text]);
            parsed.map(|arguments| arguments.bind.port).map_err(|error| error.to_string())
        };
        assert_eq!(port("0"), Ok(Some(0)));
        for text in ["abc", "65536", "8.5"] {
            let error = port(text).expect_err(text);
            assert!(error.contains("expected a whole number from 0 to 65535"), "{error}");
        }
    }
}
