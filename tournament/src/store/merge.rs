//! Merging the results of shards into one file, as if one machine had played them.
//!
//! Invariants: equal games give an equal file, whatever the shards, their number, their order and
//! repetitions; the merged file can be merged, counted and continued like any file of results; its
//! readers find the old file or the new one, whole; no game that was in it is lost; and no file of
//! another kind is overwritten.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use fs4::FileExt;

use crate::plan::{Plan, Shard};
use crate::record::{GameId, GameRecord};
use crate::store::difference::differences;
use crate::store::error::{StoreError, some_games};
use crate::store::header::{Header, Host};
use crate::store::parse::Damage;
use crate::store::results_file::ResultsFile;
use crate::store::state::{check_games, lock};

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

impl Union {
    /// Merges files.
    ///
    /// # Errors
    /// Returns an error if there is no file, if they belong to different tournaments, or if one holds a game
    /// that does not belong to it.
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
        for part in parts {
            check_games(&plan, &part.path, &part.records, &part.lines)?;
        }
        let header = header(parts, pairs);
        let mut games: Vec<GameRecord> =
            parts.iter().flat_map(|part| placed(part, &header.hosts)).collect();
        games.sort_by_key(|game| game.id);
        let (mut records, mut repeated, mut conflicts) = (Vec::new(), 0, Vec::new());
        for copies in games.chunk_by(|one, other| one.id == other.id) {
            let earliest = copies.iter().min_by(|one, other| age(one).cmp(&age(other)));
            let earliest = earliest.expect("a chunk is not empty");
            if copies.iter().any(|copy| !went_alike(copy, earliest)) {
                conflicts.push(earliest.id);
            } else {
                repeated += usize::from(copies.len() > 1);
            }
            records.push(earliest.clone());
        }
        Ok(Self { header, records, plan, repeated, conflicts, shards: shards(parts) })
    }

    /// Returns a sentence about the missing games of each shard, or of the tournament if the files are
    /// not of one division.
    #[must_use]
    pub fn lacks(&self) -> Vec<String> {
        let count = self.shards.first().map_or(1, |shard| shard.count());
        let mut missing: BTreeMap<Shard, Vec<GameId>> = BTreeMap::new();
        let mut records = self.records.iter().peekable();
        for task in self.plan.games() {
            if records.next_if(|record| record.id == task.id).is_none() {
                missing.entry(Shard::of_pair(task.id.pair, count)).or_default().push(task.id);
            }
        }
        let words = |(shard, missing): (Shard, Vec<GameId>)| {
            let (games, some) = (missing.len(), some_games(&missing));
            if self.shards.is_empty() {
                format!("missing games: {games} ({some})")
            } else if self.shards.contains(&shard) {
                let total = self.plan.games().filter(|task| shard.holds(task.id.pair)).count();
                format!("shard {shard}: {games} of {total} games are missing: {some}")
            } else {
                format!("shard {shard}: no file was given; missing games: {games}")
            }
        };
        missing.into_iter().map(words).collect()
    }

    /// Returns the content of the file of all results, or `None` if it does not exist or is empty.
    ///
    /// # Errors
    /// Returns an error if it cannot be read, or a run writes to it.
    pub fn written_before(path: &Path) -> Result<Option<ResultsFile>, StoreError> {
        if !path.exists() {
            return Ok(None);
        }
        check_free(path)?;
        ResultsFile::read_begun(path)
    }

    /// Writes the file, or replaces it.
    ///
    /// # Errors
    /// Returns an error if it cannot be written, or a run writes to it.
    pub fn write(&self, path: &Path) -> Result<(), StoreError> {
        if path.exists() {
            check_free(path)?;
        }
        whole_file::replace_with(path, |file| self.write_lines(file)).map_err(StoreError::io(path))
    }

    fn write_lines(&self, file: &mut impl Write) -> io::Result<()> {
        serde_json::to_writer(&mut *file, &self.header)?;
        file.write_all(b"\n")?;
        for record in &self.records {
            serde_json::to_writer(&mut *file, record)?;
            file.write_all(b"\n")?;
        }
        Ok(())
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

/// Returns the games of a file, with the indexes of their machines among `hosts`.
fn placed<'a>(part: &'a ResultsFile, hosts: &'a [Host]) -> impl Iterator<Item = GameRecord> + 'a {
    let place = |host: &Host| hosts.iter().position(|known| known.is_same(host));
    let places: Vec<_> = part.header.hosts.iter().map(place).collect();
    part.records.iter().map(move |record| {
        let host = places[record.host].expect("every machine is in the header");
        GameRecord { host, ..record.clone() }
    })
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

/// Checks that no run writes to a file.
fn check_free(path: &Path) -> Result<(), StoreError> {
    let file = File::open(path).map_err(StoreError::io(path))?;
    lock(&file, path)?;
    FileExt::unlock(&file).map_err(StoreError::io(path))
}
