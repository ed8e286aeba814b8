//! The program `house NAME`: one of the house opponents on standard input and output.
//!
//! A separate thread reads, so that `END` and the end of the input are noticed while the player
//! thinks. Every reply is one write.

use std::error::Error;
use std::ffi::OsString;
use std::io::{self, BufRead, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use clap::Parser;

use crate::players::Player;
use crate::session::Session;

/// Small opponents for tournaments, behind the Gomocup protocol.
#[derive(Debug, Parser)]
#[command(name = "house", version)]
struct Arguments {
    /// Player to run.
    #[arg(required_unless_present = "list", value_parser = parse_player)]
    name: Option<Player>,
    /// List all players.
    #[arg(long)]
    list: bool,
}

fn parse_player(name: &str) -> Result<Player, String> {
    Player::of(name).ok_or_else(|| "unknown player; house --list shows all players".to_owned())
}

/// Runs the program with command-line arguments, the first of which is its name, and returns its exit status.
///
/// Wrong arguments and `--help` end the process, after a message.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    match play(&Arguments::parse_from(arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn play(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let mut output = io::stdout().lock();
    let Some(player) = arguments.name.filter(|_| !arguments.list) else {
        for player in Player::ALL {
            writeln!(output, "{:<10} {}", player.name(), player.description())?;
        }
        return Ok(());
    };
    let (sender, lines) = mpsc::channel();
    let quit = Arc::new(AtomicBool::new(false));
    let manager_left = Arc::clone(&quit);
    thread::spawn(move || read(io::stdin().lock(), &sender, &manager_left));
    let mut session = Session::new(player, &quit);
    for line in lines {
        if let Some(reply) = session.answer(&line) {
            output.write_all(format!("{reply}\n").as_bytes())?;
            output.flush()?;
        }
    }
    Ok(())
}

/// Passes lines on until `END` or the end of the input, which also stop the player's thinking.
fn read(mut input: impl BufRead, sender: &Sender<String>, manager_left: &AtomicBool) {
    let mut bytes = Vec::new();
    while input.read_until(b'\n', &mut bytes).is_ok_and(|length| length > 0) {
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        bytes.clear();
        if line.eq_ignore_ascii_case("END") || sender.send(line).is_err() {
            break;
        }
    }
    manager_left.store(true, Ordering::Relaxed);
}
