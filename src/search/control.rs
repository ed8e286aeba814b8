//! The controls of a running search.

use std::io;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use crate::search::limits::Limits;
use crate::search::time::{Job, NoClock, TimeSource};

/// The value of `turn_milliseconds` while the caller has not replaced the time limit.
const UNCHANGED: u64 = u64::MAX;

/// The controls of one search: its clock, a stop signal and a new time limit.
///
/// The caller shares them with the thread that searches. Clones control the same search.
///
/// ```
/// use std::thread;
///
/// use dolmen::search::{Control, Limits, Request, Silent, Stopwatch};
/// use dolmen::{BoardSize, Engine, Game, Rule};
///
/// let game = Game::new(Rule::Freestyle, BoardSize::square(15));
/// let control = Control::new(Stopwatch::start());
/// let request = Request::new(Limits::unlimited());
/// let mut engine = Engine::default();
/// let result = thread::scope(|scope| {
///     let search = scope.spawn(|| engine.think(&game, &request, &control, &mut Silent));
///     control.stop();
///     search.join().expect("the search does not panic")
/// });
/// assert!(result.is_ok());
/// ```
#[derive(Clone, Debug)]
pub struct Control {
    shared: Arc<Shared>,
}

/// The state that a control and its clones share.
#[derive(Debug)]
struct Shared {
    time: Box<dyn TimeSource>,
    is_stopped: AtomicBool,
    turn_milliseconds: AtomicU64,
    longest_pause_micros: AtomicU64,
    /// The nodes that were visited when the search last looked at its clock.
    nodes: AtomicU64,
    /// The time before the turn, if the search began on the opponent's time.
    pondered_micros: AtomicU64,
    /// The limits of the turn, once it has begun.
    turn_limits: OnceLock<Limits>,
}

impl Control {
    /// Returns the controls of a search that is timed by `time`.
    #[must_use]
    pub fn new(time: impl TimeSource + 'static) -> Self {
        let shared = Shared {
            time: Box::new(time),
            is_stopped: AtomicBool::new(false),
            turn_milliseconds: AtomicU64::new(UNCHANGED),
            longest_pause_micros: AtomicU64::new(0),
            nodes: AtomicU64::new(0),
            pondered_micros: AtomicU64::new(0),
            turn_limits: OnceLock::new(),
        };
        Self { shared: Arc::new(shared) }
    }

    /// Returns the controls of a search that is limited by depth or nodes, not by time.
    #[must_use]
    pub fn without_clock() -> Self {
        Self::new(NoClock)
    }

    /// Returns the time since the command for the search was read; while the search ponders, since it
    /// began.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        let pondered = Duration::from_micros(self.shared.pondered_micros.load(Ordering::Relaxed));
        self.shared.time.elapsed().saturating_sub(pondered)
    }

    /// Tells a search that ponders that its turn has come, after it has pondered for some time: from
    /// now on it has these limits. Only the first call has an effect.
    pub fn begin_turn(&self, limits: Limits, pondered: Duration) {
        let micros = u64::try_from(pondered.as_micros()).unwrap_or(u64::MAX);
        if self.shared.turn_limits.get().is_none() {
            self.shared.pondered_micros.store(micros, Ordering::Relaxed);
        }
        // A second call changes nothing.
        let _ = self.shared.turn_limits.set(limits);
    }

    /// Returns the limits of the turn of a search that ponders, once it has begun.
    #[must_use]
    pub(crate) fn turn_limits(&self) -> Option<Limits> {
        self.shared.turn_limits.get().copied()
    }

    /// Tells the search to answer at once with the best move that it knows.
    pub fn stop(&self) {
        self.shared.is_stopped.store(true, Ordering::Relaxed);
    }

    /// Returns whether the search was told to answer at once.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.shared.is_stopped.load(Ordering::Relaxed) || self.shared.time.wants_stop()
    }

    /// Runs the work of a helper on another thread of the caller's platform.
    pub(crate) fn spawn(&self, job: Job) -> io::Result<()> {
        self.shared.time.spawn(job)
    }

    /// Replaces the time for the move; it still counts from the start of the search.
    pub fn set_turn(&self, turn: Duration) {
        let milliseconds = u64::try_from(turn.as_millis()).unwrap_or(UNCHANGED - 1);
        self.shared.turn_milliseconds.store(milliseconds.min(UNCHANGED - 1), Ordering::Relaxed);
    }

    /// Returns the longest time for which the search did not look at its clock: a few milliseconds
    /// at most, unless the machine kept it waiting.
    #[must_use]
    pub fn longest_pause(&self) -> Duration {
        Duration::from_micros(self.shared.longest_pause_micros.load(Ordering::Relaxed))
    }

    /// Notes a time for which the search did not look at its clock.
    pub(crate) fn note_pause(&self, pause: Duration) {
        let micros = u64::try_from(pause.as_micros()).unwrap_or(u64::MAX);
        self.shared.longest_pause_micros.fetch_max(micros, Ordering::Relaxed);
    }

    /// Returns the number of nodes that the search has visited so far, without the last few hundred of each thread.
    ///
    /// ```
    /// use dolmen::search::{Control, Limits, Request, Silent};
    /// use dolmen::{Engine, Game};
    ///
    /// let game: Game = "freestyle 15x15 h8 i9".parse()?;
    /// let control = Control::without_clock();
    /// let request = Request::new(Limits { nodes: Some(10_000), ..Limits::unlimited() });
    /// Engine::default().think(&game, &request, &control, &mut Silent)?;
    /// assert!((9_000..=10_000).contains(&control.nodes()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed)
    }

    /// Notes the number of nodes that were visited so far.
    pub(crate) fn note_nodes(&self, nodes: u64) {
        self.shared.nodes.store(nodes, Ordering::Relaxed);
    }

    /// Returns the new time for the move, if the caller has replaced it.
    #[must_use]
    pub fn turn(&self) -> Option<Duration> {
        let milliseconds = self.shared.turn_milliseconds.load(Ordering::Relaxed);
        (milliseconds != UNCHANGED).then(|| Duration::from_millis(milliseconds))
    }
}
