//! The pages shown now, between the one who plays or follows games and those who look on.
//!
//! Invariant: nobody waits here for a visitor. Pages are made by the one who has the games, and
//! only when somebody looks.

use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::run::RunningGame;
use crate::show::report;
use crate::show::snapshot::Snapshot;

/// The address of the stream of events.
pub(super) const EVENTS: &str = "/events";
/// The time that a visitor waits for a page with the newest games before it gets the one before.
const PATIENCE: Duration = Duration::from_secs(2);

/// The page, its data and the running games, as texts that are ready to be sent.
#[derive(Debug)]
pub struct Hub {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    page: Arc<str>,
    data: Arc<str>,
    running: Arc<str>,
    /// Versions of the page and of its data, and of the running games.
    versions: Versions,
    /// Indicates whether games have finished that are not in the page.
    is_outdated: bool,
    /// Indicates whether a page was asked for since the last one was made.
    is_asked: bool,
    is_closed: bool,
    listeners: usize,
}

/// The versions of the texts that a listener has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Versions {
    pub(super) data: u64,
    pub(super) running: u64,
}

/// The texts that a listener does not have yet.
#[derive(Debug, Default)]
pub(super) struct News {
    pub(super) data: Option<Arc<str>>,
    pub(super) running: Option<Arc<str>>,
    /// Nothing will follow.
    pub(super) is_last: bool,
}

/// A listener, as long as it is there.
#[derive(Debug)]
pub(super) struct Listener<'a> {
    hub: &'a Hub,
    pub(super) has: Versions,
}

impl Hub {
    /// The page of a tournament as it stands.
    #[must_use]
    pub fn new(snapshot: &Snapshot) -> Self {
        // Pages of an earlier server are never taken for those of this one.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let version = now.as_millis() as u64;
        let state = State {
            page: page(snapshot, version).into(),
            data: report::data(snapshot).to_string().into(),
            running: report::running(snapshot.running).to_string().into(),
            versions: Versions { data: version, running: version },
            is_outdated: false,
            is_asked: false,
            is_closed: false,
            listeners: 0,
        };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Tells that games have finished that the page does not show.
    pub fn outdate(&self) {
        self.state().is_outdated = true;
    }

    /// Returns whether anybody would look at a newer page.
    #[must_use]
    pub fn is_wanted(&self) -> bool {
        let state = self.state();
        state.is_outdated && (state.is_asked || state.listeners > 0)
    }

    /// Returns whether anybody looks on.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.state().listeners > 0
    }

    /// Makes a new page, and sends its data to those who look on.
    pub fn publish(&self, snapshot: &Snapshot) {
        let version = self.state().versions.data + 1;
        let page = page(snapshot, version);
        let data = report::data(snapshot).to_string();
        let mut state = self.state();
        (state.page, state.data) = (page.into(), data.into());
        state.versions.data = version;
        (state.is_outdated, state.is_asked) = (false, false);
        self.changed.notify_all();
    }

    /// Sends the running games to those who look on.
    pub fn show(&self, running: &[RunningGame]) {
        let running = report::running(running).to_string();
        let mut state = self.state();
        state.running = running.into();
        state.versions.running += 1;
        self.changed.notify_all();
    }

    /// Lets everybody go, after they have got the newest.
    pub fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    /// The page, with the newest games if they can be had soon.
    pub(super) fn page(&self) -> Arc<str> {
        self.newest().page.clone()
    }

    /// The data of the page, likewise.
    pub(super) fn data(&self) -> Arc<str> {
        self.newest().data.clone()
    }

    fn newest(&self) -> MutexGuard<'_, State> {
        let mut state = self.state();
        state.is_asked = true;
        let is_waiting = |state: &mut State| state.is_outdated && !state.is_closed;
        let waited = self.changed.wait_timeout_while(state, PATIENCE, is_waiting);
        waited.expect("no thread panicked while it held the lock").0
    }

    /// A new listener that has the page of version `data`, unless there are `most` already.
    pub(super) fn listen(&self, data: u64, most: usize) -> Option<Listener<'_>> {
        let mut state = self.state();
        if state.listeners >= most || state.is_closed {
            return None;
        }
        state.listeners += 1;
        Some(Listener { hub: self, has: Versions { data, running: 0 } })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no thread panicked while it held the lock")
    }
}

impl Listener<'_> {
    /// Waits until there is something that this listener does not have; nothing after `timeout`.
    pub(super) fn next(&mut self, timeout: Duration) -> News {
        let has = self.has;
        let is_waiting = |state: &mut State| state.versions == has && !state.is_closed;
        let state = self.hub.changed.wait_timeout_while(self.hub.state(), timeout, is_waiting);
        let state = state.expect("no thread panicked while it held the lock").0;
        self.has = state.versions;
        News {
            data: (state.versions.data != has.data).then(|| state.data.clone()),
            running: (state.versions.running != has.running).then(|| state.running.clone()),
            is_last: state.is_closed,
        }
    }
}

impl Drop for Listener<'_> {
    fn drop(&mut self) {
        self.hub.state().listeners -= 1;
    }
}

/// A page that asks for what is newer than itself.
fn page(snapshot: &Snapshot, version: u64) -> String {
    report::live_page(snapshot, &format!("{EVENTS}?since={version}"))
}
