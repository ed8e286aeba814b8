//! Solvers: whether a side wins by threats that leave no choice.

pub mod memo;
pub mod proof;
mod proof_table;
pub mod vcf;
pub mod vct;
mod wins;

pub use proof::Proof;
pub use vcf::Vcf;
pub use vct::Vct;
pub use wins::Solver;

#[cfg(test)]
mod tests;
