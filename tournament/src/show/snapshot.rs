//! The state of a tournament at a moment, which reports show.

use crate::record::{GameRecord, now};
use crate::run::{Absence, RunningGame};
use crate::show::results::{Results, ResultsError};
use crate::statistics::RatingRequest;
use crate::store::{Header, Host};

/// The state of a tournament at a moment.
#[derive(Clone, Copy, Debug)]
pub struct Snapshot<'a> {
    /// The first line of the file of results.
    pub header: &'a Header,
    /// The finished games, in any order.
    pub records: &'a [GameRecord],
    /// The settings of the results, made from the same header.
    pub results: &'a Results,
    /// The number of games that are planned.
    pub total: usize,
    /// The running games; empty if they are unknown.
    pub running: &'a [RunningGame],
    /// The engines whose remaining games the run leaves out; empty if they are unknown.
    pub absent: &'a [Absence],
    /// The number of games that the run leaves out.
    pub missing: usize,
    /// The time, in seconds since 1970.
    pub generated: u64,
}

/// The tournament of a report, without its games.
#[derive(Clone, Debug)]
pub struct Subject {
    header: Header,
    results: Results,
    /// The number of games that are planned.
    total: usize,
}

impl Subject {
    /// Creates the subject for a file of results.
    ///
    /// # Errors
    /// Returns an error if an anchor is not an engine of the tournament.
    pub fn of(header: &Header, rating: &RatingRequest) -> Result<Self, ResultsError> {
        let mut config = header.config.clone();
        if header.shard.is_some_and(|shard| shard.count() > 1) {
            // The SPRT counts pairs in order, but a shard has only some of them.
            config.sprt = None;
        }
        let results = Results::new(&config, rating)?;
        Ok(Self { header: header.clone(), results, total: header.total() })
    }

    /// Returns the subject of the current run, which plays `total` games.
    #[must_use]
    pub fn played_now(mut self, total: usize, command: &str) -> Self {
        command.clone_into(&mut self.header.command);
        self.total = total;
        // The file names this host only after the first game is finished here.
        let here = Host::this();
        if !self.header.hosts.iter().any(|host| host.is_same(&here)) {
            self.header.hosts.push(here);
        }
        self
    }

    /// Returns the number of games that are planned.
    pub(crate) const fn total(&self) -> usize {
        self.total
    }

    /// Returns a snapshot with these finished and running games.
    #[must_use]
    pub fn snapshot<'a>(
        &'a self,
        records: &'a [GameRecord],
        running: &'a [RunningGame],
    ) -> Snapshot<'a> {
        Snapshot {
            header: &self.header,
            records,
            results: &self.results,
            // A later run may have added pairs.
            total: self.total.max(records.len()),
            running,
            absent: &[],
            missing: 0,
            generated: now(),
        }
    }
}
