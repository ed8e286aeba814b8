//! An engine that misbehaves on demand, for the protocol suite and the tests of the tournament
//! runner. Its argument selects the behaviour; under `correct` it is a small honest engine.
//!
//! # Floors
//!
//! Each module uses only modules on lower floors.
//!
//! ```text
//! 5  serve
//! 4  engine
//! 3  catalogue, choose, clock, process
//! 2  behaviour
//! 1  command, rules
//! 0  game, input
//! ```

mod behaviour;
mod catalogue;
mod choose;
mod clock;
mod command;
mod engine;
mod game;
mod input;
mod process;
mod rules;
mod serve;

use std::io::{self, Write};
use std::process::ExitCode;
use std::time::Duration;
use std::{env, thread};

use behaviour::Behaviour;
use engine::Engine;

/// The usage of the program.
const USAGE: &str = "\
usage: scripted-engine BEHAVIOUR[=NUMBER]
       scripted-engine --list     lists the behaviours
       scripted-engine --cases    lists the cases of the suite, each with the behaviours that fail it
";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--list"] => catalogue::list().and_then(|text| print(&text)),
        ["--cases"] => catalogue::list_cases().and_then(|text| print(&text)),
        ["--help" | "-h"] => print(USAGE),
        [name] => match lingering(name) {
            Some(time) => {
                thread::sleep(time);
                Ok(())
            }
            None => play(name),
        },
        _ => Err(USAGE.to_owned()),
    };
    let Err(error) = done else { return ExitCode::SUCCESS };
    // Without stderr the exit status alone reports the error.
    writeln!(io::stderr(), "scripted-engine: {error}").ok();
    ExitCode::from(2)
}

/// Parses the hidden argument of a child process that only waits.
fn lingering(argument: &str) -> Option<Duration> {
    let milliseconds = argument.strip_prefix(process::LINGER)?.strip_prefix('=')?.parse();
    milliseconds.ok().map(Duration::from_millis)
}

fn play(argument: &str) -> Result<(), String> {
    let behaviour = Behaviour::find(argument)?;
    Engine::new(behaviour, Box::new(io::stdout())).serve(io::stdin());
    Ok(())
}

fn print(text: &str) -> Result<(), String> {
    io::stdout().write_all(text.as_bytes()).map_err(|error| error.to_string())
}
