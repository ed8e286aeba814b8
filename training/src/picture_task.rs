//! The command `picture`: games in, a picture out.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use training::histograms::{Gathering, draw};
use training::store::games_files;

use crate::common::{Ending, Failure, progress_bar, write_picture};

/// The arguments of `picture`.
#[derive(Debug, Args)]
pub(crate) struct Picture {
    /// Files of games, and folders of them.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// The picture to draw (SVG).
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Number of positions of each rule and kind, spread over the files.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    positions: u32,
}

impl Picture {
    /// Draws the histograms.
    pub(crate) fn run(&self) -> Result<Ending, Failure> {
        let files = games_files(&self.paths)?;
        let gathering = Gathering { files, positions: self.positions as usize };
        let bar = progress_bar(gathering.files.len(), "files");
        let rows = gathering.gather(&mut |files| bar.set_position(files as u64));
        bar.finish_and_clear();
        let rows = rows?;
        if rows.is_empty() {
            return Err("no files of games with labelled positions found".into());
        }
        write_picture(&self.output, &draw::draw(&rows))?;
        for row in &rows {
            let counts = row.groups.iter();
            let counts = counts.map(|(group, facts)| format!("{group} {}", facts.len()));
            let counts: Vec<String> = counts.collect();
            writeln!(io::stdout(), "{}: {}", row.rule, counts.join(", "))?;
        }
        Ok(Ending::Done)
    }
}
