//! The queries that are open: those whose final replies have not all been written.

use std::collections::HashMap;
use std::sync::Arc;

use crate::analyse::fault::{Code, Fault};
use crate::analyse::query::{Query, ReplySettings};
use crate::scheduler::Ticket;

/// The largest numbers of open queries and of their positions.
pub(super) const MAX_QUERIES: usize = 10_000;
pub(super) const MAX_POSITIONS: usize = 100_000;

/// The open queries.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    /// The open queries by their `id`.
    open: HashMap<String, Open>,
    /// The number of positions without a final reply.
    positions: usize,
    /// The place of the next final reply or error in the order of the queries.
    next_place: u64,
    /// Indicates whether new queries are refused.
    is_closed: bool,
}

/// An open query.
#[derive(Debug)]
struct Open {
    /// The turns that are in work: those that were submitted and have no answer yet.
    jobs: Vec<(usize, Ticket)>,
    /// The number of final replies that are missing.
    left: usize,
    is_endless: bool,
}

impl Ledger {
    /// Reserves `count` places in the order of the queries, and returns the first of them.
    pub(super) const fn places(&mut self, count: usize) -> u64 {
        let place = self.next_place;
        self.next_place += count as u64;
        place
    }

    /// Opens a query.
    pub(super) fn open(&mut self, query: &Query) -> Result<(), Fault> {
        let id = &query.settings.id;
        if self.is_closed {
            return Err(Fault::new(Code::Closing, "", "the program is shutting down"));
        }
        if self.open.contains_key(id) {
            let words = format!("id {:?} belongs to an open query", super::fault::shortened(id));
            return Err(Fault::new(Code::DuplicateId, "id", words));
        }
        let count = query.questions.len();
        if self.open.len() >= MAX_QUERIES || self.positions + count > MAX_POSITIONS {
            let words = format!(
                "{} queries with {} positions are open: at most {MAX_QUERIES} and {MAX_POSITIONS} may be",
                self.open.len(),
                self.positions
            );
            return Err(Fault::new(Code::Busy, "", words));
        }
        self.positions += count;
        let open = Open { jobs: Vec::new(), left: count, is_endless: query.is_endless };
        self.open.insert(id.clone(), open);
        Ok(())
    }

    /// Notes that a position of a query was submitted.
    pub(super) fn submitted(&mut self, id: &str, turn: usize, ticket: Ticket) {
        if let Some(open) = self.open.get_mut(id) {
            open.jobs.push((turn, ticket));
        }
    }

    /// Notes that a position of a query has its answer, so that nothing is left to stop. Its final reply may still
    /// wait to be written.
    pub(super) fn answered(&mut self, id: &str, turn: usize) {
        if let Some(open) = self.open.get_mut(id) {
            open.jobs.retain(|&(submitted, _)| submitted != turn);
        }
    }

    /// Notes that a final reply to a query was written.
    pub(super) fn written(&mut self, settings: &Arc<ReplySettings>) {
        let Some(open) = self.open.get_mut(&settings.id) else { return };
        open.left -= 1;
        self.positions -= 1;
        if open.left == 0 {
            self.open.remove(&settings.id);
        }
    }

    /// Returns the tickets of the positions in work, of one query or of all queries, at some turns or at all turns,
    /// in ascending order.
    pub(super) fn jobs(&self, id: Option<&str>, turns: Option<&[usize]>) -> Vec<Ticket> {
        let queries: Vec<&Open> = match id {
            Some(id) => self.open.get(id).into_iter().collect(),
            None => self.open.values().collect(),
        };
        let jobs = queries.into_iter().flat_map(|open| &open.jobs);
        let is_wanted = |turn: &usize| turns.is_none_or(|turns| turns.contains(turn));
        let mut tickets: Vec<Ticket> =
            jobs.filter(|(turn, _)| is_wanted(turn)).map(|&(_, ticket)| ticket).collect();
        tickets.sort_unstable();
        tickets
    }

    /// Returns the tickets of the positions whose searches only a stop ends.
    pub(super) fn endless(&self) -> Vec<Ticket> {
        let endless = self.open.values().filter(|open| open.is_endless);
        endless.flat_map(|open| open.jobs.iter().map(|&(_, ticket)| ticket)).collect()
    }

    /// Refuses new queries from now on.
    pub(super) const fn close(&mut self) {
        self.is_closed = true;
    }

    /// Returns whether new queries are refused.
    pub(super) const fn is_closed(&self) -> bool {
        self.is_closed
    }

    /// Returns the numbers of open queries and of their positions.
    pub(super) fn counts(&self) -> [usize; 2] {
        [self.open.len(), self.positions]
    }
}
