//! Games lost by a fault of the loser, and void games.

use crate::record::{GameRecord, Reason, Score};
use crate::statistics::tally;

use super::layout::{Table, percent, shortened};

/// The maximum number of listed games.
const LISTED: usize = 20;

/// The share of failures above which Gomocup omits an engine from its rating list.
const UNRELIABLE: f64 = 0.1;

/// Returns the number of failures by engine and reason, warnings about engines that fail in more than
/// a tenth of their games, and the first failed and void games. Pairs and games are numbered from 0, as
/// in the file of results. Returns `No failures.` if there are none.
#[must_use]
pub fn failures(records: &[GameRecord], engines: &[String], width: usize) -> String {
    let mut text = counts(records, engines, width);
    let mut failed: Vec<_> = records
        .iter()
        .filter(|record| record.loser_by_fault().is_some() || record.score == Score::Void)
        .collect();
    if failed.is_empty() {
        return "No failures.\n".to_owned();
    }
    failed.sort_by_key(|record| record.id);
    if !text.is_empty() {
        text.push('\n');
    }
    for record in failed.iter().take(LISTED) {
        text.push_str(&shortened(&line(record), width));
        text.push('\n');
    }
    if failed.len() > LISTED {
        text.push_str(&format!("… and {} more.\n", failed.len() - LISTED));
    }
    text
}

/// Returns the table of counts and the warnings, or an empty text if there are no failures.
fn counts(records: &[GameRecord], engines: &[String], width: usize) -> String {
    let tallies = tally(records, engines);
    let mut kinds: Vec<Reason> =
        tallies.iter().flat_map(|tally| tally.failures.keys().copied()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    if kinds.is_empty() {
        return String::new();
    }
    let failed = || engines.iter().zip(&tallies).filter(|(_, tally)| tally.failed() > 0);
    let mut table = Table::of(failed())
        .names("Engine", |(name, _)| *name)
        .figures("Failed", |(_, tally)| tally.failed())
        .figures("Games", |(_, tally)| tally.results().games());
    for kind in kinds {
        table = table.figures(kind.words(), |(_, tally)| {
            tally.failures.get(&kind).map_or_else(|| "·".to_owned(), ToString::to_string)
        });
    }
    let mut text = table.text(width);
    for (name, tally) in failed() {
        let share = tally.failed() as f64 / tally.results().games() as f64;
        if share > UNRELIABLE {
            let share = percent(share);
            let warning =
                format!("{name} failed in {share} of its games: its rating is unreliable.");
            text += &(shortened(&warning, width) + "\n");
        }
    }
    text
}

/// Returns a line about a failed or void game.
fn line(record: &GameRecord) -> String {
    let mut line = format!("{}: ", record.id);
    let (black, white) = (&record.black.name, &record.white.name);
    match record.loser_by_fault() {
        Some(loser) => {
            let loser = &loser.name;
            let winner = if loser == black { white } else { black };
            line += &format!("{loser} against {winner}, {}", record.reason.words());
        }
        None => line += &format!("{black} against {white} is void, {}", record.reason.words()),
    }
    let account = record.account();
    if !account.is_empty() {
        line += &format!(": {}", account.replace(char::is_control, " "));
    }
    line
}
