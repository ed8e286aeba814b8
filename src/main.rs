//! The binary: arguments to serve; the only place that ends the process.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use dolmen::protocol::reply::Reply;
use dolmen::protocol::server::serve;
use env_logger::{Builder, Env, Target};

/// A five-in-a-row engine that speaks the Gomocup protocol on its standard input and
/// output.
#[derive(Debug, Parser)]
#[command(name = "pbrain-dolmen", version)]
struct Arguments {
    /// Write a log to this file; `RUST_LOG` says how much, by default everything said.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if let Err(error) = start_logging(&arguments) {
        // Nobody plays yet, and standard error is all there is to say it on.
        writeln!(io::stderr(), "the log cannot be written: {error}").ok();
        return ExitCode::FAILURE;
    }
    match play() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Speaks the protocol on the standard streams.
fn play() -> io::Result<()> {
    // Standard error stays silent: some managers read it as if it were standard output.
    std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    if io::stdin().is_terminal() {
        greet(&mut io::stdout())?;
    }
    serve(io::stdin(), io::stdout())
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
    let name = "Dolmen plays five in a row; it is made to be started by a Gomocup manager.";
    let hint = "To play here: START 15, then BEGIN or TURN 7,7, and so on; END to leave.";
    for text in [name, hint] {
        writeln!(output, "{}", Reply::Message(text.to_owned()))?;
    }
    Ok(())
}
