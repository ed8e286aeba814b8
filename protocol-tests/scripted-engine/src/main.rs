//! An engine that misbehaves on demand, one behaviour per argument, for the protocol suite and the
//! tests of the tournament runner. Under `correct` it is a small honest engine.

mod behaviour;
mod choose;
mod clock;
mod command;
mod deviate;
mod game;
mod input;
mod output;
mod rules;
mod serve;

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use behaviour::Script;
use deviate::{launch, leaving};
use input::Input;
use output::Output;
use serve::Engine;

/// How the engine is called.
const USAGE: &str = "usage: scripted-engine BEHAVIOUR[=NUMBER] | --list\n";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--list"] => print(&behaviour::list()),
        ["--help" | "-h"] => print(USAGE),
        [name] => match lingering(name) {
            Some(milliseconds) => {
                launch::linger(milliseconds);
                ExitCode::SUCCESS
            }
            None => play(name),
        },
        _ => refuse(USAGE),
    }
}

/// The time of a child that is only left behind.
fn lingering(argument: &str) -> Option<u64> {
    argument.strip_prefix(launch::LINGER)?.strip_prefix('=')?.parse().ok()
}

fn play(name: &str) -> ExitCode {
    let script = match Script::parse(name) {
        Ok(script) => script,
        Err(error) => return refuse(&format!("scripted-engine: {error}\n")),
    };
    // Kept to the end, as are the sockets in it.
    let _keep = match launch::launch(script) {
        Ok(keep) => keep,
        Err(error) => return refuse(&format!("scripted-engine: {error}\n")),
    };
    let input = Input::open(io::stdin, launch::line_ends(script));
    let output = Output::new(Box::new(io::stdout()));
    let leave = Engine::new(script, input, output).serve();
    ExitCode::from(leaving::status(script, leave))
}

fn print(text: &str) -> ExitCode {
    match io::stdout().write_all(text.as_bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn refuse(text: &str) -> ExitCode {
    // Where even this cannot be said, the status remains.
    io::stderr().write_all(text.as_bytes()).ok();
    ExitCode::from(2)
}
