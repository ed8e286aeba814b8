//! The union of the results of several files of one tournament.
//!
//! Invariant: the union depends on the games alone, not on the number and order of the files, or on
//! repetitions.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

use crate::plan::{Plan, Shard};
use crate::record::{GameId, GameRecord};
use crate::store::difference::differences;
use crate::store::error::StoreError;
use crate::store::header::{Header, Host};
use crate::store::parse::Damage;
use crate::store::results_file::ResultsFile;
use crate::store::state::check_game;

/// The maximum number of pairs; a file with more is damaged.
const MAX_PAIRS: usize = 10_000_000;

/// The games of some files.
#[derive(Clone, Debug, PartialEq)]
pub struct Union {
    /// The header of a file of all these games.
    pub header: Header,
    /// The games, sorted by id.
    pub records: Vec<GameRecord>,
    /// The plan of the whole tournament.
    pub plan: Plan,
    /// The number of repeated games with equal moves and results.
    pub repeated: usize,
    /// Games with differing records; the earlier ones are among the records.
    pub conflicts: Vec<GameId>,
    /// The shards of the files, if all files are of one division.
    shards: Vec<Shard>,
}

/// The missing games of a shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lack {
    /// The shard; `None` if files of different divisions were merged.
    pub shard: Option<Shard>,
    /// Indicates whether one of the files belongs to it.
    pub has_file: bool,
    /// The number of its games.
    pub total: usize,
    /// The missing games, at least one.
    pub missing: Vec<GameId>,
}

impl Union {
    /// Merges files.
    ///
    /// # Errors
    /// Returns an error if there is no file, if they belong to different tournaments, or if one holds a
    /// game that is not its own.
    pub fn of(parts: &[ResultsFile]) -> Result<Self, StoreError> {
        let first = parts.first().ok_or(StoreError::Nothing)?;
        for part in parts {
            if part.header.plan != first.header.plan {
                let differences = differences(&first.header.config, &part.header.config);
                let files = [first.path.clone(), part.path.clone()];
                return Err(StoreError::OtherPlans { files, differences });
            }
        }
        let pairs = pairs(parts);
        let plan = (pairs <= MAX_PAIRS)
            .then(|| Plan::of(first.header.config.clone(), pairs))
            .flatten()
            .filter(|plan| plan.id == first.header.plan);
        let plan = plan.ok_or_else(|| {
            let reason = "the header does not describe a tournament".to_owned();
            StoreError::damaged(&first.path)(Damage { line: 1, reason })
        })?;
        check(parts, &plan)?;
        let header = header(parts, pairs);
        let mut collector = Collector::default();
        for part in parts {
            collector.collect(part, &header.hosts);
        }
        let Collector { games, repeated, conflicts } = collector;
        let repeated = repeated.len() - conflicts.len();
        let conflicts = conflicts.into_iter().collect();
        let records = games.into_values().collect();
        Ok(Self { header, records, plan, repeated, conflicts, shards: shards(parts) })
    }

    /// Returns the missing games, by shard if all files are of one division.
    #[must_use]
    pub fn lacks(&self) -> Vec<Lack> {
        let count = self.shards.first().map_or(1, |shard| shard.count());
        let mut lacks: BTreeMap<Shard, Lack> = BTreeMap::new();
        let mut records = self.records.iter().peekable();
        for task in self.plan.games() {
            if records.next_if(|record| record.id == task.id).is_some() {
                continue;
            }
            let shard = Shard::of_pair(task.id.pair, count);
            let lack = lacks.entry(shard).or_insert_with(|| {
                let plan = self.plan.pairs.iter().filter(|pair| shard.holds(pair.pair)).count();
                let total = plan * self.plan.len() / self.plan.total;
                let has_file = self.shards.contains(&shard);
                let shard = (!self.shards.is_empty()).then_some(shard);
                Lack { shard, has_file, total, missing: Vec::new() }
            });
            lack.missing.push(task.id);
        }
        lacks.into_values().collect()
    }
}

/// Returns the number of pairs of the tournament. If it was extended later, only the games of a file
/// show it.
fn pairs(parts: &[ResultsFile]) -> usize {
    let asked = parts.iter().map(|part| part.header.pairs);
    let records = parts.iter().flat_map(|part| &part.records);
    let played = records.map(|record| usize::try_from(record.id.pair).unwrap_or(usize::MAX));
    asked.chain(played.map(|pair| pair.saturating_add(1))).max().unwrap_or(0)
}

fn check(parts: &[ResultsFile], plan: &Plan) -> Result<(), StoreError> {
    for part in parts {
        for (record, &line) in part.records.iter().zip(&part.lines) {
            check_game(plan, record)
                .map_err(|reason| StoreError::damaged(&part.path)(Damage { line, reason }))?;
        }
    }
    Ok(())
}

/// Returns the header of the union; where the headers differ, the choice depends on the values
/// alone.
fn header(parts: &[ResultsFile], pairs: usize) -> Header {
    let headers = || parts.iter().map(|part| &part.header);
    let first = headers().next().expect("a tournament has at least one file");
    Header {
        pairs,
        shard: None,
        hosts: hosts(headers().flat_map(|header| &header.hosts)),
        openings: headers().map(|header| &header.openings).min().unwrap_or(&first.openings).clone(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        created: headers().map(|header| header.created).min().unwrap_or(first.created),
        command: headers().map(|header| &header.command).min().unwrap_or(&first.command).clone(),
        ..first.clone()
    }
}

/// Returns each machine once, sorted, with the maximum of its varying figures.
fn hosts<'a>(all: impl Iterator<Item = &'a Host>) -> Vec<Host> {
    let mut hosts: Vec<Host> = Vec::new();
    for host in all {
        let Some(known) = hosts.iter_mut().find(|known| known.is_same(host)) else {
            hosts.push(host.clone());
            continue;
        };
        let higher = |one: Option<f64>, other: Option<f64>| {
            one.into_iter().chain(other).max_by(f64::total_cmp)
        };
        known.processors = known.processors.max(host.processors);
        known.mhz = higher(known.mhz, host.mhz);
        known.load = higher(known.load, host.load);
    }
    hosts.sort_by(|one, other| one.identity().cmp(&other.identity()));
    hosts
}

/// Returns the shards of the files, if each is a file of a shard and all are of one division.
fn shards(parts: &[ResultsFile]) -> Vec<Shard> {
    let shards: Option<Vec<Shard>> = parts.iter().map(|part| part.header.shard).collect();
    let shards = shards.unwrap_or_default();
    let is_one = shards.iter().all(|shard| shard.count() == shards[0].count());
    if is_one { shards } else { Vec::new() }
}

/// The games collected so far.
#[derive(Default)]
struct Collector {
    games: BTreeMap<GameId, GameRecord>,
    /// Games that occur more than once.
    repeated: BTreeSet<GameId>,
    /// Repeated games with differing records.
    conflicts: BTreeSet<GameId>,
}

impl Collector {
    fn collect(&mut self, part: &ResultsFile, hosts: &[Host]) {
        let places: Vec<usize> = part.header.hosts.iter().map(|host| place(hosts, host)).collect();
        for record in &part.records {
            let record = GameRecord { host: places[record.host], ..record.clone() };
            match self.games.entry(record.id) {
                Entry::Vacant(entry) => {
                    entry.insert(record);
                }
                Entry::Occupied(mut entry) => {
                    self.repeated.insert(record.id);
                    if !went_alike(entry.get(), &record) {
                        self.conflicts.insert(record.id);
                    }
                    if age(&record) < age(entry.get()) {
                        entry.insert(record);
                    }
                }
            }
        }
    }
}

fn place(hosts: &[Host], host: &Host) -> usize {
    hosts.iter().position(|known| known.is_same(host)).expect("every machine is in the header")
}

/// Returns whether two records of a game have the same players, moves and result.
fn went_alike(one: &GameRecord, other: &GameRecord) -> bool {
    let outcome = |game: &GameRecord| {
        let names = [game.black.name.clone(), game.white.name.clone()];
        (names, game.score, game.reason, game.moves.iter().map(|at| at.at).collect::<Vec<_>>())
    };
    outcome(one) == outcome(other)
}

/// Returns a key by which the earlier of two records of a game is chosen.
fn age(game: &GameRecord) -> (u64, usize, String) {
    let text = serde_json::to_string(game).expect("a value without maps serializes to JSON");
    (game.started, game.host, text)
}
