//! The program `pbrain-dolmen`: plays by the Gomocup protocol, runs the bench, analyses or solves positions, or
//! checks certificates.
//!
//! Other programs run it under a subcommand of their own, to have an engine without a second file.
//!
//! Only this module decides the exit status and reads the arguments, the environment and the standard
//! streams.

mod arguments;
mod logging;

use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use clap::Parser;

use crate::analyse;
use crate::bench;
use crate::certificate::Certificate;
use crate::engine::{Engine, Options};
use crate::eval::{Evaluator, Weights};
use crate::program::arguments::{
    AnalyseArguments, Arguments, BenchArguments, CheckArguments, Mode, SolveArguments, Task,
};
use crate::protocol::reply::Reply;
use crate::protocol::server::serve;
use crate::scheduler::Settings;
use crate::search::Control;
use crate::solve;
use crate::solver::STACK_BYTES;

/// Runs the program with these arguments, of which the first is its name, and returns its exit status.
///
/// Wrong arguments and `--help` end the process, after a message.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = Arguments::parse_from(arguments);
    if let Err(why) = logging::start(arguments.log.as_deref()) {
        return fail(&why);
    }
    let evaluator = match arguments.weights.as_deref().map(read_weights) {
        None => Evaluator::built_in(),
        Some(Ok(weights)) => Arc::new(Evaluator::new(weights)),
        Some(Err(why)) => return fail(&why),
    };
    match arguments.task {
        None => play(evaluator, &arguments.certificate),
        Some(Task::Analyse(arguments)) => analyse(evaluator, &arguments),
        Some(Task::Bench(arguments)) => with_deep_stack(move || measure(&evaluator, &arguments)),
        Some(Task::Solve(arguments)) => with_deep_stack(move || solve(evaluator, &arguments)),
        Some(Task::Check(arguments)) => with_deep_stack(move || check(&arguments)),
    }
}

/// Reads a file of weights; the error says what is wrong with it.
fn read_weights(path: &Path) -> Result<Weights, String> {
    let explain = |why: String| format!("cannot use the weights file {}: {why}", path.display());
    let bytes = fs::read(path).map_err(|error| explain(error.to_string()))?;
    Weights::from_bytes(&bytes).map_err(|error| explain(error.to_string()))
}

/// Parses the certificate in a file that was read; the error says what is wrong with it.
fn certificate(read: io::Result<Vec<u8>>) -> Result<Certificate, String> {
    let bytes = read.map_err(|error| format!("cannot read it: {error}"))?;
    Certificate::from_bytes(&bytes).map_err(|error| error.to_string())
}

/// Plays by the protocol on the standard streams.
fn play(evaluator: Arc<Evaluator>, certificates: &[PathBuf]) -> ExitCode {
    // Some managers read standard error as if it were standard output, so a panic must not
    // write there.
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    let greeted = if io::stdin().is_terminal() { greet(&mut io::stdout()) } else { Ok(()) };
    let mut engine = Engine::new(evaluator, Options::default());
    for path in certificates {
        match certificate(fs::read(path)) {
            Ok(certificate) => engine.add_certificate(Arc::new(certificate)),
            Err(why) => return fail(&format!("cannot use {}: {why}", path.display())),
        }
    }
    match greeted.and_then(|()| serve(engine, io::stdin(), io::stdout())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the bench.
fn measure(evaluator: &Arc<Evaluator>, arguments: &BenchArguments) -> ExitCode {
    let BenchArguments { depth, threads } = *arguments;
    let started = Instant::now();
    match bench::run(evaluator, depth, threads, || started.elapsed(), &mut io::stdout().lock()) {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => output_error(&error),
    }
}

/// Returns a number of megabytes in bytes, or the largest number of bytes.
const fn bytes(megabytes: usize) -> usize {
    megabytes.saturating_mul(1 << 20)
}

/// Answers queries on the standard streams.
fn analyse(evaluator: Arc<Evaluator>, arguments: &AnalyseArguments) -> ExitCode {
    let defaults = analyse::Defaults {
        rule: arguments.rules,
        notation: arguments.notation.into(),
        nodes: arguments.nodes,
    };
    let max_table = bytes(arguments.memory);
    let threads = arguments.threads;
    let rule = arguments.rules.unwrap_or_default().rule;
    let options = analyse::Options {
        settings: Settings { evaluator, threads, max_table, rule, ..Settings::default() },
        defaults,
        is_ordered: arguments.ordered,
        stops_at_end: arguments.quit_without_waiting,
    };
    hint(
        r#"Type queries, one JSON object a line, such as {"id":"a","moves":["h8","i9"]}; ^D finishes and ends."#,
    );
    let stop_on_signal = |handle: analyse::StopHandle| on_signal(move || handle.stop());
    match analyse::serve(options, io::stdin(), io::stdout(), stop_on_signal) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => output_error(&error),
    }
}

/// Solves the positions of a file.
fn solve(evaluator: Arc<Evaluator>, arguments: &SolveArguments) -> ExitCode {
    if let Some((option, modes)) = arguments.useless_option() {
        return fail(&format!("{option} needs {modes}"));
    }
    let name = arguments.file.display();
    let text = match read_text(&arguments.file) {
        Ok(text) => text,
        Err(error) => return fail(&format!("cannot read {name}: {error}")),
    };
    let defaults = solve::WinOptions::default();
    let options = solve::Options {
        assumptions: solve::input::Assumptions { rule: arguments.rule, to_move: arguments.to_move },
        mode: match arguments.mode {
            Mode::Vcf => solve::Mode::Vcf,
            Mode::Vct => solve::Mode::Vct,
            Mode::Win => solve::Mode::Win,
        },
        time: Duration::from_millis(arguments.time),
        solutions: arguments.solutions,
        format: if arguments.json { solve::Format::Json } else { solve::Format::Text },
        win: solve::WinOptions {
            evaluator,
            threads: arguments.threads.unwrap_or(defaults.threads),
            bytes: arguments.memory.map_or(defaults.bytes, bytes),
            state: arguments.state.clone(),
            certificates: arguments.certificates.clone(),
        },
        control: Control::without_clock(),
    };
    if arguments.state.is_some() {
        let control = options.control.clone();
        on_signal(move || control.stop());
    }
    let is_watched = io::stderr().is_terminal() && !io::stdout().is_terminal();
    let is_long = io::stderr().is_terminal() || arguments.state.is_some();
    let mut last = 0;
    let mut show = |report: solve::Report| match report {
        solve::Report::Answered { done, all } if is_watched => {
            let end = if done == all { "\n" } else { "" };
            write!(io::stderr(), "\r{done} of {all} positions{end}").ok();
        }
        solve::Report::Resumed { positions } if is_long => {
            writeln!(io::stderr(), "resumed with {positions} positions of earlier runs").ok();
        }
        solve::Report::Searching(progress) if is_long => {
            if progress.elapsed.as_secs() / REPORT_SECONDS != last {
                last = progress.elapsed.as_secs() / REPORT_SECONDS;
                writeln!(io::stderr(), "{progress}").ok();
            }
        }
        solve::Report::Answered { .. }
        | solve::Report::Resumed { .. }
        | solve::Report::Searching(_) => {}
    };
    let tally = solve::solve_all(&text, &options, &mut io::stdout().lock(), &mut show);
    match tally {
        Ok(solve::Tally { is_stopped: true, .. }) => ExitCode::from(STOPPED),
        Ok(solve::Tally { answered: 0, refused: 0, .. }) => {
            fail(&format!("{name} contains no positions"))
        }
        Ok(solve::Tally { refused: 0, .. }) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(solve::SolveError::Output(error)) => output_error(&error),
        Err(error) => fail(&error.to_string()),
    }
}

/// Has the signals that end the program, such as that of ^C, call a function instead.
fn on_signal(call: impl Fn() + Send + 'static) {
    if let Err(error) = ctrlc::set_handler(call) {
        log::warn!("signals end the program at once: {error}");
    }
}

/// The exit status of a search that a signal stopped and the same command continues: `EX_TEMPFAIL` of BSD's
/// sysexits, try again.
const STOPPED: u8 = 75;
/// The seconds between reports of a long search.
const REPORT_SECONDS: u64 = 10;

/// Checks certificates.
fn check(arguments: &CheckArguments) -> ExitCode {
    let mut status = ExitCode::SUCCESS;
    for path in &arguments.files {
        let started = Instant::now();
        let checked =
            certificate(read_bytes(path)).and_then(|certificate| match certificate.check() {
                Ok(moves) => Ok((certificate, moves)),
                Err(flaw) => Err(format!("refused: {flaw}")),
            });
        let is_input = path.as_os_str() == "-";
        let name = if is_input { "standard input".to_owned() } else { path.display().to_string() };
        let written = match checked {
            Ok((Certificate { rule, position, plan }, moves)) => {
                let mover = position.side_to_move();
                let (moves_of_plan, seconds) = (plan.moves(), started.elapsed().as_secs_f64());
                writeln!(
                    io::stdout(),
                    "{name}: {rule}, {mover} to move wins by {}: {moves_of_plan} moves, {moves} played, \
                     {seconds:.1} s",
                    plan.point
                )
            }
            Err(reason) => {
                status = ExitCode::FAILURE;
                writeln!(io::stdout(), "{name}: {reason}")
            }
        };
        if let Err(error) = written {
            return output_error(&error);
        }
    }
    status
}

/// Reads the text of a file, or of standard input if the path is `-`.
///
/// Bytes that are not UTF-8 become replacement characters, which no position contains. A byte of zero, which
/// almost every file of a program or an image has, is an error.
fn read_text(path: &Path) -> io::Result<String> {
    let bytes = read_bytes(path)?;
    if bytes.contains(&0) {
        return Err(io::Error::other(
            "it is not text: expected board diagrams, JSON, or games in text, SGF or Piskvork's format",
        ));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Reads the bytes of a file, or of standard input if the path is `-`.
fn read_bytes(path: &Path) -> io::Result<Vec<u8>> {
    if path.as_os_str() != "-" {
        return fs::read(path);
    }
    hint("Type or paste the input, and end it with ^D on a line of its own.");
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Runs a task in a thread with a stack for the deepest search.
fn with_deep_stack(work: impl FnOnce() -> ExitCode + Send + 'static) -> ExitCode {
    let worker = thread::Builder::new().stack_size(STACK_BYTES).spawn(work);
    match worker.map(thread::JoinHandle::join) {
        Ok(Ok(code)) => code,
        // The panic has already written its message to standard error.
        Ok(Err(_)) => ExitCode::FAILURE,
        Err(error) => fail(&format!("cannot start a thread: {error}")),
    }
}

/// Returns the exit status after a failure to write the output.
///
/// A reader that closes the pipe early is not a failure.
fn output_error(error: &io::Error) -> ExitCode {
    if error.kind() == ErrorKind::BrokenPipe {
        return ExitCode::SUCCESS;
    }
    fail(&format!("cannot write the output: {error}"))
}

/// Writes an error message and returns the exit status of a failure.
///
/// Must not be called while the engine plays, because standard error stays empty then.
fn fail(text: &str) -> ExitCode {
    writeln!(io::stderr(), "{text}").ok();
    ExitCode::FAILURE
}

/// Tells a person at a terminal what to type, on standard error.
fn hint(text: &str) {
    if io::stdin().is_terminal() {
        writeln!(io::stderr(), "{text}").ok();
    }
}

/// Greets a person at a terminal, in messages that a manager would ignore.
fn greet(output: &mut impl Write) -> io::Result<()> {
    let name = "Dolmen is a five-in-a-row engine. Usually a Gomocup manager starts it.";
    let hint = "To play here, type START 15, then BEGIN or TURN 7,7, and so on; END quits.";
    for text in [name, hint] {
        writeln!(output, "{}", Reply::Message(text.to_owned()))?;
    }
    Ok(())
}
