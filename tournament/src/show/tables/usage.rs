//! The time and memory that engines used.

use std::collections::BTreeSet;

use dolmen::opening::Player;

use crate::record::GameRecord;
use crate::statistics::{Tally, tally};

use super::layout::{Table, duration, memory, or_dash, percent, shortened};

/// Returns a row for each engine: its moves, mean and longest time of a move, the number of late moves (after
/// the limit, within the margin) and the most of the margin that they used, the share of its time that the
/// machine took (if any), peak memory, mean processor time per game during the opponent's moves, and the
/// number of times that it was killed. Notes after the table name the engines that commented on their options or
/// printed stray text lines.
#[must_use]
pub fn usage(records: &[GameRecord], engines: &[String], width: usize) -> String {
    let tallies = tally(records, engines);
    let is_taken = tallies.iter().any(|tally| tally.machine_ms > 0.0);
    let each = |sum: f64, count: u64| duration(sum / count.max(1) as f64);
    let mut table = Table::of(engines.iter().zip(&tallies))
        .names("Engine", |(name, _)| *name)
        .figures("Moves", |(_, own)| own.moves)
        .figures("Mean", |(_, own)| each(own.time_ms, own.moves))
        .figures("Longest", |(_, own)| duration(own.longest_ms))
        .figures("Late", |(_, own)| own.late)
        .figures("Margin", |(_, own)| or_dash((own.late > 0).then(|| duration(own.latest_ms))));
    if is_taken {
        table = table.figures("Machine", |(_, own)| {
            let is_share = own.machine_ms > 0.0 && own.time_ms > 0.0;
            or_dash(is_share.then(|| percent(own.machine_ms / own.time_ms)))
        });
    }
    let table = table
        .figures("Memory", |(_, own)| memory(own.peak_memory))
        .figures("CPU off turn", |(_, own)| each(own.foreign_cpu_ms, own.results().games()))
        .figures("Killed", |(_, own)| own.killed)
        .text(width);
    let again = match records.iter().map(|record| record.replays).sum::<u32>() {
        0 => String::new(),
        1 => "One game was played again, because the machine took too much time.\n".to_owned(),
        count => {
            format!("{count} games were played again, because the machine took too much time.\n")
        }
    };
    [
        table,
        again,
        acts_of_runner(records),
        option_comments(engines, &tallies, width),
        strays(engines, &tallies, width),
    ]
    .concat()
}

/// Returns a note on the engines in whose place the runner negotiated openings.
fn acts_of_runner(records: &[GameRecord]) -> String {
    let mut acts = 0;
    let mut names = BTreeSet::new();
    for record in records {
        let Some(negotiation) = &record.negotiation else { continue };
        let players = [record.black.name.as_str(), record.white.name.as_str()];
        for act in negotiation.acts.iter().filter(|act| act.by_runner) {
            let is_first = act.by == Player::First;
            names.extend(players.into_iter().find(|name| (*name == negotiation.first) == is_first));
            acts += 1;
        }
    }
    let names: Vec<&str> = names.into_iter().collect();
    let acts = match acts {
        0 => return String::new(),
        1 => "1 act".to_owned(),
        acts => format!("{acts} acts"),
    };
    let names = names.join(", ");
    format!(
        "The runner chose {acts} of openings in place of {names}: SWAP2BOARD and OPENING were not answered.\n"
    )
}

/// Returns the note on an engine that has commented on its options.
#[must_use]
pub fn option_comment(engine: &str, comment: &str) -> String {
    format!("{engine} on its options: {comment}")
}

/// Returns a note for each engine that has commented on its options.
fn option_comments(engines: &[String], tallies: &[Tally], width: usize) -> String {
    let comments = engines.iter().zip(tallies).filter_map(|(name, own)| {
        let note = option_comment(name, own.option_comment.as_ref()?);
        Some(shortened(&note, width) + "\n")
    });
    comments.collect()
}

/// Returns a note for each engine that printed text lines other than replies and comments, and the way to
/// repair it.
fn strays(engines: &[String], tallies: &[Tally], width: usize) -> String {
    let mut text = String::new();
    for (name, own) in engines.iter().zip(tallies) {
        let Some(first) = own.stray_line.as_ref().filter(|_| own.stray > 0) else { continue };
        let lines = if own.stray == 1 { "line that is" } else { "lines that are" };
        let line = format!("{name} printed {} {lines} no reply, the first {first:?}.", own.stray);
        text += &(shortened(&line, width) + "\n");
    }
    if !text.is_empty() {
        text += "Begin such lines with MESSAGE or DEBUG.\n";
    }
    text
}
