//! `serve`: serves the report of a file of results while another process writes the file.

use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use clap::{Args, ValueHint};

use crate::commands::status::{Problem, Status};
use crate::commands::terminal::Terminal;
use crate::run::StopRequest;
use crate::show::server::{Bind, Hub, Server};
use crate::show::{Budget, Snapshot, Subject};
use crate::statistics::RatingRequest;
use crate::store::Follower;

/// The interval between two checks of the file and of the request to stop.
const TICK: Duration = Duration::from_millis(200);
/// The share of the time for reading the file and making pages.
const SHARE: f64 = 0.05;

/// The arguments of `serve`.
#[derive(Args, Clone, Debug, PartialEq)]
pub struct ServeRequest {
    /// File of results of a tournament.
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    #[arg(default_value = "tournament.jsonl")]
    pub file: PathBuf,

    /// The address at which to listen.
    #[command(flatten)]
    pub bind: Bind,

    /// The estimation of strength.
    #[command(flatten)]
    pub rating: RatingRequest,
}

/// Serves the report of a file and follows the file until a request to stop.
///
/// # Errors
/// Returns an error if the file cannot be read or is damaged, or if the address is in use.
pub fn serve(
    request: &ServeRequest,
    stop: &StopRequest,
    terminal: &mut Terminal,
) -> Result<Status, Problem> {
    let mut follower = Follower::open(&request.file).map_err(Problem::results)?;
    let subject = |follower: &Follower| {
        Subject::of(&follower.file.header, &request.rating).map_err(Problem::usage)
    };
    let mut current = subject(&follower)?;
    let server = open(&request.bind, &current.snapshot(&follower.file.records, &[]), terminal)?;
    let hub = server.hub();
    let mut budget = Budget::new(SHARE);
    let mut is_read = true;
    while !stop.is_asked() {
        if follower.has_changed() {
            is_read = false;
            hub.outdate();
        }
        if !is_read && hub.is_wanted() && budget.is_free(Instant::now()) {
            let began = Instant::now();
            match follower.refresh() {
                Ok(()) => current = subject(&follower)?,
                Err(problem) => terminal.say(&problem.to_string()),
            }
            is_read = true;
            hub.publish(&current.snapshot(&follower.file.records, &[]));
            budget.spend(began, Instant::now());
        }
        thread::sleep(TICK);
    }
    Ok(Status::Done)
}

/// Starts a server and prints its address.
///
/// # Errors
/// Returns an error if the address is in use.
pub(crate) fn open(
    bind: &Bind,
    snapshot: &Snapshot,
    terminal: &mut Terminal,
) -> Result<Server, Problem> {
    let server = Server::start(bind, Arc::new(Hub::new(snapshot))).map_err(Problem::machine)?;
    terminal.say(&format!("serving the report at {}", server.url()));
    if server.is_open() {
        terminal.say("note: anyone who can reach this machine can see the report");
    }
    Ok(server)
}
