//! The command `label` as a person sees it: games of others in, files of games out.

use std::io::{self, Write};
use std::sync::atomic::Ordering;
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};
use training::label::foreign::ForeignFile;
use training::label::{Settings, run};

use crate::arguments::LabelArguments;
use crate::ending::{Failure, stop_by_interrupt};

/// Labels games; whether all games of the files are sound and labelled.
pub(crate) fn label(arguments: &LabelArguments) -> Result<bool, Failure> {
    let mut files = Vec::new();
    for path in &arguments.files {
        let file = ForeignFile::read(path);
        files.push(file.map_err(|error| format!("{}: {error}", path.display()))?);
    }
    let refusals = files.iter().flat_map(|file| &file.refusals);
    let refused = refusals.map(|refusal| writeln!(io::stderr(), "{refusal}").ok()).count();
    let settings = Settings {
        nodes: arguments.nodes,
        positions_per_game: arguments.positions_per_game.get(),
        rule: arguments.rule,
        threads: arguments
            .threads
            .map_or_else(|| thread::available_parallelism().map_or(1, usize::from), usize::from),
    };
    let stop = stop_by_interrupt()?;
    let bar = ProgressBar::new(0);
    let style = "{elapsed_precise} {bar:40} {pos} of {len} games, {msg}, {eta} left";
    bar.set_style(ProgressStyle::with_template(style)?);
    let progress = run(&files, &arguments.output, &settings, &stop, &mut |progress| {
        bar.set_length(progress.wanted as u64);
        bar.set_position(progress.games as u64);
        bar.set_message(format!("{} positions", progress.positions));
    })?;
    bar.finish_and_clear();
    let mut output = io::stdout();
    let (games, wanted) = (progress.games, progress.wanted);
    writeln!(
        output,
        "labelled {games} of {wanted} games, {} positions; refused {refused} lines",
        progress.positions
    )?;
    if stop.load(Ordering::Relaxed) && !progress.is_complete() {
        writeln!(output, "run the same command again to label the others")?;
    }
    Ok(refused == 0 && progress.is_complete())
}
