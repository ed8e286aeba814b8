//! Tests of the program with the byte sequences that managers send.

mod managers;
mod robustness;
mod stopping;
