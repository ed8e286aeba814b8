//! `play`: a game in the browser, against Dolmen or any other engine.

use std::thread;
use std::time::Duration;

use clap::Args;

use crate::commands::demo::programs;
use crate::commands::status::{Problem, Status};
use crate::commands::terminal::Terminal;
use crate::config::{EngineConfig, EngineDraft, Words, check_engines};
use crate::play::{Guest, Play};
use crate::run::{StopRequest, Urgency};
use crate::web::Bind;

/// The interval at which the wish to stop is looked at.
const TICK: Duration = Duration::from_millis(100);
/// The house opponents that may be played with, by the names of their program.
const OPPONENTS: [&str; 5] = ["a", "b-careful", "b-bold", "c", "e"];
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
    let programs = programs().map_err(Problem::machine)?;
    let engine = |name: &str, words: &[&str]| EngineDraft {
        name: Some(name.to_owned()),
        cmd: Some(Words(words.iter().map(|&word| word.to_owned()).collect())),
        ..EngineDraft::default()
    };
    let (dolmen, house) = (programs.dolmen.to_string_lossy(), programs.house.to_string_lossy());
    let mut drafts =
        vec![EngineDraft { threads: Some(request.threads), ..engine(DOLMEN, &[&dolmen]) }];
    drafts.extend(request.engines.iter().cloned());
    drafts.extend(OPPONENTS.map(|name| engine(&format!("house-{name}"), &[&house, name])));
    let engines = check_engines(&drafts).map_err(Problem::usage)?;
    let guest = |(index, engine): (usize, EngineConfig)| Guest { engine, is_dolmen: index == 0 };
    Ok(engines.into_iter().enumerate().map(guest).collect())
}
