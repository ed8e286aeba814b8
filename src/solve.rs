//! The command `solve`: reads positions and writes verdicts.
//!
//! Every position gets exactly one answer, in the order of the input. An invalid position is
//! answered with an error, and the others are still solved.
//!
//! The modules use each other in this order: `input`, `solution`, `output`.

pub mod input;
mod output;
mod solution;

use std::io::{self, Write};
use std::time::Duration;

use crate::solve::input::Assumptions;

pub use output::Format;
pub use solution::Mode;

/// The options of `solve`.
///
/// ```
/// use std::time::Duration;
///
/// use dolmen::solve::{Format, Mode, Options, solve_all};
///
/// let (assumptions, time) = (Default::default(), Duration::from_secs(10));
/// let options = Options { assumptions, mode: Mode::Vct, time, format: Format::Text };
/// let mut output = Vec::new();
/// solve_all(". . . . .\n".repeat(5).as_str(), &options, &mut output, &mut |_, _| {})?;
/// assert!(String::from_utf8_lossy(&output).contains("verdict no-win"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// The rule and the side to move, if they override the input.
    pub assumptions: Assumptions,
    /// The kind of threats to search.
    pub mode: Mode,
    /// The time limit for each position.
    pub time: Duration,
    /// The format of the output.
    pub format: Format,
}

/// The number of positions that were solved and refused.
///
/// ```
/// use std::time::Duration;
///
/// use dolmen::solve::{Format, Mode, Options, Tally, solve_all};
///
/// let (assumptions, time) = (Default::default(), Duration::ZERO);
/// let options = Options { assumptions, mode: Mode::Vcf, time, format: Format::Text };
/// let tally = solve_all("not a board", &options, &mut Vec::new(), &mut |_, _| {})?;
/// assert_eq!(tally, Tally { answered: 0, refused: 1 });
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// The number of positions with a verdict, which may be that the time ran out.
    pub answered: usize,
    /// The number of invalid positions.
    pub refused: usize,
}

/// Solves all positions of a text and writes the answers.
///
/// After each answer `observer` is called with the number of answers so far and the number of
/// positions.
///
/// ```
/// use std::time::Duration;
///
/// use dolmen::solve::input::Assumptions;
/// use dolmen::solve::{Format, Mode, Options, Tally, solve_all};
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
/// let options = Options {
///     assumptions: Assumptions::default(),
///     mode: Mode::Vcf,
///     time: Duration::from_secs(10),
///     format: Format::Json,
/// };
/// let mut output = Vec::new();
/// let tally = solve_all(board, &options, &mut output, &mut |_, _| {})?;
/// assert_eq!(tally, Tally { answered: 1, refused: 0 });
/// assert!(String::from_utf8_lossy(&output).contains(r#""verdict":"win""#));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
/// Returns an error if the output cannot be written.
pub fn solve_all(
    text: &str,
    options: &Options,
    output: &mut impl Write,
    observer: &mut dyn FnMut(usize, usize),
) -> io::Result<Tally> {
    let problems = input::read(text, options.assumptions);
    let mut tally = Tally::default();
    for (index, problem) in problems.iter().enumerate() {
        match problem {
            Ok(problem) => {
                let solution = solution::solve(problem, options.mode, options.time);
                options.format.write_solution(output, problem, &solution)?;
                tally.answered += 1;
            }
            Err(refusal) => {
                options.format.write_refusal(output, refusal)?;
                tally.refused += 1;
            }
        }
        output.flush()?;
        observer(index + 1, problems.len());
    }
    Ok(tally)
}

#[cfg(test)]
mod tests;
