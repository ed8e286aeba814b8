//! The hub: the current page and its data, which the run publishes and the server's visitors read.
//!
//! Invariant: publishing never waits for a visitor. Between the first page and the last, the run makes
//! a page only if [`Hub::is_wanted`].

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::body::Bytes;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::run::RunningGame;
use crate::show::report;
use crate::show::snapshot::Snapshot;

/// The address of the stream of events.
pub(super) const EVENTS: &str = "/events";
/// The maximum time that a visitor waits for a page with the newest games. After it, the visitor
/// gets the previous page.
const PATIENCE: Duration = Duration::from_secs(2);

/// The page, its data and the running games, as texts that can be sent as they are.
#[derive(Debug)]
pub struct Hub(watch::Sender<State>);

#[derive(Debug)]
struct State {
    page: Bytes,
    data: Arc<str>,
    running: Arc<str>,
    /// Versions of the page and of its data, and of the running games.
    versions: Versions,
    /// Indicates whether games have finished that are not in the page.
    is_outdated: bool,
    /// Indicates whether a visitor has requested a page since the last one was made.
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
    /// Indicates whether no news will follow.
    pub(super) is_last: bool,
}

/// A visitor who follows the games; dropping it frees its place.
#[derive(Debug)]
pub(super) struct Listener {
    hub: Arc<Hub>,
    pub(super) has: Versions,
}

impl Hub {
    /// Creates a hub that shows a tournament.
    #[must_use]
    pub fn new(snapshot: &Snapshot) -> Self {
        // Versions begin at the current time, so that they differ from those of an earlier server.
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let version = now.as_millis() as u64;
        Self(watch::Sender::new(State {
            page: page(snapshot, version).into(),
            data: report::data(snapshot).to_string().into(),
            running: report::running(snapshot.running).to_string().into(),
            versions: Versions { data: version, running: version },
            is_outdated: false,
            is_asked: false,
            is_closed: false,
            listeners: 0,
        }))
    }

    /// Marks the page as outdated: games have finished that it does not show.
    pub fn outdate(&self) {
        self.0.send_modify(|state| state.is_outdated = true);
    }

    /// Returns whether the page is outdated and a visitor waits for a newer one.
    #[must_use]
    pub fn is_wanted(&self) -> bool {
        let state = self.0.borrow();
        state.is_outdated && (state.is_asked || state.listeners > 0)
    }

    /// Returns whether there are listeners.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.0.borrow().listeners > 0
    }

    /// Makes a new page, and sends its data to the listeners.
    pub fn publish(&self, snapshot: &Snapshot) {
        let version = self.0.borrow().versions.data + 1;
        let page = page(snapshot, version);
        let data = report::data(snapshot).to_string();
        self.0.send_modify(|state| {
            (state.page, state.data) = (page.into(), data.into());
            state.versions.data = version;
            (state.is_outdated, state.is_asked) = (false, false);
        });
    }

    /// Sends the running games to the listeners.
    pub fn show(&self, running: &[RunningGame]) {
        let running = report::running(running).to_string();
        self.0.send_modify(|state| {
            state.running = running.into();
            state.versions.running += 1;
        });
    }

    /// Closes the hub: listeners get the last news, and then the end of the stream.
    pub fn close(&self) {
        self.0.send_modify(|state| state.is_closed = true);
    }

    /// Returns the page, with the newest games if it is made within [`PATIENCE`].
    pub(super) async fn page(&self) -> Bytes {
        self.wait_for_newest().await;
        self.0.borrow().page.clone()
    }

    /// Returns the data of the page, with the newest games if they are made within [`PATIENCE`].
    pub(super) async fn data(&self) -> String {
        self.wait_for_newest().await;
        self.0.borrow().data.to_string()
    }

    async fn wait_for_newest(&self) {
        self.0.send_modify(|state| state.is_asked = true);
        let mut changes = self.0.subscribe();
        let newest = changes.wait_for(|state| !state.is_outdated || state.is_closed);
        // After a timeout, the caller sends the previous page.
        timeout(PATIENCE, newest).await.ok();
    }

    /// Returns a new listener that has the page of version `data`, unless there are already `most`
    /// listeners or the hub is closed.
    pub(super) fn listen(self: &Arc<Self>, data: u64, most: usize) -> Option<Listener> {
        let is_let_in = self.0.send_if_modified(|state| {
            let has_room = state.listeners < most && !state.is_closed;
            state.listeners += usize::from(has_room);
            has_room
        });
        let has = Versions { data, running: 0 };
        is_let_in.then(|| Listener { hub: Arc::clone(self), has })
    }
}

impl Listener {
    /// Waits for news that this listener does not have. Returns empty news after `patience`.
    pub(super) async fn next(&mut self, patience: Duration) -> News {
        let has = self.has;
        let mut changes = self.hub.0.subscribe();
        let news = changes.wait_for(|state| state.versions != has || state.is_closed);
        let Ok(Ok(state)) = timeout(patience, news).await else { return News::default() };
        self.has = state.versions;
        News {
            data: (state.versions.data != has.data).then(|| state.data.clone()),
            running: (state.versions.running != has.running).then(|| state.running.clone()),
            is_last: state.is_closed,
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.hub.0.send_modify(|state| state.listeners -= 1);
    }
}

/// Returns a page that listens for versions newer than `version`.
fn page(snapshot: &Snapshot, version: u64) -> String {
    report::live_page(snapshot, &format!("{EVENTS}?since={version}"))
}
