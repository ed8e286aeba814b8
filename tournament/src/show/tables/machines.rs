//! The hosts and their games.

use crate::statistics::{Difference, HostStatistics};
use crate::store::Host;

use super::layout::{Table, duration, or_dash};

/// Returns a row for each host: its processor, its frequency and load at the start, games, mean time of
/// a move, nodes per second, speed relative to the mean of all hosts, and the test of whether its
/// results differ from those of the other hosts. A last line has the test for all hosts together.
#[must_use]
pub fn machines(hosts: &[Host], statistics: &HostStatistics, width: usize) -> String {
    let number = |value: Option<f64>, decimals: usize| {
        or_dash(value.map(|value| format!("{value:.decimals$}")))
    };
    let mut text = Table::of(hosts.iter().zip(&statistics.each))
        .names("Host", |(host, _)| &host.name)
        .names("Processor", |(host, _)| &host.processor)
        .figures("MHz", |(host, _)| number(host.mhz, 0))
        .figures("Load", |(host, _)| number(host.load, 1))
        .figures("Games", |(_, own)| own.games)
        .figures("Mean", |(_, own)| duration(own.time_ms / own.moves.max(1) as f64))
        .figures("Nodes/s", |(_, own)| number(own.nodes_per_second, 0))
        .figures("Speed", |(_, own)| number(own.speed, 2))
        .figures("χ²", |(_, own)| or_dash(own.difference.as_ref().map(chi_square)))
        .figures("p", |(_, own)| number(own.difference.map(|found| found.p), 3))
        .text(width);
    if let Some(difference) = &statistics.difference {
        let (chi_square, p) = (chi_square(difference), difference.p);
        text +=
            &format!("Results by host: χ² {chi_square}; p = {p:.3} if the hosts do not differ\n");
    }
    text
}

/// Returns the statistic, and its expectation in brackets.
fn chi_square(difference: &Difference) -> String {
    format!("{:.1} ({})", difference.chi_square, difference.freedom)
}
