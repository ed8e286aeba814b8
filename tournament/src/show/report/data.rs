//! The data of a report as one value, which serializes to the JSON of `docs/report.md`.
//!
//! Invariant: engines, openings and hosts are numbered by their index in the header; games are in
//! the order of the plan.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::record::{GameRecord, Reason};
use crate::run::{Absence, RunningGame};
use crate::show::report::games::{GAMES_PER_PACK, Game, games, pack};
use crate::show::results::{Results, conditions};
use crate::show::snapshot::Snapshot;
use crate::show::tables::summary_lines;
use crate::statistics::{
    Counts, Estimate, HostStatistics, Hypothesis, PairResult, RatingList, SprtConfig, SprtState,
    Tally, meetings, pair_results, tally,
};
use crate::store::Header;

/// The version of the fields.
const SCHEMA: u32 = 1;
/// Bins of the histogram of move times: four for each power of ten, from a tenth of a millisecond.
const BINS: usize = 28;
/// Plies of a group of the mean times.
const PLIES_PER_GROUP: usize = 4;

/// The data of a report.
#[derive(Debug, Serialize)]
pub(super) struct Report<'a> {
    schema: u32,
    generated: u64,
    total: usize,
    header: &'a Header,
    ratings: RatingList,
    tallies: Vec<Tally>,
    times: Vec<Times>,
    hosts: HostStatistics,
    meetings: Vec<Meeting>,
    test: Option<Test>,
    reasons: BTreeMap<Reason, &'static str>,
    games: Vec<Game>,
    games_per_pack: usize,
    details: Vec<String>,
    running: &'a [RunningGame],
    absent: Vec<Absent<'a>>,
    missing: usize,
}

/// An engine whose remaining games the run leaves out.
#[derive(Debug, Serialize)]
struct Absent<'a> {
    engine: usize,
    reason: &'a str,
}

/// The move times of an engine.
#[derive(Clone, Debug, Serialize)]
struct Times {
    /// The number of moves in each bin.
    histogram: [u32; BINS],
    /// The sum of milliseconds and the number of moves for the plies 1–4, 5–8, … of a game.
    by_ply: Vec<(f64, u32)>,
}

/// The results of an engine against another one.
#[derive(Debug, Serialize)]
struct Meeting {
    one: usize,
    other: usize,
    /// The number of pairs with each score from 0 to 2, or of games from 0 to 1.
    counts: Vec<u64>,
    elo: Estimate,
    /// The likelihood of superiority.
    los: f64,
    /// The five lines of the text summary.
    lines: [String; 5],
}

/// The state of the SPRT.
#[derive(Debug, Serialize)]
struct Test {
    #[serde(flatten)]
    config: SprtConfig,
    llr: f64,
    bounds: (f64, f64),
    accepted: Option<Hypothesis>,
    /// The pairs or games that it counted.
    counted: u64,
}

impl<'a> Report<'a> {
    pub(super) fn new(snapshot: &Snapshot<'a>) -> Self {
        let Snapshot { header, records, results, total, running, absent, missing, generated } =
            *snapshot;
        let mut sorted: Vec<&GameRecord> = records.iter().collect();
        sorted.sort_by_key(|record| record.id);
        let names = results.names();
        let pairs = pair_results(records, names, results.is_paired());
        Self {
            schema: SCHEMA,
            generated,
            total,
            header,
            ratings: results.ratings(records),
            tallies: tally(records, names),
            times: times(&sorted, names),
            hosts: header.host_statistics(records),
            meetings: meetings(records, names)
                .into_keys()
                .map(|sides| Meeting::new(sides, &pairs, header, results))
                .collect(),
            test: Test::new(results, &pairs),
            reasons: Reason::WORDS.into(),
            games: games(&sorted, names),
            games_per_pack: GAMES_PER_PACK,
            details: pack(&sorted, &header.config),
            running,
            absent: absent.iter().map(Absent::of).collect(),
            missing,
        }
    }
}

impl<'a> Absent<'a> {
    fn of(absence: &'a Absence) -> Self {
        Self { engine: absence.engine, reason: &absence.reason }
    }
}

fn times(records: &[&GameRecord], names: &[String]) -> Vec<Times> {
    let mut times = vec![Times { histogram: [0; BINS], by_ply: Vec::new() }; names.len()];
    for record in records {
        for (ply, played) in record.moves.iter().enumerate() {
            let engine = names.iter().position(|name| *name == record.thinker(ply).name);
            let (Some(engine), Some(ms)) = (engine, played.ms) else { continue };
            let times = &mut times[engine];
            let bin = (ms.max(0.1) * 10.0).log10() * 4.0;
            times.histogram[(bin as usize).min(BINS - 1)] += 1;
            let group = ply / PLIES_PER_GROUP;
            if times.by_ply.len() <= group {
                times.by_ply.resize(group + 1, (0.0, 0));
            }
            times.by_ply[group].0 += ms;
            times.by_ply[group].1 += 1;
        }
    }
    times
}

impl Meeting {
    fn new(
        (one, other): (usize, usize),
        pairs: &[PairResult],
        header: &Header,
        results: &Results,
    ) -> Self {
        let pairs: Vec<PairResult> =
            pairs.iter().filter(|pair| pair.is_between(one, other)).cloned().collect();
        let counts = Counts::between(&pairs, one, other, results.is_paired());
        let conditions = conditions(&header.config, &[one, other]);
        let lines = summary_lines((one, other), &pairs, results, &conditions);
        let (elo, los) = (counts.elo(), counts.los());
        Self { one, other, counts: counts.cells().to_vec(), elo, los, lines }
    }
}

impl Test {
    fn new(results: &Results, pairs: &[PairResult]) -> Option<Self> {
        let sprt = results.sprt()?;
        let SprtState { counts, llr, accepted } = sprt.state(pairs, 0, results.is_paired());
        let (config, bounds, counted) = (*sprt.config(), sprt.bounds(), counts.total());
        Some(Self { config, llr, bounds, accepted, counted })
    }
}
