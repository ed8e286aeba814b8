//! Self-play referee: plays games of an engine against itself through the protocol, over
//! all rules, many sizes and limits, and checks every reply with the slow definitions of
//! the rules alone.
//!
//! Everything that can go wrong is counted and makes the exit status 1: illegal and
//! forbidden moves, a five not made, crashes, engines that hang or answer late, output
//! that nobody asked for. Games are numbered; each follows from its number and the seed.

mod engine;
mod game;
mod plan;
mod record;
mod report;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use std::{env, thread};

use clap::Parser;

use crate::game::Referee;
use crate::plan::{Limit, Plan, Size};
use crate::report::Report;

/// Plays an engine against itself and checks every reply.
#[derive(Debug, Parser)]
struct Arguments {
    /// The engine; by default the `pbrain-dolmen` that was built beside this program.
    engine: Option<PathBuf>,
    /// Number of games; 210 play every rule on every size with every limit once.
    #[arg(long, default_value_t = 210)]
    games: usize,
    /// Number of the first game.
    #[arg(long, default_value_t = 0)]
    first: usize,
    /// Games at once, each with two engines of which one thinks at a time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    concurrency: u8,
    /// Seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Rules to play, by name.
    #[arg(long, value_delimiter = ',', default_values_t = dolmen::rules::Rule::ALL)]
    rules: Vec<dolmen::rules::Rule>,
    /// Sizes to play on: a side, or width and height as 12x9.
    #[arg(long, value_delimiter = ',', default_values_t = plan::SIZES)]
    sizes: Vec<Size>,
    /// Limits: milliseconds per move, or m and milliseconds per game (m5000).
    #[arg(long, value_delimiter = ',', default_values_t = plan::LIMITS)]
    limits: Vec<Limit>,
    /// Milliseconds over the limit that are not yet counted as late.
    #[arg(long, default_value_t = 0)]
    tolerance: u64,
    /// Starts no further game after this many minutes.
    #[arg(long)]
    minutes: Option<f64>,
    /// Prints each game's moves.
    #[arg(long)]
    moves: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let Some(engine) = arguments.engine.clone().or_else(engine_beside) else {
        say("no pbrain-dolmen beside this program: run `cargo build` first, or name an engine");
        return ExitCode::FAILURE;
    };
    let referee = Referee { engine, tolerance: Duration::from_millis(arguments.tolerance) };
    let report = play_all(&arguments, &referee);
    say(&report.to_string());
    if report.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Plays all games and gathers what came of them.
fn play_all(arguments: &Arguments, referee: &Referee) -> Report {
    let plan = Plan {
        rules: arguments.rules.clone(),
        sizes: arguments.sizes.clone(),
        limits: arguments.limits.clone(),
        seed: arguments.seed,
    };
    let end = arguments
        .minutes
        .map(|minutes| Instant::now() + Duration::from_secs_f64(minutes.max(0.0) * 60.0));
    let next = AtomicUsize::new(0);
    let report = Mutex::new(Report::default());
    thread::scope(|scope| {
        for _ in 0..arguments.concurrency {
            scope.spawn(|| {
                while end.is_none_or(|end| Instant::now() < end) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= arguments.games {
                        break;
                    }
                    let record = referee.play(&plan.game(arguments.first + index));
                    say(&record.summary(arguments.moves));
                    report.lock().expect("no thread panics with the report").add(&record);
                }
            });
        }
    });
    report.into_inner().expect("no thread panics with the report")
}

/// The engine that Cargo builds into the folder above the examples.
fn engine_beside() -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    let folder = program.parent()?.parent()?;
    let engine = folder.join(format!("pbrain-dolmen{}", env::consts::EXE_SUFFIX));
    engine.is_file().then_some(engine)
}

/// Prints a text and a line end; a reader that went away is no matter.
fn say(text: &str) {
    let _ = writeln!(io::stdout().lock(), "{text}");
}
