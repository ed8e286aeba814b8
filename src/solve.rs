//! The command `solve`: reads positions and writes verdicts.
//!
//! Every position gets exactly one answer, in the order of the input. An invalid position is
//! answered with an error, and the others are still solved.
//!
//! The modules use each other in this order: `input`, `solution`, `solutions`, `win`, `output`.

pub mod input;
mod output;
mod solution;
mod solutions;
mod win;

use std::fmt;
use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Duration;

use whole_file::PlaceError;

use crate::search::Control;
use crate::solve::input::{Assumptions, Problem};
use crate::solve::solution::{Solution, Threats};
use crate::solver::Proof;

pub use output::Format;
use win::CertificateNames;
pub use win::{WinOptions, WinProgress};

/// The kind of moves by which to win.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Continuous fours (VCF).
    #[default]
    Vcf,
    /// Continuous threats (VCT): fours, and threats to win by continuous fours.
    Vct,
    /// Any moves, with a certificate.
    Win,
}

/// The options of `solve`.
///
/// ```
/// use std::time::Duration;
///
/// use dolmen::solve::{Mode, Options, solve_all};
///
/// let options = Options { mode: Mode::Vct, time: Duration::from_secs(60), ..Options::default() };
/// let mut output = Vec::new();
/// solve_all(". . . . .\n".repeat(5).as_str(), &options, &mut output, &mut |_| {})?;
/// assert!(String::from_utf8_lossy(&output).contains("verdict no-win"));
/// # Ok::<(), dolmen::solve::SolveError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// The rule and the side to move, if they override the input.
    pub assumptions: Assumptions,
    /// The kind of threats to search.
    pub mode: Mode,
    /// The time limit for each position.
    pub time: Duration,
    /// Indicates whether to look for all first moves of wins by threats, and for the shortest win by fours, with the
    /// time limit once more.
    pub solutions: bool,
    /// The format of the output.
    pub format: Format,
    /// The options of searches for wins with quiet moves.
    pub win: WinOptions,
    /// The control by which the work is stopped: the search for a win with quiet moves ends and is saved, and later
    /// positions are left out.
    pub control: Control,
}

impl Default for Options {
    /// Returns the options of a search for fours, ten seconds for each position.
    fn default() -> Self {
        Self {
            assumptions: Assumptions::default(),
            mode: Mode::default(),
            time: Duration::from_secs(10),
            solutions: false,
            format: Format::default(),
            win: WinOptions::default(),
            control: Control::without_clock(),
        }
    }
}

/// A report on the work in progress.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Report {
    /// This number of all positions has been answered.
    Answered {
        /// The number of answers.
        done: usize,
        /// The number of positions.
        all: usize,
    },
    /// The search for a win with quiet moves continues from a state.
    Resumed {
        /// The number of positions in the state.
        positions: usize,
    },
    /// The search for a win with quiet moves is running.
    Searching(WinProgress),
}

/// The number of positions that were solved and refused.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of positions with a verdict, which may be that the time ran out.
    pub answered: usize,
    /// The number of invalid positions.
    pub refused: usize,
    /// Indicates whether the control stopped the work before every position had its verdict.
    pub is_stopped: bool,
}

/// A failure of [`solve_all`].
#[derive(Debug)]
pub enum SolveError {
    /// The output cannot be written.
    Output(io::Error),
    /// A certificate or the state of a search cannot be read or written.
    File {
        /// The file or folder.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The state of a search cannot be at this path.
    Place {
        /// The path.
        path: PathBuf,
        /// The reason.
        error: PlaceError,
    },
    /// A thread does not start.
    Thread(io::Error),
    /// The file is not the state of a search of this position.
    ForeignState(PathBuf),
    /// The state of the search is damaged.
    DamagedState(PathBuf),
    /// A state belongs to one position, but there are several.
    SharedState {
        /// The file of the state.
        state: PathBuf,
        /// The number of positions.
        positions: usize,
    },
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Output(error) => write!(f, "cannot write the output: {error}"),
            Self::Thread(error) => write!(f, "cannot start a thread: {error}"),
            Self::File { path, source } => write!(f, "{}: {source}", path.display()),
            Self::Place { path, error } => write!(f, "{}: {error}", path.display()),
            Self::ForeignState(path) => write!(
                f,
                "{} is not the state of a search of this position by this version: name another file",
                path.display()
            ),
            Self::DamagedState(path) => {
                write!(f, "{} is damaged: remove it to begin the search again", path.display())
            }
            Self::SharedState { state, positions } => write!(
                f,
                "{} can hold the search of one position, but there are {positions}: expected a file with one",
                state.display()
            ),
        }
    }
}

impl std::error::Error for SolveError {}

impl From<io::Error> for SolveError {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// Solves all positions of a text and writes the answers.
///
/// The observer is called after each answer, and about once a second during the search for a win with quiet moves.
///
/// ```
/// use dolmen::solve::{Format, Options, Tally, solve_all};
///
/// let board = "
///     . . . . . . .
///     . . . . . . .
///     . X X X . . .
///     . O O . . . .
///     . . . . . . .
///     . . . O . . .
///     . . . . . . .
/// ";
/// let options = Options { format: Format::Json, ..Options::default() };
/// let mut output = Vec::new();
/// let tally = solve_all(board, &options, &mut output, &mut |_| {})?;
/// assert_eq!(tally, Tally { answered: 1, ..Tally::default() });
/// assert!(String::from_utf8_lossy(&output).contains(r#""verdict":"win""#));
/// # Ok::<(), dolmen::solve::SolveError>(())
/// ```
///
/// # Errors
/// Returns an error if the output cannot be written, if a certificate or the state of a search cannot be read or
/// written, or if there are several positions for one state.
pub fn solve_all(
    text: &str,
    options: &Options,
    output: &mut impl Write,
    observer: &mut dyn FnMut(Report),
) -> Result<Tally, SolveError> {
    let problems = input::read(text, options.assumptions);
    if let Some(state) = options.win.state.as_deref().filter(|_| problems.len() > 1) {
        return Err(SolveError::SharedState { state: state.to_owned(), positions: problems.len() });
    }
    let mut names = CertificateNames::default();
    let mut tally = Tally::default();
    for (index, problem) in problems.iter().enumerate() {
        if options.control.is_stopped() {
            tally.is_stopped = true;
            break;
        }
        match problem {
            Ok(problem) => {
                let solution = match options.mode {
                    Mode::Vcf => by_threats(problem, Threats::Fours, options),
                    Mode::Vct => by_threats(problem, Threats::All, options),
                    Mode::Win => win::prove(problem, &names.of(problem), options, observer)?,
                };
                options.format.write_solution(output, problem, &solution)?;
                tally.answered += 1;
                tally.is_stopped |=
                    solution.proof == Proof::Unknown && options.control.is_stopped();
            }
            Err(refusal) => {
                options.format.write_refusal(output, refusal)?;
                tally.refused += 1;
            }
        }
        output.flush()?;
        observer(Report::Answered { done: index + 1, all: problems.len() });
    }
    Ok(tally)
}

/// Solves a position by threats of a kind, with all solutions if they are wanted.
fn by_threats(problem: &Problem, threats: Threats, options: &Options) -> Solution {
    let mut solution = solution::solve(problem, threats, options.time);
    if options.solutions && solution.proof.is_win() {
        solution.solutions = Some(solutions::solutions(problem, threats, options.time));
    }
    solution
}

#[cfg(test)]
mod tests;
