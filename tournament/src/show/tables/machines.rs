//! The hosts and their games.

use crate::statistics::{Difference, HostFigures, HostStatistics};
use crate::store::Host;

use super::layout::{duration, figures, lay_out, names};

/// Returns a row for each host: its processor, its frequency and load at the start, games, mean time of
/// a move, nodes per second, speed relative to the mean of all hosts, and the test of whether its
/// results differ from those of the other hosts. A last line has the test for all hosts together.
#[must_use]
pub fn machines(hosts: &[Host], statistics: &HostStatistics, width: usize) -> String {
    let columns = [
        names("Host"),
        names("Processor"),
        figures("MHz"),
        figures("Load"),
        figures("Games"),
        figures("Mean"),
        figures("Nodes/s"),
        figures("Speed"),
        figures("χ²"),
        figures("p"),
    ];
    let number = |value: Option<f64>, decimals: usize| {
        value.map_or_else(|| "–".to_owned(), |value| format!("{value:.decimals$}"))
    };
    let rows: Vec<_> = hosts
        .iter()
        .zip(&statistics.each)
        .map(|(host, figures)| {
            let HostFigures { games, moves, time_ms, nodes_per_second, speed, difference } =
                figures;
            vec![
                host.name.clone(),
                host.processor.clone(),
                number(host.mhz, 0),
                number(host.load, 1),
                games.to_string(),
                duration(time_ms / (*moves).max(1) as f64),
                number(*nodes_per_second, 0),
                number(*speed, 2),
                difference.map_or("–".to_owned(), |difference| chi_square(&difference)),
                number(difference.map(|difference| difference.p), 3),
            ]
        })
        .collect();
    let mut text = lay_out(&columns, &rows, width);
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
