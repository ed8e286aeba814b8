//! The integration tests, as one crate: of the library against stored data, and of the
//! finished program from outside.

mod data;
mod fours;
mod process;
mod protocol;
mod solve;
mod vcf;
