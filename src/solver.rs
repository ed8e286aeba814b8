//! Solvers: whether a side wins by threats that leave no choice.

pub mod memo;
pub mod proof;
pub mod vcf;

pub use proof::Proof;
pub use vcf::Vcf;

#[cfg(test)]
mod tests;
