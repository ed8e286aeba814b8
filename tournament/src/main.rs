//! The command line of the tournament runner: understands what is wanted, has it done, and is
//! the only place that ends the process.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use tournament::cli::{self, CliError};
use tournament::commands::{self, Problem, Request, Status, Terminal};
use tournament::run::StopRequest;

/// Columns where nothing tells how many there are.
const WIDTH: usize = 100;
/// The exit status of a command that cannot be understood.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    env_logger::init();
    let words: Vec<OsString> = env::args_os().skip(1).collect();
    let code = match cli::parse(&words) {
        Ok(request) => carry_out(&request),
        Err(error) => complain(&error),
    };
    ExitCode::from(code)
}

/// Does what is wanted, and gives the exit status.
fn carry_out(request: &Request) -> u8 {
    let (mut out, mut err) = (io::stdout(), io::stderr());
    let is_live = err.is_terminal();
    let width = console::Term::stderr().size_checked();
    let width = width.map_or(WIDTH, |(_, columns)| usize::from(columns));
    let mut terminal = Terminal { out: &mut out, err: &mut err, is_live, width };
    match dispatch(request, &mut terminal) {
        Ok(status) => status.code(),
        Err(problem) => {
            // Without standard error the exit status alone must tell.
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
            let programs =
                commands::programs().map_err(|error| Problem::Machine(error.to_string()))?;
            commands::run(run, &commands::draft(&programs, &run.said), &ready()?, terminal)
        }
        Request::Openings(request) => {
            adopt_orphans();
            commands::openings(request, terminal)
        }
        Request::Book(request) => commands::book(request, &heard()?, terminal),
        Request::Statistics(request) => commands::statistics(request, terminal),
        Request::Report(request) => commands::report(request, terminal),
        Request::Serve(request) => commands::serve(request, &heard()?, terminal),
        Request::Play(request) => commands::play(request, &ready()?, terminal),
        Request::Export(request) => commands::export(request, terminal),
        Request::Merge(request) => {
            // Nothing but following takes long enough to be asked to stop.
            let stop = if request.follow.is_some() { heard()? } else { StopRequest::new() };
            commands::merge(request, &stop, terminal)
        }
    }
}

/// Lets what engines leave behind be found and ended.
fn adopt_orphans() {
    if let Err(error) = game_engine_process::become_subreaper() {
        log::warn!("orphaned engine processes are left to the system: {error}");
    }
}

/// Makes the process fit to run engines; gives where ^C is heard.
fn ready() -> Result<StopRequest, Problem> {
    adopt_orphans();
    heard()
}

/// Returns the request to stop that ^C makes.
fn heard() -> Result<StopRequest, Problem> {
    let request = StopRequest::new();
    let heard = request.clone();
    ctrlc::set_handler(move || heard.ask())
        .map_err(|error| Problem::Machine(format!("cannot listen for ^C: {error}")))?;
    Ok(request)
}

fn complain(error: &CliError) -> u8 {
    match error {
        // It knows what belongs on standard output, and colours it.
        CliError::Own(error) => {
            error.print().ok();
            u8::try_from(error.exit_code()).unwrap_or(USAGE)
        }
        CliError::Dialect(error) => {
            writeln!(io::stderr(), "tournament: {error}").ok();
            USAGE
        }
    }
}
