//! The binary: arguments to serve, bench or solve; the only place that ends the process.

mod arguments;

use std::fs::{self, File};
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;
use dolmen::Engine;
use dolmen::bench;
use dolmen::engine::options::Options;
use dolmen::eval::{Evaluator, Weights};
use dolmen::protocol::reply::Reply;
use dolmen::protocol::server::serve;
use dolmen::solve;
use env_logger::{Builder, Env, Target};

use crate::arguments::{Arguments, BenchArguments, Mode, SolveArguments, Task};

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Err(error) = start_logging(&arguments) {
        return complain(&format!("cannot create the log file: {error}"));
    }
    let evaluator = match arguments.weights.as_deref().map(read_weights) {
        None => Evaluator::built_in(),
        Some(Ok(weights)) => Arc::new(Evaluator::new(weights)),
        Some(Err(why)) => return complain(&why),
    };
    match arguments.task {
        None => play(evaluator),
        Some(Task::Bench(arguments)) => with_deep_stack(move || measure(&evaluator, &arguments)),
        Some(Task::Solve(arguments)) => with_deep_stack(move || solve(&arguments)),
    }
}

/// Reads a file of weights; the error says what is wrong with it.
fn read_weights(path: &Path) -> Result<Weights, String> {
    let explain = |why: String| format!("cannot use the weights file {}: {why}", path.display());
    let bytes = fs::read(path).map_err(|error| explain(error.to_string()))?;
    Weights::from_bytes(&bytes).map_err(|error| explain(error.to_string()))
}

/// Speaks the protocol on the standard streams.
fn play(evaluator: Arc<Evaluator>) -> ExitCode {
    // Standard error stays silent: some managers read it as if it were standard output.
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    let greeted = if io::stdin().is_terminal() { greet(&mut io::stdout()) } else { Ok(()) };
    let engine = Engine::new(evaluator, Options::default());
    match greeted.and_then(|()| serve(engine, io::stdin(), io::stdout())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Measures the search.
fn measure(evaluator: &Arc<Evaluator>, arguments: &BenchArguments) -> ExitCode {
    let BenchArguments { depth, threads } = *arguments;
    let started = Instant::now();
    match bench::run(evaluator, depth, threads, || started.elapsed(), &mut io::stdout().lock()) {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => output_error(&error),
    }
}

/// Answers the positions of a file.
fn solve(arguments: &SolveArguments) -> ExitCode {
    let name = arguments.file.display();
    let text = match read_text(&arguments.file) {
        Ok(text) => text,
        Err(error) => return complain(&format!("cannot read {name}: {error}")),
    };
    let options = solve::Options {
        assumptions: solve::input::Assumptions { rule: arguments.rule, to_move: arguments.to_move },
        mode: match arguments.mode {
            Mode::Vcf => solve::Mode::Vcf,
            Mode::Vct => solve::Mode::Vct,
        },
        time: Duration::from_millis(arguments.time),
        format: if arguments.json { solve::Format::Json } else { solve::Format::Text },
    };
    let is_watched = io::stderr().is_terminal() && !io::stdout().is_terminal();
    let mut show_progress = |done: usize, all: usize| {
        if is_watched {
            let end = if done == all { "\n" } else { "" };
            write!(io::stderr(), "\r{done} of {all} positions{end}").ok();
        }
    };
    let tally = solve::solve_all(&text, &options, &mut io::stdout().lock(), &mut show_progress);
    match tally {
        Ok(solve::Tally { answered: 0, refused: 0 }) => {
            complain(&format!("{name} contains no positions"))
        }
        Ok(solve::Tally { refused: 0, .. }) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => output_error(&error),
    }
}

/// The whole text of a file, or of standard input if its name is `-`; bytes that are no
/// UTF-8 become signs that mean nothing in any position.
fn read_text(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        io::stdin().read_to_end(&mut bytes)?;
    } else {
        File::open(path)?.read_to_end(&mut bytes)?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Bytes that a search may use for its deepest line.
const STACK: usize = 64 << 20;

/// Does something on a stack that fits the deepest line of a search.
fn with_deep_stack(work: impl FnOnce() -> ExitCode + Send + 'static) -> ExitCode {
    let worker = thread::Builder::new().stack_size(STACK).spawn(work);
    match worker.map(thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        // The panic has said on standard error what happened.
        Ok(Err(_)) => ExitCode::FAILURE,
        Err(error) => complain(&format!("cannot start a thread: {error}")),
    }
}

/// What to make of an output that cannot be written: a reader that has seen enough is no
/// failure.
fn output_error(error: &io::Error) -> ExitCode {
    if error.kind() == ErrorKind::BrokenPipe {
        return ExitCode::SUCCESS;
    }
    complain(&format!("cannot write the output: {error}"))
}

/// Tells a person what went wrong. No manager is listening where this is called.
fn complain(text: &str) -> ExitCode {
    writeln!(io::stderr(), "{text}").ok();
    ExitCode::FAILURE
}

/// Starts the log if somebody asked for it, by an argument or by the environment.
fn start_logging(arguments: &Arguments) -> io::Result<()> {
    if let Some(path) = &arguments.log {
        let file = File::create(path)?;
        let mut builder = Builder::from_env(Env::default().default_filter_or("debug"));
        builder.target(Target::Pipe(Box::new(file))).init();
    } else if std::env::var_os("RUST_LOG").is_some() {
        env_logger::init();
    }
    Ok(())
}

/// Tells a person at a terminal what this is; the lines answer nothing, so that even a
/// manager could read them.
fn greet(output: &mut impl Write) -> io::Result<()> {
    let name = "Dolmen is a five-in-a-row engine. Usually a Gomocup manager starts it.";
    let hint = "To play here, type START 15, then BEGIN or TURN 7,7, and so on; END quits.";
    for text in [name, hint] {
        writeln!(output, "{}", Reply::Message(text.to_owned()))?;
    }
    Ok(())
}
