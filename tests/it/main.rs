//! The integration tests, as one crate: of the library against stored data, of the
//! finished program from outside, and of the repository itself.

mod data;
mod floors;
mod fours;
mod process;
mod protocol;
mod readme;
mod solve;
mod tidy;
mod vcf;
mod vct;
