//! A table of machines.

use crate::show::tables::machines;
use crate::statistics::{Difference, HostFigures, HostStatistics};
use crate::store::Host;

#[test]
fn machines_have_a_line_each() {
    let difference = Difference { chi_square: 3.25, freedom: 2, p: 0.197 };
    let hosts = [
        Host {
            name: "alpha".to_owned(),
            processor: "Some CPU".to_owned(),
            mhz: Some(2596.1),
            load: Some(0.52),
            ..Host::default()
        },
        Host { name: "beta".to_owned(), ..Host::default() },
    ];
    let figures = HostFigures {
        games: 12,
        moves: 100,
        time_ms: 4000.0,
        nodes_per_second: Some(74_502.4),
        speed: Some(1.052),
        difference: Some(difference),
    };
    let each = vec![figures, HostFigures::default()];
    let statistics = HostStatistics { each, difference: Some(difference) };
    let text = machines(&hosts, &statistics, 100);
    let expected = [
        "Host   Processor   MHz  Load  Games     Mean  Nodes/s  Speed       χ²      p",
        "alpha  Some CPU   2596   0.5     12    40 ms    74502   1.05  3.2 (2)  0.197",
        "beta                 –     –      0  0.00 ms        –      –        –      –",
        "Results by host: χ² 3.2 (2); p = 0.197 if the hosts do not differ",
    ];
    assert_eq!(text.lines().collect::<Vec<_>>(), expected);
}
