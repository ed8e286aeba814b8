//! Everything that the page shows, as one value.
//!
//! Invariant: engines, openings and games are numbered by their place in their lists; games are
//! in the order of the plan.

use serde::Serialize;

use crate::merge::{Difference, HostSummary, difference, hosts};
use crate::record::{GameRecord, Reason};
use crate::report::engines::{self, Engine};
use crate::report::games::{Games, Running};
use crate::report::meetings::{self, Meeting, Test};
use crate::report::openings::{self, Opening};
use crate::report::{Snapshot, details};
use crate::statistics::pair_results;
use crate::view::clean;

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
    format: String,
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

/// A figure with its 95 % interval; JSON has null for what is infinite.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Interval {
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// A machine, and what it did; see [`HostSummary`].
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

impl From<crate::statistics::Estimate> for Interval {
    fn from(estimate: crate::statistics::Estimate) -> Self {
        let crate::statistics::Estimate { value, low, high } = estimate;
        Self { value, low, high }
    }
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
        let size = size(&config.size);
        Self {
            generated: snapshot.generated,
            created: header.created,
            done: records.len(),
            total: snapshot.total,
            version: header.version.clone(),
            command: snapshot.command.to_owned(),
            plan: header.plan.clone(),
            format: config.format.clone(),
            rule: config.rule.clone(),
            size,
            seed: config.seed,
            paired: results.is_paired(),
            swap2: config.swap2,
            transform: config.transform,
            restart: config.restart,
            send_boards: config.send_boards,
            draw_after: config.draw_after,
            hosts: hosts(header, snapshot.records).iter().map(Machine::new).collect(),
            hosts_differ: difference(header, snapshot.records).map(Differs::from),
            engines: engines::engines(config, &records, names, &list),
            order: list.ratings.iter().map(|rating| rating.engine).collect(),
            first_move: list.first_move_advantage.map(Interval::from),
            meetings: meetings::meetings(config, &records, &pairs, results),
            test: results.sprt().map(|sprt| Test::new(sprt, &pairs, results.is_paired())),
            openings: openings::openings(header, &records),
            reasons: REASONS.iter().map(|&(_, words)| words).collect(),
            games: Games::new(&records, names, header.created),
            details: details::pack(&records),
            details_at_once: details::AT_ONCE,
            failures: failures(&records, names),
            running: snapshot.running.iter().map(Running::new).collect(),
        }
    }
}

/// Width and height of a board that is written `15x15`.
fn size(text: &str) -> (usize, usize) {
    let side = |text: &str| text.parse().unwrap_or(15);
    let (width, height) = text.split_once('x').unwrap_or((text, text));
    (side(width), side(height))
}

impl Machine {
    fn new(summary: &HostSummary) -> Self {
        let HostSummary { host, games, moves, time_ms, nodes_per_second, speed, difference } =
            summary;
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
        let loser = details::loser(record)?;
        Some(Failure {
            game,
            loser: names.iter().position(|name| *name == loser.name)?,
            detail: details::cut(&record.detail, WORDS),
            words: details::cut(loser.last_words.as_deref().unwrap_or_default(), WORDS),
            killed: loser.killed.as_deref().map(clean),
        })
    };
    records.iter().enumerate().filter_map(failure).collect()
}

/// The ends of games, and the words of the page for them.
const REASONS: [(Reason, &str); 13] = [
    (Reason::Five, "five in a row"),
    (Reason::BoardFull, "board full"),
    (Reason::MoveLimit, "move limit"),
    (Reason::Illegal, "illegal move"),
    (Reason::Foul, "forbidden move"),
    (Reason::TimeoutTurn, "move time"),
    (Reason::TimeoutGame, "game time"),
    (Reason::TimeoutStart, "no start"),
    (Reason::Crash, "crash"),
    (Reason::Protocol, "protocol"),
    (Reason::Memory, "memory"),
    (Reason::Aborted, "aborted"),
    (Reason::Infrastructure, "not started"),
];

/// The number of a reason in the list that the page gets.
pub(super) fn reason_number(reason: Reason) -> usize {
    REASONS.iter().position(|&(known, _)| known == reason).expect("every reason is in the list")
}
