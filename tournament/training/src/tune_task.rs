//! The command `tune` as a person sees it: a bar while it plays, a table at the end.

use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::time::Duration;

use dolmen::board::BoardSize;
use dolmen::search::Margins;
use indicatif::{ProgressBar, ProgressStyle};
use training::generate::engine_signature;
use training::tune::games::play_batch;
use training::tune::report::Report;
use training::tune::{Plan, Progress, Settings};

use crate::arguments::TuneArguments;
use crate::ending::{Failure, stop_by_interrupt};

/// Margins that the bar shows.
const SHOWN: usize = 3;

/// Takes steps until all pairs are played or somebody interrupts; says which.
pub(crate) fn tune(arguments: &TuneArguments) -> Result<bool, Failure> {
    let plan = plan(arguments);
    let settings = &plan.settings;
    let stop = stop_by_interrupt()?;
    let bar = ProgressBar::new(plan.pairs).with_style(ProgressStyle::with_template(
        "{elapsed_precise} {wide_bar} {pos}/{len} pairs, {eta} left{msg}",
    )?);
    bar.enable_steady_tick(Duration::from_secs(1));
    let mut is_begun = false;
    let threads = usize::from(arguments.threads);
    let play = &mut |batch: &_| play_batch(settings, threads, batch);
    let progress = plan.run(&stop, play, &mut |progress: &Progress| {
        if !is_begun {
            is_begun = true;
            say_torn(&bar, arguments, progress.torn_bytes);
            bar.set_position(progress.known_pairs);
            bar.reset_eta();
        }
        bar.set_position(progress.pairs);
        let new = progress.pairs - progress.known_pairs;
        let per_second = new as f64 / bar.elapsed().as_secs_f64().max(0.001);
        let moved = Report { settings, progress }.most_moved(SHOWN);
        bar.set_message(format!(", {per_second:.2} pairs/s; {moved}"));
    })?;
    let seconds = bar.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let new = progress.pairs - progress.known_pairs;
    writeln!(
        io::stdout(),
        "added {new} pairs to {} pairs, {:.2} pairs/s\n\n{}",
        progress.known_pairs,
        new as f64 / seconds.max(0.001),
        Report { settings, progress: &progress }
    )?;
    Ok(!stop.load(Ordering::Relaxed))
}

/// Returns what the arguments ask for; margins are in the order of the search's table.
fn plan(arguments: &TuneArguments) -> Plan {
    let names = &arguments.margins;
    let is_tuned = |name: &str| names.is_empty() || names.iter().any(|known| known == name);
    let margins = Margins::ALL.iter().copied().filter(|margin| is_tuned(margin.name)).collect();
    let settings = Settings {
        engine: engine_signature(),
        rules: arguments.rules.clone(),
        size: BoardSize::square(usize::from(arguments.size)),
        nodes: arguments.nodes,
        batch: arguments.batch,
        seed: arguments.seed,
        rate: arguments.rate,
        margins,
    };
    Plan { settings, pairs: arguments.pairs, state: arguments.state.clone() }
}

/// Says that the file's last line was cut off, if it was.
fn say_torn(bar: &ProgressBar, arguments: &TuneArguments, torn_bytes: u64) {
    if torn_bytes > 0 {
        let name = arguments.state.display();
        let text =
            format!("{name}: the last line is incomplete; its {torn_bytes} bytes are dropped");
        bar.suspend(|| writeln!(io::stderr(), "{text}").ok());
    }
}
