//! The binary: arguments to a task; the only place that ends the process.

mod arguments;
mod judge_task;
mod learn_task;
mod tune_task;

use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Parser;
use dolmen::board::BoardSize;
use dolmen::eval::weights::Weights;
use indicatif::{ProgressBar, ProgressStyle};
use training::check::{Checker, Count};
use training::generate::{Added, Plan};
use training::store::{Settings, Shard, games_files};

use crate::arguments::{Arguments, ByHandArguments, CheckArguments, GenerateArguments, Task};

fn main() -> ExitCode {
    let done = match Arguments::parse().task {
        Task::Generate(arguments) => generate(&arguments),
        Task::Check(arguments) => check(&arguments),
        Task::ByHand(arguments) => by_hand(&arguments).map(|()| ExitCode::SUCCESS),
        Task::Learn(arguments) => learn_task::learn(&arguments).map(|()| ExitCode::SUCCESS),
        Task::Judge(arguments) => judge_task::judge(&arguments).map(code_of_end),
        Task::Tune(arguments) => tune_task::tune(&arguments).map(code_of_end),
    };
    match done {
        Ok(code) => code,
        Err(Failure(text)) => {
            writeln!(io::stderr(), "{text}").ok();
            ExitCode::FAILURE
        }
    }
}

/// What went wrong, for a person.
pub(crate) struct Failure(String);

impl<E: fmt::Display> From<E> for Failure {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

/// Set from the moment when somebody interrupts.
pub(crate) fn stop_by_interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let stop = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&stop);
    ctrlc::set_handler(move || heard.store(true, Ordering::Relaxed))?;
    Ok(stop)
}

/// What the shell is told: whether all is done and well.
fn code_of_end(is_well: bool) -> ExitCode {
    if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Plays games until all are there or somebody interrupts.
fn generate(arguments: &GenerateArguments) -> Result<ExitCode, Failure> {
    let plan = Plan {
        rule: arguments.rule,
        size: BoardSize::square(usize::from(arguments.size)),
        settings: Settings {
            quiet_percent: arguments.quiet_percent,
            quiet_plies: arguments.quiet_plies,
            quiet_within: arguments.quiet_within,
            ..Settings::with_nodes(arguments.nodes)
        },
        seed: arguments.seed,
        games: arguments.games,
        games_per_file: arguments.games_per_file,
        threads: usize::from(arguments.threads),
        folder: arguments.output.clone(),
    };
    let stop = stop_by_interrupt()?;
    let bar = ProgressBar::new(plan.games).with_style(ProgressStyle::with_template(
        "{elapsed_precise} {wide_bar} {pos}/{len} games, {eta} left{msg}",
    )?);
    let added = plan.run(&stop, &mut |added: &Added| {
        if bar.position() == 0 {
            bar.set_position(added.known_games);
            bar.reset_eta();
        }
        bar.set_position(added.known_games + added.games);
        let per_second = added.positions as f64 / bar.elapsed().as_secs_f64().max(0.001);
        bar.set_message(format!(", {per_second:.0} positions/s"));
    })?;
    let seconds = bar.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let Added { known_games, games, positions } = added;
    writeln!(
        io::stdout(),
        "{} {}: {games} games of {positions} positions added to {known_games} games, {:.0} \
         positions/s",
        plan.rule,
        plan.size,
        positions as f64 / seconds.max(0.001)
    )?;
    Ok(code_of_end(!stop.load(Ordering::Relaxed)))
}

/// Writes the weights set by hand.
fn by_hand(arguments: &ByHandArguments) -> Result<(), Failure> {
    Ok(fs::write(&arguments.output, Weights::by_hand().to_bytes())?)
}

/// Replays files and says what is in them.
fn check(arguments: &CheckArguments) -> Result<ExitCode, Failure> {
    let files = games_files(&arguments.paths)?;
    let mut checker = Checker::default();
    let bar = ProgressBar::new(files.len() as u64);
    let mut unreadable = 0;
    for path in &files {
        let name = path.display();
        let complain = |text: &str| bar.suspend(|| writeln!(io::stderr(), "{name}: {text}").ok());
        match Shard::read(path) {
            Ok(shard) => {
                for damage in &shard.damage {
                    complain(&damage.to_string());
                }
                checker.add(&shard, &mut |game, fault| {
                    complain(&format!("game {}: {fault}", game.number));
                });
            }
            Err(error) => {
                unreadable += 1;
                complain(&error.to_string());
            }
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    let mut is_sound = unreadable == 0;
    for ((rule, width, height), count) in checker.counts() {
        is_sound &= count.is_sound();
        write_count(&format!("{rule} {width}x{height}"), count)?;
    }
    Ok(code_of_end(is_sound))
}

/// Says what the games of one rule and size hold.
fn write_count(name: &str, count: &Count) -> io::Result<()> {
    let mut output = io::stdout();
    let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    let [black, white, drawn] = count.outcomes.map(|games| percent(games, count.games));
    let Count { files, games, positions, distinct, void, .. } = count;
    writeln!(
        output,
        "{name}: {files} files, {games} games, {positions} positions, {distinct} distinct \
         ({:.1} % duplicates), {void} without a search",
        percent(positions - distinct, *positions)
    )?;
    writeln!(
        output,
        "  black wins {black:.1} %, white {white:.1} %, drawn {drawn:.1} %; {:.1} stones a game; \
         {} games twice",
        count.stones as f64 / count.games.max(1) as f64,
        count.duplicate_games
    )?;
    let Count { faults, damages, torn_ends, .. } = count;
    writeln!(output, "  {faults} corrupt games, {damages} damages, {torn_ends} torn ends")
}
