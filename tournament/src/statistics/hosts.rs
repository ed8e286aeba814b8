//! The speed of machines, and a test of whether results depend on the machine.
//!
//! The test is a permutation test: under the null hypothesis the pairs of a machine are a random sample,
//! without replacement, of all pairs between the same engines. The mean and the variance of the sample are
//! exact; that the squared deviation follows a χ² distribution is an approximation for many pairs.

use std::collections::{BTreeMap, HashMap};

use dolmen::protocol::reading::Reading;
use serde::Serialize;
use statrs::distribution::{ChiSquared, ContinuousCDF};

use crate::record::{GameRecord, MoveRecord};
use crate::statistics::pair_results;

/// The work of the machines of a tournament, and tests of whether results depend on the machine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HostStatistics {
    /// The figures of each machine, by index.
    pub each: Vec<HostFigures>,
    /// The test of all machines; `None` without results to compare.
    pub difference: Option<Difference>,
}

/// The work of a machine.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct HostFigures {
    /// The number of its games.
    pub games: usize,
    /// The number of moves that engines searched on it.
    pub moves: u64,
    /// The thinking time of those moves, in milliseconds.
    pub time_ms: f64,
    /// The nodes per second, if engines report nodes in their messages and the messages are kept.
    pub nodes_per_second: Option<f64>,
    /// The speed, where 1 is the mean of all machines; `None` if it is not known. It follows from the
    /// nodes per second of engines that report nodes, and from the moves per second of other engines if
    /// their nodes or depth are limited.
    pub speed: Option<f64>,
    /// The test of this machine against all others; `None` without results to compare.
    pub difference: Option<Difference>,
}

/// The result of a test of whether the results of games depend on the machine.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// The sum of squared deviations.
    pub chi_square: f64,
    /// The degrees of freedom, which are the expectation of the sum under the null hypothesis; at least 1.
    pub freedom: u64,
    /// The probability of this sum or a larger one under the null hypothesis, 0 to 1.
    pub p: f64,
}

/// Returns the work of each of `hosts` machines, and tests of whether results depend on them. Engines
/// are numbered as in `names`; `is_limited` holds for each engine whether its nodes or its depth are
/// limited, so that its time for a move shows the speed of the machine.
#[must_use]
pub fn host_statistics(
    records: &[GameRecord],
    names: &[String],
    is_limited: &[bool],
    paired: bool,
    hosts: usize,
) -> HostStatistics {
    let efforts = Efforts::of(records, names, is_limited);
    let samples = samples(records, names, paired);
    let figures = |index: usize| {
        let own = || efforts.of_host(index);
        let nodes: u64 = own().map(|effort| effort.nodes).sum();
        let nodes_ms: f64 = own().map(|effort| effort.nodes_ms).sum();
        HostFigures {
            games: records.iter().filter(|record| record.host == index).count(),
            moves: own().map(|effort| effort.moves).sum(),
            time_ms: own().map(|effort| effort.time_ms).sum(),
            nodes_per_second: (nodes > 0 && nodes_ms > 0.0).then(|| nodes as f64 / nodes_ms * 1e3),
            speed: efforts.speed(index),
            difference: compare(&samples, |host| usize::from(host == index)),
        }
    };
    HostStatistics {
        each: (0..hosts).map(figures).collect(),
        difference: compare(&samples, |host| host),
    }
}

/// The work of an engine on a machine.
#[derive(Clone, Copy, Debug, Default)]
struct Effort {
    moves: u64,
    time_ms: f64,
    /// The nodes of the moves whose messages report them, and the time of these moves.
    nodes: u64,
    nodes_ms: f64,
}

impl Effort {
    fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.time_ms += other.time_ms;
        self.nodes += other.nodes;
        self.nodes_ms += other.nodes_ms;
    }

    fn of_move(at: &MoveRecord) -> Option<Self> {
        let time_ms = at.ms?;
        let nodes = at.message.as_ref().and_then(|text| Reading::of(text).nodes).unwrap_or(0);
        let nodes_ms = if nodes > 0 { time_ms } else { 0.0 };
        Some(Self { moves: 1, time_ms, nodes, nodes_ms })
    }

    /// Returns the nodes per millisecond if `by_nodes`, otherwise the moves; `None` without any.
    fn rate(&self, by_nodes: bool) -> Option<f64> {
        let (work, ms) =
            if by_nodes { (self.nodes, self.nodes_ms) } else { (self.moves, self.time_ms) };
        (work > 0 && ms > 0.0).then(|| work as f64 / ms)
    }
}

/// The work of every engine on every machine.
struct Efforts<'a> {
    /// The work by machine and engine.
    each: BTreeMap<(usize, usize), Effort>,
    /// Indicates for each engine whether its nodes or its depth are limited.
    is_limited: &'a [bool],
}

impl<'a> Efforts<'a> {
    fn of(records: &[GameRecord], names: &[String], is_limited: &'a [bool]) -> Self {
        let index: HashMap<&str, usize> =
            names.iter().enumerate().map(|(i, name)| (name.as_str(), i)).collect();
        let mut each: BTreeMap<(usize, usize), Effort> = BTreeMap::new();
        for record in records {
            for (ply, at) in record.moves.iter().enumerate() {
                let engine = index.get(record.thinker(ply).name.as_str());
                if let (Some(&engine), Some(effort)) = (engine, Effort::of_move(at)) {
                    each.entry((record.host, engine)).or_default().add(&effort);
                }
            }
        }
        Self { each, is_limited }
    }

    fn of_host(&self, host: usize) -> impl Iterator<Item = &Effort> {
        self.each.range((host, 0)..=(host, usize::MAX)).map(|(_, effort)| effort)
    }

    fn of_engine(&self, engine: usize) -> Effort {
        let mut sum = Effort::default();
        let own = self.each.iter().filter(|((_, index), _)| *index == engine);
        own.for_each(|(_, effort)| sum.add(effort));
        sum
    }

    /// Returns the speed of a machine: for each engine the rate on this machine over that on all
    /// machines, and of these ratios the geometric mean, weighted by time.
    fn speed(&self, host: usize) -> Option<f64> {
        let (mut sum, mut weight) = (0.0, 0.0);
        for engine in 0..self.is_limited.len() {
            let all = self.of_engine(engine);
            let by_nodes = all.nodes > 0;
            let Some(effort) = self.each.get(&(host, engine)) else { continue };
            if let (Some(own), Some(mean)) = (effort.rate(by_nodes), all.rate(by_nodes))
                && (by_nodes || self.is_limited[engine])
            {
                sum += effort.time_ms * (own / mean).ln();
                weight += effort.time_ms;
            }
        }
        (weight > 0.0).then(|| (sum / weight).exp())
    }
}

/// The results between two engines: the machine of each pair, and the half points of the
/// engine that the configuration names first.
type Sample = Vec<(usize, f64)>;

/// Returns the results of pairs whose games were all played on one machine.
fn samples(records: &[GameRecord], names: &[String], paired: bool) -> Vec<Sample> {
    let mut places: HashMap<u64, Option<usize>> = HashMap::new();
    for record in records {
        let place = places.entry(record.id.pair).or_insert(Some(record.host));
        *place = place.filter(|host| *host == record.host);
    }
    let mut samples: BTreeMap<(usize, usize), Sample> = BTreeMap::new();
    for result in pair_results(records, names, paired) {
        let Some(game) = result.games.first() else { continue };
        let pairing = (game.first.min(game.second), game.first.max(game.second));
        let half_points = result.half_points_of(pairing.0);
        if let (Some(Some(host)), Some(half_points)) = (places.get(&result.pair), half_points) {
            samples.entry(pairing).or_default().push((*host, f64::from(half_points)));
        }
    }
    samples.into_values().collect()
}

/// Compares groups of machines: for each two engines, the squared deviations of the groups'
/// means from the mean of all, in units of the variance of a random choice.
fn compare(samples: &[Sample], group: impl Fn(usize) -> usize) -> Option<Difference> {
    let (mut chi_square, mut freedom) = (0.0, 0);
    for sample in samples {
        let count = sample.len() as f64;
        let mean = sample.iter().map(|(_, points)| points).sum::<f64>() / count;
        let squares: f64 = sample.iter().map(|(_, points)| (points - mean).powi(2)).sum();
        let mut groups: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        for (host, points) in sample {
            let (number, sum) = groups.entry(group(*host)).or_default();
            *number += 1.0;
            *sum += points - mean;
        }
        if groups.len() > 1 && squares > 0.0 {
            let variance = squares / (count - 1.0);
            let deviations = groups.values().map(|(number, sum)| sum.powi(2) / number);
            chi_square += deviations.sum::<f64>() / variance;
            freedom += groups.len() as u64 - 1;
        }
    }
    let distribution = ChiSquared::new(freedom as f64).ok()?;
    Some(Difference { chi_square, freedom, p: distribution.sf(chi_square) })
}

#[cfg(test)]
mod tests;
