//! Solvers: proofs that a side wins by threats that leave the opponent no choice.
//!
//! [`Vcf`] searches only fours; [`Vct`] also searches moves that threaten a win by fours. Both
//! answer with a [`Proof`].
//!
//! # Floors
//!
//! A module uses those on lower floors only, and none on its own floor.
//!
//! | floor | modules |
//! |---|---|
//! | 3 | `first_moves` that win, `quiet` wins with quiet moves, `wins` the solver of games |
//! | 2 | `vct` wins by threats |
//! | 1 | `children` the numbers of nodes, `vcf` wins by fours |
//! | 0 | `memo` refuted positions, `proof` the answer, `proof_table` proof and disproof numbers |

mod children;
mod first_moves;
mod memo;
mod proof;
mod proof_table;
mod quiet;
mod vcf;
mod vct;
mod wins;

pub use first_moves::{FirstMoves, ShortestVcf};
pub use proof::Proof;
pub use quiet::{
    Adviser, Budget, QuietProgress, QuietSolver, QuietState, STACK_BYTES, Suggestion, Verdict,
};
pub use vcf::Vcf;
pub use vct::Vct;
pub use wins::Solver;

#[cfg(test)]
mod tests;
