//! Searches for wins with quiet moves: threads, wider and wider, with a state and certificates on disk.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use whole_file::check_file_place;

use crate::certificate::{Certificate, Plan};
use crate::engine::adviser::{Until, advised_solver};
use crate::eval::Evaluator;
use crate::solve::input::Problem;
use crate::solve::solution::{ProofSize, Solution};
use crate::solve::{Options, Report, SolveError};
use crate::solver::{Proof, QuietProgress, QuietSolver, QuietState};

/// The options of a search for a win with quiet moves.
#[derive(Clone, Debug)]
pub struct WinOptions {
    /// The evaluation that suggests moves.
    pub evaluator: Arc<Evaluator>,
    /// The number of threads.
    pub threads: usize,
    /// The memory for positions, in bytes.
    pub bytes: usize,
    /// The file from which the search continues, and to which it is saved. It belongs to one position.
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
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WinProgress {
    /// The counts of the search.
    pub search: QuietProgress,
    /// The time since it began.
    pub elapsed: Duration,
}

impl std::fmt::Display for WinProgress {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} s: {}", self.elapsed.as_secs(), self.search)
    }
}

/// The first line of a state.
const STATE_HEADER: &str = "dolmen search state 2";
/// The time between reports.
const REPORT_EVERY: Duration = Duration::from_secs(1);
/// The shortest time between two saves of the state, which is also at least `KEEP_SHARE` times that of a save.
const KEEP_EVERY: Duration = Duration::from_secs(60);
const KEEP_SHARE: u32 = 20;
/// A search with its options and the head of its state.
struct Search<'a> {
    options: &'a Options,
    solver: QuietSolver,
    /// The first line of the state, and the line about its position.
    state_head: String,
    started: Instant,
}

/// Searches for a win with quiet moves, and writes its certificate to a file with this name.
pub(super) fn prove(
    problem: &Problem,
    certificate_name: &str,
    options: &Options,
    observer: &mut dyn FnMut(Report),
) -> Result<Solution, SolveError> {
    let started = Instant::now();
    let Options { win, .. } = options;
    if let Some(folder) = &win.certificates {
        fs::create_dir_all(folder).map_err(about(folder))?;
    }
    let position = &problem.position;
    let until = Until { control: options.control.clone(), turn: None };
    let solver = advised_solver(position, &win.evaluator, problem.rule, win.bytes, until);
    let key = position.key().0;
    let state_head = format!("{STATE_HEADER}\n{} {} {key:016x}\n", problem.rule, position.size());
    let mut search = Search { options, solver, state_head, started };
    search.resume(observer)?;
    let plan = search.run(observer)?;
    search.keep()?;
    let certificate = plan.map(|plan| Certificate {
        rule: problem.rule,
        position: problem.position.clone(),
        plan,
    });
    let mut written = None;
    if let (Some(folder), Some(certificate)) = (&options.win.certificates, &certificate) {
        let path = folder.join(certificate_name);
        replace(&path, &certificate.to_bytes())?;
        written = Some(path);
    }
    let plan = certificate.map(|certificate| certificate.plan);
    Ok(Solution {
        proof_size: plan.as_ref().map(|plan| ProofSize::Moves(plan.moves())),
        certificate: written,
        proof: plan.map_or(Proof::Unknown, |plan| Proof::Win(plan.main_line())),
        nodes: search.solver.progress().positions,
        elapsed: started.elapsed(),
        solutions: None,
    })
}

impl Search<'_> {
    /// Continues from the saved state, if there is one.
    fn resume(&mut self, observer: &mut dyn FnMut(Report)) -> Result<(), SolveError> {
        let Some(path) = &self.options.win.state else { return Ok(()) };
        // A search whose state could not be saved would be lost.
        check_file_place(path)
            .map_err(|error| SolveError::Place { path: path.to_owned(), error })?;
        let bytes = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(about(path)(error)),
        };
        let Some(sealed) = bytes.strip_prefix(self.state_head.as_bytes()) else {
            return Err(SolveError::ForeignState(path.clone()));
        };
        match sealed.split_first_chunk() {
            Some((checksum, state)) if crc32fast::hash(state) == u32::from_le_bytes(*checksum) => {
                let positions = self.solver.resume(state);
                observer(Report::Resumed { positions });
                Ok(())
            }
            _ => Err(SolveError::DamagedState(path.clone())),
        }
    }

    /// Saves the state.
    fn keep(&self) -> Result<(), SolveError> {
        let Some(path) = &self.options.win.state else { return Ok(()) };
        write_state(path, &self.state_head, &self.solver.state())
    }

    /// Searches until the position is proved or the time is over. The time limit does not apply to the plan of a win, but a
    /// stop does.
    fn run(&mut self, observer: &mut dyn FnMut(Report)) -> Result<Option<Plan>, SolveError> {
        let Self { options, solver, state_head, started } = self;
        let threat_time = QuietSolver::threat_time(options.time);
        let is_stopped = || options.control.is_stopped();
        solver
            .solve_by_threats(u64::MAX, &mut |_| started.elapsed() >= threat_time || is_stopped());
        let path = options.win.state.as_deref();
        let mut keeper = Keeper { path, head: state_head, next: KEEP_EVERY };
        let state = solver.state();
        let mut next = Duration::ZERO;
        let plan = solver.prove(options.win.threads, &mut |search| {
            let progress = WinProgress { search: *search, elapsed: started.elapsed() };
            if progress.elapsed >= next {
                next = progress.elapsed + REPORT_EVERY;
                observer(Report::Searching(progress));
                keeper.keep(progress.elapsed, &state);
            }
            is_stopped() || (progress.elapsed >= options.time && !search.is_proved)
        });
        plan.map_err(SolveError::Thread)
    }
}

/// Saves the state of a search from time to time.
struct Keeper<'a> {
    path: Option<&'a Path>,
    head: &'a str,
    next: Duration,
}

impl Keeper<'_> {
    /// Saves the state if it is due. After a failure the search goes on, and its end reports the error.
    fn keep(&mut self, elapsed: Duration, state: &QuietState) {
        let Some(path) = self.path.filter(|_| elapsed >= self.next) else { return };
        let begun = Instant::now();
        if let Err(error) = write_state(path, self.head, state) {
            log::warn!("{error}");
        }
        self.next = elapsed + KEEP_EVERY.max(KEEP_SHARE * begun.elapsed());
    }
}

fn write_state(path: &Path, head: &str, state: &QuietState) -> Result<(), SolveError> {
    let state = state.to_bytes();
    let checksum = crc32fast::hash(&state).to_le_bytes();
    replace(path, &[head.as_bytes(), &checksum, &state].concat())
}

/// Writes a file atomically, with an error that names it.
fn replace(path: &Path, bytes: &[u8]) -> Result<(), SolveError> {
    whole_file::replace(path, bytes).map_err(about(path))
}

/// Returns a function that adds a file to an error of the system.
fn about(path: &Path) -> impl Fn(io::Error) -> SolveError + '_ {
    |source| SolveError::File { path: path.to_owned(), source }
}

/// The names of the certificates of a run, which are different.
#[derive(Debug, Default)]
pub(super) struct CertificateNames(HashSet<String>);

impl CertificateNames {
    /// Returns the name for the certificate of a position: its id, with a number if that name is taken.
    pub(super) fn of(&mut self, problem: &Problem) -> String {
        let id = problem.id.as_str().map_or_else(|| problem.id.to_string(), str::to_owned);
        let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
        let plain: String = id.chars().map(|c| if is_plain(c) { c } else { '_' }).collect();
        // A name that begins with a point would be hidden.
        let plain = plain.strip_prefix('.').map_or(plain.clone(), |rest| format!("_{rest}"));
        let numbered = (2..).map(|number| format!("{plain}-{number}"));
        let mut names = iter::once(plain.clone()).chain(numbered);
        let name = names.find(|name| !self.0.contains(name)).expect("the numbers never end");
        self.0.insert(name.clone());
        format!("{name}.certificate")
    }
}
