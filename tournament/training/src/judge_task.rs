//! The command `judge` as a person sees it: a bar while it searches, a line for each set.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use dolmen::search::Margins;
use indicatif::{ProgressBar, ProgressStyle};
use training::generate::engine_signature;
use training::judge::positions::{Sample, positions};
use training::judge::{Comparison, Judge, Settings};
use training::store::games_files;

use crate::arguments::JudgeArguments;
use crate::ending::{Failure, stop_by_interrupt};

/// Compares all sets with the usual margins, unless somebody interrupts; says which.
pub(crate) fn judge(arguments: &JudgeArguments) -> Result<bool, Failure> {
    let sample = Sample {
        files: games_files(&arguments.paths)?,
        rule: arguments.rule,
        count: arguments.positions,
        seed: arguments.seed,
    };
    let positions =
        positions(&sample).map_err(|(path, error)| format!("{} {error}", path.display()))?;
    let Some(size) = positions.first().map(dolmen::board::Position::size) else {
        return Err(format!("no games of {} found", arguments.rule).into());
    };
    let settings = Settings {
        engine: engine_signature(),
        rule: arguments.rule.name(),
        size: size.to_string(),
        deep_nodes: arguments.deep_nodes,
    };
    let count = positions.len();
    let judge = Judge::open(arguments.rule, positions, &settings, &arguments.state)?;
    let stop = stop_by_interrupt()?;
    let Some(base) = worths(&judge, arguments, (count, "usual"), &Margins::default(), &stop)?
    else {
        return Ok(false);
    };
    for (name, margins) in &arguments.sets {
        let Some(own) = worths(&judge, arguments, (count, name), margins, &stop)? else {
            return Ok(false);
        };
        let Comparison { gain, error, differing } = Comparison::of(&base, &own);
        writeln!(
            io::stdout(),
            "{name}: {:+.2} ± {:.2} points of win probability per move, {count} positions, a \
             different move in {:.0} % of them",
            100.0 * gain,
            100.0 * error,
            100.0 * differing
        )?;
    }
    Ok(true)
}

/// Evaluates the choices of a set of margins, and shows a progress bar meanwhile.
fn worths(
    judge: &Judge,
    arguments: &JudgeArguments,
    (count, name): (usize, &str),
    margins: &Margins,
    stop: &AtomicBool,
) -> Result<Option<Vec<f64>>, Failure> {
    let bar = ProgressBar::new(count as u64).with_style(ProgressStyle::with_template(
        "{elapsed_precise} {wide_bar} {pos}/{len} positions, {eta} left: {msg}",
    )?);
    bar.enable_steady_tick(Duration::from_secs(1));
    bar.set_message(name.to_owned());
    let threads = usize::from(arguments.threads);
    let worths = judge.worths(margins, arguments.nodes, threads, stop, &|| bar.inc(1));
    bar.finish_and_clear();
    Ok(worths?)
}
