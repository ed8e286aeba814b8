//! The command `label`: games of other programs in, files of games out.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::Args;
use dolmen::rules::Rule;
use number_text::{counted, whole_number_in};
use training::label::foreign::ForeignFile;
use training::label::{Progress, Settings, run};
use training::store::Damage;

use crate::common::{
    Ending, Failure, log, log_dropped, nodes, progress_bar, stop_by_interrupt, threads,
    threads_or_processors,
};
use crate::outputs::folder;

/// The arguments of `label`.
#[derive(Debug, Args)]
pub(crate) struct Label {
    /// Files of games with one JSON object per text line: rule, size, moves ([column, row],
    /// counted from 0 at the top left corner), result (black, white or draw) and
    /// opening_plies.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Folder for the labelled games.
    #[arg(long, value_name = "DIR", value_parser = folder())]
    output: PathBuf,
    /// Nodes of the search for each position.
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = nodes())]
    nodes: u64,
    /// Maximum number of positions per game, spread evenly over the moves after the
    /// opening.
    #[arg(long, value_name = "N", default_value = "12")]
    #[arg(value_parser = whole_number_in(NonZeroUsize::MIN..))]
    positions_per_game: NonZeroUsize,
    /// Number of games labelled at once [default: the number of processors].
    #[arg(long, value_name = "N", value_parser = threads())]
    threads: Option<u16>,
    /// Use only games of this rule.
    #[arg(long)]
    rule: Option<Rule>,
}

impl Label {
    /// Reads the files, whose contents must differ: the checksum of a file names that of its labelled games.
    fn read(&self) -> Result<Vec<ForeignFile>, Failure> {
        let mut files: Vec<ForeignFile> = Vec::new();
        for path in &self.files {
            let name = path.display();
            let file = ForeignFile::read(path).map_err(|error| format!("{name}: {error}"))?;
            if let Some(same) = files.iter().position(|known| known.checksum == file.checksum) {
                let same = &self.files[same];
                let why = if same == path {
                    format!("{name} is named twice: expected every file once")
                } else {
                    format!(
                        "{name} holds the games of {}: expected every game once",
                        same.display()
                    )
                };
                return Err(why.into());
            }
            files.push(file);
        }
        Ok(files)
    }

    /// Labels the games until the user interrupts.
    pub(crate) fn run(&self) -> Result<Ending, Failure> {
        let files = self.read()?;
        let refusals = files.iter().flat_map(|file| &file.refusals);
        let refused = refusals.map(|refusal| log(refusal)).count();
        let settings = Settings {
            nodes: self.nodes,
            positions_per_game: self.positions_per_game.get(),
            rule: self.rule,
            threads: threads_or_processors(self.threads),
        };
        let stop = stop_by_interrupt()?;
        let bar = progress_bar(0, "games");
        let mut on_game = |progress: Progress| {
            bar.set_length(progress.wanted as u64);
            bar.set_position(progress.games as u64);
            bar.set_message(format!("; {} positions", progress.positions));
        };
        let mut on_dropped =
            |path: &Path, damage: &Damage| bar.suspend(|| log_dropped(path, damage));
        let progress = run(&files, &self.output, &settings, &stop, &mut on_game, &mut on_dropped)?;
        bar.finish_and_clear();
        let mut output = io::stdout();
        writeln!(
            output,
            "labelled {} of {}, {}; refused {}",
            progress.games,
            counted(progress.wanted, "game"),
            counted(progress.positions, "position"),
            counted(refused, "line")
        )?;
        if stop.load(Ordering::Relaxed) && !progress.is_complete() {
            writeln!(output, "run the same command again to label the others")?;
        }
        let ending = Ending::if_done(progress.is_complete());
        Ok(if ending == Ending::Done && refused > 0 { Ending::Invalid } else { ending })
    }
}
