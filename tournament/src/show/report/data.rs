//! Everything that the page shows, as one value.
//!
//! Invariant: engines, openings and games are numbered by their place in their lists; games are
//! in the order of the plan.

use serde::Serialize;

use crate::config::Format;
use crate::record::GameRecord;
use crate::show::clean::clean;
use crate::show::report::engines::Engine;
use crate::show::report::games::{Games, Running};
use crate::show::report::meetings::{Meeting, Test};
use crate::show::report::openings::Opening;
use crate::show::report::values::{Interval, REASONS, cut};
use crate::show::report::{details, engines, meetings, openings};
use crate::show::snapshot::Snapshot;
use crate::statistics::{Difference, HostFigures, pair_results};
use crate::store::Host;

/// Characters of what an engine left behind, most.
const WORDS: usize = 4000;

/// The value.
#[derive(Debug, Serialize)]
pub(super) struct Data {
    generated: u64,
    created: u64,
    done: usize,
    total: usize,
    version: String,
    command: String,
    plan: String,
    format: Format,
    rule: String,
    size: (usize, usize),
    seed: u64,
    paired: bool,
    swap2: bool,
    transform: bool,
    restart: bool,
    send_boards: bool,
    draw_after: Option<usize>,
    hosts: Vec<Machine>,
    /// The dependence of results on the machine.
    hosts_differ: Option<Differs>,
    engines: Vec<Engine>,
    /// The standings: engines, the best first.
    order: Vec<usize>,
    /// The worth of moving first.
    first_move: Option<Interval>,
    meetings: Vec<Meeting>,
    test: Option<Test>,
    openings: Vec<Opening>,
    reasons: Vec<&'static str>,
    games: Games,
    /// Packed, [`details::AT_ONCE`] games each.
    details: Vec<String>,
    details_at_once: usize,
    failures: Vec<Failure>,
    running: Vec<Running>,
}

/// A machine, and what it did; see [`HostFigures`].
#[derive(Debug, Serialize)]
struct Machine {
    name: String,
    system: String,
    kernel: String,
    processor: String,
    processors: usize,
    mhz: Option<f64>,
    load: Option<f64>,
    games: usize,
    mean_ms: Option<f64>,
    nodes_per_second: Option<f64>,
    speed: Option<f64>,
    differs: Option<Differs>,
}

/// A test of whether results depend on the machine; see [`Difference`].
#[derive(Clone, Copy, Debug, Serialize)]
struct Differs {
    chi_square: f64,
    freedom: u64,
    p: f64,
}

/// A game that somebody lost by his own fault.
#[derive(Debug, Serialize)]
struct Failure {
    game: usize,
    loser: usize,
    detail: String,
    words: String,
    killed: Option<String>,
}

impl Data {
    pub(super) fn new(snapshot: &Snapshot) -> Self {
        let Snapshot { header, results, .. } = *snapshot;
        let config = &header.config;
        let mut records: Vec<&GameRecord> = snapshot.records.iter().collect();
        records.sort_by_key(|record| record.id);
        let names = results.names();
        let pairs = pair_results(snapshot.records, names, results.is_paired());
        let list = results.ratings(snapshot.records);
        let size = config.conditions.size;
        let statistics = header.host_statistics(snapshot.records);
        let machines = header.hosts.iter().zip(&statistics.each);
        Self {
            generated: snapshot.generated,
            created: header.created,
            done: records.len(),
            total: snapshot.total,
            version: header.version.clone(),
            command: snapshot.command.to_owned(),
            plan: header.plan.clone(),
            format: config.conditions.format,
            rule: config.conditions.rule.to_string(),
            size: (size.width(), size.height()),
            seed: config.conditions.seed,
            paired: results.is_paired(),
            swap2: config.conditions.swap2,
            transform: config.conditions.transform,
            restart: config.conditions.restart,
            send_boards: config.conditions.send_boards,
            draw_after: config.conditions.draw_after,
            hosts: machines.map(|(host, figures)| Machine::new(host, figures)).collect(),
            hosts_differ: statistics.difference.map(Differs::from),
            engines: engines::engines(config, &records, names, &list),
            order: list.ratings.iter().map(|rating| rating.engine).collect(),
            first_move: list.first_move_advantage.map(Interval::from),
            meetings: meetings::meetings(config, &records, &pairs, results),
            test: results.sprt().map(|sprt| Test::new(sprt, &pairs, results.is_paired())),
            openings: openings::openings(header, &records),
            reasons: REASONS.iter().map(|&(_, words)| words).collect(),
            games: Games::new(&records, names, header.created),
            details: details::pack(&records, config),
            details_at_once: details::AT_ONCE,
            failures: failures(&records, names),
            running: snapshot.running.iter().map(Running::new).collect(),
        }
    }
}

impl Machine {
    fn new(host: &Host, figures: &HostFigures) -> Self {
        let HostFigures { games, moves, time_ms, nodes_per_second, speed, difference } = figures;
        Self {
            name: clean(&host.name),
            system: clean(&host.system),
            kernel: clean(&host.kernel),
            processor: clean(&host.processor),
            processors: host.processors,
            mhz: host.mhz,
            load: host.load,
            games: *games,
            mean_ms: (*moves > 0).then(|| time_ms / *moves as f64),
            nodes_per_second: *nodes_per_second,
            speed: *speed,
            differs: difference.map(Differs::from),
        }
    }
}

impl From<Difference> for Differs {
    fn from(difference: Difference) -> Self {
        let Difference { chi_square, freedom, p } = difference;
        Self { chi_square, freedom, p }
    }
}

fn failures(records: &[&GameRecord], names: &[String]) -> Vec<Failure> {
    let failure = |(game, record): (usize, &&GameRecord)| {
        let loser = record.loser_by_fault()?;
        Some(Failure {
            game,
            loser: names.iter().position(|name| *name == loser.name)?,
            detail: cut(&record.detail, WORDS),
            words: cut(loser.last_words.as_deref().unwrap_or_default(), WORDS),
            killed: loser.killed.as_deref().map(clean),
        })
    };
    records.iter().enumerate().filter_map(failure).collect()
}
