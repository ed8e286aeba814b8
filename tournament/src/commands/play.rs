//! `play`: a game in the browser, against Dolmen or any other engine.

use std::thread;
use std::time::Duration;

use clap::Args;
use house::built_in;

use crate::commands::status::{Problem, Status};
use crate::commands::terminal::Terminal;
use crate::config::{EngineConfig, EngineDraft, Words, check_engines};
use crate::play::{Guest, Play};
use crate::run::{StopRequest, Urgency};
use crate::web::Bind;

/// The interval at which the wish to stop is looked at.
const TICK: Duration = Duration::from_millis(100);
/// The house opponents at the table.
const OPPONENTS: [&str; 5] = ["house-a", "house-b-careful", "house-b-bold", "house-c", "house-e"];
/// The name of Dolmen in the page.
const DOLMEN: &str = "Dolmen";

/// A game to be played in a browser.
#[derive(Args, Clone, Debug, PartialEq)]
pub struct PlayRequest {
    /// Another engine to play with: its command, or name=…,cmd=… and any of folder, threads,
    /// memory, option.KEY. May be repeated; Dolmen and its house opponents are always there.
    #[arg(short, long = "engine", value_name = "ENGINE")]
    pub engines: Vec<EngineDraft>,

    /// Threads that Dolmen thinks with.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threads: u32,

    /// Do not open a browser, only print the address.
    #[arg(long)]
    pub no_browser: bool,

    /// The address at which to listen.
    #[command(flatten)]
    pub bind: Bind,
}

/// Serves the board until `stop` is asked, and opens it in a browser.
///
/// # Errors
/// An engine cannot be found, or the address is not free.
pub fn play(
    request: &PlayRequest,
    stop: &StopRequest,
    terminal: &mut Terminal,
) -> Result<Status, Problem> {
    let table = Play::start(&request.bind, guests(request)?).map_err(Problem::machine)?;
    let url = table.url();
    terminal.say(&format!("the board is at {url}"));
    if table.is_open() {
        terminal.say("note: anyone who knows this address and can reach this machine can play");
    }
    if !request.no_browser
        && terminal.is_live
        && let Err(error) = open::that_detached(&url)
    {
        terminal.say(&format!("cannot open a browser ({error}); open the address yourself"));
    }
    terminal.say("press ^C to end");
    while stop.urgency() == Urgency::None {
        thread::sleep(TICK);
    }
    Ok(Status::Done)
}

/// Returns the engines: Dolmen, those that were named, and the house opponents.
fn guests(request: &PlayRequest) -> Result<Vec<Guest>, Problem> {
    let engine = |name: &str, engine: &str| {
        let cmd = built_in::command(engine).map_err(Problem::machine)?;
        let (name, cmd) = (Some(name.to_owned()), Some(Words(cmd)));
        Ok(EngineDraft { name, cmd, ..EngineDraft::default() })
    };
    let threads = Some(request.threads);
    let mut drafts = vec![EngineDraft { threads, ..engine(DOLMEN, built_in::DOLMEN)? }];
    drafts.extend(request.engines.iter().cloned());
    for name in OPPONENTS {
        drafts.push(engine(name, name)?);
    }
    let engines = check_engines(&drafts).map_err(Problem::usage)?;
    let guest = |(index, engine): (usize, EngineConfig)| Guest { engine, is_dolmen: index == 0 };
    Ok(engines.into_iter().enumerate().map(guest).collect())
}
