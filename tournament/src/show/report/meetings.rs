//! The meetings of engines, and what they say about the two.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::plan::Canonical;
use crate::record::GameRecord;
use crate::show::report::values::Interval;
use crate::show::results::{Results, conditions};
use crate::show::tables::summary_lines;
use crate::statistics::{Counts, Hypothesis, PairResult, Sprt, SprtConfig, Verdict, Wdl as Score};

/// Two engines that met; figures are those of the first.
#[derive(Debug, Serialize)]
pub(super) struct Meeting {
    one: usize,
    other: usize,
    /// Won, drawn and lost with either colour.
    black: [u64; 3],
    white: [u64; 3],
    /// Scores of pairs from 0 to 2, or of games from 0 to 1.
    counts: Vec<u64>,
    elo: Interval,
    los: f64,
    /// The lines that people quote, for the first and for the other.
    lines: [[String; 5]; 2],
}

/// The state of the test.
#[derive(Debug, Serialize)]
pub(super) struct Test {
    #[serde(flatten)]
    figures: SprtConfig,
    llr: f64,
    bounds: (f64, f64),
    /// `elo0` or `elo1`, if the test is over.
    accepted: Option<&'static str>,
    counted: u64,
}

/// All meetings, the engine with the lower number first.
pub(super) fn meetings(
    config: &Canonical,
    records: &[&GameRecord],
    pairs: &[PairResult],
    results: &Results,
) -> Vec<Meeting> {
    let names = results.names();
    let mut scores: BTreeMap<(usize, usize), [Score; 2]> = BTreeMap::new();
    for record in records {
        let number = |name: &str| names.iter().position(|known| known == name);
        let sides = (number(&record.black.name), number(&record.white.name));
        let ((Some(black), Some(white)), Some(points)) =
            (sides, record.score.half_points_of_black())
        else {
            continue;
        };
        let score = scores.entry((black.min(white), black.max(white))).or_default();
        if black < white { score[0].count(points) } else { score[1].count(2 - points) }
    }
    let mut between: BTreeMap<(usize, usize), Vec<PairResult>> = BTreeMap::new();
    for pair in pairs {
        let Some(first) = pair.games.first() else { continue };
        let key = (first.first.min(first.second), first.first.max(first.second));
        between.entry(key).or_default().push(renumbered(pair, key.0));
    }
    let meeting = |((one, other), [black, white]): (&(usize, usize), &[Score; 2])| {
        let pairs = between.get(&(*one, *other)).map_or(&[][..], Vec::as_slice);
        let conditions = [[*one, *other], [*other, *one]].map(|two| conditions(config, &two));
        describe((*one, *other), [*black, *white], pairs, results, &conditions)
    };
    scores.iter().map(meeting).collect()
}

/// The same results with `one` as engine 0 and its opponent as engine 1.
fn renumbered(pair: &PairResult, one: usize) -> PairResult {
    let mut pair = pair.clone();
    for game in &mut pair.games {
        (game.first, game.second) =
            (usize::from(game.first != one), usize::from(game.second != one));
    }
    pair
}

fn describe(
    (one, other): (usize, usize),
    scores: [Score; 2],
    pairs: &[PairResult],
    results: &Results,
    conditions: &[String; 2],
) -> Meeting {
    let list = |score: Score| [score.won, score.drawn, score.lost];
    let (counts, elo, los) = if results.is_paired() {
        figures(&Counts::<5>::between(pairs, 0, 1))
    } else {
        figures(&Counts::<3>::between(pairs, 0, 1))
    };
    let turned: Vec<PairResult> = pairs.iter().map(|pair| renumbered(pair, 1)).collect();
    let lines = [(pairs, &conditions[0]), (&turned, &conditions[1])].map(|(pairs, conditions)| {
        summary_lines(pairs, results.is_paired(), results.sprt(), conditions)
    });
    let [black, white] = scores.map(list);
    Meeting { one, other, black, white, counts, elo, los, lines }
}

fn figures<const CELLS: usize>(counts: &Counts<CELLS>) -> (Vec<u64>, Interval, f64) {
    (counts.0.to_vec(), Interval::from(counts.elo()), counts.los())
}

impl Test {
    pub(super) fn new(sprt: &Sprt, pairs: &[PairResult], paired: bool) -> Self {
        if paired {
            Self::of(sprt, &sprt.verdict::<5>(pairs, 0))
        } else {
            Self::of(sprt, &sprt.verdict::<3>(pairs, 0))
        }
    }

    fn of<const CELLS: usize>(sprt: &Sprt, verdict: &Verdict<CELLS>) -> Self {
        Self {
            figures: *sprt.config(),
            llr: verdict.llr,
            bounds: sprt.bounds(),
            accepted: verdict.accepted.map(|hypothesis| match hypothesis {
                Hypothesis::Null => "elo0",
                Hypothesis::Alternative => "elo1",
            }),
            counted: verdict.counts.total(),
        }
    }
}
