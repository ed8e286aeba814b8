//! Integration tests, in one crate: the library against stored data, the program as a child
//! process, and the repository itself.

mod analyse;
mod certificates;
mod data;
mod fours;
mod manuals;
mod process;
mod solve;
mod tidy;
mod vcf;
mod vct;
