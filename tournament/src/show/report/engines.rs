//! The part of the page about each engine: who it is, how strong, and what it took.

use serde::Serialize;

use crate::config::{Limits, Profile};
use crate::plan::{Canonical, CanonicalEngine};
use crate::record::GameRecord;
use crate::show::clean::clean;
use crate::show::report::values::{Interval, reason_number, round};
use crate::statistics::{RatingList, Tally, Wdl, tally};

/// Times of moves are counted in bins, four to a power of ten, from a tenth of a millisecond.
const BINS: usize = 28;
/// Plies that are taken together in the mean time by ply.
const PLIES: usize = 4;

/// An engine.
#[derive(Debug, Serialize)]
pub(super) struct Engine {
    name: String,
    hash: String,
    command: Vec<String>,
    options: Vec<(String, String)>,
    profile: Profile,
    limits: Limits,
    rating: Interval,
    /// Won, drawn and lost with either colour.
    black: [u64; 3],
    white: [u64; 3],
    /// Games lost by its own fault: the number of the reason, and how many.
    failures: Vec<(usize, u64)>,
    moves: u64,
    time_ms: f64,
    longest_ms: f64,
    late: u64,
    latest_ms: f64,
    machine_ms: f64,
    peak_memory: u64,
    foreign_cpu_ms: f64,
    killed: u64,
    /// Moves by their time.
    histogram: Vec<u32>,
    /// Mean milliseconds of the moves 1–4, 5–8, … of a game.
    by_ply: Vec<Option<f64>>,
}

/// All engines, in the order of the configuration.
pub(super) fn engines(
    config: &Canonical,
    records: &[&GameRecord],
    names: &[String],
    list: &RatingList,
) -> Vec<Engine> {
    let tallies = tally(records.iter().copied(), names);
    let times = times(records, names);
    let engines = config.engines.iter().zip(tallies).zip(times).enumerate();
    engines
        .map(|(number, ((engine, tally), times))| {
            let rating = list.ratings.iter().find(|rating| rating.engine == number);
            let rating = rating.map(|r| Interval { value: r.value, low: r.low, high: r.high });
            let unknown = Interval { value: 0.0, low: f64::INFINITY, high: f64::INFINITY };
            describe(engine, &tally, times, rating.unwrap_or(unknown))
        })
        .collect()
}

fn describe(engine: &CanonicalEngine, tally: &Tally, times: Times, rating: Interval) -> Engine {
    let results = |results: Wdl| [results.won, results.drawn, results.lost];
    let failures = tally.failures.iter();
    Engine {
        name: clean(&engine.name),
        hash: engine.hash.clone(),
        command: engine.command.iter().map(|word| clean(word)).collect(),
        options: engine.options.iter().map(|(key, value)| (clean(key), clean(value))).collect(),
        profile: engine.profile,
        limits: engine.limits.clone(),
        rating,
        black: results(tally.as_black),
        white: results(tally.as_white),
        failures: failures.map(|(&reason, &count)| (reason_number(reason), count)).collect(),
        moves: tally.moves,
        time_ms: tally.time_ms,
        longest_ms: tally.longest_ms,
        late: tally.late,
        latest_ms: tally.latest_ms,
        machine_ms: tally.machine_ms,
        peak_memory: tally.peak_memory,
        foreign_cpu_ms: tally.foreign_cpu_ms,
        killed: tally.killed,
        histogram: times.histogram,
        by_ply: times
            .by_ply
            .iter()
            .map(|&(sum, count)| (count > 0).then(|| round(sum / f64::from(count))))
            .collect(),
    }
}

/// The times of an engine's moves.
#[derive(Clone, Debug)]
struct Times {
    histogram: Vec<u32>,
    /// Sum and number.
    by_ply: Vec<(f64, u32)>,
}

fn times(records: &[&GameRecord], names: &[String]) -> Vec<Times> {
    let mut times = vec![Times { histogram: vec![0; BINS], by_ply: Vec::new() }; names.len()];
    for record in records {
        let number = |name: &str| names.iter().position(|known| known == name);
        let sides = [number(&record.black.name), number(&record.white.name)];
        for (ply, played) in record.moves.iter().enumerate() {
            let (Some(engine), Some(ms)) = (sides[ply % 2], played.ms) else { continue };
            let times = &mut times[engine];
            times.histogram[bin(ms)] += 1;
            let group = ply / PLIES;
            if times.by_ply.len() <= group {
                times.by_ply.resize(group + 1, (0.0, 0));
            }
            times.by_ply[group].0 += ms;
            times.by_ply[group].1 += 1;
        }
    }
    times
}

fn bin(ms: f64) -> usize {
    let place = (ms.max(0.1) * 10.0).log10() * 4.0;
    (place as usize).min(BINS - 1)
}
