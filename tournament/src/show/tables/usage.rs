//! The resources of engines: time, the margin after it, memory, the opponent's time.

use crate::record::GameRecord;
use crate::statistics::tally;

use super::layout::{duration, figures, lay_out, memory, names};

/// For each engine: its moves, mean and longest time of a move, how many moves came after the
/// limit but within the margin and how much of it they used at most, peak memory, processor time
/// during the opponent's moves (for a game, in the mean), and how often it had to be killed.
#[must_use]
pub fn usage(records: &[GameRecord], engines: &[String], width: usize) -> String {
    let columns = [
        names("Engine"),
        figures("Moves"),
        figures("Mean"),
        figures("Longest"),
        figures("Late"),
        figures("Margin"),
        figures("Memory"),
        figures("CPU off turn"),
        figures("Killed"),
    ];
    let rows: Vec<_> = engines
        .iter()
        .zip(tally(records, engines))
        .map(|(name, tally)| {
            let each = |sum: f64, count: u64| duration(sum / count.max(1) as f64);
            vec![
                name.clone(),
                tally.moves.to_string(),
                each(tally.time_ms, tally.moves),
                duration(tally.longest_ms),
                tally.late.to_string(),
                if tally.late == 0 { "–".to_owned() } else { duration(tally.latest_ms) },
                memory(tally.peak_memory),
                each(tally.foreign_cpu_ms, tally.results().games()),
                tally.killed.to_string(),
            ]
        })
        .collect();
    lay_out(&columns, &rows, width)
}

#[cfg(test)]
mod tests;
