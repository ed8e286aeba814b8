//! The machines and their work.

use crate::statistics::{Difference, HostFigures, HostStatistics};
use crate::store::Host;

use super::layout::{duration, figures, lay_out, names};

/// For each machine: its processor, megahertz and load when it began, games, mean time of a
/// move, nodes in a second and speed against the mean of all, and how likely a difference of
/// its results from those of the others is by chance; then the same for all together.
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

/// The sum, and in brackets what is expected of it.
fn chi_square(difference: &Difference) -> String {
    format!("{:.1} ({})", difference.chi_square, difference.freedom)
}
