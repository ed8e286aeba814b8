//! The answer of a solver.

use crate::board::Point;

/// The answer to "does the side to move win by force?".
///
/// ```
/// use dolmen::solver::Proof;
/// use dolmen::{BoardSize, Game, Rule, Solver};
///
/// let mut game = Game::new(Rule::Freestyle, BoardSize::square(15));
/// for name in ["h8", "a1", "i9", "a3", "j10", "a5"] {
///     game.play(name.parse()?)?;
/// }
/// let mut solver = Solver::new(1 << 20);
/// assert_eq!(solver.vcf(&game, 0), Proof::Unknown);
/// assert!(matches!(solver.vcf(&game, 100), Proof::Win(variation) if variation.len() == 3));
/// game.undo();
/// assert_eq!(solver.vcf(&game, 100), Proof::NoWin);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// It wins by this variation: its move, the reply, and so on to the five. A variation that
    /// ends earlier does so because every reply is forbidden.
    Win(Vec<Point>),
    /// It does not win by this kind of threats.
    NoWin,
    /// The budget was used up before the solver knew.
    Unknown,
}
