//! Searches that become wider, in one or more threads, until a position is proved.

use std::time::Duration;
use std::{io, thread};

use crate::certificate::Plan;
use crate::solver::proof::Proof;
use crate::solver::quiet::{QuietSolver, Stop, Verdict};

/// The most times that a search is widened.
const MAX_WIDENED: u32 = 6;
/// The size of the stack of a thread, in bytes.
const STACK_BYTES: usize = 64 << 20;
/// The positions of a search for threats between two calls of the function that stops it.
const THREAT_SLICE: u64 = 20_000;

/// The share of the time for a proof in which threats alone are tried, in percent, and the longest such
/// time.
const THREAT_PERCENT: u32 = 40;
const MAX_THREAT_TIME: Duration = Duration::from_secs(20);

impl QuietSolver {
    /// Returns the part of the time for a proof that [`QuietSolver::solve_by_threats`] should get.
    #[must_use]
    pub fn threat_time(time: Duration) -> Duration {
        (time / 100).saturating_mul(THREAT_PERCENT).min(MAX_THREAT_TIME)
    }

    /// Searches for a win by threats alone until the position is solved or `stop` says so, which is
    /// called with the number of visited positions from time to time; another call goes on.
    ///
    /// [`Proof::NoWin`] means that threats alone do not win.
    pub fn solve_by_threats(&mut self, stop: &mut dyn FnMut(u64) -> bool) -> Proof {
        let mut visited = 0;
        loop {
            if stop(visited) {
                return Proof::Unknown;
            }
            let proof = self.try_threats(THREAT_SLICE);
            visited += self.vct.nodes();
            if proof != Proof::Unknown {
                return proof;
            }
        }
    }

    /// Searches in this thread and as many more as make up `threads`, wider each time that a search
    /// finds nothing, and returns the plan of the win.
    ///
    /// Returns `None` if `stop` says so, which is called with the progress from time to time, or if the
    /// widest search found nothing. Another call goes on.
    ///
    /// # Errors
    /// Returns the system's error if a thread does not start.
    pub fn prove(&mut self, threads: usize, stop: Stop<'_>) -> io::Result<Option<Plan>> {
        loop {
            let verdict = self.solve_in_threads(threads, stop)?;
            if verdict == Verdict::Win {
                self.memory.note_phase(self.widened, true);
                let plan = self.plan(stop);
                self.memory.note_phase(self.widened, false);
                if plan.is_some() || self.is_stopped {
                    return Ok(plan);
                }
            }
            if verdict == Verdict::Unknown || self.widened == MAX_WIDENED {
                return Ok(None);
            }
            // A proof that is not found again needs a wider search, too.
            self.widen();
        }
    }

    /// Searches in so many threads until the position is solved or `stop` says so.
    fn solve_in_threads(&mut self, threads: usize, stop: Stop<'_>) -> io::Result<Verdict> {
        let helpers: Vec<Self> = (1..threads).map(|_| self.helper()).collect();
        thread::scope(|scope| {
            for mut helper in helpers {
                let thread = thread::Builder::new().stack_size(STACK_BYTES);
                thread.spawn_scoped(scope, move || helper.help())?;
            }
            Ok(self.solve(stop))
        })
    }

    /// Forgets all positions that are not proved, and goes on with more effort for each.
    fn widen(&mut self) {
        self.memory.keep_proofs();
        self.widened += 1;
        self.memory.note_phase(self.widened, false);
        self.budget = self.first_budget.widened(self.widened, self.board.position().ply());
    }
}
