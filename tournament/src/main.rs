//! The tournament runner: parses the command line, carries out the command and returns the exit status.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use tournament::cli::{self, CliError};
use tournament::commands::{self, Problem, Request, Status, Terminal};
use tournament::run::StopRequest;

/// The width of an output that is not a terminal, in columns.
const WIDTH: usize = 100;
/// The exit status of an invalid command line.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    if let Some(code) = house::built_in::run() {
        return code;
    }
    env_logger::init();
    let words: Vec<OsString> = env::args_os().skip(1).collect();
    let code = match cli::parse(&words) {
        Ok(request) => carry_out(&request),
        Err(error) => report(&error),
    };
    ExitCode::from(code)
}

/// Carries out a request, and returns the exit status.
fn carry_out(request: &Request) -> u8 {
    let (mut out, mut err) = (io::stdout(), io::stderr());
    let is_live = err.is_terminal();
    let width = console::Term::stderr().size_checked();
    let width = width.map_or(WIDTH, |(_, columns)| usize::from(columns));
    let mut terminal = Terminal { out: &mut out, err: &mut err, is_live, width };
    match dispatch(request, &mut terminal) {
        Ok(status) => status.code(),
        Err(problem) => {
            // If standard error is closed, the exit status must suffice.
            writeln!(terminal.err, "tournament: {problem}").ok();
            problem.code()
        }
    }
}

fn dispatch(request: &Request, terminal: &mut Terminal) -> Result<Status, Problem> {
    match request {
        Request::Run(run) => {
            let draft = run.draft().map_err(|error| Problem::Usage(error.to_string()))?;
            commands::run(run, &draft, &ready()?, terminal)
        }
        Request::Demo(run) => {
            let draft = commands::demonstration(&run.said)
                .map_err(|error| Problem::Machine(format!("cannot find this program: {error}")))?;
            commands::run(run, &draft, &ready()?, terminal)
        }
        Request::Ladder(request) => commands::ladder(request, &ready()?, terminal),
        Request::Openings(request) => commands::openings(request, &ready()?, terminal),
        Request::Book(request) => commands::book(request, &interruptible()?, terminal),
        Request::Puzzles(request) => commands::puzzles(request, &interruptible()?, terminal),
        Request::Statistics(request) => commands::statistics(request, terminal),
        Request::Report(request) => commands::report(request, terminal),
        Request::Serve(request) => commands::serve(request, &interruptible()?, terminal),
        Request::Export(request) => commands::export(request, terminal),
        Request::Merge(request) => {
            // Only `--follow` takes long enough to be interrupted.
            let stop = if request.follow.is_some() { interruptible()? } else { StopRequest::new() };
            commands::merge(request, &stop, terminal)
        }
    }
}

/// Becomes a subreaper, so that orphaned children of engines can be killed.
fn adopt_orphans() {
    if let Err(error) = game_engine_process::become_subreaper() {
        log::warn!("orphaned engine processes are left to the system: {error}");
    }
}

/// Prepares the process to run engines, and returns the stop request that ^C raises.
fn ready() -> Result<StopRequest, Problem> {
    adopt_orphans();
    interruptible()
}

/// Installs a handler of ^C; returns the stop request that it raises.
fn interruptible() -> Result<StopRequest, Problem> {
    let request = StopRequest::new();
    let raised = request.clone();
    ctrlc::set_handler(move || raised.ask())
        .map_err(|error| Problem::Machine(format!("cannot listen for ^C: {error}")))?;
    Ok(request)
}

fn report(error: &CliError) -> u8 {
    match error {
        // clap prints help to standard output and errors to standard error, in colour.
        CliError::Own(error) => {
            error.print().ok();
            u8::try_from(error.exit_code()).unwrap_or(USAGE)
        }
        CliError::Dialect(_) | CliError::Moved => {
            writeln!(io::stderr(), "tournament: {error}").ok();
            USAGE
        }
    }
}
