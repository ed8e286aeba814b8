//! The command `check`: games in, counts and complaints out.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use number_text::counted;
use training::check::{Checker, Count, kinds};
use training::store::{Shard, games_files};

use crate::common::{Ending, Failure, log, no_games_of, progress_bar};

/// The arguments of `check`.
#[derive(Debug, Args)]
pub(crate) struct Check {
    /// Files of games, and folders of them.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
}

impl Check {
    /// Replays the games and counts what the files hold.
    pub(crate) fn run(&self) -> Result<Ending, Failure> {
        let files = games_files(&self.paths)?;
        let mut checker = Checker::default();
        let bar = progress_bar(files.len(), "files");
        let mut unreadable = 0;
        for path in &files {
            let name = path.display();
            let complain = |text: &str| bar.suspend(|| log(&format!("{name}: {text}")));
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
        if files.is_empty() {
            return Err(no_games_of(None).into());
        }
        let mut is_sound = unreadable == 0;
        for (rule, count) in checker.counts() {
            is_sound &= count.is_sound();
            write_count(rule, count)?;
        }
        Ok(if is_sound { Ending::Done } else { Ending::Invalid })
    }
}

/// Writes the counts of the games of one rule.
fn write_count(rule: &str, count: &Count) -> io::Result<()> {
    let mut output = io::stdout();
    let percent = |part: usize, whole: usize| 100.0 * part as f64 / whole.max(1) as f64;
    let positions = count.positions.total() as usize;
    let Count { files, games, stones, duplicate_games, .. } = count;
    let by_kind: Vec<String> =
        kinds(&count.positions).map(|(kind, positions)| format!("{kind} {positions}")).collect();
    writeln!(
        output,
        "{rule}: {}, {}, {}: {}",
        counted(*files, "file"),
        counted(*games, "game"),
        counted(positions, "position"),
        by_kind.join(", ")
    )?;
    let Count { duplicates_within, duplicates_across, .. } = *count;
    writeln!(
        output,
        "  duplicates {:.2} %: {duplicates_within} within and {duplicates_across} across files; \
         {duplicate_games} duplicate games",
        percent(duplicates_within + duplicates_across, positions)
    )?;
    writeln!(
        output,
        "  {:.1} % proved wins, {:.1} % deeply searched, {:.1} % without a search",
        percent(count.proved, positions),
        percent(count.deep, positions),
        percent(count.void, positions)
    )?;
    let [black, white, drawn] = count.outcomes.map(|outcome| percent(outcome, *games));
    writeln!(
        output,
        "  black wins {black:.1} %, white {white:.1} %, drawn {drawn:.1} %; {:.1} stones per game",
        *stones as f64 / (*games).max(1) as f64
    )?;
    let beginnings = count.beginnings.iter();
    let beginnings: Vec<String> = beginnings
        .map(|(beginning, count)| format!("{} {:.1} %", beginning.name(), percent(*count, *games)))
        .collect();
    writeln!(output, "  beginnings: {}", beginnings.join(", "))?;
    let sizes = count.sizes.iter();
    let sizes: Vec<String> = sizes
        .map(|((width, height), count)| {
            format!("{width}x{height} {:.1} %", percent(*count, *games))
        })
        .collect();
    writeln!(output, "  sizes: {}", sizes.join(", "))?;
    let Count { faults, damages, torn_ends, .. } = count;
    writeln!(
        output,
        "  {faults} invalid games, {damages} damaged blocks, {torn_ends} incomplete ends"
    )
}
