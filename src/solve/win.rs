//! Searches for wins with quiet moves: threads, wider and wider, with a state and certificates on disk.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use crate::board::Point;
use crate::certificate::{Certificate, Next, Plan};
use crate::eval::{Evaluator, RuleEvaluator};
use crate::solve::input::Problem;
use crate::solve::solution::Solution;
use crate::solve::{Options, Report};
use crate::solver::{Budget, Proof, QuietProgress, QuietSolver, QuietState, Verdict};

/// The options of a search for a win with quiet moves.
///
/// ```
/// use dolmen::solve::WinOptions;
///
/// let options = WinOptions { threads: 2, ..WinOptions::default() };
/// assert!(options.state.is_none());
/// ```
#[derive(Clone, Debug)]
pub struct WinOptions {
    /// The evaluation that suggests moves.
    pub evaluator: Arc<Evaluator>,
    /// The number of threads.
    pub threads: usize,
    /// The memory for positions, in bytes.
    pub bytes: usize,
    /// The file from which the search goes on, and in which it is kept. It belongs to one position.
    pub state: Option<PathBuf>,
    /// The folder for certificates, which are named after the positions.
    pub certificates: Option<PathBuf>,
}

impl Default for WinOptions {
    fn default() -> Self {
        Self {
            evaluator: Evaluator::built_in(),
            threads: 1,
            bytes: 512 << 20,
            state: None,
            certificates: None,
        }
    }
}

/// The state of a search for a win with quiet moves.
///
/// ```
/// use dolmen::solve::WinProgress;
/// use dolmen::solver::QuietProgress;
///
/// let search = QuietProgress { positions: 300, proved: 200, ..QuietProgress::default() };
/// let progress = WinProgress { search, ..WinProgress::default() };
/// assert!(progress.to_string().starts_with("300 positions, 200 of them proved"));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WinProgress {
    /// The counts of the search.
    pub search: QuietProgress,
    /// The number of times that the search was widened.
    pub widened: u32,
    /// The time since it began.
    pub elapsed: Duration,
}

impl std::fmt::Display for WinProgress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let QuietProgress { positions, proved, proof, disproof } = self.search;
        let seconds = self.elapsed.as_secs();
        write!(
            f,
            "{positions} positions, {proved} of them proved, {seconds} s, width {}; about {proof} to \
             prove, or {disproof} to refute",
            self.widened + 1
        )
    }
}

/// The first line of a state.
const STATE_HEADER: &str = "dolmen search state 1";
/// The time between reports.
const REPORT_EVERY: Duration = Duration::from_secs(1);
/// The time between two times that the state is kept, and at least as many times what keeping takes.
const KEEP_EVERY: Duration = Duration::from_secs(60);
const KEEP_SHARE: u32 = 20;
/// The size of the stack of a thread, in bytes.
const STACK_BYTES: usize = 64 << 20;
/// The share of the time in which threats alone are tried, in percent, the longest such time, and the
/// positions between two looks at the clock.
const THREAT_PERCENT: u32 = 40;
const MAX_THREAT_TIME: Duration = Duration::from_secs(20);
const THREAT_SLICE: u64 = 20_000;
/// The most times that a search is widened.
const MAX_WIDTH: u32 = 6;

/// Returns the effort of a search that was widened so many times.
fn budget(problem: &Problem, bytes: usize, widened: u32) -> Budget {
    let budget = Budget::default();
    Budget {
        attack: budget.attack << widened,
        threat: budget.threat << widened,
        moves: budget.moves << widened,
        // Wider searches try first moves that threaten nothing on fuller boards, too.
        silent_stones: match widened {
            0 => budget.silent_stones,
            _ => budget.silent_stones.max(problem.position.ply()) + 2 * widened as usize - 1,
        },
        quiet_threat: budget.quiet_threat << widened,
        bytes,
    }
}

/// A search with what it needs around it.
struct Search<'a> {
    problem: &'a Problem,
    options: &'a Options,
    evaluator: &'a Arc<RuleEvaluator>,
    solver: QuietSolver,
    /// The first line and the line about the position of the state.
    state_head: String,
    started: Instant,
    widened: u32,
}

/// Searches for a win with quiet moves, and writes its certificate.
pub(super) fn prove(
    problem: &Problem,
    options: &Options,
    observer: &mut dyn FnMut(Report),
) -> io::Result<Solution> {
    let started = Instant::now();
    let evaluator = options.win.evaluator.rule(problem.rule);
    let first = budget(problem, options.win.bytes, 0);
    let solver = QuietSolver::new(&problem.position, evaluator, problem.rule, first);
    let position = &problem.position;
    let key = position.key().0;
    let state_head = format!("{STATE_HEADER}\n{} {} {key:016x}\n", problem.rule, position.size());
    let mut search =
        Search { problem, options, evaluator, solver, state_head, started, widened: 0 };
    search.resume()?;
    let plan = search.run(observer)?;
    search.keep()?;
    let certificate = plan.map(|plan| Certificate {
        rule: problem.rule,
        position: problem.position.clone(),
        plan,
    });
    if let (Some(folder), Some(certificate)) = (&options.win.certificates, &certificate) {
        write_whole(&folder.join(file_name(problem)), &certificate.to_bytes())?;
    }
    let plan = certificate.map(|certificate| certificate.plan);
    Ok(Solution {
        proof_size: plan.as_ref().map(Plan::moves),
        proof: plan.map_or(Proof::Unknown, |plan| Proof::Win(main_line(&plan))),
        nodes: search.solver.progress().positions,
        elapsed: started.elapsed(),
    })
}

impl Search<'_> {
    /// Goes on from the state, if there is one.
    fn resume(&mut self) -> io::Result<()> {
        let Some(path) = &self.options.win.state else { return Ok(()) };
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(about(path, &error)),
        };
        let Some(state) = bytes.strip_prefix(self.state_head.as_bytes()) else {
            let reason = "is not the state of a search of this position";
            return Err(io::Error::other(format!("{} {reason}", path.display())));
        };
        self.solver.resume(state);
        Ok(())
    }

    /// Keeps the state.
    fn keep(&self) -> io::Result<()> {
        let Some(path) = &self.options.win.state else { return Ok(()) };
        write_state(path, &self.state_head, &self.solver.state())
    }

    /// Searches for a win by threats alone, for a part of the time.
    fn try_threats(&mut self) {
        let time = (self.options.time * THREAT_PERCENT / 100).min(MAX_THREAT_TIME);
        while self.started.elapsed() < time {
            if self.solver.solve_by_threats(THREAT_SLICE) != Proof::Unknown {
                return;
            }
        }
    }

    /// Searches, wider and wider, until the position is proved or the time is over.
    fn run(&mut self, observer: &mut dyn FnMut(Report)) -> io::Result<Option<Plan>> {
        self.try_threats();
        loop {
            let verdict = self.run_once(observer)?;
            if verdict == Verdict::Win
                && let Some(plan) = self.plan(observer)
            {
                return Ok(Some(plan));
            }
            if verdict == Verdict::Unknown || self.widened == MAX_WIDTH {
                return Ok(None);
            }
            // A proof that is not found again needs a wider search, too.
            self.widened += 1;
            let budget = budget(self.problem, self.options.win.bytes, self.widened);
            self.solver.change_budget(budget);
        }
    }

    /// Searches with all threads.
    fn run_once(&mut self, observer: &mut dyn FnMut(Report)) -> io::Result<Verdict> {
        let helpers = self.options.win.threads.saturating_sub(1);
        let helpers: Vec<QuietSolver> =
            (0..helpers).map(|_| self.solver.helper(self.evaluator)).collect();
        let watch = self.watch();
        let Self { options, solver, state_head, .. } = self;
        let path = options.win.state.as_deref();
        let mut keeper = Keeper { path, head: state_head, next: KEEP_EVERY };
        thread::scope(|scope| {
            for mut helper in helpers {
                let thread = thread::Builder::new().stack_size(STACK_BYTES);
                thread.spawn_scoped(scope, move || helper.help())?;
            }
            let mut last = None;
            let state = solver.state();
            Ok(solver.solve(&mut |search| {
                let progress = watch.progress(search);
                if last.is_none_or(|last| progress.elapsed >= last + REPORT_EVERY) {
                    last = Some(progress.elapsed);
                    observer(Report::Searching(progress));
                    keeper.keep(progress.elapsed, &state);
                }
                progress.elapsed >= watch.time
            }))
        })
    }

    /// Returns the plan of the position, which was proved. It takes the time that it needs.
    fn plan(&mut self, observer: &mut dyn FnMut(Report)) -> Option<Plan> {
        let watch = self.watch();
        let mut last = Duration::ZERO;
        self.solver.plan(&mut |search| {
            let progress = watch.progress(search);
            if progress.elapsed >= last + REPORT_EVERY {
                last = progress.elapsed;
                observer(Report::Searching(progress));
            }
            false
        })
    }

    fn watch(&self) -> Watch {
        Watch { started: self.started, time: self.options.time, widened: self.widened }
    }
}

/// The clock of a search.
#[derive(Clone, Copy)]
struct Watch {
    started: Instant,
    time: Duration,
    widened: u32,
}

impl Watch {
    fn progress(self, search: &QuietProgress) -> WinProgress {
        let Self { started, widened, .. } = self;
        WinProgress { search: *search, widened, elapsed: started.elapsed() }
    }
}

/// Keeps the state of a search from time to time.
struct Keeper<'a> {
    path: Option<&'a Path>,
    head: &'a str,
    next: Duration,
}

impl Keeper<'_> {
    /// Keeps the state if it is time. A failure only costs what would have been kept; the end of the
    /// search reports it.
    fn keep(&mut self, elapsed: Duration, state: &QuietState) {
        let Some(path) = self.path.filter(|_| elapsed >= self.next) else { return };
        let begun = Instant::now();
        if let Err(error) = write_state(path, self.head, state) {
            log::warn!("{error}");
        }
        self.next = elapsed + KEEP_EVERY.max(KEEP_SHARE * begun.elapsed());
    }
}

fn write_state(path: &Path, head: &str, state: &QuietState) -> io::Result<()> {
    let mut bytes = head.as_bytes().to_vec();
    bytes.extend(state.to_bytes());
    write_whole(path, &bytes)
}

/// Writes a file that is there as a whole or not at all.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut part = path.to_owned().into_os_string();
    part.push(".part");
    let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, path));
    written.map_err(|error| about(path, &error))
}

/// Returns an error that names a file.
fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Returns the name of the certificate of a position.
fn file_name(problem: &Problem) -> String {
    let id = problem.id.as_str().map_or_else(|| problem.id.to_string(), str::to_owned);
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    let name: String = id.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
    format!("{name}.certificate")
}

/// Returns the moves of a plan and the replies with the longest plans.
fn main_line(plan: &Plan) -> Vec<Point> {
    let mut line = vec![plan.point];
    let mut plan = plan;
    loop {
        let next = plan.answers.iter().filter_map(|answer| match &answer.next {
            Next::Plan(plan) => Some((answer.reply, plan)),
            Next::Known => None,
        });
        let Some((reply, next)) = next.max_by_key(|(_, plan)| plan.moves()) else { return line };
        line.extend([reply, next.point]);
        plan = next;
    }
}
