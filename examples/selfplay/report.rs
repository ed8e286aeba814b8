//! The report of all games: faults and results by rule and limit, and lateness by limit.

use std::collections::BTreeMap;
use std::fmt;

use dolmen::board::Color;
use dolmen::rules::{Outcome, Rule};

use crate::plan::Limit;
use crate::record::{End, FaultKind, Record};

/// The counts of the games with one rule and one limit.
#[derive(Clone, Debug, Default)]
struct Tally {
    games: usize,
    plies: usize,
    longest: usize,
    black: usize,
    white: usize,
    drawn: usize,
    no_move: usize,
    faults: [usize; FaultKind::ALL.len()],
}

impl Tally {
    fn add(&mut self, record: &Record) {
        self.games += 1;
        self.plies += record.moves.len();
        self.longest = self.longest.max(record.moves.len());
        match record.end {
            End::Outcome(Outcome::Win(Color::Black)) => self.black += 1,
            End::Outcome(Outcome::Win(Color::White)) => self.white += 1,
            End::Outcome(Outcome::Draw) => self.drawn += 1,
            End::NoMove(_) => self.no_move += 1,
            End::Fault => {}
        }
        for (count, kind) in self.faults.iter_mut().zip(FaultKind::ALL) {
            *count += record.faults.iter().filter(|fault| fault.kind == kind).count();
        }
    }
}

/// The rule and the limit of some games, in the order of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct TallyKey {
    /// The index of the rule.
    rule: usize,
    limit: Limit,
}

/// The counts of all games.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    tallies: BTreeMap<TallyKey, Tally>,
    total: Tally,
    lateness: BTreeMap<Limit, Vec<f64>>,
}

impl Report {
    /// Adds a game.
    pub(crate) fn add(&mut self, record: &Record) {
        let limit = record.setup.limit;
        let key = TallyKey { rule: record.setup.rule.index(), limit };
        self.tallies.entry(key).or_default().add(record);
        self.total.add(record);
        self.lateness.entry(limit).or_default().extend(&record.lateness);
    }

    /// Returns whether games were played and there were no faults.
    pub(crate) fn is_clean(&self) -> bool {
        self.total.games > 0 && self.total.faults.iter().all(|&count| count == 0)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\n{:<10}{:>7}{:>7}{:>7}{:>7}", "rule", "limit", "games", "plies", "most")?;
        write!(f, "{:>7}{:>7}{:>7}{:>8}", "black", "white", "drawn", "no move")?;
        FaultKind::ALL.iter().try_for_each(|kind| write!(f, "{kind:>8}"))?;
        writeln!(f)?;
        for (TallyKey { rule, limit }, tally) in &self.tallies {
            write_row(f, Rule::ALL[*rule].name(), &limit.to_string(), tally)?;
        }
        write_row(f, "all", "", &self.total)?;

        let header = ["limit", "replies", "median", "p99", "max"];
        write!(f, "\nmilliseconds over the limit\n")?;
        header.iter().try_for_each(|name| write!(f, "{name:>10}"))?;
        for (limit, values) in &self.lateness {
            let mut values = values.clone();
            values.sort_by(f64::total_cmp);
            let limit = limit.to_string();
            write!(f, "\n{limit:>10}{:>10}", values.len())?;
            for share in [0.5, 0.99, 1.0] {
                match quantile(&values, share) {
                    Some(value) => write!(f, "{value:>10.1}")?,
                    None => write!(f, "{:>10}", "-")?,
                }
            }
        }
        let verdict = if self.is_clean() { "clean" } else { "NOT CLEAN" };
        write!(f, "\n\n{verdict}")
    }
}

fn write_row(f: &mut fmt::Formatter<'_>, rule: &str, limit: &str, tally: &Tally) -> fmt::Result {
    let Tally { games, plies, longest, black, white, drawn, no_move, faults } = tally;
    let mean = plies / (*games).max(1);
    write!(f, "{rule:<10}{limit:>7}{games:>7}{mean:>7}{longest:>7}")?;
    write!(f, "{black:>7}{white:>7}{drawn:>7}{no_move:>8}")?;
    faults.iter().try_for_each(|count| write!(f, "{count:>8}"))?;
    writeln!(f)
}

/// Returns the smallest value that at least this share of the sorted values does not exceed.
fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let rank = (share * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.max(1) - 1).copied()
}
