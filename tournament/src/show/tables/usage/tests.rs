//! Sums, means and maxima.

use crate::show::tables::samples::{engines, records};
use crate::show::tables::usage;

#[test]
fn what_engines_took() {
    let mut records = records("0.0 alpha beta black five\n0.1 beta alpha black five");
    records[0].black.late = 1;
    records[0].black.latest_ms = 12.5;
    records[1].black.peak_memory = 200 << 20;
    records[1].black.killed = Some("SIGKILL".to_owned());
    records[1].white.foreign_cpu_ms = 90.0;
    records[0].white.machine_ms = 2.0;
    records[0].replays = 2;
    let text = usage(&records, &engines("alpha beta"), 100);
    let expected = [
        "Engine  Moves     Mean  Longest  Late  Margin  Machine   Memory  CPU off turn  Killed",
        "alpha       4  5.00 ms  6.00 ms     1   12 ms        –   30 MiB         45 ms       0",
        "beta        4  5.00 ms  6.00 ms     0       –   10.0 %  200 MiB       0.00 ms       1",
        "2 games were played again, because the machine took too much time.",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
}
