//! The threads that execute the runs.

use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, Once};
use std::thread;

use crate::driver::{self, Assignment};
use crate::outcome::{Event, Outcome, Run, Verdict};
use crate::schedule::{LeftOut, Plan, Settings};

/// The progress of a case.
enum State {
    /// Some case that it needs has not ended.
    Waiting,
    /// Its next run, the number of runs in flight, and the runs that have ended.
    Ready { next: usize, under_way: usize, runs: Vec<Option<Run>> },
    /// It has ended; an invariant has no outcome here.
    Over(Option<Outcome>),
}

impl State {
    /// Returns the verdict of a case for those that need it, or `None` while it has not ended.
    fn verdict(&self) -> Option<&Verdict> {
        match self {
            Self::Over(outcome) => {
                Some(outcome.as_ref().map_or(&Verdict::Passed, |it| &it.verdict))
            }
            Self::Waiting | Self::Ready { .. } => None,
        }
    }
}

struct Board {
    states: Vec<State>,
    /// The number of runs that have not ended.
    under_way: usize,
    /// The number of them whose scripts are not over.
    busy: usize,
    /// Indicates whether the busy run is timed.
    alone: bool,
}

/// Executes all runs. Returns the outcome of each plan, or `None` if it is an invariant or the suite
/// was stopped before its end.
pub(super) fn run(
    plans: &[Plan<'_>],
    settings: &Settings,
    observer: &(dyn Fn(Event<'_>) + Sync),
) -> Vec<Option<Outcome>> {
    let pool = Pool {
        plans,
        settings,
        observer,
        index: plans
            .iter()
            .enumerate()
            .map(|(index, plan)| (plan.case.id.as_str(), index))
            .collect(),
        board: Mutex::new(Board {
            states: plans.iter().map(|_| State::Waiting).collect(),
            under_way: 0,
            busy: 0,
            alone: false,
        }),
        changed: Condvar::new(),
    };
    pool.advance(&mut pool.lock());
    thread::scope(|scope| {
        for _ in 0..settings.jobs.max(1) {
            scope.spawn(|| pool.work());
        }
    });
    let board = pool.board.into_inner().expect("no thread panicked while it held the lock");
    let outcome = |state| match state {
        State::Over(outcome) => outcome,
        State::Waiting | State::Ready { .. } => None,
    };
    board.states.into_iter().map(outcome).collect()
}

struct Pool<'a> {
    plans: &'a [Plan<'a>],
    settings: &'a Settings,
    observer: &'a (dyn Fn(Event<'_>) + Sync),
    index: BTreeMap<&'a str, usize>,
    board: Mutex<Board>,
    changed: Condvar,
}

/// The next work of a thread.
enum Choice {
    /// This run of this plan.
    Run(usize, usize),
    /// To wait until a run ends.
    Wait,
    /// To end, since no run is left.
    Leave,
}

impl Pool<'_> {
    fn lock(&self) -> MutexGuard<'_, Board> {
        self.board.lock().expect("no thread panicked while it held the lock")
    }

    fn work(&self) {
        let mut board = self.lock();
        loop {
            match self.choose(&mut board) {
                Choice::Leave => break,
                Choice::Wait => {
                    board =
                        self.changed.wait(board).expect("no thread panicked while it held the lock")
                }
                Choice::Run(plan, run) => {
                    drop(board);
                    let done = self.carry_out(&self.plans[plan].assignments[run]);
                    (self.observer)(Event::Finished { id: &self.plans[plan].case.id, run: &done });
                    board = self.lock();
                    board.under_way -= 1;
                    self.finish(&mut board, plan, run, done);
                    self.changed.notify_all();
                }
            }
        }
        drop(board);
        self.changed.notify_all();
    }

    /// Executes a run. As soon as its script is over, others may start.
    fn carry_out(&self, assignment: &Assignment<'_>) -> Run {
        let over = Once::new();
        let at_rest = || {
            over.call_once(|| {
                let mut board = self.lock();
                board.busy -= 1;
                board.alone = false;
                self.changed.notify_all();
            });
        };
        let run = driver::run(assignment, &at_rest);
        at_rest();
        run
    }

    /// Chooses the next run that may start: untimed ones first, a timed one only if nothing runs.
    fn choose(&self, board: &mut Board) -> Choice {
        if self.settings.is_stopped() {
            return Choice::Leave;
        }
        if board.alone {
            return Choice::Wait;
        }
        let open = |state: &State, plan: &Plan<'_>| matches!(state, State::Ready { next, .. } if *next < plan.assignments.len());
        let ready = |timed: bool| {
            let mut pairs = board.states.iter().zip(self.plans);
            pairs.position(|(state, plan)| plan.case.timed == timed && open(state, plan))
        };
        let (chosen, alone) = match (ready(false), ready(true)) {
            (Some(plan), _) => (plan, false),
            (None, Some(plan)) if board.busy == 0 => (plan, true),
            (None, None) if board.under_way == 0 => return Choice::Leave,
            _ => return Choice::Wait,
        };
        let State::Ready { next, under_way, .. } = &mut board.states[chosen] else {
            unreachable!("it was ready");
        };
        let run = *next;
        (*next, *under_way) = (*next + 1, *under_way + 1);
        (board.under_way, board.busy) = (board.under_way + 1, board.busy + 1);
        board.alone = alone;
        Choice::Run(chosen, run)
    }

    /// Records the result of a run.
    fn finish(&self, board: &mut Board, plan: usize, run: usize, done: Run) {
        let State::Ready { next, under_way, runs } = &mut board.states[plan] else {
            unreachable!("a case with a run under way is not over");
        };
        runs[run] = Some(done);
        *under_way -= 1;
        if *under_way == 0 && *next == runs.len() {
            let runs = std::mem::take(runs).into_iter().flatten().collect();
            board.states[plan] = State::Over(self.plans[plan].outcome(runs));
            self.advance(board);
        }
    }

    /// Readies or blocks the cases whose prerequisites have ended.
    fn advance(&self, board: &mut Board) {
        let mut changed = true;
        while changed {
            changed = false;
            for (index, plan) in self.plans.iter().enumerate() {
                if !matches!(board.states[index], State::Waiting) {
                    continue;
                }
                let needs = &plan.case.needs;
                let verdict = |need: &String| {
                    let index = self.index[need.as_str()];
                    match self.plans[index].left_out {
                        // A prerequisite that the user has skipped counts as passed.
                        Some(LeftOut::ByName) => Some(&Verdict::Passed),
                        _ => board.states[index].verdict(),
                    }
                };
                let Some(verdicts) = needs.iter().map(verdict).collect::<Option<Vec<_>>>() else {
                    continue;
                };
                changed = true;
                let by = |index: usize| needs[index].clone();
                let failed = verdicts.iter().position(|verdict| {
                    matches!(verdict, Verdict::Failed(_) | Verdict::Blocked { .. })
                });
                let skipped = verdicts.iter().position(|it| !it.is_passed());
                let kept_back = match (plan.left_out, failed.map(by), skipped.map(by)) {
                    (Some(left_out), ..) => Some(left_out.verdict()),
                    (None, Some(by), _) => Some(Verdict::Blocked { by }),
                    (None, None, Some(by)) => Some(Verdict::Skipped {
                        reason: format!("it needs {by}, which was skipped"),
                    }),
                    (None, None, None) => None,
                };
                board.states[index] = match kept_back {
                    Some(verdict) => {
                        (self.observer)(Event::Dropped(plan.assignments.len()));
                        let id = plan.case.id.clone();
                        State::Over(Some(Outcome { id, runs: Vec::new(), verdict }))
                    }
                    None if plan.assignments.is_empty() => State::Over(None),
                    None => State::Ready {
                        next: 0,
                        under_way: 0,
                        runs: plan.assignments.iter().map(|_| None).collect(),
                    },
                };
            }
        }
    }
}
