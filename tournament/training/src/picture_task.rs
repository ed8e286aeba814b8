//! The command `picture` as a person sees it: files in, a picture out.

use std::fs;
use std::io::{self, Write};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};
use training::histograms::{Gathering, draw};
use training::store::games_files;

use crate::arguments::PictureArguments;
use crate::ending::Failure;

/// Draws histograms of what is stored.
pub(crate) fn picture(arguments: &PictureArguments) -> Result<(), Failure> {
    let gathering = Gathering {
        files: games_files(&arguments.paths)?,
        positions: arguments.positions as usize,
    };
    let bar = ProgressBar::new(gathering.files.len() as u64).with_style(
        ProgressStyle::with_template("{elapsed_precise} {wide_bar} {pos}/{len} files, {eta} left")?,
    );
    bar.enable_steady_tick(Duration::from_secs(1));
    let rows = gathering.gather(&mut |files| bar.set_position(files as u64));
    bar.finish_and_clear();
    let rows = rows?;
    if rows.is_empty() {
        return Err("no files of games with labelled positions found".into());
    }
    fs::write(&arguments.output, draw::draw(&rows))
        .map_err(|error| format!("{}: {error}", arguments.output.display()))?;
    let mut output = io::stdout();
    for row in &rows {
        let counts = row.groups.iter();
        let counts = counts.map(|(group, facts)| format!("{group} {}", facts.len()));
        let counts: Vec<String> = counts.collect();
        writeln!(output, "{}: {}", row.rule, counts.join(", "))?;
    }
    Ok(())
}
