//! An engine that misbehaves on demand, for the protocol suite and the tests of the tournament
//! runner. Its argument selects the behaviour; under `correct` it is a small honest engine.
//!
//! # Floors
//!
//! Each module uses only modules on lower floors.
//!
//! ```text
//! 5  serve
//! 4  deviate
//! 3  engine
//! 2  choose, clock, output
//! 1  command, reply, rules
//! 0  behaviour, game, input
//! ```

mod behaviour;
mod choose;
mod clock;
mod command;
mod deviate;
mod engine;
mod game;
mod input;
mod output;
mod reply;
mod rules;
mod serve;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use behaviour::Script;
use deviate::process;
use engine::Engine;
use input::Input;
use output::Output;

/// The usage of the program.
const USAGE: &str = "usage: scripted-engine BEHAVIOUR[=NUMBER] | --list\n";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--list"] => print(&behaviour::list()),
        ["--help" | "-h"] => print(USAGE),
        [name] => match lingering(name) {
            Some(milliseconds) => {
                process::linger(milliseconds);
                ExitCode::SUCCESS
            }
            None => play(name),
        },
        _ => refuse(USAGE),
    }
}

/// Parses the hidden argument of a child process that only waits: its time in milliseconds.
fn lingering(argument: &str) -> Option<u64> {
    argument.strip_prefix(process::LINGER)?.strip_prefix('=')?.parse().ok()
}

fn play(name: &str) -> ExitCode {
    let script = match Script::parse(name) {
        Ok(script) => script,
        Err(error) => return refuse(&format!("scripted-engine: {error}\n")),
    };
    // Keeps the script's sockets open until the end.
    let _keep = match process::launch(script) {
        Ok(keep) => keep,
        Err(error) => return refuse(&format!("scripted-engine: {error}\n")),
    };
    let input = Input::open(io::stdin, process::line_ends(script));
    let output = Output::new(Box::new(io::stdout()));
    let leave = Engine::new(script, input, output).serve();
    ExitCode::from(process::status(script, leave))
}

fn print(text: &str) -> ExitCode {
    match io::stdout().write_all(text.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn refuse(text: &str) -> ExitCode {
    // If this fails, the exit status still reports the error.
    io::stderr().write_all(text.as_bytes()).ok();
    ExitCode::from(2)
}
