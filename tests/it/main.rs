//! The integration tests, as one crate: of the library against stored data, of the
//! finished program from outside, and of the repository itself.

mod data;
mod fours;
mod manuals;
mod process;
mod protocol;
mod solve;
mod tidy;
mod vcf;
mod vct;
