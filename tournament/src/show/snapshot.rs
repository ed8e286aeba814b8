//! A tournament at a moment: the model that reports and pages read.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::record::GameRecord;
use crate::run::RunningGame;
use crate::show::results::{Results, ResultsError};
use crate::statistics::RatingRequest;
use crate::store::{Header, Host};

/// A tournament at a moment.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot<'a> {
    /// The first line of the file of results.
    pub header: &'a Header,
    /// The finished games, in any order.
    pub records: &'a [GameRecord],
    /// The results, made from the same header.
    pub results: &'a Results,
    /// The number of games that are planned.
    pub total: usize,
    /// The games that are being played; empty if there are none, or nobody knows.
    pub running: &'a [RunningGame],
    /// Now, seconds since 1970.
    pub generated: u64,
}

/// The subject of a report, besides its games.
#[derive(Clone, Debug)]
pub struct Subject {
    header: Header,
    results: Results,
    /// The number of games that are planned.
    total: usize,
}

impl Subject {
    /// The tournament of a file of results.
    ///
    /// # Errors
    /// An anchor is no engine of the tournament.
    pub fn of(header: &Header, rating: &RatingRequest) -> Result<Self, ResultsError> {
        let mut config = header.config.clone();
        if header.shard.is_some_and(|shard| shard.count() > 1) {
            // The test counts the pairs in order, and most of them are elsewhere.
            config.sprt = None;
        }
        let results = Results::new(&config, rating)?;
        Ok(Self { header: header.clone(), results, total: header.total() })
    }

    /// The tournament that this run of the program plays: `total` games, by this command.
    #[must_use]
    pub fn played_now(mut self, total: usize, command: &str) -> Self {
        command.clone_into(&mut self.header.command);
        self.total = total;
        // It gets its line with the first game that is finished here.
        let here = Host::this();
        if !self.header.hosts.iter().any(|host| host.is_same(&here)) {
            self.header.hosts.push(here);
        }
        self
    }

    /// A report with these games, and those that are being played.
    #[must_use]
    pub fn snapshot<'a>(
        &'a self,
        records: &'a [GameRecord],
        running: &'a [RunningGame],
    ) -> Snapshot<'a> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        Snapshot {
            header: &self.header,
            records,
            results: &self.results,
            // Somebody may have gone on with more pairs.
            total: self.total.max(records.len()),
            running,
            generated: now.map_or(0, |since| since.as_secs()),
        }
    }
}
