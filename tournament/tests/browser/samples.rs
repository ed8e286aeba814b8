//! Generated tournaments: games from a seed.

use fastrand::Rng;
use serde_json::json;
use tournament::record::{Conduct, GameId, GameRecord, MoveRecord, Reason, Score};
use tournament::show::report::page;
use tournament::show::{Results, Snapshot};
use tournament::statistics::RatingRequest;
use tournament::store::Header;

/// A tournament.
pub(crate) struct Sample {
    pub(crate) header: Header,
    pub(crate) records: Vec<GameRecord>,
    pub(crate) results: Results,
}

impl Sample {
    /// Every two of the engines play `rounds` pairs from three openings.
    pub(crate) fn new(engines: &[&str], rule: &str, rounds: usize, seed: u64) -> Self {
        let header = header(engines, rule);
        let mut random = Rng::with_seed(seed);
        let mut records = Vec::new();
        let count = engines.len();
        let pairings: Vec<_> =
            (0..count).flat_map(|one| (one + 1..count).map(move |other| (one, other))).collect();
        for round in 0..rounds {
            for &(one, other) in &pairings {
                let pair = records.len() as u64 / 2;
                for (game, (black, white)) in [(one, other), (other, one)].into_iter().enumerate() {
                    let id = GameId { pair, game: game as u8 };
                    records.push(record(
                        id,
                        engines[black],
                        engines[white],
                        round % 3,
                        &mut random,
                    ));
                }
            }
        }
        let results = Results::new(&header.config, &RatingRequest::default());
        Self { header, records, results: results.expect("there is no anchor and no test") }
    }

    pub(crate) fn snapshot(&self) -> Snapshot<'_> {
        Snapshot {
            header: &self.header,
            records: &self.records,
            results: &self.results,
            total: self.records.len(),
            running: &[],
            absent: &[],
            missing: 0,
            generated: self.header.created + 3600,
        }
    }

    pub(crate) fn page(&self) -> String {
        page(&self.snapshot())
    }
}

fn header(engines: &[&str], rule: &str) -> Header {
    let limits = json!({
        "turn_ms": 1000.0, "game_ms": 60000.0, "increment_ms": 0.0, "nodes": null, "depth": null,
        "threads": null, "memory": 367_001_600, "margin_ms": 50.0, "startup_ms": 10000.0,
    });
    let engine = |name: &&str| {
        json!({
            "name": name, "hash": "0123456789abcdef", "command": [name], "options": [],
            "profile": "plain", "limits": limits,
        })
    };
    let engines: Vec<_> = engines.iter().map(engine).collect();
    let openings = json!([[[7, 7], [8, 8]], [[7, 7], [8, 7]], [[2, 2], [7, 7]]]);
    let header = json!({
        "kind": "dolmen-tournament", "schema": 1, "plan": "00ff".repeat(16),
        "config": {
            "format": "round-robin", "rule": rule, "size": "15x15", "seed": 1, "repeat": true,
            "swap2": false, "transform": false, "restart": false, "send_boards": false,
            "draw_after": null, "engines": engines, "sprt": null, "openings": openings,
        },
        "pairs": 1, "openings": ["diagonal", "direct", "far"],
        "hosts": [{
            "name": "host", "system": "linux x86_64", "kernel": "6", "processor": "processor",
            "processors": 2, "load": 0.5,
        }],
        "version": "0.1.0", "created": 1_700_000_000, "command": "tournament --config <league>.toml",
    });
    serde_json::from_value(header).expect("it is a header")
}

/// A game of stones near others. Black or white wins by five in a row along the edge; fives that arise by
/// chance in the middle are ignored.
fn record(id: GameId, black: &str, white: &str, opening: usize, random: &mut Rng) -> GameRecord {
    let first = [[(7, 7), (8, 8)], [(7, 7), (8, 7)], [(2, 2), (7, 7)]][opening];
    let mut points: Vec<(u8, u8)> = first.to_vec();
    let winner = random.usize(0..2);
    let length = 2 * random.usize(10..28) + winner;
    while points.len() + 10 < length {
        let point = (random.u8(3..12), random.u8(3..12));
        if !points.contains(&point) {
            points.push(point);
        }
    }
    while points.len() % 2 != winner {
        points.push((12, 13));
    }
    for step in 0..5 {
        points.push((step, 0));
        if step < 4 {
            points.push((2 * step, 14));
        }
    }
    let moves = points.iter().enumerate().map(|(ply, &at)| MoveRecord {
        at,
        ms: (ply >= 2).then(|| f64::from(random.u32(1..900)) / 1.5),
        message: (ply >= 2).then(|| {
            let (depth, nodes) = (random.u32(4..16), random.u32(1000..900_000));
            let ev = random.i32(-900..900);
            format!(
                "depth {depth}-{} ev {ev} n {nodes} n/s 812345 tm 431 pv h8 i9 j7 k8 g7 h6",
                depth + 9
            )
        }),
    });
    let moves: Vec<MoveRecord> = moves.collect();
    let conduct = |name: &str, side: usize| {
        let own = || moves.iter().skip(side).step_by(2).filter_map(|at| at.ms);
        Conduct {
            name: name.to_owned(),
            hash: "0123456789abcdef".to_owned(),
            moves: own().count() as u32,
            time_ms: own().sum(),
            longest_ms: own().fold(0.0, f64::max),
            peak_memory: 20 << 20,
            ..Conduct::default()
        }
    };
    GameRecord {
        id,
        opening,
        seed: 1,
        black: conduct(black, 0),
        white: conduct(white, 1),
        score: if winner == 0 { Score::Black } else { Score::White },
        reason: Reason::Five,
        detail: String::new(),
        negotiation: None,
        started: 1_700_000_000 + 2 * id.pair + u64::from(id.game),
        host: 0,
        replays: u32::from(id.pair == 1),
        moves,
    }
}
