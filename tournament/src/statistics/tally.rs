//! The results, time and resources of each engine, summed over its games.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use crate::record::{Conduct, GameRecord, Reason};

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Wdl {
    pub(crate) won: u64,
    pub(crate) drawn: u64,
    pub(crate) lost: u64,
}

/// The results of an engine and the resources that it used.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Tally {
    pub(crate) as_black: Wdl,
    pub(crate) as_white: Wdl,
    /// Its losses by its own fault.
    pub(crate) failures: BTreeMap<Reason, u64>,
    pub(crate) moves: u64,
    pub(crate) time_ms: f64,
    pub(crate) longest_ms: f64,
    pub(crate) late: u64,
    pub(crate) latest_ms: f64,
    pub(crate) machine_ms: f64,
    pub(crate) peak_memory: u64,
    pub(crate) foreign_cpu_ms: f64,
    /// The number of times that its process was killed.
    pub(crate) killed: u64,
    /// The number of text lines that were neither a reply nor a comment.
    pub(crate) stray: u64,
    /// The first of these text lines.
    pub(crate) stray_line: Option<String>,
    /// The first comment that named one of its options.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) option_comment: Option<String>,
}

impl Wdl {
    /// Counts a game by its half points, 0 to 2.
    pub(crate) fn count(&mut self, half_points: u8) {
        match half_points {
            0 => self.lost += 1,
            1 => self.drawn += 1,
            _ => self.won += 1,
        }
    }

    pub(crate) fn games(self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Returns the mean score, or `None` without games.
    pub(crate) fn score(self) -> Option<f64> {
        let half_points = 2 * self.won + self.drawn;
        (self.games() > 0).then(|| half_points as f64 / (2 * self.games()) as f64)
    }
}

impl std::ops::Add for Wdl {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            won: self.won + other.won,
            drawn: self.drawn + other.drawn,
            lost: self.lost + other.lost,
        }
    }
}

impl Tally {
    pub(crate) fn results(&self) -> Wdl {
        self.as_black + self.as_white
    }

    /// Returns the number of games that it lost by its own fault.
    pub(crate) fn failed(&self) -> u64 {
        self.failures.values().sum()
    }

    fn add_conduct(&mut self, conduct: &Conduct) {
        self.moves += u64::from(conduct.moves);
        self.time_ms += conduct.time_ms;
        self.longest_ms = self.longest_ms.max(conduct.longest_ms);
        self.late += u64::from(conduct.late);
        self.latest_ms = self.latest_ms.max(conduct.latest_ms);
        self.machine_ms += conduct.machine_ms;
        self.peak_memory = self.peak_memory.max(conduct.peak_memory);
        self.foreign_cpu_ms += conduct.foreign_cpu_ms;
        self.killed += u64::from(conduct.killed.is_some());
        self.stray += u64::from(conduct.stray);
        if self.stray_line.is_none() {
            self.stray_line.clone_from(&conduct.stray_line);
        }
        if self.option_comment.is_none() {
            self.option_comment.clone_from(&conduct.option_comment);
        }
    }
}

/// The results of each engine against each other engine, by their numbers among `names`. Void games
/// do not count.
pub(crate) fn meetings<'a>(
    records: impl IntoIterator<Item = &'a GameRecord>,
    names: &[String],
) -> BTreeMap<(usize, usize), Wdl> {
    let number = |name: &str| names.iter().position(|known| known == name);
    let mut meetings: BTreeMap<_, Wdl> = BTreeMap::new();
    for record in records {
        let sides = number(&record.black.name).zip(number(&record.white.name));
        let Some(((black, white), points)) = sides.zip(record.score.half_points_of_black()) else {
            continue;
        };
        meetings.entry((black, white)).or_default().count(points);
        meetings.entry((white, black)).or_default().count(2 - points);
    }
    meetings
}

/// Returns a tally for each name, in that order. The time and resources of void games count, their
/// results do not.
pub(crate) fn tally<'a>(
    records: impl IntoIterator<Item = &'a GameRecord>,
    names: &[String],
) -> Vec<Tally> {
    let numbers: HashMap<&str, usize> =
        names.iter().enumerate().map(|(number, name)| (name.as_str(), number)).collect();
    let mut tallies = vec![Tally::default(); names.len()];
    // Sums of times depend on the order of adding; the order of the plan is always the same.
    let mut records: Vec<_> = records.into_iter().collect();
    records.sort_by_key(|record| record.id);
    for record in records {
        let points = record.score.half_points_of_black();
        for (is_black, conduct) in [(true, &record.black), (false, &record.white)] {
            let Some(&number) = numbers.get(conduct.name.as_str()) else { continue };
            let tally = &mut tallies[number];
            tally.add_conduct(conduct);
            let Some(black_points) = points else { continue };
            let (own, side) = if is_black {
                (black_points, &mut tally.as_black)
            } else {
                (2 - black_points, &mut tally.as_white)
            };
            side.count(own);
            if own == 0 && record.reason.is_failure() {
                *tally.failures.entry(record.reason).or_default() += 1;
            }
        }
    }
    tallies
}
