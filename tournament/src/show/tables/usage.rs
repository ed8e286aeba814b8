//! The time and memory that engines used.

use crate::record::GameRecord;
use crate::statistics::{Tally, tally};

use super::layout::{duration, figures, lay_out, memory, names};

/// Returns a row for each engine: its moves, mean and longest time of a move, the number of late moves
/// (after the limit, within the margin) and the most of the margin that they used, the share of its
/// time that the machine took (if any), peak memory, mean processor time per game during the
/// opponent's moves, and the number of times that it was killed.
#[must_use]
pub fn usage(records: &[GameRecord], engines: &[String], width: usize) -> String {
    let tallies = tally(records, engines);
    let is_taken = tallies.iter().any(|tally| tally.machine_ms > 0.0);
    let mut columns = vec![
        names("Engine"),
        figures("Moves"),
        figures("Mean"),
        figures("Longest"),
        figures("Late"),
        figures("Margin"),
    ];
    columns.extend(is_taken.then(|| figures("Machine")));
    columns.extend([figures("Memory"), figures("CPU off turn"), figures("Killed")]);
    let row = |(name, tally): (&String, &Tally)| {
        let each = |sum: f64, count: u64| duration(sum / count.max(1) as f64);
        let mut row = vec![
            name.clone(),
            tally.moves.to_string(),
            each(tally.time_ms, tally.moves),
            duration(tally.longest_ms),
            tally.late.to_string(),
            if tally.late == 0 { "–".to_owned() } else { duration(tally.latest_ms) },
        ];
        row.extend(is_taken.then(|| share(tally.machine_ms, tally.time_ms)));
        row.extend([
            memory(tally.peak_memory),
            each(tally.foreign_cpu_ms, tally.results().games()),
            tally.killed.to_string(),
        ]);
        row
    };
    let rows: Vec<_> = engines.iter().zip(&tallies).map(row).collect();
    let table = lay_out(&columns, &rows, width);
    match records.iter().map(|record| record.replays).sum::<u32>() {
        0 => table,
        1 => table + "One game was played again, because the machine took too much time.\n",
        count => {
            table
                + &format!(
                    "{count} games were played again, because the machine took too much time.\n"
                )
        }
    }
}

/// Returns a part of a time in percent, or a dash if it is zero.
fn share(part_ms: f64, whole_ms: f64) -> String {
    if part_ms > 0.0 && whole_ms > 0.0 {
        format!("{:.1} %", 100.0 * part_ms / whole_ms)
    } else {
        "–".to_owned()
    }
}
