//! Plays games of an engine against itself through the protocol, and checks every reply.
//!
//! The games cover all rules and many sizes and limits. The referee uses only the slow definitions
//! of the rules. Faults are counted and make the exit status 1: illegal and forbidden moves, missed
//! fives, crashes, missing, late or unsolicited replies. A game is determined by its number and the
//! seed.

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
    /// The engine. The default is the `pbrain-dolmen` that was built beside this program.
    engine: Option<PathBuf>,
    /// Number of games; 210 play every rule on every size with every limit once.
    #[arg(long, default_value_t = 210)]
    games: usize,
    /// Number of the first game.
    #[arg(long, default_value_t = 0)]
    first: usize,
    /// Number of games at once. Each has two engines, of which one thinks at a time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    concurrency: u8,
    /// Seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Rules to play.
    #[arg(long, value_delimiter = ',', default_values_t = dolmen::rules::Rule::ALL)]
    rules: Vec<dolmen::rules::Rule>,
    /// Sizes of the board: a side, or width and height such as 12x9.
    #[arg(long, value_delimiter = ',', default_values_t = plan::DEFAULT_SIZES)]
    sizes: Vec<Size>,
    /// Limits: milliseconds per move, or milliseconds per game such as m5000.
    #[arg(long, value_delimiter = ',', default_values_t = plan::DEFAULT_LIMITS)]
    limits: Vec<Limit>,
    /// Number of milliseconds over the limit that do not count as late.
    #[arg(long, default_value_t = 0)]
    tolerance: u64,
    /// Start no more games after this many minutes.
    #[arg(long)]
    minutes: Option<f64>,
    /// Print the moves of each game.
    #[arg(long)]
    moves: bool,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let Some(engine) = arguments.engine.clone().or_else(engine_beside) else {
        say("no pbrain-dolmen beside this program: run `cargo build` first or name an engine");
        return ExitCode::FAILURE;
    };
    let referee = Referee { engine, tolerance: Duration::from_millis(arguments.tolerance) };
    let report = play_all(&arguments, &referee);
    say(&report.to_string());
    if report.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Plays all games and returns the report.
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

/// Returns the engine that Cargo builds into the folder above the examples.
fn engine_beside() -> Option<PathBuf> {
    let program = env::current_exe().ok()?;
    let folder = program.parent()?.parent()?;
    let engine = folder.join(format!("pbrain-dolmen{}", env::consts::EXE_SUFFIX));
    engine.is_file().then_some(engine)
}

/// Prints a text line; a closed output is ignored.
fn say(text: &str) {
    let _ = writeln!(io::stdout().lock(), "{text}");
}
